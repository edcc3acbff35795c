package instances

import (
	"fmt"
	"strings"
)

// Instance is a relation with where it came from.
type Instance struct {
	Name     string // for people and file names: the file's name without its endings
	Source   string // file, "-" for standard input, or the call of a family
	Index    int    // position in its stream, from 0
	Format   string // name of the reader, or "generated"
	Relation *Relation
	Known    Known
	Warnings []string // what the reader wants said, duplicate cells for example
}

// Known holds what is known of an instance before any solving; nil is unknown.
type Known struct {
	B, Chi, ChiPrime *int
	Why              string    // the paper or fact that says so
	FewestHubs       Extension // an optimum for b, where the paper constructs one
	FewestColors     Extension // an optimum for χ_hub, coloured, where one is constructed
}

// Question is one of the questions that can be asked of an instance.
type Question uint8

// The questions, in the order in which they are answered.
const (
	B        Question = iota + 1 // biclique cover number: fewest hubs
	Chi                          // hub-chromatic index: fewest colours
	ChiPrime                     // ordinary chromatic index of the cells
	Front                        // Pareto front of hubs against colours
	Index                        // chromatic index of a hub extension that is given
)

// Questions lists those that are asked of an instance alone: all but Index.
var Questions = []Question{B, Chi, ChiPrime, Front}

var questionNames = [...]string{B: "b", Chi: "chi", ChiPrime: "chi-prime", Front: "front", Index: "index"}

func (q Question) String() string {
	if int(q) < len(questionNames) && q > 0 {
		return questionNames[q]
	}
	return fmt.Sprintf("question(%d)", uint8(q))
}

// ParseQuestion is the inverse of String; chi_prime is taken for chi-prime.
func ParseQuestion(s string) (Question, error) {
	want := strings.ReplaceAll(strings.TrimSpace(s), "_", "-")
	for _, q := range Questions {
		if q.String() == want {
			return q, nil
		}
	}
	return 0, fmt.Errorf("no question is named %q: choose among b, chi, chi-prime, front", s)
}
