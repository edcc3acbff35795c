package process_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends/process"
)

func TestPlaceholders(t *testing.T) {
	for _, c := range []struct {
		args, allowed []string
		needed        string
		good          bool
	}{
		{nil, nil, "{seed}", true}, // no arguments, no need
		{[]string{"-s", "{seed}"}, []string{"{seed}"}, "{seed}", true},
		{[]string{"--seed={seed}"}, []string{"{seed}"}, "{seed}", true},
		{[]string{"-q"}, []string{"{formula}"}, "", true},
		{[]string{"-q"}, []string{"{seed}"}, "{seed}", false},
		{[]string{"{seeds}", "{seed}"}, []string{"{seed}"}, "{seed}", false},
		{[]string{"{formula}"}, nil, "", false},
	} {
		if err := process.Placeholders("args", c.args, c.allowed, c.needed); (err == nil) != c.good {
			t.Errorf("%q with %q: %v", c.args, c.needed, err)
		}
	}
}

func TestStoppable(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := process.Stoppable(ctx, strings.NewReader("proof"))
	if n, err := r.Read(make([]byte, 2)); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	cancel()
	if _, err := io.ReadAll(r); !errors.Is(err, process.ErrStopped) {
		t.Errorf("after the end: %v", err)
	}
}
