package hubcover_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// values are the invariants in one string, all of them proved.
func values(t *testing.T, rel *instances.Relation) (b, chi, prime int, front string) {
	t.Helper()
	res := solve(t, rel, hubcover.Options{Questions: instances.Questions})
	if res.B.Status() != hubcover.Optimal || res.Chi.Status() != hubcover.Optimal || res.Front.Status != hubcover.Optimal {
		t.Fatalf("not solved: %+v", res)
	}
	for _, p := range res.Front.Points {
		front += fmt.Sprintf("(%d,%d)", p.Hubs, p.Colors)
	}
	return res.B.Upper, res.Chi.Upper, res.ChiPrime.Upper, front
}

func TestMetamorphic(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 12 {
		rel := encodetest.Random(rng, 4+rng.IntN(3), 4+rng.IntN(3), 0.3+0.5*rng.Float64())
		b, chi, prime, front := values(t, rel)
		if b2, chi2, prime2, front2 := values(t, rel.Transpose()); b != b2 || chi != chi2 || prime != prime2 || front != front2 {
			t.Errorf("transposed: %d %d %d %s, then %d %d %d %s", b, chi, prime, front, b2, chi2, prime2, front2)
		}
		if b2, chi2, prime2, front2 := values(t, encodetest.Shuffled(rng, rel)); b != b2 || chi != chi2 || prime != prime2 || front != front2 {
			t.Errorf("relabelled: %d %d %d %s, then %d %d %d %s", b, chi, prime, front, b2, chi2, prime2, front2)
		}
		if b2, chi2, _, front2 := values(t, withTwins(rng, rel)); b != b2 || chi != chi2 || front != front2 {
			t.Errorf("with twins: %d %d %s, then %d %d %s", b, chi, front, b2, chi2, front2)
		}
	}
}

// withTwins repeats a row and a column and adds empty ones.
func withTwins(rng *rand.Rand, rel *instances.Relation) *instances.Relation {
	r, c := int32(rng.IntN(rel.Rows())), int32(rng.IntN(rel.Cols()))
	cells := rel.Cells()
	for _, e := range rel.Cells() {
		if e.Row == r {
			cells = append(cells, instances.Cell{Row: int32(rel.Rows()), Col: e.Col})
		}
	}
	for _, e := range slices.Clone(cells) {
		if e.Col == c {
			cells = append(cells, instances.Cell{Row: e.Row, Col: int32(rel.Cols())})
		}
	}
	return must(instances.New(rel.Rows()+2, rel.Cols()+2, cells))
}

func TestDisjointUnion(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 8 {
		x, y := encodetest.Random(rng, 4, 5, .6), encodetest.Random(rng, 5, 4, .6)
		cells := x.Cells()
		for _, e := range y.Cells() {
			cells = append(cells, instances.Cell{Row: e.Row + 4, Col: e.Col + 5})
		}
		bx, cx, px, _ := values(t, x)
		by, cy, py, _ := values(t, y)
		b, chi, prime, _ := values(t, must(instances.New(9, 9, cells)))
		if b != bx+by || chi != max(cx, cy) || prime != max(px, py) {
			t.Errorf("union of %d %d %d and %d %d %d has %d %d %d", bx, cx, px, by, cy, py, b, chi, prime)
		}
	}
}

// TestLipschitz: an edge more or less moves χ_hub by one at most (F20).
func TestLipschitz(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range 20 {
		rel := encodetest.Random(rng, 5, 5, .5)
		flip := instances.Cell{Row: int32(rng.IntN(5)), Col: int32(rng.IntN(5))}
		cells := rel.Cells()
		if i := slices.Index(cells, flip); i >= 0 {
			cells = slices.Delete(cells, i, i+1)
		} else {
			cells = append(cells, flip)
		}
		_, chi, _, _ := values(t, rel)
		_, chi2, _, _ := values(t, must(instances.New(5, 5, cells)))
		if chi-chi2 > 1 || chi2-chi > 1 {
			t.Errorf("χ_hub jumps from %d to %d", chi, chi2)
		}
	}
}

