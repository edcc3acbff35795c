* two lines
* and no 
* more
* x[i,j] = variable 1+i*3+j, i<2, j<3: an example
* unused[i1] = variable 7+i1, i1<1
NAME          hubcover
ROWS
 N  obj
 G  c1
 G  c2
 G  c3
 G  c4
COLUMNS
    M1        'MARKER'                 'INTORG'
    x1        obj       2
    x1        c1        1
    x1        c3        3
    x2        obj       -3
    x2        c1        -1
    x3        obj       -4
    x3        c1        1
    x4        obj       0
    x4        c4        -1
    x5        obj       0
    x5        c3        2
    x6        obj       0
    x6        c3        1
    x7        obj       0
    M2        'MARKER'                 'INTEND'
    one       obj       4
RHS
    RHS       c2        1
    RHS       c3        4
BOUNDS
 UP BND       x1        1
 UP BND       x2        1
 UP BND       x3        1
 UP BND       x4        1
 UP BND       x5        1
 UP BND       x6        1
 UP BND       x7        1
 FX BND       one       1
ENDATA
