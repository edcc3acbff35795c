solution status: infeasible
objective value:                     no solution available
