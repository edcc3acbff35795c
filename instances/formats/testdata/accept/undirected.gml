Creator "me"
graph
[
  node
  [
    id 0
    graphics [ x 1 y 2 ]
  ]
  node
  [
    id 1
  ]
  edge
  [
    source 0
    target 1
  ]
]
