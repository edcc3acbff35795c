package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare/align"
)

// WriteTable prints a line an entry, the best first, then a line an instance
// with the time of every entry.
func (r *Report) WriteTable(w io.Writer) error {
	order := r.order()
	rows := [][]string{{"", "score", "solved", "proved", "timeout", "memout", "error", "wrong", "open", "refused", "PAR-2", "ratio", "best", "alone", "memory"}}
	for _, e := range order {
		s := r.Summary[e]
		ratio := "-"
		if s.Ratio != nil {
			ratio = strconv.FormatFloat(*s.Ratio, 'f', 1, 64)
		}
		rows = append(rows, []string{
			s.Name, strconv.Itoa(s.Score), strconv.Itoa(s.Solved), strconv.Itoa(s.Proved), strconv.Itoa(s.Timeouts), strconv.Itoa(s.Memouts),
			strconv.Itoa(s.Errors), strconv.Itoa(s.Wrong), strconv.Itoa(s.Open), strconv.Itoa(s.Refused), seconds(s.PAR2), ratio,
			strconv.Itoa(s.Best), strconv.Itoa(s.Alone), megabytes(s.Peak),
		})
	}
	v := r.VirtualBest
	rows = append(rows, []string{"virtual best", strconv.Itoa(pointRight * v.Solved), strconv.Itoa(v.Solved), "", "", "", "", "", "", "", seconds(v.PAR2), "1.0"})
	if err := align.Write(w, rows, map[int]bool{0: true}); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return r.writeTimes(w, order)
}

func (r *Report) writeTimes(w io.Writer, order []int) error {
	head := []string{"instance", "question", "answer"}
	for _, e := range order {
		head = append(head, r.Entries[e].Name)
	}
	rows := [][]string{head}
	g := r.grid()
	for i, it := range r.Instances {
		answer := it.Answer
		if answer == "" {
			answer = "?"
		}
		row := []string{it.Name, it.asked(), answer}
		for _, e := range order {
			row = append(row, g[i][e].text())
		}
		rows = append(rows, row)
	}
	return align.Write(w, rows, map[int]bool{0: true, 1: true})
}

func (i InstanceInfo) asked() string {
	text := i.Question
	if i.Decide && i.Hubs != Unbounded {
		text += " ≤ " + strconv.Itoa(int(i.Hubs)) + " hubs"
	}
	if i.Decide && i.Colors != Unbounded {
		text += " ≤ " + strconv.Itoa(int(i.Colors)) + " colours"
	}
	return text
}

// marks stand for a time where there is none.
var marks = map[Status]string{Timeout: "time", Memout: "memory", Wrong: "WRONG", Failed: "error", Open: "open", Refused: "-"}

func (c cell) text() string {
	if c.time != nil {
		return seconds(*c.time)
	}
	for _, status := range severity {
		for _, run := range c.runs {
			if run.Status == status && !run.right() {
				return marks[status]
			}
		}
	}
	return ""
}

// WriteCSV writes a line a run, with the names of the JSON.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"instance", "question", "hubs", "colors", "rows", "cols", "cells", "entry", "backend", "version", "form", "repeat", "seed",
		"status", "answer", "cpu_s", "total_cpu_s", "wall_s", "peak_b", "encode_s", "solve_s", "check_s", "calls", "steps", "limit_s", "problem",
	})
	for _, run := range r.Runs {
		it, e := r.Instances[run.Item], r.Entries[run.Entry]
		var encode, solve, check float64
		var steps int64
		for _, c := range run.Calls {
			encode, solve, check, steps = encode+c.Encode, solve+c.Solve, check+c.Check, steps+c.Steps
		}
		row := []string{}
		for _, v := range []any{
			it.Name, it.Question, it.Hubs.csv(), it.Colors.csv(), it.Rows, it.Cols, it.Cells, e.Name, e.Backend, e.Version, e.Form, run.Repeat, run.Seed,
			run.Status, run.Answer, run.CPU, run.Total, run.Wall, run.Peak, encode, solve, check, len(run.Calls), steps, r.Limits.CPU, run.Problem,
		} {
			row = append(row, fmt.Sprint(v))
		}
		out.Write(row) // Flush finds the error
	}
	out.Flush()
	return out.Error()
}

// csv leaves Unbounded out.
func (b Bound) csv() string {
	if b == Unbounded {
		return ""
	}
	return strconv.Itoa(int(b))
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 2, 64) }

func megabytes(b int64) string {
	if b == 0 {
		return "-"
	}
	return strings.TrimSpace(fmt.Sprintf("%d M", b>>20))
}
