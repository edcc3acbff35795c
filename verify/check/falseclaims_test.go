package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forger makes true claims of one kind, with the files that they name.
type forger struct {
	what    string
	witness bool // claims name witnesses, which may be wrong by themselves
	make    func(t *testing.T, rng *rand.Rand, o *oracle, rel *Matrix) (Claim, map[string]string)
	change  func(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix
}

// Whole certificates, hashes and all, changed until something that they claim is
// false, which is found out by trying: that is never verified.
// HUBCOVER_MUTANTS is how many of each kind have a false number, and again how
// many have true numbers and a witness that does not show them.
func TestFalseClaims(t *testing.T) {
	wanted := 150
	if n, err := strconv.Atoi(os.Getenv("HUBCOVER_MUTANTS")); err == nil {
		wanted = n
	}
	o := &oracle{map[string][]int{}}
	for _, f := range []forger{
		{"chi_prime", true, forgePrime, changePrime},
		{"index", true, forgeIndex, changeIndex},
		{"feasible", true, forgeFeasible, changeFeasible},
		{"infeasible", false, forgeInfeasible, changeInfeasible},
		{"front", true, forgeFront, changeFront},
		{"size", true, forgeSize, changeSize},
	} {
		t.Run(f.what, func(t *testing.T) { f.campaign(t, o, wanted) })
	}
}

func (f forger) campaign(t *testing.T, o *oracle, wanted int) {
	rng := rand.New(rand.NewPCG(11, 11))
	var seen [3]int // by truth
	believed, tried := 0, 0
	for (seen[untrue] < wanted || f.witness && seen[unshown] < wanted) && tried < 200*wanted {
		rel := random(rng, 2+rng.IntN(2), 3+rng.IntN(2), .4+.5*rng.Float64())
		if rel.Len() < 3 || rel.Len() > 9 || f.what == "front" && len(o.front(rel)) < 2 && rng.IntN(8) > 0 {
			continue
		}
		c, files := f.make(t, rng, o, rel)
		if v := o.judged(t, rel, c, files); v != right {
			t.Fatalf("%v: what was made is not true: %+v", rel.rows, c)
		}
		if found := certifyClaim(t, rel, c, files); ExitCode(found) != 0 {
			t.Fatalf("%v: what is true was refused: %v", rel.rows, found)
		}
		for range 40 {
			tried++
			rel, c, files := tampered(t, rng, rel, f, c, files)
			v := o.judged(t, rel, c, files)
			if seen[v]++; v == right && ExitCode(certifyClaim(t, rel, c, files)) == 0 {
				believed++
			}
		}
	}
	t.Logf("%d with a false number and %d with a wrong witness refused, %d true ones accepted", seen[untrue], seen[unshown], believed)
	if seen[untrue] < wanted || f.witness && seen[unshown] < wanted || believed < wanted/10 {
		t.Errorf("%d false numbers, %d wrong witnesses, wanted are %d; %d believed", seen[untrue], seen[unshown], wanted, believed)
	}
}

// truth of a claim, the worse the higher.
type truth int

const (
	right   truth = iota
	unshown       // the numbers are true, a witness does not show them
	untrue        // a number is false
)

// judged finds out how true a certificate of one claim is, and that the checker
// verifies no part of it that is not.
func (o *oracle) judged(t *testing.T, rel *Matrix, c Claim, files map[string]string) (worst truth) {
	t.Helper()
	truths := o.statements(rel, c, files)
	for _, v := range truths {
		worst = max(worst, v)
	}
	found := certifyClaim(t, rel, c, files)
	for _, f := range found {
		if v, known := truths[f.Claim]; f.Status == Verified && (!known || v != right) {
			text, _ := json.Marshal(c)
			t.Fatalf("%v: %s; claimed at all: %v, truth %d (0 is right): %s\n%v", rel.rows, f, known, v, text, files)
		}
	}
	if worst != right && ExitCode(found) == 0 {
		t.Fatalf("%v: a false claim left the exit code 0: %v", rel.rows, found)
	}
	return worst
}

func certifyClaim(t *testing.T, rel *Matrix, c Claim, files map[string]string) []Finding {
	t.Helper()
	d := draft{files: files, cert: Certificate{Format: Format, Claims: []Claim{c},
		Instance: Instance{SHA256: Digest(rel), Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(), As: "relation"}}}
	return certify(t, Checker{}, d.pack(t), rel)
}

// oracle knows by trying what is true; it remembers the tables of fewest hubs.
type oracle struct{ tables map[string][]int }

// fewest gives the fewest hubs within h colours, h = 0, 1, …, number of cells;
// one more than the cells stands for impossible.
func (o *oracle) fewest(rel *Matrix) []int {
	key := fmt.Sprint(rel.rows, rel.cols)
	if o.tables[key] == nil {
		cells := cellsOf(rel)
		for h := range len(cells) + 1 {
			n := 0
			for n <= len(cells) && !attainable(rel, cells, n, h) {
				n++
			}
			o.tables[key] = append(o.tables[key], n)
		}
	}
	return o.tables[key]
}

// feasible says whether hubs in colours suffice; nil is unbounded, and as many
// as cells are always enough where any number is.
func (o *oracle) feasible(rel *Matrix, hubs, colors *int) bool {
	table := o.fewest(rel)
	n, h := len(table)-1, len(table)-1
	if hubs != nil {
		n = min(n, *hubs)
	}
	if colors != nil {
		h = min(h, *colors)
	}
	return h >= 0 && table[h] <= n
}

// front gives the nondominated points, hubs ascending.
func (o *oracle) front(rel *Matrix) (points [][2]int) {
	last := rel.Len() + 1
	for h, n := range o.fewest(rel) {
		if n < last {
			points, last = append(points, [2]int{n, h}), n
		}
	}
	slices.Reverse(points)
	return points
}

// statements gives all that a claim states, in the words of findings.
func (o *oracle) statements(rel *Matrix, c Claim, files map[string]string) map[string]truth {
	out := map[string]truth{}
	say := func(text string, number, shown bool) {
		v := right
		if !number {
			v = untrue
		} else if !shown {
			v = unshown
		}
		out[text] = max(out[text], v)
	}
	switch c.What {
	case "chi_prime":
		n := fewestColors(rel.Len(), func(i, k int) bool { e := cellsOf(rel); return e[i][0] == e[k][0] || e[i][1] == e[k][1] })
		say(fmt.Sprintf("chi_prime <= %d", c.Upper.Value), c.Upper.Value >= n, properColors(rel, files[c.Upper.Witness], c.Upper.Value))
		say(fmt.Sprintf("chi_prime >= %d", c.Lower.Value), c.Lower.Value <= n, true)
	case "index":
		given, w := bitHubs(files[c.Extension]), bitHubs(files[c.Upper.Witness])
		is := extends(rel, given)
		n := fewestColors(len(given), func(i, k int) bool { return touch(given[i], given[k]) })
		say(fmt.Sprintf("index <= %d", c.Upper.Value), is && c.Upper.Value >= n, sameSets(given, w) && properHubs(w, c.Upper.Value))
		say(fmt.Sprintf("index >= %d", c.Lower.Value), is && c.Lower.Value <= n, true)
	case "size":
		name := fmt.Sprintf("size(%d)", *c.Hubs)
		_, fewest, any := thinnest(allBicliques(rel), cellsOf(rel), *c.Hubs)
		hubs, size, covers := sizeWitness(rel, files[c.Upper.Witness])
		say(fmt.Sprintf("%s <= %d", name, c.Upper.Value), any && c.Upper.Value >= fewest, covers && hubs <= *c.Hubs && size <= c.Upper.Value)
		say(fmt.Sprintf("%s >= %d", name, c.Lower.Value), !any || c.Lower.Value <= fewest, true)
	case "feasible":
		say("feasible "+place(c.Hubs, c.Colors), o.feasible(rel, c.Hubs, c.Colors), shows(rel, files[c.Witness], c.Hubs, c.Colors))
	case "infeasible":
		say("infeasible "+place(c.Hubs, c.Colors), !o.feasible(rel, c.Hubs, c.Colors), true)
	case "front":
		text, all := "front =", true
		var points [][2]int
		for _, p := range c.Points {
			points = append(points, [2]int{p.Hubs, p.Colors})
			at := place(&p.Hubs, &p.Colors)
			text += " " + at
			shown := shows(rel, files[p.Witness], &p.Hubs, &p.Colors)
			all = all && shown
			say("front point "+at, o.feasible(rel, &p.Hubs, &p.Colors), shown)
		}
		number := slices.Equal(points, o.front(rel))
		for _, p := range c.Corners {
			refutable := !o.feasible(rel, p.Hubs, p.Colors)
			number = number && refutable
			say("front corner "+place(p.Hubs, p.Colors), refutable, true)
		}
		say(text, number, all)
	}
	return out
}

func place(hubs, colors *int) string {
	text := func(n *int) string {
		if n == nil {
			return "∞"
		}
		return strconv.Itoa(*n)
	}
	return "(" + text(hubs) + "," + text(colors) + ")"
}

// bitHub is a hub by bit sets.
type bitHub struct{ a, b, color int }

// bitHubs reads a .hubs file; none stands for one that is not readable.
func bitHubs(text string) (hubs []bitHub) {
	for line := range strings.Lines(text) {
		var sets [3]int
		for i, part := range strings.Split(line, "|") {
			for _, word := range strings.Fields(part) {
				n, err := strconv.Atoi(word)
				if err != nil || n < 0 || n > 60 || i > 2 {
					return nil
				}
				if i == 0 {
					sets[0] = n
				} else {
					sets[i] |= 1 << n
				}
			}
		}
		hubs = append(hubs, bitHub{sets[1], sets[2], sets[0]})
	}
	return hubs
}

func hubsText(hubs []bitHub) string {
	list := func(set int) (text string) {
		for i := range 8 {
			if set>>i&1 == 1 {
				text += fmt.Sprintf(" %d", i)
			}
		}
		return text
	}
	var out strings.Builder
	for _, x := range hubs {
		fmt.Fprintf(&out, "%d |%s |%s\n", x.color, list(x.a), list(x.b))
	}
	return out.String()
}

func touch(x, y bitHub) bool { return x.a&y.a != 0 || x.b&y.b != 0 }

// extends says whether hubs are bicliques that cover all cells.
func extends(rel *Matrix, hubs []bitHub) bool {
	all := allBicliques(rel)
	for _, x := range hubs {
		if !slices.Contains(all, [2]int{x.a, x.b}) {
			return false
		}
	}
	for _, e := range cellsOf(rel) {
		if !slices.ContainsFunc(hubs, func(x bitHub) bool { return x.a>>e[0]&1 == 1 && x.b>>e[1]&1 == 1 }) {
			return false
		}
	}
	return true
}

// properHubs says whether the colours are of 1..h and none meets itself.
func properHubs(hubs []bitHub, h int) bool {
	for i, x := range hubs {
		if x.color < 1 || x.color > h || slices.ContainsFunc(hubs[:i], func(y bitHub) bool { return x.color == y.color && touch(x, y) }) {
			return false
		}
	}
	return true
}

func shows(rel *Matrix, text string, hubs, colors *int) bool {
	w := bitHubs(text)
	return extends(rel, w) && (hubs == nil || len(w) <= *hubs) && (colors == nil || properHubs(w, *colors))
}

// sameSets compares hubs in any order, without their colours.
func sameSets(g, h []bitHub) bool {
	plain := func(hubs []bitHub) (sets [][2]int) {
		for _, x := range hubs {
			sets = append(sets, [2]int{x.a, x.b})
		}
		slices.SortFunc(sets, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		return sets
	}
	return slices.Equal(plain(g), plain(h))
}

func properColors(rel *Matrix, text string, n int) bool {
	words, cells := strings.Fields(text), cellsOf(rel)
	if len(words) != len(cells) {
		return false
	}
	for i, e := range cells {
		k, err := strconv.Atoi(words[i])
		if err != nil || k < 1 || k > n {
			return false
		}
		for j, f := range cells[:i] {
			if words[i] == words[j] && (e[0] == f[0] || e[1] == f[1]) {
				return false
			}
		}
	}
	return true
}

// fewestColors tries all ways to colour n things of which some exclude others.
func fewestColors(n int, exclude func(i, k int) bool) int {
	h := 0
	for coloring(n, h, exclude) == nil {
		h++
	}
	return h
}

// coloring is one with colours 1..h, nil where there is none.
func coloring(n, h int, exclude func(i, k int) bool) []int {
	colors := make([]int, 0, n)
	var try func(fresh int) bool
	try = func(fresh int) bool {
		i := len(colors)
		if i == n {
			return true
		}
	next:
		for color := 1; color <= min(h, fresh+1); color++ {
			for k, other := range colors {
				if other == color && exclude(i, k) {
					continue next
				}
			}
			colors = append(colors, color)
			if try(max(fresh, color)) {
				return true
			}
			colors = colors[:i]
		}
		return false
	}
	if !try(0) {
		return nil
	}
	return colors
}

// colored gives hubs the fewest colours, and their number.
func colored(hubs []bitHub) ([]bitHub, int) {
	exclude := func(i, k int) bool { return touch(hubs[i], hubs[k]) }
	h := fewestColors(len(hubs), exclude)
	out := slices.Clone(hubs)
	for i, color := range coloring(len(hubs), h, exclude) {
		out[i].color = color
	}
	return out, h
}

// someHubs is an extension by a biclique for each cell that is not yet covered,
// or even if it is.
func someHubs(rng *rand.Rand, rel *Matrix) (hubs []bitHub) {
	all := allBicliques(rel)
	for _, e := range cellsOf(rel) {
		holds := func(a, b int) bool { return a>>e[0]&1 == 1 && b>>e[1]&1 == 1 }
		if rng.IntN(4) > 0 && slices.ContainsFunc(hubs, func(x bitHub) bool { return holds(x.a, x.b) }) {
			continue
		}
		for _, k := range rng.Perm(len(all)) {
			if x := all[k]; holds(x[0], x[1]) {
				hubs = append(hubs, bitHub{x[0], x[1], 0})
				break
			}
		}
	}
	return hubs
}

// extensionOf is one of n hubs in h colours.
func extensionOf(rng *rand.Rand, rel *Matrix, n, h int) []bitHub {
	all := allBicliques(rel)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var hubs []bitHub
	var try func() bool
	try = func() bool {
		for _, e := range cellsOf(rel) {
			holds := func(a, b int) bool { return a>>e[0]&1 == 1 && b>>e[1]&1 == 1 }
			if slices.ContainsFunc(hubs, func(x bitHub) bool { return holds(x.a, x.b) }) {
				continue
			}
			for _, ab := range all {
				for color := 1; color <= h && len(hubs) < n && holds(ab[0], ab[1]); color++ {
					hubs = append(hubs, bitHub{ab[0], ab[1], color})
					if properHubs(hubs, h) && try() {
						return true
					}
					hubs = hubs[:len(hubs)-1]
				}
			}
			return false
		}
		return true
	}
	try()
	return hubs
}

func forgePrime(_ *testing.T, rng *rand.Rand, _ *oracle, rel *Matrix) (Claim, map[string]string) {
	cells := cellsOf(rel)
	exclude := func(i, k int) bool { return cells[i][0] == cells[k][0] || cells[i][1] == cells[k][1] }
	n := fewestColors(len(cells), exclude)
	best := By{Method: "degree"}
	for value := -1; value < n; {
		best.Row, best.Col = anyLine(rng, rel)
		v, err := Lower(rel, ChiPrime, best)
		if err == nil {
			value = v.Bound
		}
	}
	return Claim{What: "chi_prime", Upper: &Upper{n, "x.colors"}, Lower: &Bound{n, best}},
		map[string]string{"x.colors": colorsText(coloring(len(cells), n, exclude))}
}

func colorsText(colors []int) string {
	var out strings.Builder
	for _, k := range colors {
		fmt.Fprintln(&out, k)
	}
	return out.String()
}

// anyLine is a row or a column.
func anyLine(rng *rand.Rand, rel *Matrix) (row, col *Line) {
	i := Line(rng.IntN(rel.Rows() + rel.Cols()))
	if int(i) < rel.Rows() {
		return &i, nil
	}
	i -= Line(rel.Rows())
	return nil, &i
}

func forgeIndex(t *testing.T, rng *rand.Rand, _ *oracle, rel *Matrix) (Claim, map[string]string) {
	given := someHubs(rng, rel)
	w, h := colored(given)
	files := map[string]string{"e.hubs": hubsText(given), "w.hubs": hubsText(w)}
	c := Claim{What: "index", Extension: "e.hubs", Upper: &Upper{h, "w.hubs"}, Lower: &Bound{h, By{Method: "lrup", Formula: "index", H: h - 1, Proof: "p.lrup"}}}
	hubs, err := parseHubs([]byte(files["e.hubs"]))
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case h == 1:
		c.Lower.By = By{Method: "trivial"}
	case rng.IntN(2) == 0:
		var clique []int
		for _, i := range rng.Perm(len(given)) {
			if !slices.ContainsFunc(clique, func(k int) bool { return !touch(given[i], given[k]) }) {
				clique = append(clique, i)
			}
		}
		c.Lower = &Bound{len(clique), By{Method: "clique", Hubs: clique}}
	default:
		f, _, err := Checker{}.run(rel).generate(c.Lower.By, hubs)
		if err != nil {
			t.Fatal(err)
		}
		files["p.lrup"], _, _ = proveAll(f, nil)
	}
	return c, files
}

func forgeFeasible(_ *testing.T, rng *rand.Rand, o *oracle, rel *Matrix) (Claim, map[string]string) {
	files := map[string]string{}
	some, h := colored(someHubs(rng, rel))
	files["some.hubs"] = hubsText(some)
	c := Claim{What: "feasible", Room: &Room{number2(len(some)), number2(h), "some.hubs", nil}}
	points := o.front(rel)
	if p := points[rng.IntN(len(points))]; rng.IntN(3) > 0 {
		files["best.hubs"] = hubsText(extensionOf(rng, rel, p[0], p[1]))
		c.Room = &Room{&p[0], &p[1], "best.hubs", nil}
	}
	switch rng.IntN(6) {
	case 0:
		c.Hubs = nil
	case 1:
		c.Colors = nil
	}
	return c, files
}

// refuted makes a proof of any method that reaches a corner.
func refuted(t *testing.T, rng *rand.Rand, rel *Matrix, prefix string, at [2]int) (By, map[string]string) {
	n, h := at[0], at[1]
	if n == 0 || h == 0 {
		return By{Method: "trivial"}, nil
	}
	methods := []string{"fooling", "sperner", "weights", "skew", "degree-weights", "parts"}
	for range rng.IntN(2) * 20 {
		by, files, ok := shuffled(methods[rng.IntN(len(methods))])(t, rng, rel)
		if _, err := Refute(rel, n, h, by); ok && err == nil {
			return by, files
		}
	}
	by := By{Formula: "front", N: n, H: h, Cells: cellsOf(rel)}
	switch {
	case n == Unbounded:
		by.Formula, by.N = []string{"chi", "chi-r"}[rng.IntN(2)], 0
	case h == Unbounded:
		by.Formula, by.H = "cover", 0
	}
	rng.Shuffle(len(by.Cells), func(i, j int) { by.Cells[i], by.Cells[j] = by.Cells[j], by.Cells[i] })
	files := map[string]string{}
	if by.Formula == "cover" && n < len(by.Cells) && rng.IntN(3) == 0 {
		by.Method, by.Formula, by.Proof = "tree", "", prefix+".tree"
		files[by.Proof] = treeOf(t, rel, by.Cells, n)
		return by, files
	}
	if rng.IntN(3) == 0 {
		by.Depth = 2
		done, proofs, ok := prove(t, rel, by)
		if !ok {
			t.Fatalf("%v: %+v: not to be refuted", rel.rows, by)
		}
		for i, name := range done.Proofs {
			done.Proofs[i] = prefix + name
			files[prefix+name] = proofs[name]
		}
		return done, files
	}
	f, _, err := Checker{}.run(rel).generate(by, nil)
	if err != nil {
		t.Fatal(err)
	}
	by.Method, by.Proof = "lrup", prefix+".lrup"
	proof, _, ok := proveAll(f, nil)
	if !ok {
		t.Fatalf("%v: %+v: not to be refuted", rel.rows, by)
	}
	files[by.Proof] = proof
	return by, files
}

func forgeInfeasible(t *testing.T, rng *rand.Rand, o *oracle, rel *Matrix) (Claim, map[string]string) {
	corners := cornersOf(pointsOf(o.front(rel)))
	at := corners[rng.IntN(len(corners))]
	by, proofs := refuted(t, rng, rel, "c", at)
	files := map[string]string{}
	maps.Copy(files, proofs)
	return Claim{What: "infeasible", Room: &Room{Hubs: limited(at[0]), Colors: limited(at[1]), By: &by}}, files
}

func pointsOf(front [][2]int) (points []Point) {
	for i, p := range front {
		points = append(points, Point{p[0], p[1], fmt.Sprintf("p%d.hubs", i)})
	}
	return points
}

// limited is nil for Unbounded.
func limited(n int) *int {
	if n == Unbounded {
		return nil
	}
	return &n
}

func forgeFront(t *testing.T, rng *rand.Rand, o *oracle, rel *Matrix) (Claim, map[string]string) {
	c, files := Claim{What: "front", Points: pointsOf(o.front(rel))}, map[string]string{}
	for _, p := range c.Points {
		files[p.Witness] = hubsText(extensionOf(rng, rel, p.Hubs, p.Colors))
	}
	for i, at := range cornersOf(c.Points) {
		by, proofs := refuted(t, rng, rel, fmt.Sprintf("c%d", i), at)
		maps.Copy(files, proofs)
		c.Corners = append(c.Corners, Corner{limited(at[0]), limited(at[1]), by})
	}
	return c, files
}

// tampered changes a claim, its files or the matrix once or twice.
func tampered(t *testing.T, rng *rand.Rand, rel *Matrix, f forger, c Claim, files map[string]string) (*Matrix, Claim, map[string]string) {
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	c, files = Claim{}, maps.Clone(files)
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	for range 1 + rng.IntN(2) {
		switch rng.IntN(6) {
		case 0:
			rel = flipped(rng, rel, files)
		case 1:
			spoil(rng, files, slices.Sorted(maps.Keys(files))...)
		default:
			rel = f.change(rng, rel, &c, files)
		}
	}
	return rel, c, files
}

// flipped has a cell more or less, of colours of cells also.
func flipped(rng *rand.Rand, rel *Matrix, files map[string]string) *Matrix {
	r, c := int32(rng.IntN(rel.Rows())), int32(rng.IntN(rel.Cols()))
	at, gone := 0, false
	var cells []entry
	for _, e := range cellsOf(rel) {
		switch {
		case e == [2]int32{r, c}:
			gone = true
			continue
		case e[0] < r || e[0] == r && e[1] < c:
			at++
		}
		cells = append(cells, entry{r: e[0], c: e[1]})
	}
	colors := strings.Fields(files["x.colors"])
	if gone && len(colors) > at {
		colors = slices.Delete(colors, at, at+1)
	} else if !gone {
		cells = append(cells, entry{r: r, c: c})
		if at <= len(colors) {
			colors = slices.Insert(colors, at, strconv.Itoa(1+rng.IntN(4)))
		}
	}
	if _, ok := files["x.colors"]; ok && rng.IntN(3) > 0 {
		files["x.colors"] = strings.Join(colors, "\n") + "\n"
	}
	return newMatrix(rel.Rows(), rel.Cols(), cells)
}

// spoil changes one of the files.
func spoil(rng *rand.Rand, files map[string]string, names ...string) {
	if len(names) == 0 {
		return
	}
	name := names[rng.IntN(len(names))]
	switch text := files[name]; {
	case strings.HasSuffix(name, ".hubs"):
		files[name] = spoiledHubs(rng, text)
	case strings.HasSuffix(name, ".colors"):
		files[name] = spoiledColors(rng, text)
	case text != "":
		files[name] = damaged(rng, text)
	}
}

func spoiledHubs(rng *rand.Rand, text string) string {
	hubs := bitHubs(text)
	if len(hubs) == 0 {
		return text
	}
	i, k := rng.IntN(len(hubs)), rng.IntN(len(hubs))
	switch rng.IntN(6) {
	case 0:
		hubs[i].a ^= 1 << rng.IntN(3)
	case 1:
		hubs[i].b ^= 1 << rng.IntN(3)
	case 2:
		hubs = slices.Delete(hubs, i, i+1)
	case 3:
		hubs[i].color = rng.IntN(4)
	case 4: // a colour joins another
		from, to := hubs[i].color, hubs[k].color
		for j := range hubs {
			if hubs[j].color == from {
				hubs[j].color = to
			}
		}
	case 5: // a hub grows by another, and takes its place
		hubs[i].a |= hubs[k].a
		if hubs[i].b |= hubs[k].b; i != k {
			hubs = slices.Delete(hubs, k, k+1)
		}
	}
	return hubsText(hubs)
}

func spoiledColors(rng *rand.Rand, text string) string {
	colors := strings.Fields(text)
	if len(colors) == 0 {
		return text
	}
	i, k := rng.IntN(len(colors)), rng.IntN(len(colors))
	switch rng.IntN(4) {
	case 0:
		colors[i] = strconv.Itoa(rng.IntN(5))
	case 1:
		colors[i], colors[k] = colors[k], colors[i]
	case 2:
		from, to := colors[i], colors[k]
		for j := range colors {
			if colors[j] == from {
				colors[j] = to
			}
		}
	case 3:
		colors = slices.Delete(colors, i, i+1)
	}
	return strings.Join(colors, "\n") + "\n"
}

// moved is a number one off, or without bound.
func moved(rng *rand.Rand, n *int) *int {
	if n == nil {
		return number2(1 + rng.IntN(4))
	}
	if rng.IntN(6) == 0 {
		return nil
	}
	return number2(*n + 1 - 2*rng.IntN(2))
}

func changePrime(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix {
	switch rng.IntN(6) {
	case 0:
		c.Upper.Value--
	case 1: // as many colours as are left
		files["x.colors"] = spoiledColors(rng, files["x.colors"])
		c.Upper.Value = 0
		for _, word := range strings.Fields(files["x.colors"]) {
			k, _ := strconv.Atoi(word)
			c.Upper.Value = max(c.Upper.Value, k)
		}
	case 2:
		c.Lower.Value++
	case 3:
		c.Lower.By.Row, c.Lower.By.Col = anyLine(rng, rel)
	case 4: // both lines
		row, col := anyLine(rng, rel)
		if row != nil {
			c.Lower.By.Row = row
		} else {
			c.Lower.By.Col = col
		}
		c.Lower.Value += rng.IntN(2)
	case 5: // bounds of other numbers
		cells := cellsOf(rel)
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		c.Lower.By = By{Method: []string{"fooling", "trivial", "weights"}[rng.IntN(3)], Cells: greedy(rel, cells)}
		for range c.Lower.By.Cells {
			c.Lower.By.W = append(c.Lower.By.W, 1)
		}
		c.Lower.Value = len(c.Lower.By.Cells) + rng.IntN(2)
	}
	return rel
}

func changeIndex(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix {
	by := &c.Lower.By
	n := len(bitHubs(files[c.Extension]))
	switch rng.IntN(8) {
	case 0:
		c.Upper.Value--
	case 1:
		files[c.Upper.Witness] = spoiledHubs(rng, files[c.Upper.Witness])
		c.Upper.Value = 0
		for _, x := range bitHubs(files[c.Upper.Witness]) {
			c.Upper.Value = max(c.Upper.Value, x.color)
		}
	case 2:
		c.Lower.Value++
	case 3:
		by.H++
		c.Lower.Value = by.H + 1
	case 4: // hubs that need not be in conflict
		if k := rng.IntN(n + 1); len(by.Hubs) > 0 && rng.IntN(2) == 0 {
			by.Hubs[rng.IntN(len(by.Hubs))] = k
		} else {
			by.Hubs = append(by.Hubs, k)
		}
		if by.Method == "clique" {
			c.Lower.Value = len(by.Hubs)
		}
	case 5:
		if by.Method = []string{"clique", "lrup", "trivial"}[rng.IntN(3)]; by.Method == "clique" {
			if c.Lower.Value = len(by.Hubs); len(by.Hubs) == 0 {
				c.Lower.Value = n
			}
		}
	case 6: // the same in the extension and its witness
		seed := rng.Uint64()
		for _, name := range []string{c.Extension, c.Upper.Witness} {
			files[name] = spoiledHubs(rand.New(rand.NewPCG(seed, 0)), files[name])
		}
	case 7: // the extension of another
		files[c.Extension] = hubsText(someHubs(rng, rel))
	}
	return rel
}

func changeFeasible(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix {
	switch rng.IntN(4) {
	case 0:
		c.Hubs = moved(rng, c.Hubs)
	case 1:
		c.Colors = moved(rng, c.Colors)
	case 2: // what the spoiled witness has
		files[c.Witness] = spoiledHubs(rng, files[c.Witness])
		w, h := bitHubs(files[c.Witness]), 0
		for _, x := range w {
			h = max(h, x.color)
		}
		c.Hubs, c.Colors = number2(len(w)), &h
	case 3:
		names := slices.Sorted(maps.Keys(files))
		c.Witness = names[rng.IntN(len(names))]
	}
	return rel
}

func changeInfeasible(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix {
	switch rng.IntN(4) {
	case 0:
		c.Hubs = moved(rng, c.Hubs)
	case 1:
		c.Colors = moved(rng, c.Colors)
	case 2: // as the proof would have it
		var proofs map[string]string
		rel, *c.By, proofs = mutated(rng, rel, *c.By, files)
		maps.Copy(files, proofs)
		switch {
		case c.Hubs != nil && c.By.W != nil:
			c.Hubs = number2(max(0, weigh(*c.By)-1))
		case c.Hubs != nil && c.By.Method != "trivial":
			c.Hubs = number2(max(0, natural(*c.By)-1))
		}
		return rel
	case 3: // another formula
		c.By.Formula = []string{"cover", "chi", "chi-r", "front"}[rng.IntN(4)]
	}
	if rng.IntN(2) == 0 {
		follow(c.By, c.Hubs, c.Colors)
	}
	return rel
}

// follow has a formula ask for what a corner claims.
func follow(by *By, hubs, colors *int) {
	by.N, by.H = 0, 0
	if hubs != nil {
		by.N = *hubs
	}
	if colors != nil {
		by.H = *colors
	}
}

func changeFront(rng *rand.Rand, rel *Matrix, c *Claim, files map[string]string) *Matrix {
	i, k := -1, -1
	if len(c.Points) > 0 {
		i = rng.IntN(len(c.Points))
	}
	if len(c.Corners) > 0 {
		k = rng.IntN(len(c.Corners))
	}
	if i < 0 || k < 0 {
		return rel
	}
	switch rng.IntN(9) {
	case 0:
		c.Points[i].Hubs += 1 - 2*rng.IntN(2)
	case 1:
		c.Points[i].Colors += 1 - 2*rng.IntN(2)
	case 2:
		c.Points = slices.Delete(c.Points, i, i+1)
	case 3: // a point before or behind another
		p := c.Points[i]
		if rng.IntN(2) == 0 {
			p.Hubs, p.Colors = p.Hubs+1, p.Colors-1
			c.Points = slices.Insert(c.Points, i+1, p)
		} else {
			p.Hubs, p.Colors = p.Hubs-1, p.Colors+1
			c.Points = slices.Insert(c.Points, i, p)
		}
	case 4:
		c.Points[i].Witness = c.Points[rng.IntN(len(c.Points))].Witness
	case 5:
		l := rng.IntN(len(c.Corners))
		c.Corners[k].By, c.Corners[l].By = c.Corners[l].By, c.Corners[k].By
	case 6:
		c.Corners[k].Hubs = moved(rng, c.Corners[k].Hubs)
	case 7:
		c.Corners[k].Colors = moved(rng, c.Corners[k].Colors)
	case 8:
		var proofs map[string]string
		rel, c.Corners[k].By, proofs = mutated(rng, rel, c.Corners[k].By, files)
		maps.Copy(files, proofs)
	}
	if len(c.Points) > 0 && rng.IntN(3) > 0 { // the corners that these points have
		pool, ask := c.Corners, rng.IntN(2) == 0
		c.Corners = nil
		for j, at := range cornersOf(c.Points) {
			x := Corner{limited(at[0]), limited(at[1]), pool[min(j, len(pool)-1)].By}
			if ask {
				follow(&x.By, x.Hubs, x.Colors)
			}
			c.Corners = append(c.Corners, x)
		}
	}
	return rel
}
