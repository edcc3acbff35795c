package manifold

import (
	"fmt"
	"strconv"
	"strings"
)

// Family is a kind of manifold, with whole numbers for parameters.
type Family struct {
	Name   string
	Params []string
	Doc    string // one line: points, and what distances are
	New    func(args []int) Manifold
	// Check says what is wrong with arguments, all at least 1, that New would
	// not take; "" when nothing is.
	Check func(args []int) string
}

// Usage is how a manifold of the family is written, such as "sphere:d".
func (f *Family) Usage() string { return f.Name + ":" + strings.Join(f.Params, ",") }

// MaxAmbient is the most coordinates that a point may have.
const MaxAmbient = 1 << 16

// All lists the families; products of them are written with *.
var All = []Family{
	{"euclidean", []string{"d"}, "R^d with straight lines", newEuclidean, anything},
	{"sphere", []string{"d"}, "unit vectors of R^(d+1), angles", newSphere, anything},
	{"torus", []string{"d"}, "R^d/Z^d, coordinates in [0,1)", newTorus, anything},
	{"projective", []string{"d"}, "lines of R^(d+1) as projection matrices, angles", newProjective, anything},
	{"hyperbolic", []string{"d"}, "the sheet x_0 > 0 of the Lorentz model in R^(d+1), curvature -1", newHyperbolic, anything},
	{"grassmann", []string{"k", "n"}, "k-planes of R^n as projection matrices, root of the sum of squared principal angles", newGrassmann, proper},
}

func anything([]int) string { return "" }

func proper(args []int) string {
	if k, n := args[0], args[1]; k >= n {
		return fmt.Sprintf("k = %d must be below n = %d", k, n)
	}
	return ""
}

// Parse reads the name of a manifold: NAME:d, grassmann:k,n, or a product such
// as sphere:2*torus:1.
func Parse(name string) (Manifold, error) {
	var factors []Manifold
	ambient := 0
	for _, part := range strings.Split(name, "*") {
		m, err := parseFactor(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("manifold %s: %w", shortened(name), err)
		}
		factors = append(factors, m)
		if ambient += m.Ambient(); ambient > MaxAmbient {
			return nil, fmt.Errorf("manifold %s: points have more than %d coordinates; lower the dimension", shortened(name), MaxAmbient)
		}
	}
	return newProduct(factors), nil
}

// shortened quotes what came from outside, but not all of a long one.
func shortened(text string) string {
	const most = 60
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(text[:most], "")) + "…"
	}
	return strconv.Quote(text)
}

func parseFactor(text string) (Manifold, error) {
	name, params, _ := strings.Cut(text, ":")
	f, err := find(name)
	if err != nil {
		return nil, err
	}
	words := strings.Split(params, ",")
	if params == "" || len(words) != len(f.Params) {
		return nil, fmt.Errorf("%s does not have the form %s", shortened(text), f.Usage())
	}
	args := make([]int, len(words))
	for i, w := range words {
		args[i], err = strconv.Atoi(strings.TrimSpace(w))
		if err != nil || args[i] < 1 || args[i] > MaxAmbient {
			return nil, fmt.Errorf("%s = %s in %s is no whole number from 1 to %d", f.Params[i], shortened(w), shortened(text), MaxAmbient)
		}
	}
	if fault := f.Check(args); fault != "" {
		return nil, fmt.Errorf("%s: %s", shortened(text), fault)
	}
	return f.New(args), nil
}

func find(name string) (*Family, error) {
	usages := make([]string, len(All))
	for i := range All {
		if All[i].Name == name {
			return &All[i], nil
		}
		usages[i] = All[i].Usage()
	}
	return nil, fmt.Errorf("no manifold is named %s; there are %s, and products A*B", shortened(name), strings.Join(usages, ", "))
}
