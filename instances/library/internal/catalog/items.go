package catalog

// points is a front: hubs and colours of each point.
type points [][2]int

// items lists the library, the one to show first at the front.
var items = []item{
	{name: "demo", call: "random-hub nodes=14 hubs=8 p=0.2 seed=1",
		doc: "a random hub extension on 14 nodes: 7 hubs in 4 colours, or 9 hubs in 3",
		b:   7, chi: 3, front: points{{7, 4}, {9, 3}}},

	// The smallest gaps between fewest hubs and fewest colours.
	{name: "k3", call: "complete n=3", doc: "the complete digraph on 3 nodes without loops: the smallest gap", front: points{{3, 3}, {4, 2}}},
	{name: "gap-4x4", call: "matrix rows=0111/1001/1010/1100", doc: "4 × 4 with a front from 4 colours to 2",
		b: 4, chi: 2, front: points{{4, 4}, {5, 2}}},
	{name: "crown-6", call: "crown n=6", front: points{{4, 4}, {6, 3}}},
	{name: "crown-8", call: "crown n=8", front: points{{5, 5}, {6, 3}}},
	{name: "crown-11", call: "crown n=11"},

	// Attention masks.
	{name: "causal-4", call: "causal n=4"},
	{name: "causal-8", call: "causal n=8"},
	{name: "causal-16", call: "causal n=16"},
	{name: "tournament-8", call: "tournament n=8"},
	{name: "block-causal-4x3", call: "block-causal blocks=4 size=3"},
	{name: "window-12-2", call: "window n=12 w=2", front: points{{12, 2}}},
	{name: "window-12-3", call: "window n=12 w=3", front: points{{12, 2}}},
	{name: "window-12-4", call: "window n=12 w=4", front: points{{12, 3}}},
	{name: "symmetric-window-12-1", call: "symmetric-window n=12 radius=1", chi: 2, front: points{{11, 2}}},
	{name: "symmetric-window-12-2", call: "symmetric-window n=12 radius=2", chi: 3, front: points{{10, 3}}},
	{name: "symmetric-window-12-3", call: "symmetric-window n=12 radius=3", chi: 3, front: points{{9, 3}}},
	{name: "strided-12-4", call: "strided n=12 stride=4"},
	{name: "strided-local-12-3", call: "strided n=12 stride=3 local=3", chi: 3, front: points{{12, 4}, {13, 3}}},
	{name: "fixed-12-3", call: "fixed n=12 block=3", chi: 3, front: points{{12, 3}}},
	{name: "longformer-10", call: "longformer n=10 radius=1 global=2", chi: 3, front: points{{7, 4}, {9, 3}}},
	{name: "bigbird-8", call: "bigbird blocks=8 seed=2", b: 6, chi: 3, front: points{{6, 4}, {9, 3}}},

	// Graphs.
	{name: "path-6", call: "path n=6"},
	{name: "cycle-6", call: "cycle n=6"},
	{name: "loops-4", call: "loops n=4"},
	{name: "petersen", call: "petersen", front: points{{10, 5}, {11, 4}, {12, 3}}},
	{name: "grid-3x3", call: "grid rows=3 cols=3", b: 4, front: points{{4, 3}, {6, 2}}},
	{name: "grid-3x4", call: "grid rows=3 cols=4", b: 6, front: points{{6, 3}, {8, 2}}},
	{name: "grid-4x4", call: "grid rows=4 cols=4", b: 7, front: points{{7, 3}, {9, 2}}},
	{name: "double-cover-grid-3x3", call: "double-cover base=grid,rows=3,cols=3", b: 8, front: points{{8, 3}, {12, 2}},
		doc: "two copies of the grid graph 3 × 3, one transposed: as a digraph, the grid itself"},
	{name: "hypercube-3", call: "hypercube d=3", front: points{{4, 2}}},
	{name: "hypercube-4", call: "hypercube d=4", front: points{{8, 2}}},
	{name: "fano", call: "projective-plane q=2", doc: "the projective plane of order 2", chi: 3, front: points{{7, 7}, {8, 5}, {9, 3}}},
	{name: "projective-plane-3", call: "projective-plane q=3", chi: 4},

	// Matrices.
	{name: "all-ones-3x4", call: "all-ones rows=3 cols=4"},
	{name: "empty-3x3", call: "empty rows=3 cols=3"},
	{name: "identity-5", call: "identity n=5"},
	{name: "disjointness-2", call: "disjointness k=2", front: points{{4, 2}}},
	{name: "disjointness-3", call: "disjointness k=3", front: points{{8, 3}}},
	{name: "disjointness-4", call: "disjointness k=4", front: points{{16, 4}}},
	{name: "intersection-3", call: "intersection k=3"},
	{name: "inner-product-2", call: "inner-product k=2", front: points{{3, 3}, {4, 2}}},
	{name: "inner-product-3", call: "inner-product k=3", front: points{{7, 7}, {8, 4}, {9, 3}}},
	{name: "polygon-slack-6", call: "polygon-slack n=6", front: points{{5, 3}}},
	{name: "polygon-slack-8", call: "polygon-slack n=8", front: points{{6, 3}}},
	{name: "cube-slack-3", call: "cube-slack d=3", front: points{{6, 3}, {8, 2}}},

	// Random.
	{name: "random-8x8", call: "random rows=8 cols=8 p=0.5 seed=1", b: 6, chi: 3, front: points{{6, 4}, {7, 3}}},
	{name: "random-9x14", call: "random rows=9 cols=14 p=0.3 seed=1", b: 9, chi: 3, front: points{{9, 5}, {10, 4}, {11, 3}}},
	{name: "random-12x12", call: "random rows=12 cols=12 p=0.5 seed=1", b: 11, chi: 4, front: points{{11, 5}, {12, 4}}},
	{name: "random-digraph-9", call: "random-digraph n=9 p=0.4 seed=1", b: 8, chi: 3, front: points{{8, 4}, {9, 3}}},
	{name: "hub-16", call: "random-hub nodes=16 hubs=8 p=0.2 seed=5", doc: "a random hub extension on 16 nodes with three points",
		b: 6, chi: 3, front: points{{6, 5}, {7, 4}, {11, 3}}},
	{name: "hub-20", call: "random-hub nodes=20 hubs=10 p=0.25 seed=1", doc: "a random hub extension on 20 nodes; its χ_hub is hard", b: 10},
}
