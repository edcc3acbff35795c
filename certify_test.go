package hubcover_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
	"github.com/hubcover/hubcover/instances/library"
	"github.com/hubcover/hubcover/verify/check"
	"github.com/hubcover/hubcover/verify/check/second"
)

// hubcheck is the program itself, built once a test.
type hubcheck struct {
	program, dir string
}

func buildHubcheck(t *testing.T) hubcheck {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	h := hubcheck{dir: t.TempDir()}
	h.program = filepath.Join(h.dir, "hubcheck")
	if out, err := exec.Command(goTool, "build", "-o", h.program, "./cmd/hubcheck").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return h
}

// file writes one and returns its path.
func (h hubcheck) file(t *testing.T, name string, write func(io.Writer) error) string {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wants runs it and demands an exit status.
func (h hubcheck) wants(t *testing.T, exit int, args ...string) {
	t.Helper()
	out, err := exec.Command(h.program, args...).CombinedOutput()
	got := 0
	if left := new(exec.ExitError); errors.As(err, &left) {
		got = left.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != exit {
		t.Errorf("hubcheck %v: exit %d, want %d\n%s", args[1:], got, exit, out)
	}
}

// judges has the program read the certificate with the instance in each of its
// formats, and with another instance.
func (h hubcheck) judges(t *testing.T, res *hubcover.Result) {
	t.Helper()
	rel := res.Instance.Relation
	cert := h.file(t, "x.hubcert.tar", res.WriteCertificate)
	for _, format := range check.Formats {
		if format == "digraph6" && !rel.IsDigraph() || format == "pairs" && rel.Len() == 0 {
			continue
		}
		path := h.file(t, "x."+format, func(w io.Writer) error { return writeIn(w, format, rel) })
		again := reread(t, path, format)
		if mine := must(check.ReadInstance(must(os.ReadFile(path)), format, -1)); check.Digest(mine) != again.Digest() {
			t.Errorf("%s: the program and the checker read different matrices", format)
		}
		exit := 0
		if again.Digest() != rel.Digest() {
			if exit = 1; format != "pairs" {
				t.Errorf("%s does not give the instance back", format)
			}
		}
		h.wants(t, exit, cert, path, "--from", format)
	}
	h.wants(t, 1, cert, h.file(t, "x.other", func(w io.Writer) error { return writeIn(w, "cells", altered(rel)) }))
}

// writeIn writes a relation in a format; pairs as other programs do, so that
// lines are numbered by first appearance, whatever they were.
func writeIn(w io.Writer, format string, rel *instances.Relation) error {
	if format != "pairs" {
		_, err := formats.Write(w, format, rel)
		return err
	}
	for _, e := range rel.Cells() {
		if _, err := fmt.Fprintf(w, "r%d c%d\n", e.Row, e.Col); err != nil {
			return err
		}
	}
	return nil
}

func reread(t *testing.T, path, format string) *instances.Relation {
	t.Helper()
	for inst, err := range formats.ReadFile(context.Background(), path, formats.Options{From: format}) {
		if err != nil {
			t.Fatal(err)
		}
		return inst.Relation
	}
	t.Fatalf("%s holds nothing", path)
	return nil
}

// altered has a cell less, or one more where there is none.
func altered(rel *instances.Relation) *instances.Relation {
	cells := rel.Cells()
	if len(cells) == 0 {
		return must(instances.New(max(1, rel.Rows()), max(1, rel.Cols()), []instances.Cell{{}}))
	}
	return must(instances.New(rel.Rows(), rel.Cols(), cells[:len(cells)-1]))
}

// opinions has the second checker judge every refutation that a bound rests on,
// and counts them by formula.
func opinions(t *testing.T, res *hubcover.Result, by check.By, count map[string]int) {
	t.Helper()
	for _, p := range by.Parts {
		opinions(t, res, p, count)
	}
	switch by.Method {
	case "tree":
		treeOpinion(t, res, by, count)
		return
	case "lrup", "cubes":
	default:
		return
	}
	q := questionOf(res.Instance.Relation, by)
	names := by.Proofs
	cubes := [][]int{nil}
	if by.Method == "lrup" {
		names = []string{by.Proof}
	} else {
		cubes = nil
		err := check.Checker{}.Cubes(res.Instance.Relation, by, func(values []int, clash bool) error {
			if len(values) == by.Depth && !clash {
				cubes = append(cubes, slices.Clone(values))
			}
			return nil
		})
		if err != nil || len(cubes) != len(names) {
			t.Fatalf("%d cubes, %d proofs: %v", len(cubes), len(names), err)
		}
	}
	for i, values := range cubes {
		f := secondFormula(q, by)
		for at, v := range values {
			name := fmt.Sprintf("task %d by hub %d", at, v)
			if strings.HasPrefix(by.Formula, "chi") {
				name = fmt.Sprintf("%d,%d has %d", q.Must[at][0], q.Must[at][1], v)
			}
			f.Clauses = append(f.Clauses, []int{slices.Index(f.Names, name) + 1})
		}
		text := proofText(res, names[i])
		if len(text) > 200_000 {
			count["too long for it"]++
			continue
		}
		if err := second.Refuted(f, bytes.NewReader(text)); err != nil {
			t.Errorf("%s %d,%d, %s: the second checker says %v", by.Formula, by.N, by.H, names[i], err)
		}
		count[by.Method+" "+by.Formula]++
	}
}

// treeOpinion has the second checker judge a tree, where it is small enough.
func treeOpinion(t *testing.T, res *hubcover.Result, by check.By, count map[string]int) {
	t.Helper()
	q := questionOf(res.Instance.Relation, by)
	text := proofText(res, by.Proof)
	if q.Rows > 9 || len(text) > 5_000 {
		count["too long for it"]++
		return
	}
	if err := second.Tree(q, by.N, string(text)); err != nil {
		t.Errorf("tree of %d hubs, %s: the second checker says %v", by.N, by.Proof, err)
	}
	count["tree"]++
}

// proofText is a proof as the checkers read it.
func proofText(res *hubcover.Result, name string) []byte {
	return must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(res.Proof(name))))))
}

