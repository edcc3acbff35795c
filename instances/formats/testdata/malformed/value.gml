graph [ directed 2 ]
