package encode_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// The golden files were written from the definitions of the canonical formulas
// by a separate script; comment lines say which problem they are for.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.cnf")
	if err != nil || len(files) < 12 {
		t.Fatalf("golden files: %v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			in, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			want, err := pb.ReadDIMACS(in)
			if err != nil {
				t.Fatal(err)
			}
			e, p := goldenProblem(t, want.Comments)
			got, err := e.Encode(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if got.Formula.Vars() != want.Vars() || got.Formula.Len() != want.Len() {
				t.Fatalf("%d variables, %d clauses, want %d, %d", got.Formula.Vars(), got.Formula.Len(), want.Vars(), want.Len())
			}
			for i := range want.Len() {
				if !slices.Equal(got.Formula.Lits(i), want.Lits(i)) {
					t.Errorf("clause %d is %v, want %v", i+1, got.Formula.Lits(i), want.Lits(i))
				}
			}
		})
	}
}

func goldenProblem(t *testing.T, comments []string) (encode.Encoder, encode.Problem) {
	var e encode.Encoder
	var p encode.Problem
	for _, line := range comments {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "form":
			i := slices.IndexFunc(encode.All, func(e encode.Encoder) bool { return e.Name == value })
			if i < 0 {
				t.Fatalf("no encoder %q", value)
			}
			e = encode.All[i]
		case "matrix":
			p.Rel = matrix(t, strings.Split(value, "/")...)
		case "cells":
			for _, s := range strings.Fields(value) {
				var c instances.Cell
				if _, err := fmt.Sscanf(s, "%d,%d", &c.Row, &c.Col); err != nil {
					t.Fatal(err)
				}
				p.Cells = append(p.Cells, c)
			}
		case "hubs":
			fmt.Sscan(value, &p.Hubs)
		case "colors":
			fmt.Sscan(value, &p.Colors)
		}
	}
	return e, p
}

// matrix makes a relation of rows of 0 and 1; ? is an optional cell.
func matrix(t *testing.T, rows ...string) *instances.Relation {
	t.Helper()
	var cells, optional []instances.Cell
	for u, row := range rows {
		for v, mark := range row {
			c := instances.Cell{Row: int32(u), Col: int32(v)}
			switch mark {
			case '?':
				optional = append(optional, c)
				cells = append(cells, c)
			case '1':
				cells = append(cells, c)
			}
		}
	}
	rel, err := instances.New(len(rows), len(rows[0]), cells)
	if err == nil {
		rel, err = rel.WithOptional(optional)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rel
}
