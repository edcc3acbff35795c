package hubcover_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// stubborn is a relation whose b rests on a refutation of some length, with b:
// by LRUP where the backends take no set covers, by a tree otherwise.
func stubborn(t *testing.T) (*instances.Relation, int) {
	t.Helper()
	rel := encodetest.Random(rand.New(rand.NewPCG(3, 1)), 12, 12, .7)
	const b = 9
	for method, backends := range map[string][]backends.Backend{"lrup": sat(), "tree": nil} {
		res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: backends})
		if text := proofText(res, res.B.By.Proof); res.B.By.Method != method || res.B.Lower != b || res.B.Upper != b || len(text) < 8_000 {
			t.Fatalf("b is %d..%d by %s, %d bytes of proof: not what these tests need", res.B.Lower, res.B.Upper, res.B.By.Method, len(text))
		}
	}
	return rel, b
}

// embedded is the backend that comes with the program, by name.
func embedded(name string) backends.Backend { return must(all.Find(all.Backends, name)) }

// lonely gives the backend the name of the embedded one that takes the same,
// whose place it takes, and hides all others: nothing else will prove anything.
func lonely(t *testing.T, be backends.Backend) []backends.Backend {
	t.Helper()
	t.Setenv("PATH", "")
	if be.Name = "gophersat"; !be.Able.SetCovers {
		return []backends.Backend{be}
	}
	hidden := backends.Backend{Name: be.Name, Probe: func(context.Context) (string, error) { return "", backends.ErrMissing }}
	be.Name = "columns"
	return []backends.Backend{be, hidden}
}

// held asserts what every fault must leave: bounds that are true, no optimum
// without a proof (audit checks it), and the loss on record.
func held(t *testing.T, res *hubcover.Result, truth int) {
	t.Helper()
	audit(t, res)
	b := res.B
	if b.Lower > truth || b.Upper < truth {
		t.Errorf("b in %d..%d, the truth is %d", b.Lower, b.Upper, truth)
	}
	if b.Status() == hubcover.Unproved && len(res.Rejected) == 0 && b.Stop == "" {
		t.Error("a proof is lost, and nothing on record says so")
	}
	if b.Status() != hubcover.Optimal && b.Claimed == nil && b.Stop == "" {
		t.Errorf("b is left in %d..%d for no reason", b.Lower, b.Upper)
	}
}

// smallDisk makes a folder with room for so many kilobytes the place for
// temporary files.
func smallDisk(t *testing.T, kilobytes int) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", kilobytes), "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk to be had: %v: %s", err, out)
	}
	umount, err := exec.LookPath("umount")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if out, err := exec.Command(umount, dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	t.Setenv("TMPDIR", dir)
	return dir
}

// TestFullDisk: a proof that finds no room is lost, said to be, and claims
// nothing; no file is left. A tree takes less room than the rest.
func TestFullDisk(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(3, 1)), 14, 14, .7) // formula 24 kB, proofs 100 to 200 kB
	const truth = 10
	for _, name := range []string{"gophersat", "cadical", "picosat", "columns"} {
		be, err := all.Find(all.Backends, name)
		if err == nil {
			_, err = be.Probe(context.Background())
		}
		if err != nil {
			t.Log(err)
			continue
		}
		for _, kilobytes := range []int{4, 64, 4096} {
			if name == "columns" && kilobytes == 64 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", name, kilobytes), func(t *testing.T) {
				dir := smallDisk(t, kilobytes)
				res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{be}})
				held(t, res, truth)
				want := hubcover.Unproved
				if kilobytes == 4096 {
					want = hubcover.Optimal
				} else if !slices.ContainsFunc(res.Rejected, func(r hubcover.Rejection) bool {
					return r.Backend == name && (strings.Contains(r.Reason, "space") || strings.Contains(r.Reason, "disk"))
				}) {
					t.Errorf("no word of the disk: %v", res.Rejected)
				}
				if res.B.Status() != want {
					t.Errorf("b is %d..%d, %s, want %s: %v", res.B.Lower, res.B.Upper, res.B.Status(), want, res.Rejected)
				}
				if left := must(os.ReadDir(dir)); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			})
		}
	}
}

