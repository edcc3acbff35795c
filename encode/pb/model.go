package pb

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ErrNoModel is wrapped where a solver's output says that it has no model.
var ErrNoModel = errors.New("no model")

// ModelError says what is wrong with a solver's output, and where.
type ModelError struct {
	Line int // from 1
	Err  error
}

func (e *ModelError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *ModelError) Unwrap() error { return e.Err }

// ReadModel reads what a stranger's solver printed or wrote about a formula of
// that many variables, written by one of Formats. It takes
//
//   - SAT, pseudo-Boolean and MaxSAT competition output: s and v lines, with
//     literals 1 -2, with x1 -x2, or with one 0/1 digit a variable; clasp
//   - result files of minisat (SAT, then literals), or literals alone
//   - solution files of cbc, glpsol (-o and -w), HiGHS, SCIP, Gurobi: names
//     xv with values
//
// A variable that is not mentioned is false, as those files leave zeros out;
// of several models the last one counts. Errors are of type *ModelError and
// wrap ErrNoModel where the solver says that there is none. The model has
// still to be checked.
func ReadModel(r io.Reader, vars int) (Model, error) {
	if vars < 0 || vars > MaxVars {
		return nil, fmt.Errorf("a model of %d variables: expected 0 to %d", vars, MaxVars)
	}
	m := modelReader{vars: vars}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<16+16*vars) // all literals may stand on one line
	for in.Scan() && !m.done {
		m.line++
		if err := m.read(bytes.TrimSpace(in.Bytes())); err != nil {
			return nil, &ModelError{m.line, err}
		}
	}
	if err := in.Err(); err != nil {
		return nil, &ModelError{m.line + 1, err}
	}
	return m.finish()
}

// modelReader holds what was understood so far.
type modelReader struct {
	vars, line int
	value      []int8 // by variable: 1, -1, 0 not mentioned
	zeros      bool   // the file leaves all zeros out, perhaps all there is
	status     string // "" until the solver says that it has no model
	statusLine int
	section    section
	closed     bool // a model ended: the next values begin another
	done       bool
}

// section is the part of a solution file the lines are in.
type section uint8

const (
	body      section = iota
	skipped           // rows, duals: whatever is not about variables
	highsWord         // the next line is the status of HiGHS
	glpkTable         // the lines of glpsol -w
)

func (m *modelReader) read(line []byte) error {
	if len(line) == 0 {
		return nil
	}
	first, rest := line, []byte(nil)
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		first, rest = line[:i], line[i+1:]
	}
	if m.section == highsWord {
		m.section = body
		m.verdict(string(line))
		return nil
	}
	switch string(first) {
	case "c": // comment; clasp numbers its answers in one
		m.closed = m.closed || bytes.HasPrefix(rest, []byte("Answer"))
		return nil
	case "o": // MaxSAT, pseudo-Boolean: a better model may follow
		m.closed = true
		return nil
	case "s":
		if fields := strings.Fields(string(rest)); len(fields) > 2 && (fields[0] == "mip" || fields[0] == "bas" || fields[0] == "ipt") {
			m.section = glpkTable
			return m.glpkStatus(fields)
		}
		m.verdict(string(rest))
		return nil
	case "v":
		return m.values(rest)
	}
	if m.section == glpkTable {
		return m.glpkLine(line)
	}
	if onlyNumbers(line) {
		return m.values(line)
	}
	if m.heading(string(line)) || m.section == skipped {
		return nil
	}
	return m.named(strings.Fields(string(line)))
}

// onlyNumbers tells a line of literals from a line of a table, by its second word.
func onlyNumbers(line []byte) bool {
	n := 0
	for field := range bytes.FieldsSeq(line) {
		if _, err := strconv.ParseInt(string(field), 10, 64); err != nil {
			return false
		}
		if n++; n == 2 {
			break
		}
	}
	return true
}

// values reads literals up to 0, or one 0/1 digit a variable.
func (m *modelReader) values(line []byte) error {
	m.begin()
	for field := range bytes.FieldsSeq(line) {
		if len(field) == m.vars && m.vars > 1 && len(bytes.Trim(field, "01")) == 0 {
			for v, digit := range field {
				if err := m.set(v+1, digit == '1'); err != nil {
					return err
				}
			}
			m.closed = true
			continue
		}
		positive := true
		name := field
		if field[0] == '-' || field[0] == '~' {
			positive, name = false, field[1:]
		}
		name = bytes.TrimPrefix(name, []byte("x"))
		v, err := strconv.ParseUint(string(name), 10, 32)
		if err != nil || v > uint64(m.vars) {
			return fmt.Errorf("%.30q is no literal over %d variables", field, m.vars)
		}
		if v == 0 {
			m.closed = true
		} else if err := m.set(int(v), positive); err != nil {
			return err
		}
	}
	return nil
}

// begin makes room for values, forgetting a model that was complete.
func (m *modelReader) begin() {
	if m.value == nil {
		m.value = make([]int8, m.vars+1)
	}
	if m.closed {
		m.closed = false
		clear(m.value)
	}
}

func (m *modelReader) set(v int, value bool) error {
	m.begin()
	sign := int8(-1)
	if value {
		sign = 1
	}
	if m.value[v] == -sign {
		return fmt.Errorf("variable %d is given both values", v)
	}
	m.value[v] = sign
	return nil
}

// number reads the value that an integer program gave to variable v.
func (m *modelReader) number(v uint64, text string) error {
	if v == 0 || v > uint64(m.vars) {
		return fmt.Errorf("variable %d of a formula of %d variables: is this model of another formula?", v, m.vars)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("%.30q is no value for variable %d", text, v)
	}
	if near := math.Round(x); (near != 0 && near != 1) || math.Abs(x-near) > 1e-5 {
		return fmt.Errorf("variable %d has the value %s, neither 0 nor 1: was the relaxation solved?", v, text)
	}
	return m.set(int(v), x > 0.5)
}

