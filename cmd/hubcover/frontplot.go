package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover"
)

// plotWidth is the most columns between the fewest and the most hubs.
const plotWidth = 60

// frontPlot draws the staircase of a front, fewest colours at the bottom:
//
//	colours
//	      5 │ ●
//	      4 │ └──┄┄┄○
//	        └───────────
//	          8     10  hubs
//
// Points that are certain are filled; the dots of a level run over what n of
// that many colours may still be.
func frontPlot(f *hubcover.FrontResult) []string {
	if len(f.Points) == 0 || len(f.Levels) == 0 {
		return nil
	}
	fewest, most := f.Points[0].Hubs, f.Points[len(f.Points)-1].Hubs
	for _, l := range f.Levels {
		fewest = min(fewest, l.Lower)
	}
	at := func(hubs int) int { // the column of a number of hubs
		step := len(strconv.Itoa(most)) + 1
		if (most-fewest)*step <= plotWidth {
			return 1 + (hubs-fewest)*step
		}
		return 1 + (hubs-fewest)*plotWidth/(most-fewest)
	}
	out := []string{"colours"}
	last := 0 // point of the level before
	open := false
	for _, l := range slices.Backward(f.Levels) {
		point := slices.IndexFunc(f.Points, func(p hubcover.Point) bool { return p.Colors == l.Colors })
		if point < 0 && l.Lower >= f.Points[last].Hubs {
			continue // as many hubs as with more colours
		}
		row := slices.Repeat([]rune{' '}, at(most)+1)
		if point > 0 {
			row[at(f.Points[point-1].Hubs)] = '└'
			for x := at(f.Points[point-1].Hubs) + 1; x < at(f.Points[point].Hubs); x++ {
				row[x] = '─'
			}
		}
		if point >= 0 {
			last = point
		}
		n := f.Points[last].Hubs
		for x := at(l.Lower); x < at(n); x++ {
			row[x], open = '┄', true
		}
		switch {
		case point < 0:
			row[at(n)] = '│'
		case f.Points[point].Status == hubcover.Optimal:
			row[at(n)] = '●'
		default:
			row[at(n)], open = '○', true
		}
		out = append(out, fmt.Sprintf("%7d │%s", l.Colors, string(row)))
	}
	axis, labels := slices.Repeat([]rune{'─'}, at(most)+2), ""
	for _, p := range f.Points {
		text := strconv.Itoa(p.Hubs)
		if x := at(p.Hubs) - len(text)/2; x > len(labels) || labels == "" {
			labels = fmt.Sprintf("%-*s%s", x, labels, text)
		}
	}
	out = append(out, "        └"+string(axis), fmt.Sprintf("         %s  hubs", labels))
	if open {
		out = append(out, "        ● certain, ○ ┄ open")
	}
	return out
}
