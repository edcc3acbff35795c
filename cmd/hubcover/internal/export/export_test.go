package export

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
	"github.com/hubcover/hubcover/verify/check/second"
)

func TestMain(m *testing.M) {
	hubcover.Child()
	os.Exit(m.Run())
}

var everything = Options{Unshortened: true, VeriPB: true}

// export writes all there is to write and reads it back.
func export(t *testing.T, cert *check.Archive, rel *instances.Relation) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	written, err := Write(context.Background(), dir, cert, rel, everything)
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, name := range written.Files {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text[name] = string(b)
	}
	if inside, err := os.ReadDir(dir); err != nil || len(inside) != len(written.Files) {
		t.Fatalf("%d files in the folder, %d named: %v", len(inside), len(written.Files), err)
	}
	return text
}

// checkAll checks every file and returns how many refutations there were.
func checkAll(t *testing.T, files map[string]string) (refutations int) {
	t.Helper()
	for name, text := range files {
		base, _ := strings.CutSuffix(name, ".cnf")
		switch {
		case strings.HasSuffix(name, ".unshortened.cnf"):
			if m := encodetest.Solve(dimacs(t, text)); m != nil {
				t.Errorf("%s has a model", name)
			}
		case strings.HasSuffix(name, ".cnf"):
			refutations++
			f := dimacs(t, text)
			if err := lrat(f, files[base+".lrat"]); err != nil {
				t.Errorf("%s.lrat: %v", base, err)
			}
			if err := second.Refuted(plain(f), strings.NewReader(files[base+".lrat"])); err != nil {
				t.Errorf("%s.lrat: second checker: %v", base, err)
			}
			if err := backendtest.CheckProof(f, []byte(files[base+".drat"]), backends.DRATText); err != nil {
				t.Errorf("%s.drat: %v", base, err)
			}
			if !strings.Contains(files["README.txt"], "drat-trim "+name+" "+base+".drat\n") {
				t.Errorf("README.txt does not say how to check %s", base)
			}
		case strings.HasSuffix(name, ".pbp"):
			base := strings.TrimSuffix(name, ".pbp")
			if _, err := veripb(files[base+".opb"], text); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	return refutations
}

func dimacs(t *testing.T, text string) *pb.Formula {
	t.Helper()
	f, err := pb.ReadDIMACS(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func plain(f *pb.Formula) *second.Formula {
	out := &second.Formula{Names: make([]string, f.Vars())}
	for i := range f.Len() {
		var c []int
		for _, l := range f.Lits(i) {
			c = append(c, int(l))
		}
		out.Clauses = append(out.Clauses, c)
	}
	return out
}

// lrat checks a proof as the strictest of the checkers do: lemmas numbered
// without gaps, each hint a clause that stands and is unit, the last false.
func lrat(f *pb.Formula, proof string) error {
	db := map[int][]int{}
	for i, c := range plain(f).Clauses {
		db[i+1] = c
	}
	last := f.Len()
	for _, line := range strings.Split(strings.TrimSuffix(proof, "\n"), "\n") {
		words := strings.Split(line, " ")
		if words[len(words)-1] != "0" {
			return fmt.Errorf("%q is not ended", line)
		}
		if words[1] == "d" {
			if words[0] != strconv.Itoa(last) {
				return fmt.Errorf("%q: the last lemma is %d", line, last)
			}
			for _, w := range words[2 : len(words)-1] {
				id, err := strconv.Atoi(w)
				if err != nil || db[id] == nil {
					return fmt.Errorf("%q deletes what is not there", line)
				}
				delete(db, id)
			}
			continue
		}
		if last++; words[0] != strconv.Itoa(last) {
			return fmt.Errorf("%q: expected %d", line, last)
		}
		lemma, truth, conflict, hints := []int{}, map[int]bool{}, false, false
		for _, w := range words[1 : len(words)-1] {
			x, err := strconv.Atoi(w)
			switch {
			case err != nil:
				return err
			case x == 0:
				hints = true
			case !hints:
				lemma = append(lemma, x)
				truth[-x] = true
			case conflict || db[x] == nil:
				return fmt.Errorf("%q: hint %d", line, x)
			default:
				open := slices.DeleteFunc(slices.Clone(db[x]), func(l int) bool { return truth[-l] })
				if len(open) > 1 {
					return fmt.Errorf("%q: hint %d is not unit", line, x)
				}
				if conflict = len(open) == 0; !conflict {
					truth[open[0]] = true
				}
			}
		}
		if !conflict {
			return fmt.Errorf("%q: no conflict", line)
		}
		if len(lemma) == 0 {
			return nil
		}
		db[last] = lemma
	}
	return fmt.Errorf("no empty clause")
}

// Every formula and every depth of cubes, on random submatrices with the cells
// in random order: what is exported is accepted by every checker.
func TestExportOfEveryFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	done := map[string]int{}
	wanted := []string{"cover", "chi", "chi-r", "front", "cover cubes", "chi cubes", "chi-r cubes", "front cubes", "index"}
	for try := 0; slices.ContainsFunc(wanted, func(w string) bool { return done[w] < 4 }); try++ {
		if try == 2000 {
			t.Fatalf("only %v were found", done)
		}
		rel := random(rng, 3+rng.IntN(2), 3+rng.IntN(2), .4+.4*rng.Float64())
		kind := wanted[rng.IntN(len(wanted))]
		if done[kind] == 4 {
			continue
		}
		d := newDraft(rel)
		var claim check.Claim
		var ok bool
		if kind == "index" {
			claim, ok = d.index(t, rng, rel)
		} else {
			claim, ok = d.bound(t, rng, rel, kind)
		}
		if !ok {
			continue
		}
		d.cert.Claims = []check.Claim{claim}
		files := export(t, d.open(t, rel), rel)
		n := checkAll(t, files)
		if t.Failed() {
			t.Fatalf("%s of %v: %+v", kind, rel.Cells(), claim)
		}
		if n > 0 {
			done[kind]++
		}
	}
}

// bound claims something that a formula of that kind refutes.
func (d *draft) bound(t *testing.T, rng *rand.Rand, rel *instances.Relation, kind string) (c check.Claim, ok bool) {
	by := check.By{}
	var cubes bool
	by.Formula, _, cubes = strings.Cut(kind, " ")
	if rng.IntN(3) == 0 {
		by.Rows = []check.Line{0, 2}
	}
	for _, e := range rel.Cells() {
		if (by.Rows == nil || e.Row != 1 && e.Row < 3) && rng.IntN(8) > 0 {
			by.Cells = append(by.Cells, [2]int32{e.Row, e.Col})
		}
	}
	rng.Shuffle(len(by.Cells), func(i, j int) { by.Cells[i], by.Cells[j] = by.Cells[j], by.Cells[i] })
	n, h := 1+rng.IntN(3), 1+rng.IntN(2)
	if by.Formula == "front" {
		n = max(n, 2)
	}
	if max(n, h) >= len(by.Cells) {
		return c, false
	}
	if cubes {
		by.Depth = 1 + rng.IntN(min(4, len(by.Cells)))
	}
	hubs, colors := &n, &h
	switch by.Formula {
	case "cover":
		by.N, colors = n, nil
	case "front":
		by.N, by.H = n, h
	default:
		by.H, hubs = h, nil
	}
	by, ok = d.proved(t, rel, by, nil)
	return check.Claim{What: "infeasible", Room: &check.Room{Hubs: hubs, Colors: colors, By: &by}}, ok
}

// index claims that the stars of the cells need more colours than they do not.
func (d *draft) index(t *testing.T, rng *rand.Rand, rel *instances.Relation) (c check.Claim, ok bool) {
	var hubs []check.Hub
	d.files["x.hubs"] = ""
	for _, e := range rel.Cells() {
		hubs = append(hubs, check.Hub{Sources: []int32{e.Row}, Targets: []int32{e.Col}})
		d.files["x.hubs"] += fmt.Sprintf("0 | %d | %d\n", e.Row, e.Col)
	}
	h := 1 + rng.IntN(3)
	if h >= len(hubs) {
		return c, false
	}
	by, ok := d.proved(t, rel, check.By{Formula: "index", H: h}, hubs)
	return check.Claim{What: "index", Extension: "x.hubs", Lower: &check.Bound{Value: h + 1, By: by}}, ok
}

// What the program itself proves.
func TestExportOfSolvedInstances(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	embedded, err := all.Find(all.Backends, "gophersat") // which is asked no set covers
	if err != nil {
		t.Fatal(err)
	}
	refutations := 0
	for try := 0; refutations < 2 && try < 60; try++ {
		rel := random(rng, 10, 10, .6)
		inst := &instances.Instance{Name: "random", Relation: rel}
		res, err := hubcover.Solve(context.Background(), inst, hubcover.Options{
			Questions: []instances.Question{instances.B, instances.Chi}, Deterministic: true, Backends: []backends.Backend{embedded}})
		if err != nil {
			t.Fatal(err)
		}
		if res.B.By.Method != "lrup" && res.Chi.By.Method != "lrup" {
			continue
		}
		var file bytes.Buffer
		if err := res.WriteCertificate(&file); err != nil {
			t.Fatal(err)
		}
		files := export(t, opened(t, file.Bytes(), rel), rel)
		for name, text := range files {
			if base, ok := strings.CutSuffix(name, ".cnf"); ok && !strings.HasSuffix(base, ".unshortened") {
				refutations++
				f := dimacs(t, text)
				if err := lrat(f, files[base+".lrat"]); err != nil {
					t.Errorf("%s: %v", base, err)
				}
				if err := second.Refuted(plain(f), strings.NewReader(files[base+".lrat"])); err != nil {
					t.Errorf("%s: %v", base, err)
				}
			}
		}
	}
	if refutations == 0 {
		t.Error("nothing was proved by a formula: not much of a test")
	}
}

// A bound by a tree is named, alone or as a part, and nothing is written of it.
func TestExportNamesTrees(t *testing.T) {
	eight := []string{"10101010", "01111000", "00000101", "10101100", "11011000", "11000111", "11110011", "11010001"}
	for copies := 1; copies <= 2; copies++ {
		var cells []instances.Cell
		for r, row := range eight {
			for c, x := range row {
				for k := 0; x == '1' && k < copies; k++ {
					cells = append(cells, instances.Cell{Row: int32(r + 8*k), Col: int32(c + 8*k)})
				}
			}
		}
		rel, err := instances.New(8*copies, 8*copies, cells)
		if err != nil {
			t.Fatal(err)
		}
		inst := &instances.Instance{Name: "eight", Relation: rel}
		res, err := hubcover.Solve(context.Background(), inst, hubcover.Options{Questions: []instances.Question{instances.B}, Deterministic: true})
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := res.WriteCertificate(&file); err != nil {
			t.Fatal(err)
		}
		cert := opened(t, file.Bytes(), rel)
		_, trees, err := pieces(cert)
		if err != nil || len(trees) != copies {
			t.Fatalf("b is %d..%d by %s; trees %v, %v", res.B.Lower, res.B.Upper, res.B.By.Method, trees, err)
		}
		files := export(t, cert, rel)
		for _, p := range trees {
			if !strings.Contains(p.claim, fmt.Sprintf("b >= %d", res.B.Lower)) || !strings.Contains(files["README.txt"], "\n  "+p.claim+"\n") {
				t.Errorf("README.txt does not name %q:\n%s", p.claim, files["README.txt"])
			}
		}
		if len(files) != 1 {
			t.Errorf("%d files beside README.txt", len(files)-1)
		}
	}
}

// The unshortened formula has a model exactly where the canonical one has.
func TestUnshortenedIsEquisatisfiable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	count := map[bool]int{}
	for range 120 {
		rel := random(rng, 3, 3, .5+.3*rng.Float64())
		by := check.By{Formula: []string{"cover", "chi", "chi-r", "front"}[rng.IntN(4)], N: 1 + rng.IntN(4), H: 1 + rng.IntN(3)}
		if max(by.N, by.H) >= rel.Len() {
			continue
		}
		f, err := canonical(rel, piece{by: by})
		if err != nil {
			t.Fatal(err)
		}
		full := f.unshortened()
		has := encodetest.Solve(f.Formula) != nil
		if has != (encodetest.Solve(full) != nil) {
			t.Fatalf("%+v of %v: the canonical formula has a model: %v, the other does not agree", by, rel.Cells(), has)
		}
		for i := range full.Len() { // each renaming keeps it
			c := full.Lits(i)
			if positive(c) && len(c) != by.N && len(c) != by.H {
				t.Fatalf("%+v: clause %d is short", by, c)
			}
		}
		count[has]++
	}
	if count[true] < 10 || count[false] < 10 {
		t.Errorf("%v: not much of a test", count)
	}
}

// Swaps leave the unshortened formula as it is.
func TestSwapsAreSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		rel := random(rng, 3, 4, .7)
		by := check.By{Formula: []string{"cover", "chi", "chi-r", "front"}[rng.IntN(4)], N: 2 + rng.IntN(3), H: 2 + rng.IntN(2)}
		f, err := canonical(rel, piece{by: by})
		if err != nil {
			continue
		}
		full := f.unshortened()
		want := clauses(full, nil)
		for k, n := range f.namings {
			to := map[pb.Lit]pb.Lit{}
			n.swap(0, n.values-1, func(x, y pb.Lit) { to[x], to[y] = y, x })
			if got := clauses(full, to); !slices.Equal(got, want) {
				t.Fatalf("%+v: renaming %d changes the formula", by, k)
			}
		}
	}
}

