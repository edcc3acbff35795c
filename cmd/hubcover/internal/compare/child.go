package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
)

// Child is a run's process: it reads its task, answers it, and says what it
// knows whenever that is more. list makes the backends out of the task's
// settings. The error is that of a task that cannot be understood.
func Child(ctx context.Context, in io.Reader, out io.Writer, list func(json.RawMessage) ([]backends.Backend, error)) error {
	var t task
	if err := json.NewDecoder(in).Decode(&t); err != nil {
		return fmt.Errorf("reading the task: %w", err)
	}
	runtime.GOMAXPROCS(1)
	oneCore(t.Core)
	if t.Group != "" {
		if err := enterGroup(t.Group); err != nil {
			return err
		}
	}
	limitCPU(t.CPU)
	say := &speaker{out: json.NewEncoder(out)}
	say.Claims, say.Calls = []Claim{}, []Call{}
	say.update(func(s *said) { s.PID = os.Getpid() })
	if err := os.Chdir(t.Dir); err != nil {
		return err
	}
	rel, err := t.Matrix.relation()
	if err != nil {
		return err
	}
	known, err := list(t.Setting)
	if err != nil {
		return err
	}
	be, err := find(known, t.Entry.Backend)
	if err != nil {
		return err
	}
	if t.Entry.Whole {
		err = wholePath(ctx, t, rel, be, say)
	} else {
		err = rawPath(ctx, t, rel, be, say)
	}
	say.update(func(s *said) {
		if s.Done = err == nil && s.Stop == "" && s.Refuse == "" && s.Wrong == ""; err != nil {
			s.classify(err)
		}
	})
	return nil
}

// classify files an error under what it is.
func (s *said) classify(err error) {
	var r refusal
	switch {
	case errors.As(err, &r):
		s.Refuse = err.Error()
	case errors.Is(err, backends.ErrRejected):
		s.Wrong = err.Error()
	default:
		s.Error = err.Error()
	}
}

// refusal is why a backend could not be asked.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func find(list []backends.Backend, name string) (backends.Backend, error) {
	for _, b := range list {
		if b.Name == name {
			return b, nil
		}
	}
	return backends.Backend{}, fmt.Errorf("no backend is named %q", name)
}

// speaker says what is known, one line at a time.
type speaker struct {
	mu sync.Mutex
	said
	out *json.Encoder
}

func (s *speaker) update(change func(*said)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.said)
	s.out.Encode(s.said) // nobody is there to be told of an error
}

// claim adds what was learned.
func (s *speaker) claim(claims ...Claim) {
	s.update(func(x *said) { x.Claims = append(x.Claims, claims...) })
}

// trivial is a number of hubs, and of colours, that is always enough: every row
// or every column with its cells is a hub and a colour of its own.
func trivial(rel *instances.Relation) int {
	rows, cols := 0, 0
	for i := range rel.Rows() {
		rows += min(len(rel.Row(i)), 1)
	}
	for j := range rel.Cols() {
		cols += min(len(rel.Col(j)), 1)
	}
	return min(rows, cols)
}
