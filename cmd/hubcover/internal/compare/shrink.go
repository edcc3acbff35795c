package compare

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Shrink leaves rows and columns out of the instance as long as the two still
// disagree: first large shares of them, then smaller ones, in the end one by
// one (Zeller and Hildebrandt: Simplifying and isolating failure-inducing
// input, IEEE Transactions on Software Engineering 28 (2002) 183-200). What is
// left when ctx ends is what it has by then; nil where they do not disagree
// again on the whole.
func (p Plan) Shrink(ctx context.Context, d Disagreement, progress func(rows, cols int)) (*instances.Relation, Small) {
	entries := []Entry{p.Entries[d.Entry]}
	switch {
	case d.against == byKnowledge: // which the whole path stands in for: it proves what it says
		entries = append(entries, Entry{Backend: "gophersat", Whole: true})
	case d.against >= 0 && d.against != d.Entry:
		entries = append(entries, p.Entries[d.against])
	}
	p.Items, p.Entries = []Item{p.Items[d.Item]}, entries
	p.Seeds, p.Repeat, p.WarmUp, p.Jobs, p.Each = []int64{d.seed}, 1, 0, 1, nil
	s := &shrinker{ctx: ctx, plan: p}
	whole := p.Items[0].Inst.Relation
	s.lines = make([]int32, whole.Rows()+whole.Cols())
	for i := range s.lines {
		s.lines[i] = int32(i)
	}
	if !s.disagree(s.lines) {
		return nil, Small{Tries: s.tries}
	}
	for parts := 2; len(s.lines) > 0; {
		progress(s.size())
		switch {
		case s.leaveOut(parts):
			parts = max(2, parts-1)
		case ctx.Err() != nil || parts >= len(s.lines):
			rel := s.part(s.lines)
			return rel, Small{Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(), Tries: s.tries, Least: ctx.Err() == nil}
		default:
			parts = min(2*parts, len(s.lines))
		}
	}
	rel := s.part(nil)
	return rel, Small{Tries: s.tries, Least: true}
}

type shrinker struct {
	ctx   context.Context
	plan  Plan
	lines []int32 // rows, then columns behind the last row, ascending
	tries int
}

// leaveOut cuts the lines into so many shares and leaves out the first that is
// not needed.
func (s *shrinker) leaveOut(parts int) bool {
	n := len(s.lines)
	for k := range parts {
		from, to := k*n/parts, (k+1)*n/parts
		rest := slices.Delete(slices.Clone(s.lines), from, to)
		if s.ctx.Err() == nil && from < to && s.disagree(rest) {
			s.lines = rest
			return true
		}
	}
	return false
}

func (s *shrinker) part(lines []int32) *instances.Relation {
	whole := s.plan.Items[0].Inst.Relation
	rows, cols := []int32{}, []int32{}
	for _, l := range lines {
		if int(l) < whole.Rows() {
			rows = append(rows, l)
		} else {
			cols = append(cols, l-int32(whole.Rows()))
		}
	}
	return whole.Sub(rows, cols)
}

func (s *shrinker) size() (rows, cols int) {
	rel := s.part(s.lines)
	return rel.Rows(), rel.Cols()
}

// disagree asks both about a part. What is known of the whole says nothing of
// it.
func (s *shrinker) disagree(lines []int32) bool {
	s.tries++
	p := s.plan
	inst := *p.Items[0].Inst
	inst.Relation = s.part(lines)
	p.Items = []Item{{Inst: &inst, Asked: p.Items[0].Asked}}
	rep := p.Run(s.ctx)
	return rep.Stop == "" && slices.ContainsFunc(rep.Disagreements, func(d Disagreement) bool { return d.Entry == 0 })
}
