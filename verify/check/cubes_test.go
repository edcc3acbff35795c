package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Every way to give the first d cells values is, renamed by first appearance,
// among the strings that are visited.
func TestGrowthStringsAreAll(t *testing.T) {
	for k := 1; k <= 4; k++ {
		for d := 1; d <= 5; d++ {
			seen, last := map[string]bool{}, ""
			err := growthStrings(d, k, func(s []int) (bool, error) {
				if len(s) == d {
					text := fmt.Sprint(s)
					if text <= last || seen[text] {
						t.Errorf("%s after %s", text, last)
					}
					seen[text], last = true, text
				}
				return true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			total := 1
			for range d {
				total *= k
			}
			for code := range total {
				names, s := map[int]int{}, make([]int, d)
				for t := range s {
					v := code % k
					code /= k
					if _, ok := names[v]; !ok {
						names[v] = len(names)
					}
					s[t] = names[v]
				}
				want[fmt.Sprint(s)] = true
				if !seen[fmt.Sprint(s)] {
					t.Fatalf("d = %d, k = %d: %v is missing", d, k, s)
				}
			}
			if len(seen) != len(want) {
				t.Errorf("d = %d, k = %d: %d strings, want %d", d, k, len(seen), len(want))
			}
		}
	}
}

// prove makes the proofs of all cubes, by listing them apart from the checker:
// all strings, those dropped that clash says cannot be.
func prove(t *testing.T, rel Relation, by By) (By, map[string]string, bool) {
	t.Helper()
	f, p, err := Checker{}.run(rel).generate(by, nil)
	if err != nil {
		t.Fatal(err)
	}
	files, ok := map[string]string{}, true
	k, chi := by.N, strings.HasPrefix(by.Formula, "chi")
	if chi {
		k = by.H
	}
	total := 1
	for range by.Depth {
		total *= k
	}
	var cubes [][]int
	for code := range total {
		s := make([]int, by.Depth)
		fresh, good := 0, true
		for t := range s {
			s[t] = code % k
			code /= k
			good = good && s[t] <= fresh
			fresh = max(fresh, s[t]+1)
		}
		for end := range s {
			clash := p.coverClash
			if chi {
				clash = p.chiClash
			}
			good = good && !clash(s[:end+1])
		}
		if good {
			cubes = append(cubes, s)
		}
	}
	slices.SortFunc(cubes, slices.Compare[[]int])
	for i, s := range cubes {
		var units []int32
		for t, v := range s {
			l := int32((len(p.rows)+len(p.cols)+t)*k + v + 1)
			if chi {
				l = int32(p.index(p.must[t].u, p.must[t].v)*k + v + 1)
			}
			units = append(units, l)
		}
		proof, _, refuted := proveAll(f, units)
		name := fmt.Sprintf("%03d.lrup", i)
		files[name] = proof
		by.Proofs = append(by.Proofs, name)
		ok = ok && refuted
	}
	by.Method = "cubes"
	return by, files, ok
}

// Cubes are all refuted exactly where the formula is, at every depth.
func TestCubesAgainstTrying(t *testing.T) {
	for _, rel := range classes(t, 3, 3) {
		cells := cellsOf(rel)
		b, chi := bruteB(rel), bruteChi(rel)
		for _, d := range []int{1, 3, 5} {
			if d > len(cells) || len(cells) < 2 {
				continue
			}
			for n := 1; n <= b && n < len(cells); n++ {
				for _, h := range []int{1, 2} {
					testCubes(t, rel, By{Formula: "cover", N: n, Depth: d}, n < b)
					if h < len(cells) {
						testCubes(t, rel, By{Formula: "front", N: n, H: h, Depth: d}, !attainable(rel, cells, n, h))
					}
				}
			}
			for h := 1; h <= chi && h < len(cells); h++ {
				testCubes(t, rel, By{Formula: "chi", H: h, Depth: d}, h < chi)
				testCubes(t, rel, By{Formula: "chi-r", H: h, Depth: d}, h < chi)
			}
		}
	}
}

func testCubes(t *testing.T, rel *Matrix, by By, want bool) {
	t.Helper()
	by, files, ok := prove(t, rel, by)
	if ok != want {
		t.Fatalf("%v: %+v: all cubes refuted: %v, want %v", rel.rows, by, ok, want)
	}
	k := Checker{Open: memory(files)}
	if _, _, err := k.run(rel).prove(by); (err == nil) != want {
		t.Fatalf("%v: %+v: %v, want proved: %v", rel.rows, by, err, want)
	}
}

// The identity of size 2 has one colour; a pair of cells excludes nothing (F14).
func TestChiCubesKeepPairs(t *testing.T) {
	rel := matrix(t, "10", "01")
	_, err := Checker{}.Lower(rel, Chi, By{Method: "cubes", Formula: "chi", H: 1, Depth: 2})
	wantError(t, "no proof for cube [0 0]", err, Rejected)
}

func TestCubesRefused(t *testing.T) {
	rel := matrix(t, "0111", "1011", "1101", "1110")
	by, files, ok := prove(t, rel, By{Formula: "cover", N: 3, Depth: 4})
	if !ok || len(by.Proofs) < 2 {
		t.Fatalf("%v, %d cubes", ok, len(by.Proofs))
	}
	k := Checker{Open: memory(files)}
	if v, err := k.Lower(rel, B, by); err != nil || v.Bound != 4 {
		t.Fatalf("%d, %v", v.Bound, err)
	}
	less, more, deep, swapped := by, by, by, by
	less.Proofs = by.Proofs[:len(by.Proofs)-1]
	more.Proofs = append(slices.Clone(by.Proofs), by.Proofs[0])
	deep.Depth = 13
	swapped.Proofs = slices.Clone(by.Proofs)
	slices.Reverse(swapped.Proofs)
	wantError(t, "no proof for cube", k.lowerError(rel, B, less), Rejected)
	wantError(t, "proofs for", k.lowerError(rel, B, more), Rejected)
	if k.lowerError(rel, B, swapped) == nil {
		t.Error("proofs in another order were accepted")
	}
	wantError(t, "depth 13 is not within 1..12", k.lowerError(rel, B, deep), Rejected)
	by.Proofs[0] = "absent"
	wantError(t, "no file absent", k.lowerError(rel, B, by), Malformed)
	// All cubes clash: a fooling set larger than the number of hubs.
	v, err := Lower(matrix(t, "100", "010", "001"), B, By{Method: "cubes", Formula: "cover", N: 2, Depth: 3})
	if err != nil || v.Bound != 3 {
		t.Errorf("%d, %v", v.Bound, err)
	}
}
