package export

import (
	"fmt"

	"github.com/hubcover/hubcover/verify/check"
)

// piece is one bound of a certificate that rests on a formula, or on a tree.
type piece struct {
	name  string // of its files, without what stands behind the first dot
	claim string // "b >= 14", "part 2 of b >= 14"
	by    check.By
	hubs  []check.Hub // of an index, the extension that it is about
}

// pieces lists those bounds in the order of the certificate, trees apart.
func pieces(cert *check.Archive) (formulas, trees []piece, err error) {
	l := lister{names: map[string]int{}}
	for _, c := range cert.Certificate.Claims {
		switch {
		case c.What == "index" && c.Lower != nil:
			hubs, err := cert.Hubs(c.Extension)
			if err != nil {
				return nil, nil, err
			}
			l.hubs = hubs
			l.add("index", fmt.Sprintf("index >= %d", c.Lower.Value), c.Lower.By)
			l.hubs = nil
		case c.Lower != nil:
			l.add(c.What, fmt.Sprintf("%s >= %d", c.What, c.Lower.Value), c.Lower.By)
		case c.What == "infeasible" && c.Room != nil && c.By != nil:
			l.add("infeasible", noExtension(c.Hubs, c.Colors), *c.By)
		}
		for i, k := range c.Corners {
			l.add(fmt.Sprintf("front-corner%d", i+1), noExtension(k.Hubs, k.Colors), k.By)
		}
	}
	return l.formulas, l.trees, nil
}

func noExtension(hubs, colors *int) string {
	text := "no hub extension"
	if hubs != nil {
		text += fmt.Sprintf(" of at most %d hubs", *hubs)
	}
	if colors != nil {
		text += fmt.Sprintf(" in at most %d colours", *colors)
	}
	return text
}

// lister names pieces.
type lister struct {
	hubs     []check.Hub
	names    map[string]int // how often a name was given
	formulas []piece
	trees    []piece
}

func (l *lister) add(name, claim string, by check.By) {
	switch by.Method {
	case "lrup", "cubes":
		if l.names[name]++; l.names[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, l.names[name])
		}
		l.formulas = append(l.formulas, piece{name, claim, by, l.hubs})
	case "tree":
		l.trees = append(l.trees, piece{name, claim, by, l.hubs})
	case "parts":
		for i, p := range by.Parts {
			l.add(fmt.Sprintf("%s-part%d", name, i+1), fmt.Sprintf("part %d of %s (%s of the parts)", i+1, claim, by.Rule), p)
		}
	}
}
