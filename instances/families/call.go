package families

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// Param is one parameter of a family.
type Param struct {
	Name     string
	Doc      string
	Kind     Kind
	Default  string
	Min, Max int // of an Int, both allowed
}

// Kind is the type of a parameter.
type Kind uint8

// The kinds of parameters.
const (
	Int         Kind = iota // a whole number between Min and Max
	Probability             // a decimal number between 0 and 1
	Seed                    // any whole number from 0 below 2^64
	Base                    // another family with its parameters: NAME,key=value,…
	Rows                    // rows of 0 and 1, separated by /
)

// Takes says in words what a parameter accepts.
func (p Param) Takes() string {
	switch p.Kind {
	case Int:
		return fmt.Sprintf("a whole number from %d to %d", p.Min, p.Max)
	case Probability:
		return "a number from 0 to 1"
	case Seed:
		return "a whole number from 0 below 2^64"
	case Base:
		return "another family with its parameters, such as cycle,n=5"
	default:
		return "rows of 0 and 1 of one length, separated by /"
	}
}

// Value is the value of one parameter; only the field of its kind is set.
type Value struct {
	Int  int
	Prob float64
	Seed uint64
	Base *Call
	Rows []string
}

// Args are the values of all parameters of a family, by name.
type Args map[string]Value

// Call is a family with a value for each of its parameters.
type Call struct {
	Family *Family
	Args   Args
}

// Parse reads parameters written key=value and gives the others their defaults.
func Parse(name string, args []string) (Call, error) {
	f, err := Find(name)
	if err != nil {
		return Call{}, err
	}
	call := Call{Family: f, Args: Args{}}
	for _, arg := range args {
		key, text, ok := strings.Cut(arg, "=")
		if !ok {
			return Call{}, fmt.Errorf("%s: %q is no parameter: write key=value", name, arg)
		}
		p, err := f.param(key)
		if err != nil {
			return Call{}, err
		}
		if _, twice := call.Args[key]; twice {
			return Call{}, fmt.Errorf("%s: %s is given twice", name, key)
		}
		if call.Args[key], err = p.parse(text); err != nil {
			return Call{}, fmt.Errorf("%s: %s=%s: %w", name, key, text, err)
		}
	}
	for _, p := range f.Params {
		if _, given := call.Args[p.Name]; !given {
			if call.Args[p.Name], err = p.parse(p.Default); err != nil {
				return Call{}, fmt.Errorf("%s: default of %s: %w", name, p.Name, err)
			}
		}
	}
	return call, nil
}

func (f *Family) param(key string) (Param, error) {
	var names []string
	for _, p := range f.Params {
		if p.Name == key {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return Param{}, fmt.Errorf("%s has no parameter %q: it takes none", f.Name, key)
	}
	return Param{}, &Unknown{fmt.Sprintf("%s has no parameter %q", f.Name, key), key, names}
}

func (p Param) parse(text string) (Value, error) {
	wrong := fmt.Errorf("it must be %s", p.Takes())
	switch p.Kind {
	case Int:
		if n, err := strconv.Atoi(text); err == nil && n >= p.Min && n <= p.Max {
			return Value{Int: n}, nil
		}
	case Probability:
		if x, err := strconv.ParseFloat(text, 64); err == nil && x >= 0 && x <= 1 {
			return Value{Prob: math.Abs(x)}, nil // Abs: no -0 in names
		}
	case Seed:
		if s, err := strconv.ParseUint(text, 10, 64); err == nil {
			return Value{Seed: s}, nil
		}
	case Base:
		parts := strings.Split(text, ",")
		base, err := Parse(parts[0], parts[1:])
		if err != nil {
			return Value{}, err
		}
		if base.has(Base) {
			return Value{}, fmt.Errorf("%s takes a family itself: name one that does not", base.Family.Name)
		}
		return Value{Base: &base}, nil
	case Rows:
		rows := strings.Split(text, "/")
		ragged := func(row string) bool { return len(row) != len(rows[0]) || strings.Trim(row, "01") != "" }
		if !slices.ContainsFunc(rows, ragged) {
			return Value{Rows: rows}, nil
		}
	}
	return Value{}, wrong
}

func (c Call) has(k Kind) bool {
	for _, p := range c.Family.Params {
		if p.Kind == k {
			return true
		}
	}
	return false
}

// String is the call in canonical form, all parameters named, in order:
// "causal n=16".
func (c Call) String() string { return c.text(" ") }

func (c Call) text(separator string) string {
	var b strings.Builder
	b.WriteString(c.Family.Name)
	for _, p := range c.Family.Params {
		b.WriteString(separator + p.Name + "=")
		switch v := c.Args[p.Name]; p.Kind {
		case Base:
			b.WriteString(v.Base.text(","))
		case Rows:
			b.WriteString(strings.Join(v.Rows, "/"))
		default:
			b.WriteString(v.text(p.Kind))
		}
	}
	return b.String()
}

// Name is a short name, fit for a file: "causal-16".
func (c Call) Name() string {
	name := c.Family.Name
	for _, p := range c.Family.Params {
		switch v := c.Args[p.Name]; p.Kind {
		case Base:
			name += "-" + v.Base.Name()
		case Rows:
			name += fmt.Sprintf("-%dx%d", len(v.Rows), len(v.Rows[0]))
		default:
			name += "-" + v.text(p.Kind)
		}
	}
	return name
}

func (v Value) text(k Kind) string {
	switch k {
	case Probability:
		return strconv.FormatFloat(v.Prob, 'f', -1, 64)
	case Seed:
		return strconv.FormatUint(v.Seed, 10)
	default:
		return strconv.Itoa(v.Int)
	}
}

// Make makes the relation, or says which limit its size would break, before
// anything of that size is allocated.
func (c Call) Make() (Made, error) {
	s := c.Family.Size(c.Args)
	for _, limit := range []struct {
		what       string
		takes, max float64
	}{
		{"rows", s.Rows, MaxLines}, {"columns", s.Cols, MaxLines},
		{"cells", s.Cells, MaxCells}, {"random draws", s.Draws, MaxDraws},
	} {
		if limit.takes > limit.max {
			return Made{}, fmt.Errorf("%s would have up to %.3g %s, and %.3g is the limit: choose smaller parameters",
				c, limit.takes, limit.what, limit.max)
		}
	}
	m, err := c.Family.Make(c.Args)
	if err == nil && c.Family.Digraph {
		m.Relation, err = m.Relation.AsDigraph()
	}
	if err != nil {
		return Made{}, fmt.Errorf("%s: %w", c, err)
	}
	if m.Known.ChiPrime == nil {
		d := maxDegree(m.Relation)
		m.Known.ChiPrime = &d
	}
	return m, nil
}

// Instance is Make with a name and the call as source.
func (c Call) Instance() (*instances.Instance, error) {
	m, err := c.Make()
	if err != nil {
		return nil, err
	}
	return &instances.Instance{
		Name: c.Name(), Source: "gen " + c.String(), Format: "generated",
		Relation: m.Relation, Known: m.Known,
	}, nil
}

// maxDegree is χ′ by König's theorem (F1).
func maxDegree(r *instances.Relation) int {
	d := 0
	for i := range r.Rows() {
		d = max(d, len(r.Row(i)))
	}
	for j := range r.Cols() {
		d = max(d, len(r.Col(j)))
	}
	return d
}
