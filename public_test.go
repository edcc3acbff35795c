package hubcover_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// data opens a public instance, or skips where there is none.
func data(t testing.TB, name string) *instances.Instance {
	t.Helper()
	dir := os.Getenv("HUBCOVER_DATA")
	if dir == "" {
		dir = filepath.Join("..", "shared", "data")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no public data: %v", err)
	}
	for inst, err := range formats.ReadFile(context.Background(), path, formats.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		return inst
	}
	t.Fatalf("%s holds nothing", path)
	return nil
}

func TestPublicData(t *testing.T) {
	for name, want := range map[string]int{
		"hp-hc.txt.gz": 14, "hp-domino.txt.gz": 20, "hp-emea.txt.gz": 34, "hp-fire1.txt.gz": 64, "kovacs-zoo.txt": 16,
		"fca-digits.cxt": 6, "fca-tealady.cxt": 12, "minrole-irreducible.txt": 4, "karate.gml": 24,
	} {
		t.Run(name, func(t *testing.T) {
			inst := data(t, name)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: []instances.Question{instances.B}})
			if err != nil {
				t.Fatal(err)
			}
			audit(t, res)
			if res.B.Status() != hubcover.Optimal || res.B.Upper != want || res.B.By.Method != "fooling" {
				t.Errorf("b is %d..%d, %s by %s, want %d by fooling", res.B.Lower, res.B.Upper, res.B.Status(), res.B.By.Method, want)
			}
		})
	}
}
