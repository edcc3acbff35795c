package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/encode/small"
	"github.com/hubcover/hubcover/instances"
)

// counting is one call of census.
type counting struct {
	*app
	rows, cols int
	questions  []string
	list, json bool
	ask        small.Ask
}

func (a *app) censusCommand() *cobra.Command {
	c := &counting{app: a}
	cmd := &cobra.Command{
		Use:   "census N|ROWSxCOLS",
		Short: "count all small 0/1 matrices by b, chi_hub, chi' and front",
		Long: `Goes through all 0/1 matrices of that size, one of each class of matrices that
are equal but for the order of rows and of columns, and counts classes and
matrices by their values; --list and --json give the classes themselves. Sizes
are from 1 to 6: 5 × 5 takes a second or so, 6 × 6, with 251610 classes, minutes.
The numbers are exact, found by search over bitmasks, and come without
certificates.`,
		Example: `  hubcover census 4
  hubcover census 3x5 -q chi
  hubcover census 5 --json --jobs 0 > classes.jsonl`,
		Args: wants("a size, such as 4 or 3x5", 1, 1),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			var err error
			if c.rows, c.cols, err = parseSize(args[0]); err != nil {
				return err
			}
			return c.run(cmd.Context())
		}),
	}
	config.AddFlags(cmd.Flags(), "total-time-limit", "jobs")
	cmd.Flags().Lookup("jobs").Usage = "classes that are worked on at once, `N`; 0 is one for each core"
	cmd.Flags().StringSliceVarP(&c.questions, "questions", "q", questionNames(), "what to count by: b, chi, chi-prime, front")
	complete(cmd, "questions", questionNames())
	cmd.Flags().BoolVar(&c.list, "list", false, "a class a line")
	cmd.Flags().BoolVar(&c.json, "json", false, "a class a line, as JSON")
	return cmd
}

// parseSize reads 4, 3x5 or 3×5.
func parseSize(text string) (rows, cols int, err error) {
	first, second, two := strings.Cut(strings.ReplaceAll(strings.ToLower(text), "×", "x"), "x")
	if !two {
		second = first
	}
	rows, err = strconv.Atoi(first)
	if err == nil {
		cols, err = strconv.Atoi(second)
	}
	if err != nil || min(rows, cols) < 1 || max(rows, cols) > hubcover.CensusMost {
		return 0, 0, misuse("size %s: expected a number from 1 to %d, or ROWSxCOLS of such numbers", text, hubcover.CensusMost)
	}
	return rows, cols, nil
}

func (c *counting) run(ctx context.Context) error {
	questions, err := parseQuestions(c.questions)
	if err != nil {
		return err
	}
	if c.list && c.json {
		return misuse("--list and --json are two ways to print the classes: choose one")
	}
	for _, q := range questions {
		switch q {
		case instances.B:
			c.ask.B = true
		case instances.Chi:
			c.ask.Chi = true
		case instances.ChiPrime:
			c.ask.ChiPrime = true
		case instances.Front:
			c.ask.Front = true
		}
	}
	jobs := c.config.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	if limit := time.Duration(c.config.TotalTimeLimit); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	all, err := hubcover.Census(ctx, c.rows, c.cols, c.ask, jobs)
	if err != nil {
		return err
	}
	if err := c.print(c.watched(all)); err != nil {
		return err
	}
	c.talk.clear()
	if ctx.Err() != nil {
		c.talk.warn("%s: the classes that follow were not counted", backends.StopOf(ctx))
		return exitWith(undecided)
	}
	return nil
}

// watched shows how far the sequence is.
func (c *counting) watched(all iter.Seq[hubcover.CensusClass]) iter.Seq[hubcover.CensusClass] {
	return func(yield func(hubcover.CensusClass) bool) {
		classes, seen := 0, int64(0)
		for x := range all {
			classes++
			seen += x.Labelled
			c.talk.tick("%d × %d: %d classes, %.0f %% of all matrices", c.rows, c.cols, classes, 100*float64(seen)/float64(int64(1)<<(c.rows*c.cols)))
			if !yield(x) {
				return
			}
		}
	}
}

