package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// cliqueLocal looks for a large clique: it adds a vertex joined to the whole
// clique where there is one, otherwise exchanges one for its only non-neighbour
// in the clique, which then stays out for a while, and otherwise, at a dead
// end, takes in a random vertex and drops what is not joined to it. In the
// second half of the moves the members of a dead end are penalised, and the
// least penalised vertex is chosen; which half finds more depends on the graph
// (Pullan and Hoos, J. Artif. Intell. Res. 25 (2006) 159-185). It stops after
// so many moves, and at a clique of size upper.
func cliqueLocal(ctx context.Context, adj []instances.Bits, moves, upper int) []int32 {
	best := cliqueMoves(ctx, adj, moves/2, upper, false)
	if len(best) < upper {
		if other := cliqueMoves(ctx, adj, moves-moves/2, upper, true); len(other) > len(best) {
			best = other
		}
	}
	return best
}

func cliqueMoves(ctx context.Context, adj []instances.Bits, moves, upper int, penalise bool) []int32 {
	n := len(adj)
	s := &cliqueWalk{adj: adj, in: instances.NewBits(n), open: instances.Full(n), one: instances.NewBits(n),
		missing: make([]int32, n), penalty: make([]int32, n), fresh: instances.Full(n), all: instances.Full(n)}
	rng := source(1, 1)
	var best []int32
	for move := 0; move < moves && len(best) < upper; move++ {
		if move&255 == 0 && ctx.Err() != nil {
			break
		}
		v := s.pick(s.open, rng.IntN(n))
		if v < 0 {
			if v = s.pick(s.one, rng.IntN(n)); v >= 0 {
				u := s.conflicting(v)
				s.remove(u)
				s.fresh.Clear(u)
			}
		}
		if v < 0 {
			for u := s.in.Next(0); penalise && u >= 0; u = s.in.Next(u + 1) {
				s.penalty[u]++
			}
			v = rng.IntN(n)
			for u := s.in.Next(0); u >= 0; u = s.in.Next(u + 1) {
				if u != v && !adj[v].Has(u) {
					s.remove(u)
				}
			}
			s.fresh.Copy(s.all)
		}
		if !s.in.Has(v) {
			s.add(v)
		}
		if s.size > len(best) {
			best = append(best[:0], s.in.Members()...)
		}
	}
	return best
}

// cliqueWalk is a clique with what its neighbours miss.
type cliqueWalk struct {
	adj     []instances.Bits
	in      instances.Bits // the clique
	size    int
	open    instances.Bits // outside, joined to all of it
	one     instances.Bits // outside, joined to all of it but one
	missing []int32        // members of the clique that a vertex is not joined to, itself apart
	penalty []int32
	fresh   instances.Bits // may enter
	all     instances.Bits // every vertex
}

// pick is a vertex of the set that may enter, of least penalty; ties go to the
// first from a given one on and round. -1 when there is none.
func (s *cliqueWalk) pick(set instances.Bits, from int) int {
	best := -1
	words := len(set)
	for n := range words + 1 { // the first word twice: its end, then its beginning
		k := (from>>6 + n) % words
		w := set[k] & s.fresh[k]
		switch n {
		case 0:
			w &= ^uint64(0) << (from & 63)
		case words:
			w &= 1<<(from&63) - 1
		}
		for ; w != 0; w &= w - 1 {
			v := k<<6 + lowest(w)
			if s.penalty[v] == 0 {
				return v
			}
			if best < 0 || s.penalty[v] < s.penalty[best] {
				best = v
			}
		}
	}
	return best
}

func (s *cliqueWalk) conflicting(v int) int {
	for k, w := range s.in {
		if w &^= s.adj[v][k]; w != 0 {
			return k<<6 + lowest(w)
		}
	}
	return -1
}

func (s *cliqueWalk) add(v int) {
	s.in.Set(v)
	s.size++
	s.open.Clear(v)
	s.one.Clear(v)
	s.shift(v, 1)
}

func (s *cliqueWalk) remove(v int) {
	s.in.Clear(v)
	s.size--
	s.shift(v, -1)
	s.sort(v)
}

// shift tells the vertices not joined to v that it came or went.
func (s *cliqueWalk) shift(v int, by int32) {
	for k, w := range s.adj[v] {
		for w = s.all[k] &^ w; w != 0; w &= w - 1 {
			if u := k<<6 + lowest(w); u != v {
				s.missing[u] += by
				s.sort(u)
			}
		}
	}
}

// sort puts a vertex outside the clique where it belongs.
func (s *cliqueWalk) sort(u int) {
	s.open.Clear(u)
	s.one.Clear(u)
	if s.in.Has(u) {
		return
	}
	switch s.missing[u] {
	case 0:
		s.open.Set(u)
	case 1:
		s.one.Set(u)
	}
}

// foolingGreedy makes fooling sets without a graph: it goes through the cells,
// those with the smallest lines first and shuffled a little, and takes each
// that no cell taken before has blocked. A step is a cell blocked or looked at.
func foolingGreedy(ctx context.Context, rel *instances.Relation, cells []instances.Cell, steps, upper int) []instances.Cell {
	byRow := make([][]int32, rel.Rows()) // positions in cells
	for i, c := range cells {
		byRow[c.Row] = append(byRow[c.Row], int32(i))
	}
	var best []instances.Cell
	order := make([]int32, len(cells))
	weight := make([]float64, len(cells))
	blocked := instances.NewBits(len(cells))
	inRow := make([]int, rel.Cols()) // stamps: columns of the row of the cell taken last
	stamp := 0
	for round := uint64(0); steps > 0 && len(best) < upper && (round == 0 || ctx.Err() == nil); round++ {
		rng := source(1, round)
		for i, c := range cells {
			order[i] = int32(i)
			weight[i] = float64(len(rel.Row(int(c.Row)))) * float64(len(rel.Col(int(c.Col)))) * (1 + 0.3*float64(min(round, 1))*rng.Float64())
		}
		slices.SortStableFunc(order, func(a, b int32) int {
			switch {
			case weight[a] < weight[b]:
				return -1
			case weight[a] > weight[b]:
				return 1
			}
			return 0
		})
		clear(blocked)
		var set []instances.Cell
		for _, i := range order {
			steps--
			if blocked.Has(int(i)) {
				continue
			}
			c := cells[i]
			set = append(set, c)
			stamp++
			for _, b := range rel.Row(int(c.Row)) {
				inRow[b] = stamp
			}
			for _, a := range rel.Col(int(c.Col)) {
				for _, k := range byRow[a] {
					if inRow[cells[k].Col] == stamp {
						blocked.Set(int(k))
					}
				}
				steps -= len(byRow[a])
			}
			if len(set)&63 == 0 && ctx.Err() != nil {
				break
			}
		}
		if len(set) > len(best) {
			best = set
		}
	}
	slices.SortFunc(best, instances.Cell.Compare)
	return best
}