// TestNoPlaceForProofs: without any place for temporary files covers are found
// all the same.
func TestNoPlaceForProofs(t *testing.T) {
	rel, truth := stubborn(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	for _, backends := range [][]backends.Backend{nil, sat()} {
		res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: backends})
		held(t, res, truth)
		if res.B.Upper != truth || res.B.Status() != hubcover.Unproved {
			t.Errorf("b is %d..%d, %s", res.B.Lower, res.B.Upper, res.B.Status())
		}
	}
}

// recorder asks an honest backend once a formula.
type recorder struct {
	backends.Backend
	seed  maphash.Seed
	heard map[uint64]recorded
}

type recorded struct {
	answer backends.Answer
	proof  []byte
}

func record(be backends.Backend) *recorder {
	return &recorder{be, maphash.MakeSeed(), map[uint64]recorded{}}
}

// key tells formulas apart.
func (r *recorder) key(f *pb.Formula) uint64 {
	var h maphash.Hash
	h.SetSeed(r.seed)
	for i := range f.Len() {
		lits, _, bound := f.Constraint(i)
		fmt.Fprint(&h, lits, bound)
	}
	return h.Sum64()
}

func (r *recorder) hear(ctx context.Context, f *pb.Formula, opt backends.Options) (recorded, error) {
	key := r.key(f)
	if said, ok := r.heard[key]; ok {
		return said, nil
	}
	var proof bytes.Buffer
	said, err := r.Solve(ctx, f, backends.Options{Proof: &proof, Seed: opt.Seed})
	if err != nil || said.Verdict == backends.Unknown {
		return recorded{said, nil}, err
	}
	r.heard[key] = recorded{said, proof.Bytes()}
	return r.heard[key], nil
}

// damaging is the backend with its proofs as the function leaves them.
func (r *recorder) damaging(damage func(f *pb.Formula, said recorded) recorded) backends.Backend {
	be := r.Backend
	be.Able.Steps = false
	be.Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		said, err := r.hear(ctx, f, opt)
		if err != nil {
			return said.answer, err
		}
		if said.answer.Verdict == backends.Unsat {
			said = damage(f, recorded{said.answer, slices.Clone(said.proof)})
		}
		if opt.Proof != nil {
			if _, err := opt.Proof.Write(said.proof); err != nil {
				return backends.Answer{}, err
			}
		}
		return said.answer, nil
	}
	return be
}

// damages are ways in which a proof suffers; each call draws another place.
var damages = []struct {
	name string
	hurt func(rng *rand.Rand, proof []byte) []byte
}{
	{"cut off", func(rng *rand.Rand, p []byte) []byte { return p[:rng.IntN(len(p))] }},
	{"cut off, then ended", func(rng *rand.Rand, p []byte) []byte { return append(p[:rng.IntN(len(p))], "\n0\n"...) }},
	{"a byte flipped", func(rng *rand.Rand, p []byte) []byte { p[rng.IntN(len(p))] ^= 1 << rng.IntN(8); return p }},
	{"zeros in the middle", func(rng *rand.Rand, p []byte) []byte {
		i := rng.IntN(len(p))
		clear(p[i:min(len(p), i+512)])
		return p
	}},
	{"lines dropped", func(rng *rand.Rand, p []byte) []byte {
		lines := bytes.SplitAfter(p, []byte("\n"))
		return bytes.Join(slices.DeleteFunc(lines, func([]byte) bool { return rng.IntN(3) == 0 }), nil)
	}},
	{"lines shuffled", func(rng *rand.Rand, p []byte) []byte {
		lines := bytes.SplitAfter(p, []byte("\n"))
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		return bytes.Join(lines, nil)
	}},
	{"a number changed in each line", func(rng *rand.Rand, p []byte) []byte {
		for i := range p {
			if p[i] >= '1' && p[i] <= '9' && rng.IntN(10) == 0 {
				p[i] = '1' + byte(rng.IntN(9))
			}
		}
		return p
	}},
	{"nothing", func(*rand.Rand, []byte) []byte { return nil }},
}

// TestDamagedProofs: whatever becomes of a proof on its way, b is what it is or
// stays open, whether or not another backend is there to prove it.
func TestDamagedProofs(t *testing.T) {
	rel, truth := stubborn(t)
	for _, name := range []string{"gophersat", "columns"} {
		t.Run(name, func(t *testing.T) { damageProofs(t, rel, truth, record(embedded(name))) })
	}
}

