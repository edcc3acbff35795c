package gophersat

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/crillab/gophersat/solver"

	"github.com/hubcover/hubcover/backends/process"
)

const role = name

// Role is what process.Child has to be given for the backend to work.
func Role() process.Role { return process.Role{Name: role, Run: serve} }

// serve is the child's whole life: solve what comes, one after the other, and
// end with the input, in the middle of a solve if need be.
func serve() int {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	os.Stdout = os.Stderr // the library must not print into the answers
	s := &server{buf: out, enc: gob.NewEncoder(out)}
	tasks := make(chan task)
	go listen(gob.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<16)), tasks)
	for t := range tasks {
		r := s.answer(t)
		r.Last = true
		if s.send(r) != nil || r.GaveUp || r.Error != "" {
			return 1 // a solver that was left in the middle is not used again
		}
		tidy()
	}
	return 0
}

type task struct {
	request
	clauses [][]int
	empty   bool // the formula has an empty clause
}

// listen reads tasks until the parent is gone.
func listen(dec *gob.Decoder, tasks chan<- task) {
	for {
		t, err := receive(dec)
		if err != nil {
			os.Exit(0)
		}
		tasks <- t
	}
}

func receive(dec *gob.Decoder) (task, error) {
	var t task
	if err := dec.Decode(&t.request); err != nil {
		return task{}, err
	}
	// A stamp a literal finds repeated and opposite ones in time linear in the
	// formula: the library is given clean clauses only.
	stamp := make([]int, 2*t.Vars+2)
	var clause []int
	number, tautology := 1, false
	for {
		var p piece
		if err := dec.Decode(&p); err != nil {
			return task{}, err
		}
		if len(p) == 0 {
			return t, nil
		}
		for _, l := range p {
			switch {
			case l == 0:
				t.empty = t.empty || len(clause) == 0
				if !tautology && len(clause) > 0 {
					t.clauses = append(t.clauses, clause)
				}
				clause, tautology = nil, false
				number++
			case stamp[place(l)] != number:
				stamp[place(l)] = number
				tautology = tautology || stamp[place(-l)] == number
				clause = append(clause, int(l))
			}
		}
	}
}

// place numbers the literals.
func place(l int32) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

type server struct {
	buf *bufio.Writer
	enc *gob.Encoder
}

func (s *server) send(r reply) error {
	if err := s.enc.Encode(r); err != nil {
		return err
	}
	return s.buf.Flush()
}

// answer solves, sending pieces of the proof on the way.
func (s *server) answer(t task) reply {
	if t.Memory > 0 {
		debug.SetMemoryLimit(t.Memory - t.Memory/8) // collect harder before the parent gives up on us
	} else {
		debug.SetMemoryLimit(math.MaxInt64)
	}
	switch {
	case t.empty:
		return s.refuted(t, nil, 0)
	case len(t.clauses) == 0: // where the library would work on empty queues
		return reply{Model: make([]bool, t.Vars+1)}
	}
	lines := make(chan string, 1<<10)
	done := make(chan reply, 1)
	go run(t, lines, done)
	var proof []byte
	var learned int64
	last := ""
	for line := range lines {
		last = line
		if line != "0" {
			if learned++; t.Steps > 0 && learned > t.Steps {
				return reply{GaveUp: true, Conflicts: t.Steps}
			}
		}
		if !t.Proof {
			continue
		}
		proof = append(append(proof, line...), '\n')
		if len(proof) >= 1<<15 {
			if s.send(reply{Proof: proof}) != nil {
				os.Exit(1)
			}
			proof = proof[:0]
		}
	}
	r := <-done
	if r.Error == "" && r.Model == nil && last != "0" {
		return s.refuted(t, proof, r.Conflicts)
	}
	if r.Error == "" && r.Model == nil && len(proof) > 0 && s.send(reply{Proof: proof}) != nil {
		os.Exit(1)
	}
	return r
}

// refuted ends a proof that the library left open: it writes no empty clause
// where the propagation of the formula's own units refutes it.
func (s *server) refuted(t task, proof []byte, conflicts int64) reply {
	if t.Proof && s.send(reply{Proof: append(proof, "0\n"...)}) != nil {
		os.Exit(1)
	}
	return reply{Conflicts: conflicts}
}

// run lets the library solve. It writes a line for every clause it learns, one
// a conflict, which serves as the proof and as the clock of Steps; the lines
// end with the solve.
func run(t task, lines chan string, done chan<- reply) {
	defer close(lines)
	defer func() {
		if p := recover(); p != nil {
			done <- reply{Error: fmt.Sprintf("panicked: %v", p)}
		}
	}()
	sv := solver.New(solver.ParseSliceNb(t.clauses, t.Vars))
	if t.Proof || t.Steps > 0 {
		sv.Certified, sv.CertChan = true, lines
	}
	status := sv.Solve()
	r := reply{Conflicts: int64(sv.Stats.NbConflicts)}
	switch status {
	case solver.Sat:
		r.Model = append([]bool{false}, sv.Model()...)
	case solver.Unsat:
	default:
		r.Error = fmt.Sprintf("ended with status %v", status)
	}
	done <- r
}

// tidy gives memory back after a large formula, so that the next solve is
// measured by what it needs itself.
func tidy() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapSys-m.HeapReleased > 64<<20 {
		debug.FreeOSMemory()
	}
}
