// Package catalog says which instances the library has and writes them.
package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/instances/library"
)

// Write writes index.json and the cell lists that it names below dir.
func Write(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "cells"), 0o777); err != nil {
		return err
	}
	var index []library.Entry
	for _, item := range items {
		entry, cells, err := item.make()
		if err != nil {
			return fmt.Errorf("%s: %w", item.name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(entry.File)), cells, 0o666); err != nil {
			return err
		}
		index = append(index, entry)
	}
	text, err := json.MarshalIndent(index, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.json"), append(text, '\n'), 0o666)
}

// item is one instance: the call that makes it and what its family does not
// know of it, found by exhaustive search; 0 and nil leave that to the family.
type item struct {
	name, call, doc string
	b, chi          int
	front           points
}

func (it item) make() (library.Entry, []byte, error) {
	words := strings.Fields(it.call)
	call, err := families.Parse(words[0], words[1:])
	if err != nil {
		return library.Entry{}, nil, err
	}
	m, err := call.Make()
	if err != nil {
		return library.Entry{}, nil, err
	}
	var file bytes.Buffer
	if err := m.Relation.WriteCells(&file); err != nil {
		return library.Entry{}, nil, err
	}
	doc := it.doc
	if doc == "" {
		doc = call.Family.Doc
	}
	e := library.Entry{
		Name: it.name, File: "cells/" + it.name + ".cells", Doc: doc, Source: "gen " + call.String(), As: m.Relation.As(),
		Rows: m.Relation.Rows(), Cols: m.Relation.Cols(), Cells: m.Relation.Len(), SHA256: m.Relation.Digest(),
		B: m.Known.B, Chi: m.Known.Chi, ChiPrime: m.Known.ChiPrime, Why: m.Known.Why,
	}
	var searched []string
	if it.b != 0 {
		e.B, searched = &it.b, append(searched, "b")
	}
	if it.chi != 0 {
		e.Chi, searched = &it.chi, append(searched, "χ_hub")
	}
	switch {
	case it.front != nil:
		searched = append(searched, "front")
		for _, p := range it.front {
			e.Front = append(e.Front, library.Point{Hubs: p[0], Colors: p[1]})
		}
	case e.B != nil && e.Chi != nil && m.Known.FewestColors != nil && len(m.Known.FewestColors) == *e.B:
		e.Front = []library.Point{{Hubs: *e.B, Colors: *e.Chi}} // one cover attains both
	}
	if searched != nil {
		e.Why += "; " + strings.Join(searched, ", ") + ": searched exhaustively by SAT"
	}
	return e, file.Bytes(), nil
}
