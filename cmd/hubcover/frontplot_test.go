package main

import (
	"strings"
	"testing"

	"github.com/hubcover/hubcover"
)

func TestFrontPlot(t *testing.T) {
	point := func(n, h int, s hubcover.Status) hubcover.Point {
		return hubcover.Point{Hubs: n, Colors: h, Status: s}
	}
	level := func(h, low, up int) hubcover.Level { return hubcover.Level{Colors: h, Lower: low, Upper: up} }
	for _, c := range []struct {
		front hubcover.FrontResult
		want  string
	}{
		{hubcover.FrontResult{}, ""},
		{hubcover.FrontResult{Points: []hubcover.Point{point(0, 0, hubcover.Optimal)}}, ""},
		{hubcover.FrontResult{
			Points: []hubcover.Point{point(8, 7, hubcover.Optimal), point(9, 5, hubcover.Optimal), point(12, 4, hubcover.Optimal)},
			Levels: []hubcover.Level{level(4, 12, 12), level(5, 9, 9), level(6, 9, 9), level(7, 8, 8)},
		}, `
colours
      7 │ ●
      5 │ └──●
      4 │    └────────●
        └───────────────
          8  9       12  hubs`},
		{hubcover.FrontResult{
			Points: []hubcover.Point{point(8, 6, hubcover.Optimal), point(9, 5, hubcover.Bounded), point(13, 4, hubcover.Bounded)},
			Levels: []hubcover.Level{level(4, 11, 13), level(5, 8, 9), level(6, 8, 8)},
		}, `
colours
      6 │ ●
      5 │ ┄┄┄○
      4 │    └─────┄┄┄┄┄┄○
        └──────────────────
          8  9          13  hubs
        ● certain, ○ ┄ open`},
		{hubcover.FrontResult{
			Points: []hubcover.Point{point(100, 9, hubcover.Optimal), point(1100, 8, hubcover.Unproved)},
			Levels: []hubcover.Level{level(8, 1100, 1100), level(9, 100, 100)},
		}, `
colours
      9 │ ●
      8 │ └───────────────────────────────────────────────────────────○
        └───────────────────────────────────────────────────────────────
         100                                                        1100  hubs
        ● certain, ○ ┄ open`},
	} {
		var lines []string
		for _, l := range frontPlot(&c.front) {
			lines = append(lines, strings.TrimRight(l, " "))
		}
		got := strings.Join(lines, "\n")
		if got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("got\n%s\nexpected%s", got, c.want)
		}
	}
}