// TestEncodersAndBackendsAgree: 1000 random matrices, every encoder of b and
// χ_hub that is a decision, at the optimum and below it, by every backend in
// the program that takes it; every 100th also by each program that is present.
func TestEncodersAndBackendsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 13))
	ctx := context.Background()
	var embedded, programs []backends.Backend
	for _, b := range all.Backends {
		switch version, err := b.Probe(ctx); {
		case err != nil:
		case version == "built in" || b.Name == "gophersat":
			embedded = append(embedded, b)
		default:
			programs = append(programs, b)
		}
	}
	answered := map[string]int{}
	for i := range 1000 {
		rel := encodetest.Random(rng, 1+rng.IntN(7), 1+rng.IntN(7), .2+.7*rng.Float64())
		if rel.Len() == 0 {
			continue
		}
		inst := &instances.Instance{Name: "random", Relation: rel}
		res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: []instances.Question{instances.B, instances.Chi}})
		if err != nil {
			t.Fatal(err)
		}
		ask := embedded
		if i%100 == 0 {
			ask = append(ask[:len(ask):len(ask)], programs...)
		}
		for _, enc := range encode.All {
			problem, best := func(k int) encode.Problem { return encode.Problem{Rel: rel, Hubs: k} }, res.B.Upper
			switch {
			case enc.Question == instances.Chi:
				problem, best = func(k int) encode.Problem { return encode.Problem{Rel: rel, Colors: k} }, res.Chi.Upper
			case enc.Question != instances.B || enc.Form == "setcover" || enc.Form == "min-size":
				continue
			}
			for k := max(1, best-1); k <= best; k++ {
				form, err := enc.Encode(ctx, problem(k))
				if err != nil {
					t.Fatal(err)
				}
				for _, be := range ask {
					if be.Takes(form.Formula) != nil {
						continue
					}
					opt := backends.Options{}
					if be.Name == "exhaust" {
						opt.Steps = 20_000
					}
					got, err := be.Solve(ctx, form.Formula, opt)
					if err != nil {
						t.Fatal(err)
					}
					if got.Verdict == backends.Unknown && got.Stop == backends.GaveUp {
						continue
					}
					answered[be.Name]++
					if (got.Verdict == backends.Sat) != (k == best) {
						t.Fatalf("%s on %s says %v at %d, the optimum is %d", enc.Name, be.Name, got.Verdict, k, best)
					}
				}
			}
		}
	}
	if answered["gophersat"] < 3000 || answered["columns"] < 1000 || answered["exhaust"] < 1000 {
		t.Errorf("too few answers to compare: %v", answered)
	}
	t.Log(answered)
}

// liar claims that everything is unsatisfiable, and writes what it likes.
func liar(proof string) backends.Backend {
	return backends.Backend{
		Name:  "liar",
		Able:  backends.Abilities{Clauses: true, Proof: true},
		Probe: func(context.Context) (string, error) { return "1", nil },
		Solve: func(_ context.Context, _ *pb.Formula, opt backends.Options) (backends.Answer, error) {
			if opt.Proof != nil {
				fmt.Fprint(opt.Proof, proof)
			}
			return backends.Answer{Verdict: backends.Unsat, Proof: backends.DRATText}, nil
		},
	}
}

