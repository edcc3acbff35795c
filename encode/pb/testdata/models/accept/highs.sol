Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 5
x1 0
x2 1
x3 -0
x4 0.9999999997
one 1
# Rows 5
c1 1
c2 0
c3 -1
c4 1
c5 -1

# Dual solution values
None

# Basis
HiGHS v1
None
