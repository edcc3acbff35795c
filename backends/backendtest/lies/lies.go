// Package lies is a solver that is honest but for one thing. It speaks DIMACS
// and OPB by files and the JSON protocol of package plugin; All lists what it
// can do wrong, and what catches it. Without a lie it is an example of a plugin,
// slow and right.
//
// lies.go has the list and the three protocols, honest.go what it knows,
// manners.go what it does beside answering.
package lies

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/encode/pb"
)

// Lie is one thing that is done wrong.
type Lie struct {
	Name, Doc string
	// Protocols that it can be told in.
	Protocols []string
	// Test of package backendtest that catches it first, and Says a part of what
	// it says.
	Test, Says string
	// bend changes the honest answer.
	bend func(f *pb.Formula, a *answer)
	// do is done instead of, or before, answering.
	do func(out io.Writer)
}

// Honest is the name of no lie.
const Honest = "honest"

var everywhere = []string{"dimacs", "opb", "json"}

// All lists the lies.
var All = []Lie{
	{Name: "wrong-model", Doc: "a model that breaks a constraint", Protocols: everywhere,
		Test: "Corpus", Says: "breaks constraint", bend: wrongModel},
	{Name: "short-model", Doc: "a model that lacks the variables that are true", Protocols: everywhere,
		Test: "Corpus", Says: "model", bend: func(_ *pb.Formula, a *answer) { a.short = true }},
	{Name: "unsat-for-sat", Doc: "unsatisfiable, whatever the formula", Protocols: everywhere,
		Test: "Corpus", Says: "satisfiable", bend: func(_ *pb.Formula, a *answer) {
			if a.Verdict != backends.Unsat {
				*a = answer{Answer: backends.Answer{Verdict: backends.Unsat}, proof: []byte("0\n")}
			}
		}},
	{Name: "sat-for-unsat", Doc: "satisfiable, whatever the formula", Protocols: everywhere,
		Test: "Corpus", Says: "breaks constraint", bend: func(f *pb.Formula, a *answer) {
			if a.Verdict == backends.Unsat {
				a.Answer = backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, f.Vars()+1)}
			}
		}},
	{Name: "wrong-proof", Doc: "the empty clause as the whole proof", Protocols: []string{"dimacs", "json"},
		Test: "Corpus", Says: "neither RUP nor RAT", bend: func(_ *pb.Formula, a *answer) { a.proof = []byte("0\n") }},
	{Name: "truncated-proof", Doc: "a proof without its end", Protocols: []string{"dimacs", "json"},
		Test: "Corpus", Says: "proof", bend: func(_ *pb.Formula, a *answer) { a.proof = a.proof[:len(a.proof)/2] }},
	{Name: "no-proof", Doc: "no proof, where it claims to write them", Protocols: []string{"dimacs", "json"},
		Test: "Corpus", Says: "no proof", bend: func(_ *pb.Formula, a *answer) { a.unproved = true }},
	{Name: "wrong-exit", Doc: "the right words with the wrong exit status", Protocols: everywhere,
		Test: "Corpus", Says: "exit status 3", bend: func(_ *pb.Formula, a *answer) { a.exit = 3 }},
	{Name: "wrong-bound", Doc: "an optimum that is not what its model is worth", Protocols: []string{"opb", "json"},
		Test: "Objective", Says: "its model is worth", bend: func(_ *pb.Formula, a *answer) { a.Bound-- }},
	{Name: "not-optimal", Doc: "any model for an optimum", Protocols: []string{"opb", "json"},
		Test: "Objective", Says: "claims the optimum", bend: notOptimal},

	{Name: "silence", Doc: "ends without a word", Protocols: everywhere,
		Test: "Corpus", Says: "without", do: func(io.Writer) { os.Exit(0) }},
	{Name: "hang", Doc: "never ends, nor says anything", Protocols: everywhere,
		Test: "Corpus", Says: "hangs", do: func(io.Writer) { hang() }},
	{Name: "ignores-sigterm", Doc: "never ends, and ignores signals", Protocols: everywhere,
		Test: "Corpus", Says: "hangs", do: func(io.Writer) { ignoreSignals(); hang() }},
	{Name: "grandchild", Doc: "leaves a child of its own that holds the output", Protocols: everywhere,
		Test: "Corpus", Says: "processes running", do: leaveChild},
	{Name: "flood", Doc: "lines without end", Protocols: everywhere,
		Test: "Corpus", Says: "too much output", do: func(out io.Writer) { flood(out, "c all work and no play\n") }},
	{Name: "endless-line", Doc: "a line without end", Protocols: everywhere,
		Test: "Corpus", Says: "more than", do: func(out io.Writer) { flood(out, "1 ") }},
	{Name: "crash", Doc: "dies of a signal", Protocols: everywhere,
		Test: "Corpus", Says: "signal", do: func(io.Writer) { crash() }},
	{Name: "panic", Doc: "panics, and says so", Protocols: everywhere,
		Test: "Corpus", Says: "panic: index out of luck", do: func(io.Writer) { panic("index out of luck") }},
	{Name: "memory-hog", Doc: "takes all the memory that there is, up to half a gigabyte, and hangs", Protocols: everywhere,
		Test: "Corpus", Says: "hangs", do: func(io.Writer) { hog() }},

	{Name: "wrong-version", Doc: "greets in another version of the protocol", Protocols: []string{"json"},
		Test: probe, Says: `speaks "hubcover.plugin/9"`},
	{Name: "no-hello", Doc: "answers without a greeting", Protocols: []string{"json"},
		Test: probe, Says: "something else than its hello"},
	{Name: "malformed-json", Doc: "an answer that is no JSON", Protocols: []string{"json"},
		Test: "Corpus", Says: "not in JSON"},
	{Name: "two-answers", Doc: "one answer after the other", Protocols: []string{"json"},
		Test: "Corpus", Says: "more than one answer"},
	{Name: "strange-status", Doc: "a status that there is not", Protocols: []string{"json"},
		Test: "Corpus", Says: `its status is "perhaps"`},
	{Name: "proof-elsewhere", Doc: "a proof in a file that is not its own", Protocols: []string{"json"},
		Test: "Corpus", Says: "no name of a file in its own directory"},
	{Name: "false-abilities", Doc: "greets with abilities that it has not", Protocols: []string{"json"},
		Test: "Corpus", Says: "gives no answer"},
}

