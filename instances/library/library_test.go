package library_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/instances/library"
	"github.com/hubcover/hubcover/instances/library/internal/catalog"
)

// TestGenerated writes the library anew and compares every file.
func TestGenerated(t *testing.T) {
	fresh := t.TempDir()
	if err := catalog.Write(fresh); err != nil {
		t.Fatal(err)
	}
	read := func(root string) map[string][]byte {
		files := map[string][]byte{}
		for _, part := range []string{"index.json", "cells"} {
			err := filepath.WalkDir(filepath.Join(root, part), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				name, _ := filepath.Rel(root, path)
				files[name], err = os.ReadFile(path)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return files
	}
	shipped, made := read("."), read(fresh)
	total := 0
	for name, text := range shipped {
		total += len(text)
		if want, ok := made[name]; !ok {
			t.Errorf("%s is shipped but not listed", name)
		} else if !bytes.Equal(text, want) {
			t.Errorf("%s differs from what its source makes: run go generate", name)
		}
	}
	if len(shipped) != len(made) {
		t.Errorf("%d files shipped, %d made: run go generate", len(shipped), len(made))
	}
	if total > 200_000 {
		t.Errorf("%d bytes are too many to ship", total)
	}
}

// TestOpen: every instance is what its source makes, and its numbers agree
// with each other.
func TestOpen(t *testing.T) {
	all := library.All()
	if len(all) < 40 || all[0].Name != library.Demo {
		t.Fatalf("%d entries, the first is %s", len(all), all[0].Name)
	}
	seen := map[string]bool{}
	for _, e := range all {
		if seen[e.Name] || seen[e.SHA256+e.As] {
			t.Errorf("%s is there twice", e.Name)
		}
		seen[e.Name], seen[e.SHA256+e.As] = true, true
		inst, err := library.Open(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		rel := inst.Relation
		if rel.Digest() != e.SHA256 || rel.Rows() != e.Rows || rel.Cols() != e.Cols || rel.Len() != e.Cells || rel.As() != e.As {
			t.Errorf("%s is not what the index says", e.Name)
		}
		words := strings.Fields(e.Source)
		made, err := families.Generate(words[1], words[2:])
		if err != nil {
			t.Fatal(err)
		}
		if !made.Relation.Equal(rel) || made.Source != inst.Source {
			t.Errorf("%s is not what %q makes", e.Name, e.Source)
		}
		if inst.Name != e.Name || !same(inst.Known.B, e.B) || !same(inst.Known.Chi, e.Chi) ||
			!same(made.Known.ChiPrime, e.ChiPrime) || inst.Known.Why == "" {
			t.Errorf("%s: what is known got lost", e.Name)
		}
		checkNumbers(t, e)
	}
}

func same(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func checkNumbers(t *testing.T, e library.Entry) {
	for i, p := range e.Front {
		if i > 0 && (p.Hubs <= e.Front[i-1].Hubs || p.Colors >= e.Front[i-1].Colors) {
			t.Errorf("%s: front %v", e.Name, e.Front)
		}
	}
	if n := len(e.Front); n > 0 && (e.B == nil || e.Chi == nil || e.Front[0].Hubs != *e.B || e.Front[n-1].Colors != *e.Chi) {
		t.Errorf("%s: front %v ends elsewhere than b and χ_hub", e.Name, e.Front)
	}
	if e.ChiPrime == nil || e.Chi != nil && *e.Chi > *e.ChiPrime {
		t.Errorf("%s: χ_hub above χ′", e.Name)
	}
}

// TestBruteForce searches the smallest ones exhaustively.
func TestBruteForce(t *testing.T) {
	compared := 0
	for _, e := range library.All() {
		if e.Rows > 8 || e.Cells > 13 || e.Front == nil {
			continue
		}
		inst, err := library.Open(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		compared++
		front := encodetest.BruteFront(inst.Relation)
		for i, p := range front {
			if len(front) != len(e.Front) || p.Hubs != e.Front[i].Hubs || p.Colors != e.Front[i].Colors {
				t.Errorf("%s: front %v, the index says %v", e.Name, front, e.Front)
				break
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d compared", compared)
	}
}

func TestDemo(t *testing.T) {
	e, err := library.Find(library.Demo)
	if err != nil {
		t.Fatal(err)
	}
	if *e.B == *e.Chi || *e.Chi == *e.ChiPrime || *e.B == *e.ChiPrime || len(e.Front) < 2 {
		t.Errorf("the demo shows too little: %+v", e)
	}
}

func TestUnknown(t *testing.T) {
	if _, err := library.Open("dmeo"); err == nil || !strings.Contains(err.Error(), `"dmeo"; choose among demo, k3`) {
		t.Errorf("error %v", err)
	}
}
