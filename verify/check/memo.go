package check

import (
	"crypto/sha256"
	"encoding/json"
)

// Memo remembers the bounds that were verified, so that one that comes again,
// alone or as one of parts, is not checked again. It is of one relation and of
// proof files that do not change; its zero value remembers nothing yet. For one
// goroutine at a time.
type Memo struct {
	proved map[[sha256.Size]byte]proved
}

// proved is a bound of a number.
type proved struct {
	of goal
	Verdict
}

// remember is prove, unless by was proved before.
func (c *run) remember(by By) (goal, Verdict, error) {
	if c.Memo == nil {
		return c.prove(by)
	}
	text, err := json.Marshal(by) // all that prove sees
	if err != nil {
		return goal{}, Verdict{}, err
	}
	key := sha256.Sum256(text)
	if p, ok := c.Memo.proved[key]; ok {
		return p.of, p.Verdict, nil
	}
	of, v, err := c.prove(by)
	if err == nil {
		if c.Memo.proved == nil {
			c.Memo.proved = map[[sha256.Size]byte]proved{}
		}
		c.Memo.proved[key] = proved{of, v}
	}
	return of, v, err
}
