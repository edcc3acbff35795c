package study

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteTable writes the quantiles of every point, and below them, where there
// are several points, the medians of all.
func WriteTable(w io.Writer, samples []Sample) error {
	var b strings.Builder
	groups := ByPoint(samples)
	for i, g := range groups {
		if i > 0 {
			b.WriteString("\n")
		}
		pointTable(&b, g)
	}
	if len(groups) > 1 {
		b.WriteString("\n")
		trend(&b, groups)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func pointTable(b *strings.Builder, samples []Sample) {
	fmt.Fprintf(b, "%s: %s\n", samples[0].Point, count(len(samples), "sample"))
	rows := [][]string{{"", "min", "25 %", "median", "75 %", "max", ""}}
	for _, m := range Measures {
		s, ok := m.Summarise(samples)
		if !ok {
			continue
		}
		row := []string{m.Name}
		for _, q := range s.Quantiles {
			row = append(row, q.String())
		}
		note := ""
		if s.Open > 0 {
			note = fmt.Sprintf("%d open", s.Open)
		}
		if s.Count < len(samples) {
			note += fmt.Sprintf(" in %d of %d", s.Count, len(samples))
		}
		rows = append(rows, append(row, strings.TrimSpace(note)))
	}
	align(b, rows)
	for _, text := range against(samples) {
		b.WriteString("  " + text + "\n")
	}
}

// trend has the medians, a point a line.
func trend(b *strings.Builder, groups [][]Sample) {
	head := []string{"medians"}
	rows := make([][]string, len(groups))
	for i, g := range groups {
		rows[i] = []string{g[0].Point.String()}
	}
	for _, m := range Measures {
		column := make([]string, len(groups))
		any := false
		for i, g := range groups {
			column[i] = "–"
			if s, ok := m.Summarise(g); ok {
				column[i], any = s.Quantiles[len(Levels)/2].String(), true
			}
		}
		if !any {
			continue
		}
		head = append(head, shortName(m.Name))
		for i := range rows {
			rows[i] = append(rows[i], column[i])
		}
	}
	align(b, append([][]string{head}, rows...))
	b.WriteString("  P: parameters, P/e: parameters an edge, of the laws of the hubs named\n")
}

// shortName heads a column.
func shortName(name string) string {
	name = strings.Replace(name, "parameters an edge: ", "P/e ", 1)
	name = strings.Replace(name, "parameters: ", "P ", 1)
	return strings.NewReplacer("cover of ", "", "of ", "", " hubs", "", "identity keys", "identity").Replace(name)
}

// against holds what was found against what was planted.
func against(samples []Sample) (out []string) {
	for _, c := range []struct {
		what, planted string
		of            func(Sample) (iv *Interval, planted *Interval)
	}{
		{"b", "the planted hubs", func(s Sample) (*Interval, *Interval) {
			planted := Exact(s.Planted.Hubs)
			return s.B.interval(), &planted
		}},
		{"χ_hub", "the planted colours", func(s Sample) (*Interval, *Interval) { return s.Chi.interval(), s.Planted.Colors }},
	} {
		var below, equal, open int
		for _, s := range samples {
			iv, planted := c.of(s)
			switch {
			case iv == nil || planted == nil:
				continue
			case iv.Upper >= 0 && iv.Upper < planted.Lower:
				below++
			case iv.Lower == planted.Upper:
				equal++
			default:
				open++
			}
		}
		if n := below + equal + open; n > 0 {
			text := fmt.Sprintf("%s is below %s in %d of %d, equal in %d", c.what, c.planted, below, n, equal)
			if open > 0 {
				text += fmt.Sprintf(", open in %d", open)
			}
			out = append(out, text)
		}
	}
	hubs, again := 0, 0
	for _, s := range samples {
		if s.B != nil && s.B.Value >= 0 {
			hubs, again = hubs+s.B.Hubs, again+s.B.Again
		}
	}
	if hubs > 0 {
		out = append(out, fmt.Sprintf("of %s in the covers found for b, %d were planted as they are", count(hubs, "hub"), again))
	}
	return out
}

// String is 4, 4.25, [4, 5] or ≥ 4.
func (r Range) String() string {
	switch {
	case r.Exact():
		return number(r.Low)
	case math.IsInf(r.High, 1):
		return "≥ " + number(r.Low)
	}
	return "[" + number(r.Low) + ", " + number(r.High) + "]"
}

func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// align writes columns: the first to the left, the others to the right.
func align(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			width[i] = max(width[i], len([]rune(text)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			blank := strings.Repeat(" ", width[i]-len([]rune(text)))
			if i == 0 {
				line.WriteString("  " + text + blank)
			} else {
				line.WriteString("  " + blank + text)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
