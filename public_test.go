package hubcover_test

import (
	"context"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

func TestPublicData(t *testing.T) {
	for name, want := range map[string]int{
		"hp-hc.txt.gz": 14, "hp-domino.txt.gz": 20, "hp-emea.txt.gz": 34, "hp-fire1.txt.gz": 64, "kovacs-zoo.txt": 16,
		"fca-digits.cxt": 6, "fca-tealady.cxt": 12, "minrole-irreducible.txt": 4, "karate.gml": 24,
	} {
		t.Run(name, func(t *testing.T) {
			inst := encodetest.Public(t, name)
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