// questionOf is the submatrix that a bound is about, as the second checker
// takes it: lines numbered from 0.
func questionOf(rel *instances.Relation, by check.By) second.Question {
	lines := func(named []check.Line, n int) (out []int32) {
		for i := range n {
			if named == nil || slices.Contains(named, check.Line(i)) {
				out = append(out, int32(i))
			}
		}
		return out
	}
	rows, cols := lines(by.Rows, rel.Rows()), lines(by.Cols, rel.Cols())
	q := second.Question{Rows: len(rows), Cols: len(cols), Cell: map[[2]int]bool{}}
	for i, r := range rows {
		for j, c := range cols {
			q.Cell[[2]int{i, j}] = slices.Contains(rel.Row(int(r)), c)
		}
	}
	for _, e := range by.Cells {
		q.Must = append(q.Must, [2]int{slices.Index(rows, e[0]), slices.Index(cols, e[1])})
	}
	return q
}

func secondFormula(q second.Question, by check.By) *second.Formula {
	switch by.Formula {
	case "cover":
		return second.Cover(q, by.N)
	case "chi":
		return second.Chi(q, by.H)
	case "chi-r":
		return second.ChiR(q, by.H)
	}
	return second.Front(q, by.N, by.H)
}

// allOpinions asks about everything in the result.
func allOpinions(t *testing.T, res *hubcover.Result, count map[string]int) {
	t.Helper()
	for _, iv := range []*hubcover.Interval{res.B, res.Chi} {
		if iv != nil {
			opinions(t, res, iv.By, count)
		}
	}
	if res.Front != nil {
		for _, c := range res.Front.Corners {
			opinions(t, res, c.By, count)
		}
	}
	if res.Decide != nil {
		opinions(t, res, res.Decide.By, count)
	}
}