func damageProofs(t *testing.T, rel *instances.Relation, truth int, rec *recorder) {
	lost := map[string]int{}
	for _, helped := range []bool{false, true} {
		rounds := 6
		if helped {
			rounds = 1
		}
		for round := range rounds {
			for _, d := range damages {
				rng := rand.New(rand.NewPCG(uint64(round), 17))
				be := rec.damaging(func(_ *pb.Formula, said recorded) recorded {
					said.proof = d.hurt(rng, said.proof)
					return said
				})
				t.Run(fmt.Sprintf("%s/%d/%v", d.name, round, helped), func(t *testing.T) {
					opt := hubcover.Options{Questions: []instances.Question{instances.B}}
					if helped {
						be.Name = "shaky"
						opt.Backends = []backends.Backend{be}
					} else {
						opt.Backends = lonely(t, be)
					}
					res := solve(t, rel, opt)
					held(t, res, truth)
					if res.B.Upper != truth || helped && res.B.Status() != hubcover.Optimal {
						t.Errorf("b is %d..%d, %s: %v", res.B.Lower, res.B.Upper, res.B.Status(), res.Rejected)
					}
					if res.B.Status() == hubcover.Unproved {
						lost[d.name]++
					}
				})
			}
		}
	}
	for _, d := range damages {
		if lost[d.name] == 0 {
			t.Errorf("%s: no proof was lost, so nothing was tried: %v", d.name, lost)
		}
	}
}

// TestMisplacedProofs: a proof of another formula, in another format than is
// said, of a formula with a model, or from a backend that claims to prove what
// it never looked at.
func TestMisplacedProofs(t *testing.T) {
	rel, truth := stubborn(t)
	other := encodetest.Random(rand.New(rand.NewPCG(4, 1)), 12, 12, .7)
	said := func(format backends.ProofFormat) func([]byte, []byte) ([]byte, backends.ProofFormat) {
		return func(proof, _ []byte) ([]byte, backends.ProofFormat) { return proof, format }
	}
	right := map[string]backends.ProofFormat{"gophersat": backends.DRATText, "columns": backends.Tree}
	for backend, rec := range map[string]*recorder{"gophersat": record(embedded("gophersat")), "columns": record(embedded("columns"))} {
		var previous []byte
		solve(t, other, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{
			rec.damaging(func(_ *pb.Formula, said recorded) recorded { previous = said.proof; return said })}})
		for _, c := range []struct {
			name, says string
			damage     func(proof, previous []byte) ([]byte, backends.ProofFormat)
		}{
			{"of another formula", "", func(_, previous []byte) ([]byte, backends.ProofFormat) { return previous, right[backend] }},
			{"twice, in two formats", "", func(proof, _ []byte) ([]byte, backends.ProofFormat) {
				return append([]byte("a\x02\x00a\x03\x00"), proof...), right[backend]
			}},
			{"said to be none", "its proof: there is none", said(backends.NoProof)},
			{"said to be text", "its proof: is no tree", said(backends.DRATText)},
			{"said to be binary", "its proof: ", said(backends.DRATBinary)},
			{"said to be LRAT", "its proof: ", said(backends.LRAT)},
			{"said to be a tree", "its proof: is a tree", said(backends.Tree)},
		} {
			if _, format := c.damage(nil, nil); format == right[backend] && strings.HasPrefix(c.name, "said") {
				continue
			}
			t.Run(backend+"/"+c.name, func(t *testing.T) {
				be := rec.damaging(func(_ *pb.Formula, said recorded) recorded {
					said.proof, said.answer.Proof = c.damage(said.proof, previous)
					return said
				})
				res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: lonely(t, be)})
				held(t, res, truth)
				if res.B.Status() != hubcover.Unproved || res.B.Claimed == nil || res.B.Claimed.By != backend {
					t.Errorf("b is %d..%d, %s, claimed %+v", res.B.Lower, res.B.Upper, res.B.Status(), res.B.Claimed)
				}
				if !strings.Contains(fmt.Sprint(res.Rejected), c.says) {
					t.Errorf("%v says nothing of %q", res.Rejected, c.says)
				}
			})
		}
	}
}

