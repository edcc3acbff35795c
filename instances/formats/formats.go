// Package formats reads and writes instances in the formats of the fields that
// ask for covers: role mining, formal concept analysis, graph theory, matrices.
//
//	for inst, err := range formats.ReadFile(ctx, "hc.txt.gz", formats.Options{}) {
//		…
//	}
//
// The format is found out from the content (see All for the order), whether or
// not the file is compressed. A file of digraph6, graph6 or sparse6 is a stream
// of many instances, one a line, and is read a line at a time; an array of
// attention maps holds one a map; every other file holds one. What a file says wrongly comes back as an *Error with its place.
//
// A new format is one file and one word in All.
package formats

import (
	"bufio"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// Format is one way to write relations in files.
type Format struct {
	Name       string
	Doc        string
	Extensions []string // of files, with the dot; the first is the one to write

	// Stream says that a file holds an instance a line. Read is then called
	// until it gives io.EOF, and goes on with the next line after an *Error.
	Stream bool

	// Maps says that a file may hold several instances, attention maps, which
	// Options.Threshold, TopK and Array are about. Read is called as for Stream.
	Maps bool

	// Detect reports whether the beginning of a file, which is not empty, looks
	// like this format.
	Detect func(Head) bool

	// Read reads the next relation.
	Read func(*Input) (*instances.Relation, error)

	// Write writes a relation so that Read gives it back. What the format has
	// no room for is listed in lost, in words ("names of nodes"), or refused
	// with an error before anything is written. nil: the format is only read.
	Write func(w io.Writer, rel *instances.Relation) (lost []string, err error)
}

// All lists the formats in the order in which they are tried on a file whose
// format is not said: the first that recognises the content is taken. But an
// ending of the file's name settles what the content leaves open: among the
// formats that recognise it, the first that claims the ending comes first.
// So does a first line "#hubcover NAME", which this package's writers use.
var All = []Format{
	NPY, NPZ, Safetensors, Digraph6, Sparse6, MatrixMarket, CXT, // by their first bytes
	JSON, GML, DOT, DIMACS, // by their first words
	Dense, Cells, Graph6, CSV, RMP, FIMI, Pairs, // by the shape of their lines
}

// Find gives the format of that name; the hint of its error lists them all.
func Find(name string) (Format, error) {
	i := slices.IndexFunc(All, func(f Format) bool { return f.Name == name })
	if i >= 0 {
		return All[i], nil
	}
	return Format{}, &Error{Message: "no format is named " + show(name), Hint: "one of " + strings.Join(Names(), ", ")}
}

// Names lists the names of all formats.
func Names() []string {
	names := make([]string, len(All))
	for i, f := range All {
		names[i] = f.Name
	}
	return names
}

// ByExtension gives the format to write into a file of that name: the first
// that is written and claims its ending, a compression's set aside.
func ByExtension(path string) (Format, bool) {
	ext := extension(path)
	i := slices.IndexFunc(All, func(f Format) bool { return f.Write != nil && slices.Contains(f.Extensions, ext) })
	if i < 0 {
		return Format{}, false
	}
	return All[i], true
}

// Write writes a relation in the named format. lost lists what the format has
// no room for; what would change the relation silently is an error.
func Write(w io.Writer, format string, rel *instances.Relation) (lost []string, err error) {
	f, err := Find(format)
	if err != nil {
		return nil, err
	}
	if f.Write == nil {
		var written []string
		for _, g := range All {
			if g.Write != nil {
				written = append(written, g.Name)
			}
		}
		return nil, &Error{Format: f.Name, Message: f.Name + " is only read, not written", Hint: "one of " + strings.Join(written, ", ")}
	}
	buf := bufio.NewWriterSize(w, 1<<16)
	lost, err = f.Write(buf, rel)
	if err != nil {
		return nil, err
	}
	return lost, buf.Flush()
}

// BaseName is the name for an instance from a file: the file's, without
// directories and without the endings of compression and format.
func BaseName(path string) string {
	if path == "-" || path == "" {
		return "stdin"
	}
	name := strings.TrimSuffix(filepath.Base(path), compression(path))
	ext := strings.ToLower(filepath.Ext(name))
	known := ext == ".txt" || slices.ContainsFunc(All, func(f Format) bool { return slices.Contains(f.Extensions, ext) })
	if known && len(name) > len(ext) {
		name = name[:len(name)-len(ext)]
	}
	return name
}

// extension is the ending of a file's name, in small letters, that of a
// compression set aside.
func extension(path string) string {
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(path, compression(path))))
}
