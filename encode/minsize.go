package encode

import (
	"context"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// MinSize is COVER(k) with the fewest memberships Σ|A|+|B|: of the covers by at
// most Hubs bicliques it looks for the smallest.
var MinSize = Encoder{
	Name: "b/min-size", Question: instances.B, Form: "min-size", Hubs: true,
	Doc:    "memberships of rows and columns in k hubs, minimised; for integer programming and MaxSAT",
	Source: "math.md F16, F17",
	Encode: encodeMinSize,
}

func encodeMinSize(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("b/min-size", takesHubs)
	if err != nil {
		return Encoding{}, err
	}
	vars, clauses := coverSize(p.Rel, cells, p.Hubs)
	if err := p.fits(vars, clauses); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	h, err := addCover(ctx, f, p.Rel, cells, p.Hubs)
	if err != nil {
		return Encoding{}, err
	}
	f.Objective = []pb.Term{}
	for _, block := range []pb.Block{h.a, h.b} {
		for i := range block.Len() {
			f.Objective = append(f.Objective, pb.Term{Coef: 1, Lit: block.First + pb.Lit(i)})
		}
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return h.extension(m, func(int) int { return 0 }), nil
	}}, nil
}
