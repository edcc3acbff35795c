package proof

import (
	"math/rand/v2"

	"github.com/hubcover/hubcover/encode/pb"
)

func cnf(vars int, clauses ...[]pb.Lit) *pb.Formula {
	f := pb.New()
	f.Block("x", vars)
	for _, c := range clauses {
		f.Clause(c...)
	}
	return f
}

// random3SAT has clauses of three different variables; near 4.26 a variable
// about half have no model.
func random3SAT(vars, clauses int, rng *rand.Rand) *pb.Formula {
	f := cnf(vars)
	for range clauses {
		v := rng.Perm(vars)[:3]
		var c []pb.Lit
		for _, x := range v {
			l := pb.Lit(x + 1)
			if rng.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.Clause(c...)
	}
	return f
}

// pigeonhole puts n+1 pigeons into n holes.
func pigeonhole(n int) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n+1, n)
	for p := range n + 1 {
		var c []pb.Lit
		for h := range n {
			c = append(c, x.At(p, h))
		}
		f.Clause(c...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.Clause(-x.At(p, h), -x.At(q, h))
			}
		}
	}
	return f
}

// xor adds the clauses of x₁ ⊕ … ⊕ xₖ = odd.
func xor(f *pb.Formula, odd bool, vars ...pb.Lit) {
	for signs := range 1 << len(vars) {
		parity := odd
		c := make([]pb.Lit, len(vars))
		for i, v := range vars {
			c[i] = v
			if signs>>i&1 != 0 {
				c[i] = -v
				parity = !parity
			}
		}
		if parity {
			f.Clause(c...)
		}
	}
}

// parity asks twice, in different orders, for the sum of n variables modulo 2,
// and for different answers.
func parity(n int, rng *rand.Rand) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n)
	for _, odd := range []bool{false, true} {
		order := rng.Perm(n)
		sum := f.Block("s", n)
		xor(f, false, sum.At(0), x.At(order[0]))
		for i := 1; i < n; i++ {
			xor(f, false, sum.At(i), sum.At(i-1), x.At(order[i]))
		}
		xor(f, odd, sum.At(n-1))
	}
	return f
}

// xorChain has x₁ = x₂ = … = xₙ ≠ x₁, which propagates once x₁ is decided.
func xorChain(n int) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n)
	for i := range n {
		xor(f, i == 0, x.At(i), x.At((i+1)%n))
	}
	return f
}

// cover is COVER(k): can k bicliques cover a random rows×cols relation? Cells
// that conflict pairwise, found greedily, come first.
func cover(rows, cols int, density float64, k int, rng *rand.Rand) *pb.Formula {
	edge := make([][]bool, rows)
	var cells [][2]int
	for u := range edge {
		edge[u] = make([]bool, cols)
		for v := range edge[u] {
			if edge[u][v] = rng.Float64() < density; edge[u][v] {
				cells = append(cells, [2]int{u, v})
			}
		}
	}
	fool := fooling(edge, cells, rng)
	return coverFormula(edge, append(fool, without(cells, fool)...), k)
}

func fooling(edge [][]bool, cells [][2]int, rng *rand.Rand) (best [][2]int) {
	for range 2000 {
		var set [][2]int
	next:
		for _, i := range rng.Perm(len(cells)) {
			e := cells[i]
			for _, f := range set {
				if edge[e[0]][f[1]] && edge[f[0]][e[1]] {
					continue next
				}
			}
			set = append(set, e)
		}
		if len(set) > len(best) {
			best = set
		}
	}
	return best
}

func without(cells, set [][2]int) (rest [][2]int) {
	in := map[[2]int]bool{}
	for _, e := range set {
		in[e] = true
	}
	for _, e := range cells {
		if !in[e] {
			rest = append(rest, e)
		}
	}
	return rest
}

func coverFormula(edge [][]bool, cells [][2]int, k int) *pb.Formula {
	f := pb.New()
	a := f.Block("a", len(edge), k)
	b := f.Block("b", len(edge[0]), k)
	y := f.Block("y", len(cells), k)
	for t, e := range cells {
		var first []pb.Lit
		for i := range min(k, t+1) {
			first = append(first, y.At(t, i))
		}
		f.Clause(first...)
		for i := range min(k, t+1) {
			f.Clause(-y.At(t, i), a.At(e[0], i))
			f.Clause(-y.At(t, i), b.At(e[1], i))
		}
	}
	for u := range edge {
		for v := range edge[u] {
			if !edge[u][v] {
				for i := range k {
					f.Clause(-a.At(u, i), -b.At(v, i))
				}
			}
		}
	}
	return f
}
