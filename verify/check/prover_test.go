package check

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// prover is a DPLL search that writes its tree as a proof: the lemmas are the
// negated decisions of every refuted node, bottom up.
type prover struct {
	vars int
	db   [][]int32 // by id, from 1
	out  strings.Builder
}

// proveAll refutes a formula with unit clauses behind it; ok is false, and the
// assignment a model, where it has one.
func proveAll(f *formula, units []int32) (proof string, model []bool, ok bool) {
	p := &prover{vars: f.vars, db: [][]int32{nil}}
	f.rewind()
	for id := 1; id <= f.last(); id++ {
		p.db = append(p.db, append([]int32(nil), f.get(id)...))
	}
	for _, l := range units {
		p.db = append(p.db, []int32{l})
	}
	model = p.search(nil)
	return p.out.String(), model, model == nil
}

// propagate makes decisions true and follows up; hints are the ids used, in
// order, the last one in conflict if there is a conflict.
func (p *prover) propagate(decisions []int32) (truth []int8, hints []int, conflict bool) {
	truth = make([]int8, 2*p.vars+1)
	set := func(l int32) { truth[p.vars+int(l)], truth[p.vars-int(l)] = 1, -1 }
	for _, l := range decisions {
		set(l)
	}
	for again := true; again; {
		again = false
	clauses:
		for id := 1; id < len(p.db); id++ {
			var unit int32
			for _, l := range p.db[id] {
				switch t := truth[p.vars+int(l)]; {
				case t > 0, t == 0 && unit != 0:
					continue clauses
				case t == 0:
					unit = l
				}
			}
			hints = append(hints, id)
			if unit == 0 {
				return truth, hints, true
			}
			set(unit)
			again = true
		}
	}
	return truth, hints, false
}

// search returns a model under the decisions, or writes the lemma against them.
func (p *prover) search(decisions []int32) []bool {
	truth, hints, conflict := p.propagate(decisions)
	if !conflict {
		branch := int32(0)
		for v := int32(1); v <= int32(p.vars) && branch == 0; v++ {
			if truth[p.vars+int(v)] == 0 {
				branch = v
			}
		}
		if branch == 0 {
			model := make([]bool, p.vars+1)
			for v := range model {
				model[v] = truth[p.vars+v] > 0
			}
			return model
		}
		for _, l := range []int32{branch, -branch} {
			if m := p.search(append(decisions[:len(decisions):len(decisions)], l)); m != nil {
				return m
			}
		}
		if _, hints, conflict = p.propagate(decisions); !conflict {
			panic("both branches refuted, and no conflict")
		}
	}
	id := len(p.db)
	lemma := make([]int32, len(decisions))
	fmt.Fprintf(&p.out, "%d", id)
	for i, l := range decisions {
		lemma[i] = -l
		fmt.Fprintf(&p.out, " %d", -l)
	}
	p.out.WriteString(" 0")
	for _, h := range hints {
		fmt.Fprintf(&p.out, " %d", h)
	}
	p.out.WriteString(" 0\n")
	p.db = append(p.db, lemma)
	return nil
}

// disk opens files of the directory of the test.
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

func jsonOf(x any) ([]byte, error) { return json.Marshal(x) }