// TestLibraryIsCertified: what is shipped, from the solver through the file to
// the program hubcheck.
func TestLibraryIsCertified(t *testing.T) {
	program := buildHubcheck(t)
	count := map[string]int{}
	for _, e := range library.All() {
		t.Run(e.Name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			if os.Getenv("HUBCOVER_LONG") != "" {
				ctx, cancel = context.WithTimeout(context.Background(), time.Minute)
			}
			defer cancel()
			res := must(hubcover.Solve(ctx, must(library.Open(e.Name)), hubcover.Options{Questions: instances.Questions}))
			program.judges(t, res)
			allOpinions(t, res, count)
			count[string(res.Front.Status)]++
		})
	}
	t.Log(count)
}

// TestPublicDataIsCertified: instances that others published; the larger ones
// where HUBCOVER_LONG is set.
func TestPublicDataIsCertified(t *testing.T) {
	program := buildHubcheck(t)
	names := []string{"fca-digits.cxt", "fca-tealady.cxt", "minrole-irreducible.txt", "minrole-test3.txt", "kovacs-zoo.txt", "karate.gml", "hp-hc.txt.gz", "hp-domino.txt.gz", "rmplib-PLAIN_small_01.rmp.gz"}
	limit := 300 * time.Millisecond
	if os.Getenv("HUBCOVER_LONG") != "" {
		limit = 30 * time.Second
		names = append(names, "hp-emea.txt.gz", "hp-fire1.txt.gz", "hp-apj.txt.gz", "hp-americas_large.txt.gz", "kovacs-apb.txt", "kovacs-tumor.txt", "kovacs-votes.txt", "lesmis.gml",
			"fca-lattice.cxt", "fca-relations.csv", "fimi-dna.fimi.gz", "rmplib-PLAIN_small_05.rmp.gz", "rmplib-PLAIN_small_08.rmp.gz", "rmplib-PLAIN_medium_01.rmp.gz",
			"rmplib-PLAIN_medium_03.rmp.gz", "rmplib-PLAIN_large_05.rmp.gz", "uci-balance.csv.gz", "uci-flare.csv.gz")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			inst := encodetest.Public(t, name)
			questions := []instances.Question{instances.B, instances.Chi, instances.ChiPrime}
			if inst.Relation.HasOptional() {
				questions = questions[:1]
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			res := must(hubcover.Solve(ctx, inst, hubcover.Options{Questions: questions}))
			cert := program.file(t, "x.hubcert.tar", res.WriteCertificate)
			cells := func(rel *instances.Relation) string {
				return program.file(t, "x.cells", func(w io.Writer) error { return writeIn(w, "cells", rel) })
			}
			program.wants(t, 0, cert, cells(inst.Relation))
			program.wants(t, 1, cert, cells(altered(inst.Relation)))
			t.Log(res.B.Lower, res.B.Upper, res.B.Status(), res.B.By.Method)
		})
	}
}

// TestSecondOpinions: refutations of every formula, whole and split into cubes,
// and trees.
func TestSecondOpinions(t *testing.T) {
	count := map[string]int{}
	for _, name := range []string{"inner-product-3", "polygon-slack-8", "demo", "random-8x8"} {
		rel := must(library.Open(name)).Relation
		allOpinions(t, solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}}), count)
	}
	for _, cubes := range []int{0, 5} {
		for _, name := range []string{"petersen", "fano", "inner-product-3", "polygon-slack-8"} {
			rel := must(library.Open(name)).Relation
			allOpinions(t, solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B, instances.Chi}, CubeDepth: cubes, Backends: sat()}), count)
		}
		for _, name := range []string{"fano", "demo", "random-8x8"} {
			rel := must(library.Open(name)).Relation
			allOpinions(t, solve(t, rel, hubcover.Options{Questions: instances.Questions, CubeDepth: cubes, Backends: sat()}), count)
		}
	}
	for _, kind := range []string{"tree", "lrup cover", "lrup chi-r", "lrup front", "cubes cover", "cubes chi-r", "cubes front"} {
		if count[kind] == 0 {
			t.Errorf("no %s among %v", kind, count)
		}
	}
}