// TestLiesAreNotBelieved: a wrong no is found out by a backend that has to
// prove what it says; the answer is right all the same, and the lie on record.
func TestLiesAreNotBelieved(t *testing.T) {
	questions := []instances.Question{instances.B}
	var rel *instances.Relation
	var honest *hubcover.Result
	for seed := uint64(0); honest == nil || len(honest.Proof(honest.B.By.Proof)) < 1000; seed++ { // propagation alone does not refute it
		rel = encodetest.Random(rand.New(rand.NewPCG(seed, 1)), 14, 14, .6)
		honest = solve(t, rel, hubcover.Options{Questions: questions, Backends: sat()})
	}
	broken := liar("")
	broken.Solve = func(context.Context, *pb.Formula, backends.Options) (backends.Answer, error) {
		return backends.Answer{}, errors.New("crashed")
	}
	for name, be := range map[string]backends.Backend{
		"no proof": liar(""), "bare empty clause": liar("0\n"), "unit first": liar("1 0\n0\n"), "garbage": liar("garbage"), "crash": broken,
	} {
		res := solve(t, rel, hubcover.Options{Questions: questions, Backends: append([]backends.Backend{be}, sat()...)})
		if res.B.Upper != honest.B.Upper || res.B.Status() != hubcover.Optimal {
			t.Errorf("%s: b is %d..%d, truth %d", name, res.B.Lower, res.B.Upper, honest.B.Upper)
		}
		if len(res.Rejected) == 0 || res.Rejected[0].Backend != "liar" {
			t.Errorf("%s: not on record: %v", name, res.Rejected)
		}
		res = solve(t, rel, hubcover.Options{Questions: questions, Backends: []backends.Backend{be}, NoProof: true})
		if res.B.Lower > honest.B.Lower || res.B.Status() == hubcover.Optimal {
			t.Errorf("%s: without proofs b is %d..%d, %s", name, res.B.Lower, res.B.Upper, res.B.Status())
		}
	}
}

// TestLimits: whatever the backend, a limit gives an interval with a checked
// cover and a reason.
func TestLimits(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(1, 1)), 40, 40, .5)
	inst := &instances.Instance{Name: "hard", Relation: rel}
	for _, limit := range []time.Duration{0, 10 * time.Millisecond, time.Second} {
		for _, cancelled := range []bool{false, true} {
			ctx, cancel := context.WithCancelCause(context.Background())
			want := backends.Interrupted
			if cancelled {
				time.AfterFunc(limit, func() { cancel(errors.New("signal")) })
			} else {
				want = backends.TimeLimit
				var stop context.CancelFunc
				ctx, stop = context.WithTimeout(ctx, limit)
				defer stop()
			}
			res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: instances.Questions})
			cancel(nil)
			if err != nil {
				t.Fatal(err)
			}
			audit(t, res)
			if res.B.Upper < 1 || res.B.Upper > 40 || res.B.Lower < 1 || res.B.Stop != want {
				t.Errorf("after %v: b in [%d,%d], stop %q", limit, res.B.Lower, res.B.Upper, res.B.Stop)
			}
			if res.Chi.Upper < 1 || res.Chi.Lower < 1 || res.ChiPrime.Upper != degree(rel) && limit > 0 {
				t.Errorf("after %v: χ in [%d,%d], χ′ %d", limit, res.Chi.Lower, res.Chi.Upper, res.ChiPrime.Upper)
			}
		}
	}
}

func TestSameSeedSameCertificate(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(5, 5)), 10, 10, .5)
	inst := &instances.Instance{Name: "x", Relation: rel}
	var first []byte
	for range 2 {
		res, err := hubcover.Solve(context.Background(), inst, hubcover.Options{Questions: instances.Questions, Deterministic: true, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := res.WriteCertificate(&file); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = file.Bytes()
		} else if !bytes.Equal(first, file.Bytes()) {
			t.Error("the same seed gave another certificate")
		}
	}
}

// TestLRATPassesThrough: a backend that writes LRAT needs no elaboration.
func TestLRATPassesThrough(t *testing.T) {
	be := sat()[0]
	solve1 := be.Solve
	be.Name = "lrat"
	be.Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		out := opt.Proof
		var drat bytes.Buffer
		opt.Proof, opt.Steps = &drat, 0
		a, err := solve1(ctx, f, opt)
		if err == nil && a.Verdict == backends.Unsat && out != nil {
			if _, err = proof.Elaborate(ctx, f, &drat, proof.Format(a.Proof), out, proof.Options{}); err == nil {
				a.Proof, a.By = backends.LRAT, ""
			}
		}
		return a, err
	}
	rel := relation(t, "10101010", "01111000", "00000101", "10101100", "11011000", "11000111", "11110011", "11010001")
	res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{be}})
	if res.B.Status() != hubcover.Optimal || res.B.By.Method != "lrup" || len(res.Rejected) > 0 {
		t.Errorf("b is %d..%d by %s, rejected %v", res.B.Lower, res.B.Upper, res.B.By.Method, res.Rejected)
	}
}
