package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/tensor"
	"github.com/hubcover/hubcover/verify/manifold"
)

// readPoints reads an embedding of the nodes: their points in order.
func (a *app) readPoints(path string, m manifold.Manifold, nodes *instances.Relation) (points [][]float64, err error) {
	err = a.withFile(path, func(r io.Reader) error {
		in := bufio.NewReader(r)
		if head, _ := in.Peek(9); tensor.Detect(head) != "" {
			points, err = pointsArray(in, m, nodes)
		} else {
			points, err = pointsCSV(in, m, nodes)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	return points, err
}

// pointsArray reads an array of a node a row, in their order; of many arrays,
// that named points.
func pointsArray(r io.Reader, m manifold.Manifold, nodes *instances.Relation) ([][]float64, error) {
	points, err := readMatrix(r, "", "points")
	switch {
	case err != nil:
		return nil, err
	case len(points) != nodes.Rows():
		return nil, fmt.Errorf("%d points, there are %d nodes", len(points), nodes.Rows())
	case len(points[0]) != m.Ambient():
		return nil, fmt.Errorf("points of %d coordinates, those of %s have %d", len(points[0]), m, m.Ambient())
	}
	return points, nil
}

// pointsCSV reads a node a line: its coordinates, or its name and then these.
// Lines without names are in the order of the nodes. A first line without any
// numbers after the name's place is a header.
func pointsCSV(r io.Reader, m manifold.Manifold, nodes *instances.Relation) ([][]float64, error) {
	in := csv.NewReader(skipBOM(r))
	in.Comment, in.FieldsPerRecord, in.TrimLeadingSpace = '#', -1, true
	n, width := nodes.Rows(), m.Ambient()
	points := make([][]float64, n)
	place := placesOf(nodes)
	header := true // may come
	for k := 0; ; {
		record, err := in.Read()
		if err == io.EOF {
			return points, missing(points, nodes)
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		node, text := k, record
		if len(record) == width+1 {
			text = record[1:]
		}
		x, err := coordinates(text)
		if header = header && heading(text); header {
			header = false
			continue
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", line, err)
		case len(x) != width:
			return nil, fmt.Errorf("line %d: %d numbers; points of %s have %d coordinates, and a name may be in front", line, len(record), m, width)
		case len(record) == width+1:
			if node, err = place(record[0]); err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		if node >= n {
			return nil, fmt.Errorf("line %d: there are only %d nodes", line, n)
		}
		if points[node] != nil {
			return nil, fmt.Errorf("line %d: a second point of node %q", line, nodes.RowName(node))
		}
		points[node] = x
		k++
	}
}

func coordinates(text []string) ([]float64, error) {
	x := make([]float64, len(text))
	for i, t := range text {
		var err error
		if x[i], err = strconv.ParseFloat(strings.TrimSpace(t), 64); err != nil {
			return nil, fmt.Errorf("%s is no number", strconv.Quote(t))
		}
	}
	return x, nil
}

// heading tells that nothing in the line is a number.
func heading(text []string) bool {
	for _, t := range text {
		if _, err := strconv.ParseFloat(strings.TrimSpace(t), 64); err == nil {
			return false
		}
	}
	return true
}

// placesOf finds nodes by name.
func placesOf(nodes *instances.Relation) func(name string) (int, error) {
	at := make(map[string]int, nodes.Rows())
	twice := map[string]bool{}
	for v := range nodes.Rows() {
		name := nodes.RowName(v)
		_, seen := at[name]
		twice[name] = seen
		at[name] = v
	}
	return func(name string) (int, error) {
		v, ok := at[name]
		switch {
		case !ok:
			return 0, fmt.Errorf("there is no node %q", name)
		case twice[name]:
			return 0, fmt.Errorf("%q is a row and a column: leave out the names, with the points in the order of rows, then columns", name)
		}
		return v, nil
	}
}

func missing(points [][]float64, nodes *instances.Relation) error {
	for v, x := range points {
		if x == nil {
			return fmt.Errorf("node %q has no point", nodes.RowName(v))
		}
	}
	if len(points) == 0 {
		return errors.New("no nodes")
	}
	return nil
}
