Stopped on time (no integer solution - continuous used) - objective value 1.5
      0 x1  0.5  2