// TestWrongRefutations: a backend that refutes what has a model, with a proof
// of something else, is believed by nobody, at any question, split or not.
func TestWrongRefutations(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(2, 1)), 9, 9, .6)
	front := points(solve(t, rel, hubcover.Options{Questions: instances.Questions}).Front)
	truth := map[string]int{"b": front[0].Hubs, "chi": front[len(front)-1].Colors}
	var proof bytes.Buffer
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&proof, "-%d 0\n%d 0\n", i, i)
	}
	for _, text := range []string{"", "0\n", proof.String() + "0\n", "1 0\nd 1 0\n0\n"} {
		for _, cubes := range []int{0, 3} {
			t.Run(fmt.Sprintf("%d bytes, cubes %d", len(text), cubes), func(t *testing.T) {
				res := solve(t, rel, hubcover.Options{Questions: instances.Questions, CubeDepth: cubes, Backends: lonely(t, liar(text))})
				if len(res.Rejected) == 0 {
					t.Error("nobody asked the liar")
				}
				for what, iv := range map[string]*hubcover.Interval{"b": res.B, "chi": res.Chi} {
					if iv.Lower > truth[what] || iv.Upper < truth[what] {
						t.Errorf("%s in %d..%d, the truth is %d", what, iv.Lower, iv.Upper, truth[what])
					}
				}
				for _, c := range res.Front.Corners {
					if n := encodetest.FewestHubs(front, c.Colors); c.By.Method != "" && c.Colors > 0 && c.Hubs >= 0 && n >= 0 && n <= c.Hubs {
						t.Errorf("(%d,%d) is refuted by %s, but %d hubs do", c.Hubs, c.Colors, c.By.Method, n)
					}
				}
				for hubs := front[0].Hubs; hubs <= front[0].Hubs+1; hubs++ {
					d := must(hubcover.Decide(context.Background(), res.Instance, hubs, hubcover.Unbounded, hubcover.Options{CubeDepth: cubes, Backends: lonely(t, liar(text))})).Decide
					if d.Answer == "no" && d.Verified {
						t.Errorf("%d hubs are refuted by %s", hubs, d.By.Method)
					}
				}
			})
		}
	}
}

// treeLiar claims that no set cover is small enough, and writes what it likes.
func treeLiar(format backends.ProofFormat, proof func(cells int) string) backends.Backend {
	be := liar("")
	be.Able = backends.Abilities{SetCovers: true, Proof: true}
	be.Solve = func(_ context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		if opt.Proof != nil {
			fmt.Fprint(opt.Proof, proof(f.Len()-1))
		}
		return backends.Answer{Verdict: backends.Unsat, Proof: format}, nil
	}
	return be
}

// TestWrongTrees: a backend that says no to every set cover, with a tree of
// nothing, changes nothing where another one is there, and proves nothing where
// none is.
func TestWrongTrees(t *testing.T) {
	rel, truth := stubborn(t)
	questions := []instances.Question{instances.B}
	for name, be := range map[string]backends.Backend{
		"empty":            treeLiar(backends.Tree, func(int) string { return "" }),
		"no weights":       treeLiar(backends.Tree, func(int) string { return "0 0\n0\n" }),
		"too few weights":  treeLiar(backends.Tree, func(n int) string { return "w" + strings.Repeat(" 1", n-1) + "\nw\n" }),
		"closed at once":   treeLiar(backends.Tree, func(n int) string { return "w" + strings.Repeat(" 1", n) + "\nw\n" }),
		"a cell that fits": treeLiar(backends.Tree, func(n int) string { return "w" + strings.Repeat(" 1", n) + "\n0\n" }),
		"huge weights":     treeLiar(backends.Tree, func(n int) string { return "w" + strings.Repeat(" 9223372036854775807", n) + "\nw\n" }),
		"a clausal proof":  treeLiar(backends.DRATText, func(int) string { return "0\n" }),
		"no proof":         treeLiar(backends.NoProof, func(int) string { return "" }),
	} {
		t.Run(name, func(t *testing.T) {
			for helpers, helped := range map[string][]backends.Backend{
				"everything": append([]backends.Backend{be}, all.Backends...),
				"SAT":        {be, embedded("gophersat"), {Name: "columns", Probe: func(context.Context) (string, error) { return "", backends.ErrMissing }}},
			} {
				res := solve(t, rel, hubcover.Options{Questions: questions, Backends: helped})
				held(t, res, truth)
				if res.B.Status() != hubcover.Optimal || len(res.Rejected) == 0 || res.Rejected[0].Backend != "liar" || res.Rejected[0].Question != "b/columns" {
					t.Errorf("with %s: b is %d..%d, %s: %v", helpers, res.B.Lower, res.B.Upper, res.B.Status(), res.Rejected)
				}
			}
			res := solve(t, rel, hubcover.Options{Questions: questions, Backends: lonely(t, be)})
			if res.B.Lower > truth || res.B.Upper < truth || res.B.Status() == hubcover.Optimal {
				t.Errorf("alone: b is %d..%d, %s by %s", res.B.Lower, res.B.Upper, res.B.Status(), res.B.By.Method)
			}
			for hubs := truth - 1; hubs <= truth; hubs++ {
				d := must(hubcover.Decide(context.Background(), res.Instance, hubs, hubcover.Unbounded, hubcover.Options{Backends: lonely(t, be)})).Decide
				if d.Verified && (d.Answer == "yes") != (hubs == truth) {
					t.Errorf("%d hubs: %s by %q", hubs, d.Answer, d.By.Method)
				}
			}
		})
	}
}

