package law_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
)

// What is read is written and read back the same, and can be recovered from and
// checked without a panic.
func FuzzRead(f *testing.F) {
	for _, dir := range []string{"accept", "reject", "malformed"} {
		found, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := law.Read(bytes.NewReader(data))
		if err != nil || len(l.Cover.Embedding.Points) > 20 || l.Cover.Embedding.Manifold.Ambient() > 50 {
			return
		}
		back := again(t, l)
		rel, err := back.Recover()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := back.Check(context.Background(), rel, law.Checking{Rays: 1, Search: density.Search{Starts: 2, Steps: 20}}); err != nil {
			t.Fatal(err)
		}
		if _, err := back.Simulate(context.Background(), law.Dynamics{Samples: 2, MaxSteps: 5}); err != nil {
			t.Fatal(err)
		}
	})
}