// clauses writes a formula in an order of its own, after a substitution.
func clauses(f *pb.Formula, to map[pb.Lit]pb.Lit) (out []string) {
	for i := range f.Len() {
		c := slices.Clone(f.Lits(i))
		for k, l := range c {
			if x, ok := to[max(l, -l)]; ok {
				c[k] = x * (l / max(l, -l))
			}
		}
		slices.Sort(c)
		out = append(out, fmt.Sprint(c))
	}
	slices.Sort(out)
	return out
}

// After the redundance steps every clause of the canonical formula is there,
// and a damaged proof is refused.
func TestVeriPB(t *testing.T) {
	rel, err := instances.New(4, 4, crown(4))
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []check.By{
		{Formula: "cover", N: 3}, {Formula: "chi-r", H: 1}, {Formula: "front", N: 3, H: 2},
	} {
		d := newDraft(rel)
		by, ok := d.proved(t, rel, by, nil)
		if !ok {
			t.Fatalf("%+v has a model", by)
		}
		room := &check.Room{By: &by}
		if by.N > 0 {
			room.Hubs = &by.N
		}
		if by.H > 0 {
			room.Colors = &by.H
		}
		d.cert.Claims = []check.Claim{{What: "infeasible", Room: room}}
		files := export(t, d.open(t, rel), rel)
		opb, pbp := files["infeasible.opb"], files["infeasible.pbp"]
		v, err := veripb(opb, pbp)
		if err != nil {
			t.Fatalf("%+v: %v", by, err)
		}
		for _, c := range plain(dimacs(t, files["infeasible.cnf"])).Clauses {
			slices.Sort(c)
			if !v.has(c) {
				t.Errorf("%+v: clause %d was not derived", by, c)
			}
		}
		lines := strings.SplitAfter(pbp, "\n")
		changed := func(what string, change func(i int, line string) string) {
			t.Helper()
			found := false
			var out strings.Builder
			for i, line := range lines {
				other := change(i, line)
				found = found || other != line
				out.WriteString(other)
			}
			if !found {
				return
			}
			if _, err := veripb(opb, out.String()); err == nil {
				t.Errorf("%+v: accepted with %s", by, what)
			}
		}
		first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "red") })
		if first < 0 {
			if by.H != 1 {
				t.Errorf("%+v: no redundance", by)
			}
			continue
		}
		changed("no redundance at all", func(i int, line string) string {
			if strings.HasPrefix(line, "red") {
				clause, _, _ := strings.Cut(line, ";")
				return "rup" + strings.TrimPrefix(clause, "red") + ";\n"
			}
			return line
		})
		changed("the identity as witness", func(i int, line string) string {
			if i == first {
				clause, _, _ := strings.Cut(line, ";")
				return clause + ";\n"
			}
			return line
		})
		changed("a clause shortened once too often", func(i int, line string) string {
			if strings.HasPrefix(line, "red") {
				words := strings.Fields(line)
				return "red " + strings.Join(words[3:], " ") + "\n"
			}
			return line
		})
		changed("another conclusion", func(i int, line string) string {
			return strings.Replace(line, "UNSAT : ", "UNSAT : 1", 1)
		})
		changed("another formula", func(i int, line string) string { return strings.Replace(line, "f ", "f 1", 1) })
		changed("no lemmas", func(i int, line string) string {
			if strings.HasPrefix(line, "rup") && !strings.HasPrefix(line, "rup >=") {
				return ""
			}
			return line
		})
	}
}

