# Solution for model obj
# Objective value = 0
x1 0
x2 1
x3 0
x4 1
one 1
