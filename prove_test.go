package hubcover

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// blocks has n copies of a random relation along its diagonal: as many
// components.
func blocks(t *testing.T, n, size int, density float64, seed uint64) *instances.Instance {
	t.Helper()
	var cells []instances.Cell
	rel := encodetest.Random(rand.New(rand.NewPCG(seed, 1)), size, size, density)
	for k := range n {
		for _, c := range rel.All() {
			cells = append(cells, instances.Cell{Row: c.Row + int32(k*size), Col: c.Col + int32(k*size)})
		}
	}
	whole, err := instances.New(n*size, n*size, cells)
	if err != nil {
		t.Fatal(err)
	}
	return &instances.Instance{Name: "blocks", Relation: whole}
}

// TestProofsAreReadOnce: of every proof that a result rests on the checker has
// read the bytes that a certificate holds, once, however often the bound comes
// again in sums, levels and corners.
func TestProofsAreReadOnce(t *testing.T) {
	embedded, err := all.Find(all.Backends, "gophersat")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		inst      *instances.Instance
		opt       Options
		questions []instances.Question
		hubs      int // of a decision
		colors    int
		proofs    int
	}{
		{name: "b of parts", inst: blocks(t, 3, 8, .7, 3), questions: []instances.Question{instances.B}, proofs: 3},
		{name: "b by cubes", inst: blocks(t, 2, 8, .7, 3), opt: Options{CubeDepth: 8, Backends: []backends.Backend{embedded}}, questions: []instances.Question{instances.B}, proofs: 4},
		{name: "chi", inst: blocks(t, 2, 11, .5, 0), questions: []instances.Question{instances.Chi}, proofs: 1},
		{name: "front", inst: blocks(t, 2, 8, .7, 3), questions: instances.Questions, proofs: 4},
		{name: "decide hubs", inst: blocks(t, 2, 8, .7, 3), hubs: 11, colors: Unbounded, proofs: 2},
		{name: "decide colors", inst: blocks(t, 1, 11, .5, 0), hubs: Unbounded, colors: 3, proofs: 1},
		{name: "decide both", inst: blocks(t, 2, 8, .7, 3), hubs: 13, colors: 3, proofs: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			s := newSolver(c.inst, c.opt)
			read := map[string]int{}
			s.judge.Open = func(name string) (io.ReadCloser, error) {
				read[name]++
				return s.openProof(name)
			}
			_, err := s.inTime(ctx, func() error {
				if c.questions == nil {
					return s.decide(ctx, c.hubs, c.colors)
				}
				var tasks []task
				for _, q := range c.questions {
					tasks = append(tasks, s.task(q))
				}
				return s.share(ctx, tasks)
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(s.res.proofs) < c.proofs {
				t.Errorf("%d proofs were made, expected %d at least", len(s.res.proofs), c.proofs)
			}
			for name := range s.res.proofs {
				if read[name] != 1 {
					t.Errorf("%s was read %d times", name, read[name])
				}
			}
		})
	}
}

// TestUnasked: what no backend could be asked is on record, once, with why.
func TestUnasked(t *testing.T) {
	inst := blocks(t, 2, 8, .7, 3)
	enc, err := encode.Find(instances.B, "canonical")
	if err != nil {
		t.Fatal(err)
	}
	absent := backends.Backend{Name: "absent", Able: backends.Abilities{Clauses: true}, Probe: func(context.Context) (string, error) { return "", backends.ErrMissing }}
	linear := backends.Backend{Name: "linear", Able: backends.Abilities{Linear: true}, Probe: func(context.Context) (string, error) { return "1", nil }}
	for _, c := range []struct {
		want       string
		backend    backends.Backend
		maxClauses int
		cubes      int
	}{
		{"the limits are", linear, 10, 0},
		{"no backend is present", absent, 0, 0},
		{"linear does not take clauses", linear, 0, 0},
		{"more than 100000 cubes", linear, 0, 16},
		{"more than 1000000 beginnings of cubes", linear, 0, 60},
	} {
		s := newSolver(inst, Options{NoProof: c.cubes == 0, CubeDepth: c.cubes, Backends: []backends.Backend{c.backend}})
		for range 2 {
			p := encode.Problem{Rel: inst.Relation, Cells: inst.Relation.Required(), Hubs: 11, MaxClauses: c.maxClauses}
			if a := s.ask(context.Background(), enc, p, nil, budget{}); !a.stuck || a.stop != backends.GaveUp {
				t.Errorf("%s: %+v", c.want, a)
			}
		}
		got := s.res.Rejected
		if len(got) != 1 || got[0].Backend != "" || got[0].Question != "b/canonical" || !strings.Contains(got[0].Reason, c.want) {
			t.Errorf("%s: on record is %+v", c.want, got)
		}
	}
}

// TestTarget: a target that is reached is no reason to say that anything gave
// up or ran out of time.
func TestTarget(t *testing.T) {
	inst := blocks(t, 2, 12, .6, 1) // b = 20
	res, err := Solve(context.Background(), inst, Options{Questions: []instances.Question{instances.B}, Target: 24})
	if err != nil {
		t.Fatal(err)
	}
	if b := res.B; b.Upper > 24 || b.Status() != Bounded || b.Stop != "" {
		t.Errorf("b in %d..%d, %s, %q", b.Lower, b.Upper, b.Status(), b.Stop)
	}
	s := newSolver(inst, Options{Target: 24})
	s.res.B, s.res.Chi = &Interval{Lower: 3, Upper: 24}, &Interval{Lower: 3, Upper: 24}
	out := s.snapshot(backends.TimeLimit)
	if out.B.Stop != "" || out.Chi.Stop != backends.TimeLimit {
		t.Errorf("b stops for %q, chi for %q", out.B.Stop, out.Chi.Stop)
	}
	if _, err := Solve(context.Background(), inst, Options{Target: -3}); err == nil {
		t.Error("a negative target is taken")
	}
}
