package check

import "testing"

func TestIndex(t *testing.T) {
	rel := matrix(t, "110", "011", "101")
	var star []Hub // a hub a cell, which needs two colours
	for _, e := range cellsOf(rel) {
		star = append(star, Hub{[]int32{e[0]}, []int32{e[1]}, 0})
	}
	by := By{Method: "lrup", Formula: "index", H: 1, Proof: "p"}
	f, _, err := Checker{}.run(rel).generate(by, star)
	if err != nil {
		t.Fatal(err)
	}
	proof, _, ok := proveAll(f, nil)
	if !ok {
		t.Fatal("one colour suffices")
	}
	k := Checker{Open: memory(map[string]string{"p": proof})}
	two := by
	two.H = 2
	unsorted := []Hub{{[]int32{1, 0}, []int32{1}, 0}, {[]int32{0}, []int32{0}, 0}}
	for _, c := range []struct {
		name string
		hubs []Hub
		by   By
		want int
	}{
		{"lrup", star, by, 2},
		{"lrup, of two colours", star, two, -1},
		{"lrup, as many colours as hubs", star, By{Method: "lrup", Formula: "index", H: 6, Proof: "p"}, -1},
		{"lrup, of no colours", star, By{Method: "lrup", Formula: "index", Proof: "p"}, -1},
		{"cover", star, By{Method: "lrup", Formula: "cover", N: 1, Proof: "p"}, -1},
		{"clique", star, By{Method: "clique", Hubs: []int{0, 1}}, 2},
		{"clique of one column", star, By{Method: "clique", Hubs: []int{4, 0}}, 2},
		{"no clique", star, By{Method: "clique", Hubs: []int{0, 3}}, -1},
		{"twice", star, By{Method: "clique", Hubs: []int{0, 0}}, -1},
		{"out of range", star, By{Method: "clique", Hubs: []int{0, 6}}, -1},
		{"negative", star, By{Method: "clique", Hubs: []int{-1}}, -1},
		{"trivial", star, By{Method: "trivial"}, 1},
		{"trivial, no hubs", nil, By{Method: "trivial"}, 0},
		{"not ascending", unsorted, By{Method: "clique"}, -1},
		{"fooling", star, By{Method: "fooling"}, -1},
	} {
		v, err := k.Index(rel, c.hubs, c.by)
		if err != nil && c.want >= 0 || err == nil && v.Bound != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, v.Bound, err, c.want)
		}
	}
}

// Hubs that differ pairwise without a line that all are at.
func TestCliqueOffLines(t *testing.T) {
	hubs := []Hub{{[]int32{0}, []int32{0}, 0}, {[]int32{0}, []int32{1}, 0}, {[]int32{1}, []int32{0, 1}, 0}, {[]int32{2}, []int32{2}, 0}}
	for _, c := range []struct {
		hubs []int
		want int
	}{{[]int{0, 1, 2}, 3}, {[]int{2, 0}, 2}, {[]int{3}, 1}, {[]int{0, 1, 3}, -1}, {nil, -1}} {
		v, err := (Checker{}).Index(nil, hubs, By{Method: "clique", Hubs: c.hubs})
		if err != nil && c.want >= 0 || err == nil && v.Bound != c.want {
			t.Errorf("%v: %d, %v, want %d", c.hubs, v.Bound, err, c.want)
		}
	}
}

// Three of the hubs in an order of their own.
func TestIndexOfSomeHubs(t *testing.T) {
	hubs := []Hub{{[]int32{0}, []int32{0}, 0}, {[]int32{1}, []int32{1}, 0}, {[]int32{0}, []int32{1}, 0}, {[]int32{0}, []int32{2}, 0}}
	by := By{Method: "lrup", Formula: "index", H: 2, Hubs: []int{3, 0, 2}, Proof: "p"}
	f, _, err := Checker{}.run(nil).generate(by, hubs)
	if err != nil {
		t.Fatal(err)
	}
	proof, _, ok := proveAll(f, nil)
	if !ok {
		t.Fatal("row 0 has three hubs")
	}
	v, err := Checker{Open: memory(map[string]string{"p": proof})}.Index(nil, hubs, by)
	if err != nil || v.Bound != 3 {
		t.Errorf("%d, %v", v.Bound, err)
	}
}
