package hubcover_test

import (
	"os"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// TestProjectivePlane: four colours for the plane of order 3, where solvers that
// learn need a million conflicts to refute three; some 15 s.
func TestProjectivePlane(t *testing.T) {
	if os.Getenv("HUBCOVER_LONG") == "" {
		t.Skip("HUBCOVER_LONG is not set")
	}
	inst, err := families.Generate("projective-plane", []string{"q=3"})
	if err != nil {
		t.Fatal(err)
	}
	res := solve(t, inst.Relation, hubcover.Options{Questions: []instances.Question{instances.Chi}, Backends: sat(), Deterministic: true})
	if res.Chi.Lower != 4 || res.Chi.Upper != 4 || res.Chi.By.Method != "lrup" {
		t.Errorf("χ_hub is [%d,%d] by %s", res.Chi.Lower, res.Chi.Upper, res.Chi.By.Method)
	}
}
