graph [
  directed 1
  node [ id 1 label "caf&eacute;" ]
  node [ id 2 ]
  edge [ source 1 target 2 weight 0.5 ]
]
