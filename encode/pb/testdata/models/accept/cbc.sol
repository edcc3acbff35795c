Optimal - objective value 0.00000000
      0 x1                     0                       2
      1 x2                     1                       0
      2 x3                     0                       0
      3 x4                     1                      -3
      4 one                    1                       3
