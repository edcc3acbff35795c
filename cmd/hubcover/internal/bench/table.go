package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare/align"
)

// writeTable prints a line an instance: what hubcover found, how and at what
// price, then the CPU seconds of every baseline, and how many times hubcover's
// the best of them are.
func writeTable(w io.Writer, tools []tool, groups []group) error {
	head := []string{"instance", "size", "cells", "b", "by", "level", "steps", "proof", "wall s", "cpu s"}
	for _, t := range tools[1:] {
		head = append(head, t.Name)
	}
	if len(tools) > 1 {
		head = append(head, "ratio")
	}
	rows := [][]string{head}
	for _, g := range groups {
		rows = append(rows, g.row())
	}
	left := map[int]bool{0: true, 4: true, 5: true}
	return align.Write(w, rows, left)
}

func (g group) row() []string {
	h := g.runs[0]
	row := []string{
		h.Instance, fmt.Sprintf("%dx%d", h.Rows, h.Cols), strconv.Itoa(h.Cells), h.interval(), h.Method, h.Level,
		strconv.FormatInt(h.Steps, 10), strconv.FormatInt(h.Proof, 10), seconds(h.Wall), h.price(),
	}
	for _, b := range g.runs[1:] {
		row = append(row, b.price())
	}
	if len(g.runs) > 1 {
		text := "-"
		if r, ok := bestRatio(g); ok {
			text = r.String()
		}
		row = append(row, text)
	}
	return row
}

// line is a group in short, for somebody who waits.
func (g group) line() string {
	parts := []string{fmt.Sprintf("%s: b %s", g.runs[0].Instance, g.runs[0].interval())}
	for _, r := range g.runs {
		parts = append(parts, r.Tool+" "+r.price())
	}
	return strings.Join(parts, ", ")
}

// interval is what is known: 14, or 12..14; 14? where the lower bound is claimed
// only; * stands for no cover.
func (o outcome) interval() string {
	switch {
	case o.proved():
		return strconv.Itoa(o.Upper)
	case o.solved():
		return strconv.Itoa(o.Upper) + "?"
	case o.Upper < 0:
		return fmt.Sprintf("%d..*", o.Lower)
	}
	return fmt.Sprintf("%d..%d", o.Lower, o.Upper)
}

// price is the CPU time, with ≥ where it was not enough, or why there is none.
func (r run) price() string {
	switch {
	case r.Error != "":
		return "error"
	case r.solved():
		return seconds(r.CPU)
	case r.Stop == tooLarge || r.Stop == string(backends.MemoryLimit):
		return r.Stop
	}
	return "≥" + seconds(r.CPU)
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 2, 64) }

// sinks are the files of records, written as the groups are done.
type sinks struct {
	files []*os.File
	json  *json.Encoder
	csv   *csv.Writer
}

func openSinks(jsonFile, csvFile string) (*sinks, error) {
	s := &sinks{}
	create := func(name string) (*os.File, error) {
		file, err := os.Create(name)
		if err == nil {
			s.files = append(s.files, file)
		}
		return file, err
	}
	if jsonFile != "" {
		file, err := create(jsonFile)
		if err != nil {
			return nil, err
		}
		s.json = json.NewEncoder(file)
	}
	if csvFile != "" {
		file, err := create(csvFile)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.csv = csv.NewWriter(file)
		if err := s.csv.Write(csvHead); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

func (s *sinks) write(g group) error {
	for _, r := range g.runs {
		if s.json != nil {
			if err := s.json.Encode(r); err != nil {
				return err
			}
		}
		if s.csv != nil {
			if err := s.csv.Write(r.csv()); err != nil {
				return err
			}
		}
	}
	if s.csv != nil {
		s.csv.Flush()
		return s.csv.Error()
	}
	return nil
}

func (s *sinks) close() error {
	var errs []error
	for _, file := range s.files {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

// csvHead has the names of the JSON records.
var csvHead = []string{
	"instance", "rows", "cols", "cells", "tool", "lower", "upper", "claimed", "method", "level", "steps", "proof_bytes",
	"stop", "wall_s", "cpu_s", "limit_s", "certificate", "error",
}

func (r run) csv() []string {
	var row []string
	for _, v := range []any{
		r.Instance, r.Rows, r.Cols, r.Cells, r.Tool, r.Lower, r.Upper, r.Claim, r.Method, r.Level, r.Steps, r.Proof,
		r.Stop, r.Wall, r.CPU, r.Limit, r.Certificate, r.Error,
	} {
		row = append(row, fmt.Sprint(v))
	}
	return row
}
