graph [ directed yes ]