// On formulas that have models the redundance steps are accepted; where one of
// their substitutions leaves a pair out, or swaps it wrongly, hardly ever, and
// never so that the models are gone.
func TestRedundanceSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	refused, accepted := 0, 0
	for range 40 {
		rel := random(rng, 3, 3+rng.IntN(2), .5+.3*rng.Float64())
		by := check.By{Formula: []string{"cover", "chi", "chi-r", "front"}[rng.IntN(4)], N: 2 + rng.IntN(3), H: 2 + rng.IntN(2), Depth: rng.IntN(4)}
		if max(by.N, by.H, by.Depth) >= rel.Len() {
			continue
		}
		f, err := canonical(rel, piece{by: by})
		if err != nil || encodetest.Solve(f.Formula) == nil {
			continue
		}
		full := f.unshortened()
		var opb, pbp bytes.Buffer
		if err := pb.WriteOPB(&opb, full); err != nil {
			t.Fatal(err)
		}
		out := bufio.NewWriter(&pbp)
		out.WriteString("pseudo-Boolean proof version 2.0\n")
		d := &derivation{&writer{ctx: context.Background(), rel: rel}, out, int64(full.Len()), f, by.Depth, pb.Lit(full.Vars() + 1)}
		if err := d.firstAppearance(piece{by: by}); err != nil {
			t.Fatal(err)
		}
		out.Flush()
		if v, err := veripb(opb.String(), pbp.String()); err != errOpen || !v.satisfiable() {
			t.Fatalf("%+v of %v: %v", by, rel.Cells(), err)
		}
		lines := strings.SplitAfter(pbp.String(), "\n")
		for range 8 {
			i := rng.IntN(len(lines))
			clause, witness, _ := strings.Cut(lines[i], "; ")
			words := strings.Fields(witness)
			if len(words) < 12 {
				continue
			}
			k := 6 * rng.IntN(len(words)/6)
			if rng.IntN(2) == 0 {
				words = slices.Delete(words, k, k+6)
			} else {
				words[k+2], words[(k+8)%len(words)] = words[(k+8)%len(words)], words[k+2]
			}
			damaged := slices.Clone(lines)
			damaged[i] = clause + "; " + strings.Join(words, " ") + "\n"
			v, err := veripb(opb.String(), strings.Join(damaged, ""))
			switch {
			case err != errOpen:
				refused++
			case !v.satisfiable():
				t.Fatalf("%+v of %v: the models are gone after %s", by, rel.Cells(), damaged[i])
			default:
				accepted++
			}
		}
	}
	t.Logf("%d damaged substitutions refused, %d accepted", refused, accepted)
	if refused < 20 || refused < 3*accepted {
		t.Errorf("%d damaged substitutions refused, %d accepted", refused, accepted)
	}
}

