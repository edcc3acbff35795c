package compare

import (
	"encoding/json"
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

// task is all that a run's process is told, as JSON on its standard input.
type task struct {
	Matrix  matrix
	Asked   Asked
	Entry   Entry
	Prove   bool
	Seed    int64
	Memory  int64 // bytes; 0 is no bound
	CPU     int64 // seconds; 0 is no bound
	Core    int   // which one, where a run can be kept to one
	Dir     string
	Group   string          `json:",omitempty"` // a control group to enter
	Setting json.RawMessage // for whoever makes the list of backends
}

// matrix is a relation on its way to another process.
type matrix struct {
	Rows, Cols int
	Cells      [][2]int32
	Optional   [][2]int32 `json:",omitempty"`
}

func matrixOf(rel *instances.Relation) matrix {
	m := matrix{Rows: rel.Rows(), Cols: rel.Cols()}
	for i, c := range rel.All() {
		m.Cells = append(m.Cells, [2]int32{c.Row, c.Col})
		if rel.Optional(i) {
			m.Optional = append(m.Optional, [2]int32{c.Row, c.Col})
		}
	}
	return m
}

func (m matrix) relation() (*instances.Relation, error) {
	list := func(pairs [][2]int32) []instances.Cell {
		var cells []instances.Cell
		for _, p := range pairs {
			cells = append(cells, instances.Cell{Row: p[0], Col: p[1]})
		}
		return cells
	}
	rel, err := instances.New(m.Rows, m.Cols, list(m.Cells))
	if err == nil && m.Optional != nil {
		rel, err = rel.WithOptional(list(m.Optional))
	}
	return rel, err
}

// Entry is one that takes part: a backend, and the form in which it is asked,
// or Whole: the path of solve from end to end with that backend alone.
type Entry struct {
	Backend string `json:"backend"`
	Form    string `json:"form"` // "" where Whole
	Whole   bool   `json:"whole"`
}

// Name is cadical/canonical, or cadical for the usual form and the whole path.
func (e Entry) Name() string {
	if e.Whole || e.Form == Usual {
		return e.Backend
	}
	return fmt.Sprintf("%s/%s", e.Backend, e.Form)
}

// Call is one formula that a backend was given.
type Call struct {
	Form        string  `json:"form"` // as in "b/canonical"
	Hubs        Bound   `json:"hubs"`
	Colors      Bound   `json:"colors"`
	Verdict     string  `json:"verdict"`
	Vars        int     `json:"vars"`
	Constraints int     `json:"constraints"`
	Steps       int64   `json:"steps"`
	Encode      float64 `json:"encode_s"`        // CPU time of making the formula
	Solve       float64 `json:"solve_s"`         // CPU time of the backend, and where it is a program of that alone
	Check       float64 `json:"check_s"`         // CPU time of verifying the model or the proof
	Proof       string  `json:"proof,omitempty"` // checked, or why not, where one was wanted
}

// said is what a run's process says, as JSON on a line of its standard output,
// whenever it knows more: the last line counts.
type said struct {
	PID    int
	Claims []Claim
	Calls  []Call
	Solve  float64 // seconds of CPU time, where there are no calls
	Done   bool
	Stop   string `json:",omitempty"` // why it is not done
	Refuse string `json:",omitempty"` // why the backend was not asked: it does not take the form, or that is too large
	Wrong  string `json:",omitempty"` // what a check rejected
	Error  string `json:",omitempty"`
}
