package hubcover

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

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
		{name: "b by cubes", inst: blocks(t, 2, 8, .7, 3), opt: Options{CubeDepth: 8}, questions: []instances.Question{instances.B}, proofs: 4},
		{name: "chi", inst: blocks(t, 2, 11, .5, 0), questions: []instances.Question{instances.Chi}, proofs: 1},
		{name: "front", inst: blocks(t, 2, 8, .7, 3), questions: instances.Questions, proofs: 5},
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
