package hubcover

import (
	"context"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
)

// TestSettled: a cube with a model answers for all, even where cubes before it
// were told to stop; a cube that nobody can answer says so.
func TestSettled(t *testing.T) {
	yes := answer{cover: instances.Extension{{}}}
	no := answer{no: &refutation{claimed: "x"}}
	told := answer{stop: backends.Interrupted}
	stuck := answer{stop: backends.MemoryLimit, stuck: true}
	for _, c := range []struct {
		cubes            []answer
		all, cover, stop bool
	}{
		{nil, true, false, false},
		{[]answer{no, no}, true, false, false},
		{[]answer{no, told, yes, {}}, false, true, false},
		{[]answer{told, yes, stuck}, false, true, false},
		{[]answer{no, told, stuck}, false, false, true},
		{[]answer{no, told}, false, false, false},
	} {
		a, all := settled(context.Background(), c.cubes)
		if all != c.all || (a.cover != nil) != c.cover || a.stuck != c.stop {
			t.Errorf("%+v: %+v, %v", c.cubes, a, all)
		}
	}
}
