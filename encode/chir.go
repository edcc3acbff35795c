package encode

import (
	"context"
	"iter"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// ChiR is CHI-R(h): as Chi, with a variable for two rows being equal in a
// colour instead of a clause for every path; far smaller on dense matrices.
// Canonical: variable numbers and clause order are part of the certificates.
//
// x[e,j]: the e-th cell of the relation, in canonical order, has colour j.
// s[p,j]: the rows of the p-th pair u < u′ share a hub of colour j; pairs with
// a common column only, in lexicographic order.
var ChiR = Encoder{
	Name: "chi/r", Question: instances.Chi, Form: "r",
	Doc:    "colours of cells with row equalities; best for refutations",
	Source: "math.md F8, F16, F17; algorithms.md form C",
	Colors: true,
	Encode: encodeChiR,
}

func encodeChiR(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("chi/r", takesColors)
	if err != nil {
		return Encoding{}, err
	}
	rel, h := p.Rel, p.Colors
	vars, clauses, nPairs := count(rel.Len()).times(count(h)), count(len(cells)), 0
	for p2 := range rowPairs(ctx, rel) {
		nPairs++
		vars = vars.plus(count(h))
		clauses = clauses.plus(count(h).times(count(len(rel.Row(p2.u)) + len(rel.Row(p2.u2)) + p2.common)))
		if err := p.fits(vars, clauses); err != nil {
			return Encoding{}, err
		}
	}
	if err := p.fits(vars, clauses); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	f.Grow(int(clauses), 3*int(clauses))
	x := addColors(f, rel, cells, h)
	s := f.Block("s", nPairs, h)
	f.Document(s, "the p-th pair of rows with a common column shares a hub of colour j", "p", "j")
	first, n := firstCells(rel), 0
	var z equality
	for p2 := range rowPairs(ctx, rel) {
		z.split(rel, first, p2)
		for j := range h {
			z.write(f, &x, j, s.At2(n, j))
		}
		n++
	}
	if ctx.Err() != nil {
		return Encoding{}, context.Cause(ctx)
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return colorClasses(rel, x, m)
	}}, nil
}

// rowPair is a pair of rows u < u2 and how many columns they have in common.
type rowPair struct{ u, u2, common int }

// rowPairs walks the pairs of rows with a common column in lexicographic
// order. It stops early when ctx ends.
func rowPairs(ctx context.Context, rel *instances.Relation) iter.Seq[rowPair] {
	return func(yield func(rowPair) bool) {
		common := make([]int, rel.Rows())
		var partners []int
		for u := range rel.Rows() {
			if ctx.Err() != nil {
				return
			}
			partners = partners[:0]
			for _, v := range rel.Row(u) {
				col := rel.Col(int(v))
				at, _ := slices.BinarySearch(col, int32(u))
				for _, u2 := range col[at+1:] {
					if common[u2] == 0 {
						partners = append(partners, int(u2))
					}
					common[u2]++
				}
			}
			slices.Sort(partners)
			for _, u2 := range partners {
				if !yield(rowPair{u, u2, common[u2]}) {
					return
				}
				common[u2] = 0
			}
		}
	}
}

// equality holds, by position in canonical order, the cells of two rows: in
// common columns, and in columns that only one of them has.
type equality struct {
	both        [][2]int
	only, only2 []int
}

func (z *equality) split(rel *instances.Relation, first []int, p rowPair) {
	z.both, z.only, z.only2 = z.both[:0], z.only[:0], z.only2[:0]
	r, r2 := rel.Row(p.u), rel.Row(p.u2)
	i, k := 0, 0
	for i < len(r) || k < len(r2) {
		switch {
		case k == len(r2) || i < len(r) && r[i] < r2[k]:
			z.only = append(z.only, first[p.u]+i)
			i++
		case i == len(r) || r2[k] < r[i]:
			z.only2 = append(z.only2, first[p.u2]+k)
			k++
		default:
			z.both = append(z.both, [2]int{first[p.u] + i, first[p.u2] + k})
			i, k = i+1, k+1
		}
	}
}

// write says for one colour that the rows share a hub, s, as soon as they both
// have a common column in it, and that then they have the same columns in it.
func (z *equality) write(f *pb.Formula, x *pb.Block, j int, s pb.Lit) {
	for _, e := range z.both {
		f.Clause(-x.At2(e[0], j), -x.At2(e[1], j), s)
		f.Clause(-s, -x.At2(e[0], j), x.At2(e[1], j))
		f.Clause(-s, -x.At2(e[1], j), x.At2(e[0], j))
	}
	for _, e := range z.only {
		f.Clause(-s, -x.At2(e, j))
	}
	for _, e := range z.only2 {
		f.Clause(-s, -x.At2(e, j))
	}
}