// TestDamagedCubes: one bad proof among many loses the refutation, not the
// search, which ends.
func TestDamagedCubes(t *testing.T) {
	rel, truth := stubborn(t)
	rec := record(embedded("gophersat"))
	for _, every := range []int{0, 1, 5} { // which proofs are spoilt; 0: none
		t.Run(fmt.Sprint(every), func(t *testing.T) {
			n := 0
			be := rec.damaging(func(_ *pb.Formula, said recorded) recorded {
				if n++; every > 0 && n%every == 0 {
					said.proof = []byte("1 -2 3")
				}
				return said
			})
			res := solve(t, rel, hubcover.Options{
				Questions: []instances.Question{instances.B}, CubeDepth: 9, Deterministic: true, Backends: lonely(t, be),
			})
			held(t, res, truth)
			want, method := hubcover.Unproved, ""
			if every == 0 {
				want, method = hubcover.Optimal, "cubes"
			}
			if res.B.Status() != want || method != "" && res.B.By.Method != method {
				t.Errorf("b is %d..%d by %s, %s, want %s: %v", res.B.Lower, res.B.Upper, res.B.By.Method, res.B.Status(), want, res.Rejected)
			}
		})
	}
}

// TestMemoryIsShort: backends that may not grow, and an elaborator that may
// not either: the search ends, and says what it lacked.
func TestMemoryIsShort(t *testing.T) {
	rel, truth := stubborn(t)
	starving := backends.Backend{
		Name: "starving", Able: backends.Abilities{Clauses: true, Proof: true},
		Probe: func(context.Context) (string, error) { return "1", nil },
		Solve: func(context.Context, *pb.Formula, backends.Options) (backends.Answer, error) {
			return backends.Answer{Stop: backends.MemoryLimit}, nil
		},
	}
	for _, cubes := range []int{0, 4} {
		backends := lonely(t, starving)
		opt := hubcover.Options{Questions: []instances.Question{instances.B}, Backends: backends, CubeDepth: cubes}
		res := solve(t, rel, opt)
		held(t, res, truth)
		if res.B.Stop != "memory limit" {
			t.Errorf("cubes %d: stop %q", cubes, res.B.Stop)
		}
		d := must(hubcover.Decide(context.Background(), res.Instance, res.B.Lower, hubcover.Unbounded, opt)).Decide
		if d.Answer != "unknown" || d.Stop != "memory limit" {
			t.Errorf("cubes %d: %s, stop %q", cubes, d.Answer, d.Stop)
		}
	}
	// The recorded backend takes no memory, so that the bound meets the elaborator.
	rec := record(embedded("gophersat"))
	whole := rec.damaging(func(_ *pb.Formula, said recorded) recorded { return said })
	res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: lonely(t, whole), Memory: 300_000})
	held(t, res, truth)
	if res.B.Status() != hubcover.Unproved || !strings.Contains(fmt.Sprint(res.Rejected), "MB allowed") {
		t.Errorf("b is %d..%d, %s: %v", res.B.Lower, res.B.Upper, res.B.Status(), res.Rejected)
	}
	res = solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: lonely(t, whole), Memory: 300_000_000})
	if res.B.Status() != hubcover.Optimal {
		t.Errorf("with memory b is %d..%d, %s: %v", res.B.Lower, res.B.Upper, res.B.Status(), res.Rejected)
	}
}

