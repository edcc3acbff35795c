// Package lookahead answers clauses by a search tree without learning: at every
// node it looks at what the literals of a few open clauses would do, and
// branches on the clause that leaves least. Few leaves are what it is after;
// where a solver that learns needs a million conflicts, as on refutations with
// three colours that have no structure to learn, the tree may be far smaller.
//
// Its proof has one clause a node, that the decisions above it cannot all hold,
// by reverse unit propagation; those of the nodes below are deleted then.
package lookahead

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// New makes the backend. Its steps are the nodes of the search tree.
func New() backends.Backend {
	return backends.Backend{
		Name:    "lookahead",
		Doc:     "a search tree with few leaves and a short proof; for small formulas that learning does not help",
		Able:    backends.Abilities{Clauses: true, Proof: true, Steps: true, Deterministic: true},
		Install: "built in",
		Probe:   func(context.Context) (string, error) { return "built in", nil },
		Solve:   solve,
	}
}

func solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	if !f.ClausesOnly() || f.Objective != nil {
		return backends.Answer{}, errors.New("lookahead takes clauses alone")
	}
	if opt.Memory > 0 && size(f) > opt.Memory {
		return backends.Answer{Stop: backends.MemoryLimit}, nil
	}
	t := &tree{ctx: ctx, clauses: newClauses(f), steps: opt.Steps, progress: opt.Progress}
	format := backends.NoProof
	if opt.Proof != nil {
		t.proof, format = bufio.NewWriterSize(opt.Proof, 1<<16), backends.DRATText
	}
	out := backends.Answer{Verdict: backends.Unsat}
	if t.start() {
		out.Verdict = t.grow(0)
	}
	out.Steps = t.nodes
	switch out.Verdict {
	case backends.Sat:
		out.Model = make(pb.Model, f.Vars()+1)
		for v := range out.Model {
			out.Model[v] = t.value[2*v] > 0
		}
	case backends.Unknown:
		out.Stop = backends.StopOf(ctx)
	default:
		t.taken = nil
		t.lemma()
		out.Proof = format
		if t.proof != nil {
			if err := t.proof.Flush(); err != nil {
				return backends.Answer{}, fmt.Errorf("writing the proof: %w", err)
			}
		}
	}
	return out, nil
}

// size is about how many bytes a formula and the search take.
func size(f *pb.Formula) int64 {
	n := int64(2 << 20)
	for i := range f.Len() {
		n += 16 + 4*int64(len(f.Lits(i)))
	}
	return n + 64*int64(f.Vars())
}

// tree is a depth-first search.
type tree struct {
	*clauses
	ctx      context.Context
	steps    int64 // 0: no bound
	progress func(int64)
	nodes    int64
	taken    []lit       // decisions down to the node at hand
	failed   []lit       // with the decisions above: lemmas that stand
	open     []candidate // room for pick
	proof    *bufio.Writer
	text     []byte
}

const pollMask = 1<<6 - 1

// grow answers what is below the node at hand, as deep as the decisions are
// many. Unless it is satisfied, the assignment is as before.
func (t *tree) grow(depth int) backends.Verdict {
	if t.nodes++; t.nodes&pollMask == 0 {
		if t.ctx.Err() != nil {
			return backends.Unknown
		}
		if t.progress != nil {
			t.progress(t.nodes)
		}
	}
	if t.steps > 0 && t.nodes > t.steps {
		return backends.Unknown
	}
	clause, ok := t.pick()
	if !ok {
		return backends.Sat
	}
	mark := len(t.trail)
	for _, l := range t.branches(clause) {
		if t.value[l] != 0 {
			continue
		}
		t.taken = append(t.taken[:depth], l)
		inner, below := len(t.trail), len(t.failed)
		if t.assign(l) {
			if v := t.grow(depth + 1); v != backends.Unsat {
				return v
			}
		}
		t.undo(inner)
		t.taken = t.taken[:depth+1]
		t.lemma()
		for _, k := range t.failed[below:] {
			t.write("d ", k)
		}
		t.failed = append(t.failed[:below], l)
		if !t.assign(l ^ 1) { // as the lemma has it
			break
		}
		if _, open := t.free(clause); !open { // which leaves nothing to decide here
			if v := t.grow(depth); v != backends.Unsat {
				return v
			}
			break
		}
	}
	t.undo(mark)
	return backends.Unsat
}

// branches lists the literals of a clause, which propagation puts into another
// order.
func (t *tree) branches(clause int) []lit {
	return slices.Sorted(slices.Values(t.clause(clause)))
}

// lemma writes that the decisions cannot all hold.
func (t *tree) lemma() { t.write("") }

// write writes the clause that the decisions and some more cannot all hold.
func (t *tree) write(prefix string, more ...lit) {
	if t.proof == nil {
		return
	}
	t.text = append(t.text[:0], prefix...)
	for _, decisions := range [2][]lit{t.taken, more} {
		for _, l := range decisions {
			t.text = strconv.AppendInt(t.text, int64(-l.signed()), 10)
			t.text = append(t.text, ' ')
		}
	}
	t.proof.Write(append(t.text, "0\n"...)) // errors stay until Flush
}

// How many open clauses are looked at, and how many free literals more than the
// fewest they may have.
const (
	looked = 24
	slack  = 1
)

// candidate is an open clause.
type candidate struct {
	clause, free int
}

// pick chooses the clause to branch on: of those that ask for something, without
// negations, while one of them is open. It is false when all clauses are
// satisfied.
func (t *tree) pick() (clause int, ok bool) {
	t.open = t.open[:0]
	for _, c := range t.choices {
		if free, open := t.free(c); open {
			t.open = append(t.open, candidate{c, free})
		}
	}
	if len(t.open) == 0 {
		for c := range t.ends {
			if _, open := t.free(c); open {
				return c, true
			}
		}
		return 0, false
	}
	slices.SortStableFunc(t.open, func(a, b candidate) int {
		if a.free != b.free {
			return a.free - b.free
		}
		return t.weight[b.clause] - t.weight[a.clause]
	})
	fewest, best := t.open[0].free, 0.0
	before := t.measure()
	for k, x := range t.open[:min(looked, len(t.open))] {
		if x.free > fewest+slack {
			break
		}
		if s := t.look(x.clause, before); k == 0 || s < best {
			clause, best = x.clause, s
		}
		if best == 0 {
			break
		}
	}
	return clause, true
}

// look adds up what is left below the branches of a clause.
func (t *tree) look(clause int, before float64) (sum float64) {
	mark := len(t.trail)
	for _, l := range t.branches(clause) {
		if t.value[l] != 0 {
			continue
		}
		inner := len(t.trail)
		if t.assign(l) {
			sum += shrunk(before - t.measure())
		}
		t.undo(inner)
		if !t.assign(l ^ 1) {
			break
		}
		if _, open := t.free(clause); !open {
			sum += shrunk(before - t.measure())
			break
		}
	}
	t.undo(mark)
	return sum
}
