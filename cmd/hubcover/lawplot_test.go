package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

// flight is a trajectory of one particle.
func flight(t *testing.T, space string, path ...[]float64) (*law.Law, *law.Trajectory) {
	t.Helper()
	m, err := manifold.Parse(space)
	if err != nil {
		t.Fatal(err)
	}
	l := &law.Law{Cover: &density.Cover{Embedding: &manifold.Embedding{Manifold: m, Names: []string{"a"}, Points: path[:1]}}}
	tr := &law.Trajectory{}
	for k, x := range path {
		tr.Times = append(tr.Times, float64(k))
		tr.Positions = append(tr.Positions, [][]float64{x})
		tr.Clusters = append(tr.Clusters, []int{0})
	}
	return l, tr
}

// A path is cut where it goes round the torus, and nowhere else.
func TestPathsAreCutWhereCoordinatesJump(t *testing.T) {
	for _, c := range []struct {
		space string
		path  [][]float64
		want  [][2]int
	}{
		{"torus:2", [][]float64{{0.8, 0.1}, {0.95, 0.1}, {0.02, 0.15}, {0.1, 0.2}}, [][2]int{{0, 2}, {2, 4}}},
		{"torus:2", [][]float64{{0.1, 0.1}, {0.5, 0.1}, {0.8, 0.1}}, [][2]int{{0, 3}}},
		{"sphere:1", [][]float64{{1, 0}, {-1, 0}, {0, 1}}, [][2]int{{0, 3}}},
		{"euclidean:1", [][]float64{{0}, {900}}, [][2]int{{0, 2}}},
	} {
		l, tr := flight(t, c.space, c.path...)
		if got := pieces(l, tr, 0); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %v: pieces %v, want %v", c.space, c.path, got, c.want)
		}
	}
}

// Every manifold has a picture, down to one coordinate and to particles that
// stay where they are.
func TestTrajectoriesAreDrawn(t *testing.T) {
	for space, path := range map[string][][]float64{
		"euclidean:1": {{0}, {1}},
		"torus:1":     {{0.5}, {0.5}},
		"sphere:2":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"euclidean:2": {{1, 1}},
	} {
		l, tr := flight(t, space, path...)
		var b bytes.Buffer
		if err := drawTrajectory(&b, l, tr); err != nil {
			t.Fatalf("%s: %v", space, err)
		}
		elements := 0
		for dec := xml.NewDecoder(&b); ; elements++ {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", space, err)
			}
		}
		if elements < 20 {
			t.Errorf("%s: only %d elements", space, elements)
		}
	}
}