func crown(n int32) (cells []instances.Cell) {
	for r := range n {
		for c := range n {
			if r != c {
				cells = append(cells, instances.Cell{Row: r, Col: c})
			}
		}
	}
	return cells
}

// Proofs as the checker accepts them are written in normal form: gaps between
// ids closed, literals once, nothing behind the empty clause.
func TestLRATIsNormalized(t *testing.T) {
	const lrup = "4 1 1 0 1 2 0\n9 d 4 1 0\n12 \t2  0 3 2 0\n12 d 0\n20 0 12 4 0\nanything"
	var lrat, drat bytes.Buffer
	l, d := bufio.NewWriter(&lrat), bufio.NewWriter(&drat)
	if err := writeLRAT(context.Background(), l, d, strings.NewReader(strings.Replace(lrup, " 12 4 ", " 12 3 ", 1)), 3); err != nil {
		t.Fatal(err)
	}
	l.Flush()
	d.Flush()
	if got, want := lrat.String(), "4 1 0 1 2 0\n4 d 4 1 0\n5 2 0 3 2 0\n6 0 5 3 0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := drat.String(), "1 0\n2 0\n0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, bad := range []string{"", "4 1 0 1 0\n", "4 1 0 1\n", "4 x 0 1 0\n"} {
		if err := writeLRAT(context.Background(), l, d, strings.NewReader(bad), 3); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// The folder is there when everything is in it, and not before.
func TestAllOrNothing(t *testing.T) {
	rel, err := instances.New(4, 4, crown(4))
	if err != nil {
		t.Fatal(err)
	}
	d := newDraft(rel)
	by, _ := d.proved(t, rel, check.By{Formula: "cover", N: 3}, nil)
	d.cert.Claims = []check.Claim{{What: "b", Lower: &check.Bound{Value: 4, By: by}}}
	cert := d.open(t, rel)
	parent := t.TempDir()
	names := func() (out []string) {
		inside, err := os.ReadDir(parent)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range inside {
			out = append(out, e.Name())
		}
		return out
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Write(stopped, filepath.Join(parent, "out"), cert, rel, everything); err == nil || len(names()) != 0 {
		t.Errorf("stopped: %v, left %v", err, names())
	}
	if err := os.Mkdir(filepath.Join(parent, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	written, err := Write(context.Background(), filepath.Join(parent, "out"), cert, rel, Options{})
	if want := []string{"README.txt", "b.cnf", "b.lrat", "b.drat"}; err != nil || written.Bounds != 1 || len(written.Trees) != 0 || !slices.Equal(written.Files, want) {
		t.Errorf("into an empty folder: %+v, %v", written, err)
	}
	if _, err := Write(context.Background(), filepath.Join(parent, "out"), cert, rel, Options{}); err == nil {
		t.Error("a folder that is not empty was overwritten")
	}
	if err := os.WriteFile(filepath.Join(parent, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(context.Background(), filepath.Join(parent, "file"), cert, rel, Options{}); err == nil {
		t.Error("a file was overwritten")
	}
	if got := names(); !slices.Equal(got, []string{"file", "out"}) {
		t.Errorf("left behind: %v", got)
	}
}
