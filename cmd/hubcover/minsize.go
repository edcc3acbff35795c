package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
)

func (s *search) addMinSize(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&s.opt.MinSize, "min-size", false, "shrink the best cover for b to the fewest memberships of sources and targets in hubs, and bound them")
}

func (s *search) checkMinSize(questions []instances.Question) error {
	if s.opt.MinSize && !slices.Contains(questions, instances.B) {
		return misuse("--min-size shrinks the cover for b, which is not asked: add it to -q")
	}
	return nil
}

// settledSize reports that no memberships were asked for, or that their number
// is known.
func settledSize(iv *hubcover.Interval) bool {
	return iv.Size == nil || iv.Size.Status() == hubcover.Optimal
}

func sizeLine(z *hubcover.Size) line {
	l := line{what: "Σ|A|+|B|", value: interval(z.Lower, z.Upper), status: z.Status(), seconds: z.Seconds}
	l.how = "memberships at " + count(z.Hubs, "hub")
	if z.Stop != "" {
		l.how += "; " + stopped(z.Stop)
	}
	return l
}
