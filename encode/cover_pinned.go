package encode

import (
	"context"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// CoverPinned asks the question of Cover with hubs pinned to the fooling set
// that the cells begin with: up to hundreds of times faster than without.
var CoverPinned = Encoder{
	Name: "b/pinned", Question: instances.B, Form: "pinned",
	Doc:    "memberships in k hubs, the first pinned to the fooling set the cells begin with",
	Source: "math.md F6, F17; algorithms.md, b",
	Hubs:   true,
	Encode: encodeCoverPinned,
}

func encodeCoverPinned(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("b/pinned", takesHubs)
	if err != nil {
		return Encoding{}, err
	}
	c := pin(p, cells)
	if err := p.fits(c.size(p.limit())); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	if err := c.add(ctx, f); err != nil {
		return Encoding{}, err
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return c.extension(m, func(int) int { return 0 }), nil
	}}, nil
}