// heading understands lines that are neither values nor comments.
func (m *modelReader) heading(line string) bool {
	if rest, ok := strings.CutPrefix(line, "solution status:"); ok { // SCIP
		m.verdict(rest)
		return true
	}
	if rest, ok := strings.CutPrefix(line, "Status:"); ok { // glpsol -o
		m.verdict(rest)
		return true
	}
	if status, _, ok := strings.Cut(line, " - objective value"); ok { // cbc
		m.verdict(status)
		m.zeros = true
		return true
	}
	switch word, _, _ := strings.Cut(line, " "); word {
	case "SAT", "UNSAT", "INDET", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "OPTIMUM", "Infeasible", "Unbounded":
		m.verdict(line)
		return true
	}
	switch {
	case line == "Model status": // HiGHS
		m.section = highsWord
	case strings.HasPrefix(line, "# Columns"):
		m.section = body
	case strings.HasPrefix(line, "# Rows"), strings.HasPrefix(line, "No.   Row name"):
		m.section = skipped
	case strings.HasPrefix(line, "No. Column name"):
		m.section = body
	case strings.HasPrefix(line, "# Dual solution"), strings.HasPrefix(line, "Integer feasibility conditions"), strings.HasPrefix(line, "Karush-Kuhn-Tucker"):
		m.done = true
	case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "--"), strings.HasPrefix(line, "objective value:"),
		strings.HasPrefix(line, "Problem:"), strings.HasPrefix(line, "Rows:"), strings.HasPrefix(line, "Columns:"),
		strings.HasPrefix(line, "Non-zeros:"), strings.HasPrefix(line, "Objective"), line == "Feasible", line == "None":
	default:
		return false
	}
	return true
}

// named reads "x3 1 …" and "2 x3 [*] 1 …".
func (m *modelReader) named(fields []string) error {
	if fields[0] == "**" {
		return errors.New("the solver marks this value as infeasible (**): it has no solution here")
	}
	if _, err := strconv.Atoi(fields[0]); err == nil {
		fields = fields[1:]
	}
	if len(fields) > 2 && fields[1] == "*" {
		fields = append(fields[:1:1], fields[2:]...)
	}
	if len(fields) < 2 {
		return fmt.Errorf("%.60q is neither a literal, a value nor a status", strings.Join(fields, " "))
	}
	name, isVar := strings.CutPrefix(fields[0], "x")
	v, err := strconv.ParseUint(name, 10, 32)
	if !isVar || err != nil {
		if _, err := strconv.ParseFloat(fields[1], 64); err == nil {
			return nil // a variable or a row that is not the formula's
		}
		return fmt.Errorf("%.60q is neither a literal, a value nor a status", strings.Join(fields, " "))
	}
	return m.number(v, fields[1])
}

// glpkStatus reads "mip ROWS COLUMNS STATUS VALUE", its kin bas with two
// statuses, and ipt.
func (m *modelReader) glpkStatus(fields []string) error {
	if len(fields) < 4 {
		return fmt.Errorf("the status line of glpsol -w ends too soon: %.60q", strings.Join(fields, " "))
	}
	statuses := fields[3:4]
	if fields[0] == "bas" {
		statuses = fields[3:min(5, len(fields))]
	}
	for _, status := range statuses {
		switch status {
		case "u":
			m.none("unknown")
		case "n", "i":
			m.none("unsatisfiable")
		}
	}
	return nil
}

// glpkLine reads "j COLUMN [STATUS] VALUE …"; columns are numbered as variables.
func (m *modelReader) glpkLine(line []byte) error {
	fields := strings.Fields(string(line))
	switch {
	case fields[0] == "i":
		return nil
	case fields[0] == "e":
		m.done = true
		return nil
	case fields[0] == "j" && len(fields) >= 3:
		v, err := strconv.ParseUint(fields[1], 10, 32)
		if err != nil {
			return fmt.Errorf("%.30q is no column number", fields[1])
		}
		if v == uint64(m.vars)+1 {
			return nil // the constant
		}
		value := fields[2]
		if len(fields) > 3 && len(value) == 1 && strings.Contains("blufs", value) {
			value = fields[3] // a basis says how the column is bounded
		}
		return m.number(v, value)
	}
	return fmt.Errorf("%.60q is no line of glpsol -w", line)
}

// verdict takes a solver's own words for how it ended.
func (m *modelReader) verdict(words string) {
	w := strings.ToLower(words)
	for _, sign := range []struct{ word, status string }{
		{"unsat", "unsatisfiable"}, {"infeasible", "unsatisfiable"}, {"empty", "unsatisfiable"},
		{"no integer solution", "unknown"}, {"no solution", "unknown"}, {"unknown", "unknown"}, {"indet", "unknown"},
		{"undefined", "unknown"}, {"unbounded", "unknown"}, {"not set", "unknown"},
	} {
		if strings.Contains(w, sign.word) {
			m.none(sign.status)
			return
		}
	}
}

// none ends the reading: what stands below is no model.
func (m *modelReader) none(status string) { m.status, m.statusLine, m.done = status, m.line, true }

func (m *modelReader) finish() (Model, error) {
	switch {
	case m.status != "":
		return nil, &ModelError{m.statusLine, fmt.Errorf("%w: the solver says %s", ErrNoModel, m.status)}
	case m.value == nil && !m.zeros:
		return nil, &ModelError{max(m.line, 1), fmt.Errorf("%w: no value of a variable was found", ErrNoModel)}
	}
	model := make(Model, m.vars+1)
	for v, sign := range m.value {
		model[v] = sign > 0
	}
	return model, nil
}
