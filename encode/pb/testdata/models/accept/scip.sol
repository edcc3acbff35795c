solution status: optimal solution found
objective value:                                    0
x2                                                  1 	(obj:0)
x4                                                  1 	(obj:-3)
one                                                 1 	(obj:3)