// print writes the classes or the table.
func (c *counting) print(all iter.Seq[hubcover.CensusClass]) error {
	w := bufio.NewWriter(c.out)
	var err error
	switch {
	case c.json:
		err = c.records(w, all)
	case c.list:
		err = c.lines(w, all)
	default:
		err = c.table(w, all)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// censusRecord is a class as JSON; rows as binary numbers, and only what was
// asked.
type censusRecord struct {
	Schema   string   `json:"schema"`
	Rows     []string `json:"rows"`
	Labelled int64    `json:"labelled"` // matrices of the class
	B        *int     `json:"b,omitempty"`
	Chi      *int     `json:"chi,omitempty"`
	ChiPrime *int     `json:"chi_prime,omitempty"`
	Front    [][2]int `json:"front,omitempty"` // hubs, colours; hubs ascending
}

const censusSchema = "hubcover.census/1"

func (c *counting) records(w io.Writer, all iter.Seq[hubcover.CensusClass]) error {
	out := json.NewEncoder(w)
	for x := range all {
		rec := censusRecord{Schema: censusSchema, Rows: strings.Split(x.String(), "/"), Labelled: x.Labelled}
		for _, v := range []struct {
			asked bool
			to    **int
			value int
		}{{c.ask.B, &rec.B, x.B}, {c.ask.Chi, &rec.Chi, x.Chi}, {c.ask.ChiPrime, &rec.ChiPrime, x.ChiPrime}} {
			if v.asked {
				*v.to = &v.value
			}
		}
		for _, p := range x.Front {
			rec.Front = append(rec.Front, [2]int{p.Hubs, p.Colors})
		}
		if err := out.Encode(rec); err != nil {
			return err
		}
	}
	return nil
}

func (c *counting) lines(w io.Writer, all iter.Seq[hubcover.CensusClass]) error {
	for x := range all {
		line := fmt.Sprintf("%s  %d", x, x.Labelled)
		for _, t := range c.tallies() {
			line += fmt.Sprintf("  %s %s", t.what, t.value(x))
		}
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// tally counts classes and matrices by one of their values.
type tally struct {
	what    string
	value   func(hubcover.CensusClass) string
	classes map[string]int64
	labels  map[string]int64
	order   map[string]hubcover.CensusClass // of each value, the first class
}

// tallies are those that were asked.
func (c *counting) tallies() []*tally {
	var out []*tally
	add := func(asked bool, what string, value func(hubcover.CensusClass) string) {
		if asked {
			out = append(out, &tally{what, value, map[string]int64{}, map[string]int64{}, map[string]hubcover.CensusClass{}})
		}
	}
	add(c.ask.B, "b", func(x hubcover.CensusClass) string { return strconv.Itoa(x.B) })
	add(c.ask.Chi, "χ_hub", func(x hubcover.CensusClass) string { return strconv.Itoa(x.Chi) })
	add(c.ask.ChiPrime, "χ′", func(x hubcover.CensusClass) string { return strconv.Itoa(x.ChiPrime) })
	add(c.ask.Front, "front", func(x hubcover.CensusClass) string { return pointList(x.Front) })
	return out
}

func pointList(front []small.Point) string {
	var out []string
	for _, p := range front {
		out = append(out, fmt.Sprintf("(%d, %d)", p.Hubs, p.Colors))
	}
	return strings.Join(out, " ")
}

// table prints how many classes and matrices have each value.
func (c *counting) table(w io.Writer, all iter.Seq[hubcover.CensusClass]) error {
	tallies := c.tallies()
	classes, labels := 0, int64(0)
	for x := range all {
		classes++
		labels += x.Labelled
		for _, t := range tallies {
			v := t.value(x)
			if t.classes[v]++; t.classes[v] == 1 {
				t.order[v] = x
			}
			t.labels[v] += x.Labelled
		}
	}
	c.talk.clear()
	width := max(8, len(strconv.FormatInt(labels, 10)))
	fmt.Fprintf(w, "%s  %s, %s\n", c.paint(bold, fmt.Sprintf("%d × %d", c.rows, c.cols)), plural(classes, "class", "classes"), plural(int(labels), "matrix", "matrices"))
	for _, t := range tallies {
		values := slices.SortedFunc(maps.Keys(t.classes), func(a, b string) int { return compareValues(t.order[a], t.order[b], t.what) })
		most := 0
		for _, v := range append(values, t.what) {
			most = max(most, len([]rune(v)))
		}
		fmt.Fprintf(w, "\n  %s  %8s  %*s\n", pad(t.what, most), "classes", width, "matrices")
		for _, v := range values {
			fmt.Fprintf(w, "  %s  %8d  %*d\n", pad(v, most), t.classes[v], width, t.labels[v])
		}
	}
	return nil
}

// compareValues orders classes by one of their values.
func compareValues(a, b hubcover.CensusClass, what string) int {
	switch what {
	case "b":
		return a.B - b.B
	case "χ_hub":
		return a.Chi - b.Chi
	case "χ′":
		return a.ChiPrime - b.ChiPrime
	}
	return slices.CompareFunc(a.Front, b.Front, func(p, q small.Point) int {
		return cmp.Or(p.Hubs-q.Hubs, p.Colors-q.Colors)
	})
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