// union puts two relations side by side, without a line in common.
func union(x, y *instances.Relation) *instances.Relation {
	cells := x.Cells()
	for _, e := range y.Cells() {
		cells = append(cells, instances.Cell{Row: e.Row + int32(x.Rows()), Col: e.Col + int32(x.Cols())})
	}
	return must(instances.New(x.Rows()+y.Rows(), x.Cols()+y.Cols(), cells))
}

// TestComponentsAreCertified: fronts of disjoint unions with twins add up, by
// parts, and every point and corner is decided alike.
func TestComponentsAreCertified(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 31))
	open := func(name string) *instances.Relation { return must(library.Open(name)).Relation }
	count := map[string]int{}
	for i, pair := range [][2]*instances.Relation{
		{encodetest.Random(rng, 4, 4, .6), encodetest.Random(rng, 4, 4, .6)},
		{open("k3"), open("gap-4x4")},
		{open("polygon-slack-8"), open("k3")},
		{open("fano"), open("cycle-6")},
		{open("polygon-slack-6"), open("polygon-slack-8")},
	} {
		var fronts [2][]encodetest.Point
		for k, rel := range pair {
			if fronts[k] = points(solve(t, rel, hubcover.Options{Questions: instances.Questions}).Front); rel.Len() < 13 {
				fronts[k] = encodetest.BruteFront(rel)
			}
		}
		rel := withTwins(rng, union(pair[0], pair[1]))
		for _, cubes := range []int{0, 3} {
			opt := hubcover.Options{Questions: instances.Questions, CubeDepth: cubes}
			if i%2 == 1 {
				opt.Backends = sat()
			}
			res := solve(t, rel, opt)
			allOpinions(t, res, count)
			if res.Front.Status != hubcover.Optimal {
				t.Fatalf("pair %d: the front is %s: %v", i, res.Front.Status, res.Rejected)
			}
			for _, c := range res.Front.Corners {
				methods(c.By, count)
			}
			for colors := 1; colors <= fronts[0][0].Colors+fronts[1][0].Colors; colors++ {
				want := -1
				if x, y := encodetest.FewestHubs(fronts[0], colors), encodetest.FewestHubs(fronts[1], colors); x >= 0 && y >= 0 {
					want = x + y
				}
				if got := encodetest.FewestHubs(points(res.Front), colors); got != want {
					t.Errorf("pair %d: %d colours need %d hubs, want %d", i, colors, got, want)
				}
				for hubs := max(0, want-1); hubs <= max(0, want); hubs++ {
					d := must(hubcover.Decide(context.Background(), res.Instance, hubs, colors, opt))
					answer := "no"
					if want >= 0 && hubs >= want {
						answer = "yes"
					}
					if d.Decide.Answer != answer || !d.Decide.Verified {
						t.Errorf("pair %d, (%d,%d): %s, verified %v, want %s", i, hubs, colors, d.Decide.Answer, d.Decide.Verified, answer)
					}
					audit(t, d)
					allOpinions(t, d, count)
				}
			}
		}
	}
	for _, kind := range []string{"parts", "tree", "lrup", "cubes"} {
		if count[kind] == 0 {
			t.Errorf("no corner by %s: %v", kind, count)
		}
	}
}

// TestOptionalCellsAreCertified: b with cells that may stay uncovered.
func TestOptionalCellsAreCertified(t *testing.T) {
	program := buildHubcheck(t)
	rng := rand.New(rand.NewPCG(37, 37))
	for round := range 12 {
		rel := encodetest.WithOptional(rng, encodetest.Random(rng, 5, 5, .7), .3)
		opt := hubcover.Options{Questions: []instances.Question{instances.B}}
		if round%3 > 0 {
			opt.Backends, opt.CubeDepth = sat(), 3*(round%3-1)
		}
		res := solve(t, rel, opt)
		if truth := encodetest.BruteB(rel); res.B.Status() != hubcover.Optimal || res.B.Upper != truth {
			t.Errorf("b is %d..%d, %s, brute force says %d", res.B.Lower, res.B.Upper, res.B.Status(), truth)
		}
		cert := program.file(t, "x.hubcert.tar", res.WriteCertificate)
		for _, format := range []string{"cells", "dense"} {
			program.wants(t, 0, cert, program.file(t, "x."+format, func(w io.Writer) error { return writeIn(w, format, rel) }))
		}
	}
}

