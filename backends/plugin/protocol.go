package plugin

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hubcover/hubcover/encode/pb"
)

// Version names the JSON protocol. A conversation is one line of JSON a message:
//
//	us: {"hello":{"protocol":"hubcover.plugin/1"}}
//	it: {"hello":{"protocol":"hubcover.plugin/1","name":"mysat","version":"2.1",
//	     "formats":["cnf"],"abilities":["clauses","proof"],"proofs":["drat"]}}
//	us: {"solve":{"formula":{"format":"cnf","vars":2,"text":"p cnf 2 1\n1 -2 0\n"},
//	     "limits":{"seconds":9.5,"memory":1073741824,"steps":0},"seed":1,"proof":false}}
//	it: {"answer":{"status":"sat","model":[1,-2]}}
//
// and then the plugin exits with status 0. Where only the hello is wanted, its
// input ends after our first line. Keys that are not known are passed over, by
// both sides; another number behind the slash is another protocol.
const Version = "hubcover.plugin/1"

// Message is a line; exactly one of its fields is set.
type Message struct {
	Hello  *Hello   `json:"hello,omitempty"`
	Solve  *Request `json:"solve,omitempty"`
	Answer *Reply   `json:"answer,omitempty"`
	Error  *Failure `json:"error,omitempty"`
}

// Hello is the handshake. We say the protocol alone.
type Hello struct {
	Protocol string `json:"protocol"`
	Name     string `json:"name,omitempty"`
	Version  string `json:"version,omitempty"`
	// Formats that the plugin reads, the best first: "cnf", "opb", "wcnf", "lp",
	// "mps" as text, or "constraints" as lists of numbers.
	Formats []string `json:"formats,omitempty"`
	// Abilities: "clauses", "linear", "objective", "proof", "steps",
	// "deterministic". Others are passed over.
	Abilities []string `json:"abilities,omitempty"`
	// Proofs that it writes: "drat", "drat-binary" or "lrat", one of them.
	Proofs []string `json:"proofs,omitempty"`
}

// Request asks for one formula's answer.
type Request struct {
	Formula Formula `json:"formula"`
	Limits  Limits  `json:"limits"`
	// Seed of whatever the plugin draws; the same seed shall give the same answer.
	Seed int64 `json:"seed"`
	// Proof: a proof of "unsat" is wanted.
	Proof bool `json:"proof"`
}

// Limits of one request; 0 is no limit. They are enforced from outside: a plugin
// that keeps to them itself can say what it has by then.
type Limits struct {
	Seconds float64 `json:"seconds"`
	Memory  int64   `json:"memory"` // resident bytes, with all of its children
	Steps   int64   `json:"steps"`  // of the plugin's own deterministic unit
}

// Formula is text in one of the formats of files, or "constraints": clauses and
// linear constraints over the variables 1 … Vars, a negative number the negation.
type Formula struct {
	Format string `json:"format"`
	Vars   int    `json:"vars"`
	Text   string `json:"text,omitempty"`

	Clauses  [][]int64 `json:"clauses,omitempty"`
	Linear   []Linear  `json:"linear,omitempty"`
	Minimize []Term    `json:"minimize,omitempty"` // none: a decision
}

// Linear is Σ coef·literal ≥ AtLeast, a literal counting 1 where true.
type Linear struct {
	Terms   []Term `json:"terms"`
	AtLeast int64  `json:"at_least"`
}

// Term is [coefficient, literal].
type Term [2]int64

// Reply is what a plugin claims.
type Reply struct {
	// Status: "sat", "unsat", "optimal" or "unknown".
	Status string `json:"status"`
	// Model of sat and optimal: every variable once, as v or -v, in any order.
	Model []int64 `json:"model,omitempty"`
	// Bound: no model is worth less. Wanted with "optimal", where it is the worth
	// of the model.
	Bound *int64 `json:"bound,omitempty"`
	// Proof of unsat, where it was wanted.
	Proof *Proof `json:"proof,omitempty"`
	// Stop says why the status is unknown: "time limit", "memory limit" or "gave up".
	Stop  string `json:"stop,omitempty"`
	Steps int64  `json:"steps,omitempty"` // that were made
	// Stats are whatever the plugin tells of its work. They are not looked at.
	Stats json.RawMessage `json:"stats,omitempty"`
}

// Proof is text, or a file in the plugin's working directory: binary proofs
// and long ones stand in files.
type Proof struct {
	Format string `json:"format"`
	Text   string `json:"text,omitempty"`
	File   string `json:"file,omitempty"`
}

// Failure says why a plugin gives no answer.
type Failure struct {
	Message string `json:"message"`
}

// constraints is the format that is no text.
const constraints = "constraints"

// writeFormula puts a formula into a request, in that format.
func writeFormula(f *pb.Formula, format string) (Formula, error) {
	out := Formula{Format: format, Vars: f.Vars()}
	if format != constraints {
		form, err := pb.FindFormat(format)
		if err != nil {
			return out, err
		}
		var text strings.Builder
		err = form.Write(&text, f)
		out.Text = text.String()
		return out, err
	}
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		if coefs == nil {
			clause := make([]int64, len(lits))
			for k, l := range lits {
				clause[k] = int64(l)
			}
			out.Clauses = append(out.Clauses, clause)
			continue
		}
		terms := make([]Term, len(lits))
		for k, l := range lits {
			terms[k] = Term{coefs[k], int64(l)}
		}
		out.Linear = append(out.Linear, Linear{terms, bound})
	}
	for _, t := range f.Objective {
		out.Minimize = append(out.Minimize, Term{t.Coef, int64(t.Lit)})
	}
	return out, nil
}

// PB is the formula of a request in the format "constraints", as package pb has it.
func (f Formula) PB() (*pb.Formula, error) {
	if f.Format != constraints {
		return nil, fmt.Errorf("the formula is %s text, not %s", f.Format, constraints)
	}
	if f.Vars < 0 || f.Vars > pb.MaxVars {
		return nil, fmt.Errorf("a formula of %d variables", f.Vars)
	}
	out := pb.New()
	out.Block("x", f.Vars)
	literal := func(l int64) (pb.Lit, error) {
		if l == 0 || l > int64(f.Vars) || l < -int64(f.Vars) {
			return 0, fmt.Errorf("%d is no literal over %d variables", l, f.Vars)
		}
		return pb.Lit(l), nil
	}
	terms := func(from []Term) (to []pb.Term, err error) {
		for _, t := range from {
			l, err := literal(t[1])
			if err != nil {
				return nil, err
			}
			to = append(to, pb.Term{Coef: t[0], Lit: l})
		}
		return to, nil
	}
	for _, clause := range f.Clauses {
		lits := make([]pb.Lit, len(clause))
		for k, l := range clause {
			var err error
			if lits[k], err = literal(l); err != nil {
				return nil, err
			}
		}
		out.Clause(lits...)
	}
	for _, l := range f.Linear {
		ts, err := terms(l.Terms)
		if err != nil {
			return nil, err
		}
		out.AtLeast(l.AtLeast, ts...)
	}
	var err error
	out.Objective, err = terms(f.Minimize)
	return out, err
}