// probe is where a lie is caught before any test.
const probe = "Probe"

// Find is the lie of that name.
func Find(name string) (Lie, bool) {
	if name == Honest {
		return Lie{Name: Honest, Protocols: everywhere}, true
	}
	i := slices.IndexFunc(All, func(l Lie) bool { return l.Name == name })
	if i < 0 {
		return Lie{}, false
	}
	return All[i], true
}

// answer is an answer on its way out.
type answer struct {
	backends.Answer
	proof    []byte // DRUP
	unproved bool   // it writes none
	short    bool   // it says the false variables of the model alone
	exit     int    // status, instead of the right one
}

// Main is the program: the name of a lie, and what the protocol needs.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 || args[0] == "list" {
		for _, l := range All {
			fmt.Fprintf(out, "%-16s %-16s %s\n", l.Name, strings.Join(l.Protocols, ","), l.Doc)
		}
		return 0
	}
	if args[0] == sleeper {
		hang()
	}
	lie, ok := Find(args[0])
	if !ok {
		fmt.Fprintf(errs, "no lie is called %q: see the list\n", args[0])
		return 2
	}
	protocol := "json"
	if len(args) > 1 {
		protocol = args[1]
	}
	var err error
	code := 0
	switch {
	case protocol == "json":
		code, err = lie.json(in, out)
	case protocol == "dimacs" && len(args) > 2:
		code, err = lie.dimacs(args[2:], out)
	case protocol == "opb" && len(args) > 2:
		code, err = lie.opb(args[2], out)
	default:
		err = fmt.Errorf("%q is no way to speak", args[1:])
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return 1
	}
	return code
}

// tell does what is done wrong beside the answer, and bends the honest one.
func (l Lie) tell(f *pb.Formula, out io.Writer) answer {
	if l.do != nil {
		l.do(out)
	}
	a := solve(f)
	if l.bend != nil {
		l.bend(f, &a)
	}
	return a
}

// dimacs answers a file as in the SAT competitions; the second one takes a proof.
func (l Lie) dimacs(files []string, out io.Writer) (int, error) {
	text, err := os.ReadFile(files[0])
	if err != nil {
		return 0, err
	}
	f, err := readDIMACS(text)
	if err != nil {
		return 0, err
	}
	a := l.tell(f, out)
	if len(files) > 1 && a.Verdict == backends.Unsat && !a.unproved {
		if err := os.WriteFile(files[1], a.proof, 0o600); err != nil {
			return 0, err
		}
	}
	return a.say(out, "")
}

// opb answers a file as in the pseudo-Boolean competitions.
func (l Lie) opb(file string, out io.Writer) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	f, err := readOPB(text)
	if err != nil {
		return 0, err
	}
	a := l.tell(f, out)
	return a.say(out, "x")
}

