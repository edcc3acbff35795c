package compare

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

// NewItem asks a question of an instance, with what is known of the answer.
func NewItem(inst *instances.Instance, q Asked) Item {
	it := Item{Inst: inst, Asked: q, Why: inst.Known.Why}
	know := func(q instances.Question, n *int) {
		if n != nil {
			it.Known = append(it.Known, bounds(q, *n, *n)...)
		}
	}
	if q.Question == instances.B || q.Question == instances.Front {
		know(instances.B, inst.Known.B)
	}
	if q.Question == instances.Chi || q.Question == instances.Front {
		know(instances.Chi, inst.Known.Chi)
	}
	return it
}

// SetNames lists the shipped sets, the default first.
func SetNames() []string { return []string{"default"} }

// Set makes the items of a shipped set.
func Set(name string) ([]Item, error) {
	return nil, fmt.Errorf("no set is named %q", name)
}
