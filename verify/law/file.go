package law

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Schema names the form of a law file. Its number up to a dot is the major
// version: Read refuses another one.
const Schema = "hubcover.law/1"

// file is a law as it is written.
type file struct {
	Schema     string         `json:"schema"`
	Nodes      []string       `json:"nodes"`
	Manifold   string         `json:"manifold"`
	Points     [][]float64    `json:"points"`
	R0         float64        `json:"r0"`
	Rho        float64        `json:"rho"`
	Kernel     string         `json:"kernel"`
	Fibre      int            `json:"fibre"`
	Colors     []fileColor    `json:"colors"`
	Field      fileField      `json:"field"`
	Instance   fileInstance   `json:"instance"`
	Parameters fileParameters `json:"parameters"`
}

type fileColor struct {
	Codes   [][]float64 `json:"codes"`
	Margin  float64     `json:"margin"`
	Sources []*int32    `json:"sources"`
	Targets []*int32    `json:"targets"`
}

type fileField struct {
	Kind string    `json:"kind"`
	V    []float64 `json:"v"`
}

type fileInstance struct {
	SHA256 string `json:"sha256"`
	As     string `json:"as"`
}

type fileParameters struct {
	Law         int `json:"law"`
	IdentityKey int `json:"identity_key"`
	Edges       int `json:"edges"`
}

// Write writes the law as JSON, a key a line; numbers are read back the same.
func (l *Law) Write(w io.Writer) error {
	if err := l.validate(); err != nil {
		return err
	}
	e := l.Cover.Embedding
	colors := make([]fileColor, len(l.Cover.Colors))
	for j, c := range l.Cover.Colors {
		colors[j] = fileColor{c.Codes, c.Margin, nullable(c.Sources), nullable(c.Targets)}
	}
	var out bytes.Buffer
	for i, entry := range []struct {
		key   string
		value any
	}{
		{"schema", Schema},
		{"nodes", e.Names},
		{"manifold", e.Manifold.String()},
		{"points", e.Points},
		{"r0", e.R0},
		{"rho", e.Rho},
		{"kernel", l.Cover.Kernel.Name},
		{"fibre", l.Cover.Fibre},
		{"colors", colors},
		{"field", fileField{string(l.Field.Kind), l.Field.V}},
		{"instance", fileInstance(l.Instance)},
		{"parameters", fileParameters(l.Parameters)},
	} {
		value, err := json.Marshal(entry.value)
		if err != nil {
			return fmt.Errorf("law: %s: %w", entry.key, err)
		}
		lead := ",\n "
		if i == 0 {
			lead = "{"
		}
		fmt.Fprintf(&out, "%s%q:%s", lead, entry.key, value)
	}
	out.WriteString("}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// nullable has null for no label.
func nullable(labels []int32) []*int32 {
	out := make([]*int32, len(labels))
	for v := range labels {
		if labels[v] != density.None {
			out[v] = &labels[v]
		}
	}
	return out
}

// Read reads a law file. It takes what Write writes and nothing else: every key
// once, none that it does not know, every part of its length, points on the
// manifold, labels of codes that there are. Whether the law is right is for
// Check to say.
func Read(r io.Reader) (*Law, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("not a law file: %w", err)
	}
	return l, nil
}

func parse(data []byte) (*Law, error) {
	var version struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, place(data, err)
	}
	name, number, _ := strings.Cut(version.Schema, "/")
	major, _, _ := strings.Cut(number, ".")
	switch wantName, wantMajor, _ := strings.Cut(Schema, "/"); {
	case name != wantName:
		return nil, fmt.Errorf("the schema is %q, expected %q", version.Schema, Schema)
	case major != wantMajor:
		return nil, fmt.Errorf("the schema is %q, this program reads %q: use the version that wrote it", version.Schema, Schema)
	}
	if err := checkLayout(data); err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, place(data, err)
	}
	return f.law()
}

// place says in which line an error of JSON is.
func place(data []byte, err error) error {
	var at int64
	switch e := err.(type) {
	case *json.SyntaxError:
		at = e.Offset
	case *json.UnmarshalTypeError:
		at = e.Offset
	default:
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:min(at, int64(len(data)))], []byte("\n")), err)
}

// law puts the parts together.
func (f *file) law() (*Law, error) {
	m, err := manifold.Parse(f.Manifold)
	if err != nil {
		return nil, err
	}
	kernel, err := density.FindKernel(f.Kernel)
	if err != nil {
		return nil, err
	}
	cover := &density.Cover{
		Embedding: &manifold.Embedding{Manifold: m, Names: f.Nodes, Points: f.Points, R0: f.R0, Rho: f.Rho},
		Kernel:    kernel, Fibre: f.Fibre, Colors: make([]density.Color, len(f.Colors)),
	}
	for j, c := range f.Colors {
		color := density.Color{Codes: c.Codes, Margin: c.Margin}
		if color.Sources, err = labels(c.Sources, "source"); err != nil {
			return nil, fmt.Errorf("colour %d: %w", j+1, err)
		}
		if color.Targets, err = labels(c.Targets, "target"); err != nil {
			return nil, fmt.Errorf("colour %d: %w", j+1, err)
		}
		cover.Colors[j] = color
	}
	l := &Law{Cover: cover, Field: Field{Kind(f.Field.Kind), f.Field.V}, Instance: Origin(f.Instance), Parameters: Parameters(f.Parameters)}
	if err := l.validate(); err != nil {
		return nil, err
	}
	return l, nil
}

func labels(list []*int32, what string) ([]int32, error) {
	out := make([]int32, len(list))
	for v, k := range list {
		switch {
		case k == nil:
			out[v] = density.None
		case *k < 0:
			return nil, fmt.Errorf("node %d has the %s label %d; none is written null", v, what, *k)
		default:
			out[v] = *k
		}
	}
	return out, nil
}