// say writes the lines of the competitions.
func (a answer) say(out io.Writer, name string) (int, error) {
	w := bufio.NewWriter(out)
	words, code := "s UNKNOWN", 0
	switch a.Verdict {
	case backends.Sat:
		words, code = "s SATISFIABLE", 10
	case backends.Unsat:
		words, code = "s UNSATISFIABLE", 20
	case backends.Optimal:
		words, code = "s OPTIMUM FOUND", 30
		fmt.Fprintln(w, "o", a.Bound)
	}
	fmt.Fprintln(w, words)
	if a.Model != nil {
		fmt.Fprint(w, "v")
		for _, l := range a.literals() {
			sign := ""
			if l < 0 {
				sign, l = "-", -l
			}
			fmt.Fprintf(w, " %s%s%d", sign, name, l)
		}
		if name == "" {
			fmt.Fprint(w, " 0")
		}
		fmt.Fprintln(w)
	}
	if a.exit != 0 {
		code = a.exit
	}
	return code, w.Flush()
}

// literals of the model.
func (a answer) literals() []int64 {
	ls := []int64{}
	for v := 1; v < len(a.Model); v++ {
		switch {
		case !a.Model[v]:
			ls = append(ls, int64(-v))
		case !a.short:
			ls = append(ls, int64(v))
		}
	}
	return ls
}

// json speaks the protocol of package plugin.
func (l Lie) json(in io.Reader, out io.Writer) (int, error) {
	hello := plugin.Hello{
		Name: "liar", Version: l.Name, Formats: []string{"constraints"}, Proofs: []string{"drat"},
		Abilities: []string{"clauses", "linear", "objective", "proof", "deterministic"},
	}
	switch l.Name {
	case "wrong-version":
		_, err := io.WriteString(out, `{"hello":{"protocol":"hubcover.plugin/9","formats":["cnf"]}}`+"\n")
		return 0, err
	case "no-hello":
		_, err := io.WriteString(out, `{"answer":{"status":"unsat"}}`+"\n")
		return 0, err
	}
	code := 0
	err := plugin.Serve(in, out, hello, func(r plugin.Request) (plugin.Reply, error) {
		f, err := r.Formula.PB()
		if err != nil {
			return plugin.Reply{}, err
		}
		a := l.tell(f, out)
		code = a.exit
		switch l.Name {
		case "malformed-json":
			_, err := io.WriteString(out, `{"answer":{"status":"sat","model":[1,`+"\n}}\n")
			return plugin.Reply{}, err
		case "false-abilities":
			return plugin.Reply{}, errors.New("that is more than this can do")
		case "two-answers":
			_, err := io.WriteString(out, `{"answer":{"status":"unknown","stop":"gave up"}}`+"\n")
			return a.reply(r), err
		case "strange-status":
			return plugin.Reply{Status: "perhaps"}, nil
		}
		reply := a.reply(r)
		if l.Name == "proof-elsewhere" && reply.Proof != nil {
			reply.Proof = &plugin.Proof{Format: "drat", File: "../../etc/passwd"}
		}
		return reply, nil
	})
	return code, err
}

// reply is the answer in words of the protocol.
func (a answer) reply(r plugin.Request) plugin.Reply {
	reply := plugin.Reply{Status: "unknown", Stop: string(a.Stop), Steps: a.Steps}
	switch a.Verdict {
	case backends.Sat:
		reply.Status, reply.Stop = "sat", ""
	case backends.Optimal:
		reply.Status, reply.Stop, reply.Bound = "optimal", "", &a.Bound
	case backends.Unsat:
		reply.Status, reply.Stop = "unsat", ""
		if r.Proof && !a.unproved {
			reply.Proof = &plugin.Proof{Format: "drat", Text: string(bytes.Clone(a.proof))}
		}
	}
	if a.Model != nil {
		reply.Model = a.literals()
	}
	return reply
}

// wrongModel breaks the first constraint that can be broken.
func wrongModel(f *pb.Formula, a *answer) {
	if a.Model == nil {
		return
	}
	for i := range f.Len() {
		lits, coefs, _ := f.Constraint(i)
		m := slices.Clone(a.Model)
		for k, l := range lits {
			m[l.Var()] = (l > 0) != (coefs == nil || coefs[k] > 0)
		}
		if f.Check(m) != nil {
			a.Model = m
			return
		}
	}
}

// notOptimal takes the first model by counting that is worth more, and says that
// it is the best.
func notOptimal(f *pb.Formula, a *answer) {
	const most = 16
	if a.Verdict != backends.Optimal || f.Vars() > most {
		return
	}
	m := make(pb.Model, f.Vars()+1)
	for bits := range 1 << f.Vars() {
		for v := range f.Vars() {
			m[v+1] = bits>>v&1 == 1
		}
		if value := m.Value(f.Objective); value > a.Bound && f.Check(m) == nil {
			a.Model, a.Bound = m, value
			return
		}
	}
}