// TestOnlyWhatIsProvedIsClaimed: without proofs a certificate says less, and
// nothing that it does not bear out.
func TestOnlyWhatIsProvedIsClaimed(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(2, 1)), 9, 9, .6)
	full := solve(t, rel, hubcover.Options{Questions: instances.Questions})
	res := solve(t, rel, hubcover.Options{Questions: instances.Questions, NoProof: true})
	if res.Front.Status != hubcover.Unproved {
		t.Fatalf("the front is %s, an unproved one is needed here", res.Front.Status)
	}
	var file bytes.Buffer
	if err := res.WriteCertificate(&file); err != nil {
		t.Fatal(err)
	}
	archive := must(check.Checker{}.OpenArchive(fstest.MapFS{"c": {Data: file.Bytes()}}, "c"))
	defer archive.Close()
	corners := 0
	for _, c := range archive.Certificate.Claims {
		switch {
		case c.What == "front":
			t.Error("an unproved front is claimed as a whole")
		case c.What == "b" && (c.Lower.Value != res.B.Lower || c.Upper.Value != res.B.Upper),
			c.What == "chi" && (c.Lower.Value != res.Chi.Lower || c.Upper.Value != res.Chi.Upper):
			t.Errorf("%s: %+v, %+v is not what the result says", c.What, c.Lower, c.Upper)
		case c.What == "infeasible":
			corners++
		}
	}
	if corners == 0 || corners >= len(full.Front.Corners) {
		t.Errorf("%d corners of %d are claimed", corners, len(full.Front.Corners))
	}
	for name := range archive.Certificate.Files {
		if strings.Contains(name, "lrup") || strings.Contains(name, "tree") {
			t.Errorf("proof %s of a search without proofs", name)
		}
	}
	d := must(hubcover.Decide(context.Background(), res.Instance, full.B.Upper, full.Chi.Upper, hubcover.Options{NoProof: true}))
	if err := d.WriteCertificate(io.Discard); d.Decide.Answer != "no" || d.Decide.Verified || !errors.Is(err, hubcover.ErrNothingKnown) {
		t.Errorf("%s, verified %v; its certificate: %v", d.Decide.Answer, d.Decide.Verified, err)
	}
}

// TestSameBytesInAnotherProcess: the same seed gives the same certificate,
// wherever it is made.
func TestSameBytesInAnotherProcess(t *testing.T) {
	const place = "HUBCOVER_TEST_CERTIFICATE"
	write := func(path string) {
		var all bytes.Buffer
		for _, cubes := range []int{0, 4} {
			res := solve(t, encodetest.Random(rand.New(rand.NewPCG(2, 1)), 9, 9, .6), hubcover.Options{Questions: instances.Questions, Deterministic: true, Seed: 3, CubeDepth: cubes})
			if err := res.WriteCertificate(&all); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, all.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if path := os.Getenv(place); path != "" {
		write(path)
		return
	}
	dir := t.TempDir()
	write(filepath.Join(dir, "here"))
	first := must(os.ReadFile(filepath.Join(dir, "here")))
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(dir, name)
		cmd := exec.Command(must(os.Executable()), "-test.run=^TestSameBytesInAnotherProcess$")
		cmd.Env = append(os.Environ(), place+"="+path, "GOMAXPROCS="+fmt.Sprint(len(name)%2+1))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if !bytes.Equal(first, must(os.ReadFile(path))) {
			t.Error("another process writes another certificate")
		}
	}
}
