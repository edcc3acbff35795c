package manifoldtest_test

import (
	"strings"
	"testing"

	"github.com/hubcover/hubcover/verify/manifold"
	"github.com/hubcover/hubcover/verify/manifold/manifoldtest"
)

func TestAll(t *testing.T) {
	left := map[string]bool{}
	for _, f := range manifold.All {
		left[f.Name] = true
	}
	for _, name := range []string{
		"euclidean:1", "euclidean:3",
		"sphere:1", "sphere:2", "sphere:7",
		"torus:1", "torus:4",
		"projective:1", "projective:2", "projective:5",
		"hyperbolic:1", "hyperbolic:2", "hyperbolic:5",
		"grassmann:1,3", "grassmann:2,4", "grassmann:2,5", "grassmann:4,5", "grassmann:3,6",
		"sphere:2*torus:1", "hyperbolic:2*euclidean:1", "grassmann:2,4*sphere:1*torus:2",
	} {
		t.Run(name, func(t *testing.T) {
			m, err := manifold.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			manifoldtest.Run(t, m)
		})
		for _, factor := range strings.Split(name, "*") {
			family, _, _ := strings.Cut(factor, ":")
			delete(left, family)
		}
	}
	for name := range left {
		t.Errorf("no %s is tested", name)
	}
}