// TestEndsAtAnyMoment: the context ends during solving, elaboration or the
// check; what is claimed as optimal then still has a proof.
func TestEndsAtAnyMoment(t *testing.T) {
	rel, truth := stubborn(t)
	inst := &instances.Instance{Name: "x", Relation: rel}
	rec := record(embedded("gophersat"))
	whole := rec.damaging(func(_ *pb.Formula, said recorded) recorded { return said })
	solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{whole}})
	began := time.Now() // the answers are recorded now, the rest takes so long:
	solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{whole}})
	took := time.Since(began)
	seen := map[hubcover.Status]int{}
	for i := range 15 {
		for _, cubes := range []int{0, 3} {
			ctx, cancel := context.WithCancelCause(context.Background())
			stop := time.AfterFunc(took*time.Duration(i)/12, func() { cancel(errors.New("signal")) })
			res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: []instances.Question{instances.B}, CubeDepth: cubes, Backends: []backends.Backend{whole}})
			stop.Stop()
			cancel(nil)
			if err != nil {
				t.Fatal(err)
			}
			held(t, res, truth)
			b := res.B
			seen[b.Status()]++
			if b.Status() == hubcover.Optimal && (b.By.Method == "" || b.Upper != truth) || b.Status() != hubcover.Optimal && b.Stop == "" {
				t.Errorf("after %v: b is %d..%d by %q, %s, stop %q", took*time.Duration(i)/12, b.Lower, b.Upper, b.By.Method, b.Status(), b.Stop)
			}
		}
	}
	t.Log(took, seen)
	for _, limit := range []time.Duration{0, time.Microsecond, time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		d := must(hubcover.Decide(ctx, inst, truth-1, hubcover.Unbounded, hubcover.Options{})).Decide
		cancel()
		if d.Answer == "yes" || d.Answer == "no" && d.Verified == (d.By.Method == "") || d.Answer == "unknown" && d.Stop != backends.TimeLimit {
			t.Errorf("after %v: %s, verified %v by %q, stop %q", limit, d.Answer, d.Verified, d.By.Method, d.Stop)
		}
	}
}

// TestProofsGetAnotherTurn: a proof that came when the share of its question was
// spent is made in what the other questions leave.
func TestProofsGetAnotherTurn(t *testing.T) {
	rel, truth := stubborn(t)
	rec := record(embedded("gophersat"))
	late := rec.damaging(func(_ *pb.Formula, said recorded) recorded { return said })
	solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{late}})
	honest, waited := late.Solve, false
	late.Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		said, ok := rec.heard[rec.key(f)]
		if !ok { // of χ_hub
			return backends.Answer{Stop: backends.GaveUp}, nil
		}
		if said.answer.Verdict == backends.Unsat && !waited {
			waited = true
			<-ctx.Done()
		}
		return honest(context.WithoutCancel(ctx), f, opt)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	res := must(hubcover.Solve(ctx, &instances.Instance{Name: "x", Relation: rel}, hubcover.Options{
		Questions: []instances.Question{instances.B, instances.Chi}, Backends: lonely(t, late),
	}))
	held(t, res, truth)
	if !waited || res.B.Status() != hubcover.Optimal {
		t.Errorf("b is %d..%d, %s, stop %q", res.B.Lower, res.B.Upper, res.B.Status(), res.B.Stop)
	}
}

// TestNothingIsLeft: a search that was interrupted leaves no temporary file.
func TestNothingIsLeft(t *testing.T) {
	rel, _ := stubborn(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, limit := range []time.Duration{5 * time.Millisecond, 30 * time.Millisecond, 150 * time.Millisecond} {
		for _, backends := range [][]backends.Backend{nil, sat()} {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			must(hubcover.Solve(ctx, &instances.Instance{Name: "x", Relation: rel}, hubcover.Options{Backends: backends}))
			cancel()
			if left := must(os.ReadDir(dir)); len(left) > 0 {
				t.Errorf("after %v: %v is left", limit, left)
			}
		}
	}
}
