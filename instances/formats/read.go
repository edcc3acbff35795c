package formats

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Options say how to read; the zero value reads anything.
type Options struct {
	Name   string // of the instances; "": made from Source
	Source string // the file, for messages and Instance.Source; "" or "-": standard input
	From   string // name of the format; "": found out from the content
	As     string // "digraph", "relation"; "": as the format has it
	Strict bool   // a cell that occurs twice is an error, not a warning

	// Threshold and TopK say which weights of an attention map are cells: those
	// that are at least *Threshold, the TopK greatest of every query (of equal
	// ones the first keys; what is masked never), or both. nil and 0: none said,
	// and a map must be of 0 and 1.
	Threshold *float64
	TopK      int
	Array     string // the one array to read of many; "": all

	// MaxIsolated bounds the rows, columns and nodes that a file may announce
	// without any cell in them; 0 stands for DefaultMaxIsolated.
	MaxIsolated int
	// MaxBytes bounds what a compressed file may decompress to; 0 stands for
	// DefaultMaxBytes. What is not compressed is as large as it is.
	MaxBytes int64
}

// Defaults of Options.
const (
	DefaultMaxIsolated = 1 << 22
	DefaultMaxBytes    = 1 << 30
)

// ReadFile reads the instances of a file; "-" is standard input.
func ReadFile(ctx context.Context, path string, o Options) iter.Seq2[*instances.Instance, error] {
	return func(yield func(*instances.Instance, error) bool) {
		o.Source = path
		r := os.Stdin
		if path != "-" {
			f, err := os.Open(path)
			if err != nil {
				yield(nil, &Error{File: path, Message: errors.Unwrap(err).Error(), Err: err})
				return
			}
			defer f.Close()
			r = f
		}
		Read(ctx, r, o)(yield)
	}
}

// Read reads the instances of r, in order. A bad line of a stream gives an
// error in its place and the rest goes on; any other error ends the sequence.
// Every error is an *Error; one that stems from ctx or r wraps it. Memory is in
// proportion to the bytes of one instance plus Options.MaxIsolated. A cancelled
// ctx is noticed between two reads of r, not while r blocks.
func Read(ctx context.Context, r io.Reader, o Options) iter.Seq2[*instances.Instance, error] {
	return func(yield func(*instances.Instance, error) bool) {
		in, f, done, err := open(ctx, r, o)
		if err != nil {
			yield(nil, err)
			return
		}
		defer done()
		for index := 0; ; index++ {
			inst, err := next(in, f, index)
			if err == io.EOF {
				return
			}
			var e *Error
			goesOn := (f.Stream || f.Maps) && (err == nil || errors.As(err, &e) && e.Err == nil)
			if !yield(inst, err) || !goesOn {
				return
			}
		}
	}
}

// ReadBytes reads the single instance that the bytes hold.
func ReadBytes(ctx context.Context, data []byte, o Options) (*instances.Instance, error) {
	var only *instances.Instance
	for inst, err := range Read(ctx, bytes.NewReader(data), o) {
		if err != nil {
			return nil, err
		}
		if only != nil {
			return nil, &Error{File: o.Source, Format: inst.Format, Message: "more than one instance where one is wanted"}
		}
		only = inst
	}
	if only == nil {
		return nil, &Error{File: o.Source, Message: "no instance where one is wanted"}
	}
	return only, nil
}

// open decompresses and finds out the format.
func open(ctx context.Context, r io.Reader, o Options) (*Input, Format, func(), error) {
	if o.Source == "" {
		o.Source = "-"
	}
	if o.Name == "" {
		o.Name = BaseName(o.Source)
	}
	if o.MaxIsolated == 0 {
		o.MaxIsolated = DefaultMaxIsolated
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	in := &Input{opts: o}
	if o.As != "" && o.As != "digraph" && o.As != "relation" {
		return nil, Format{}, nil, &Error{Message: fmt.Sprintf("cannot read as %s", show(o.As)), Hint: "digraph or relation"}
	}
	content, done, err := unpack(bufio.NewReaderSize(&polled{ctx, r}, headSize), o.MaxBytes)
	if err != nil {
		return nil, Format{}, nil, in.failed(err)
	}
	in.r = bufio.NewReaderSize(content, headSize)
	if bom, _ := in.r.Peek(3); string(bom) == "\ufeff" {
		in.r.Discard(3)
	}
	f, err := in.find(o.From)
	if err != nil {
		done()
		return nil, Format{}, nil, err
	}
	in.format = f.Name
	if err := in.checkMaps(f); err != nil {
		done()
		return nil, Format{}, nil, err
	}
	return in, f, done, nil
}

// next reads one instance.
func next(in *Input, f Format, index int) (*instances.Instance, error) {
	in.warnings, in.part = slices.Clip(in.also), ""
	rel, err := f.Read(in)
	if err == nil {
		rel, err = in.as(rel)
	}
	if err == io.EOF {
		return nil, err
	}
	if err != nil {
		var e *Error
		if !errors.As(err, &e) {
			err = in.failed(err)
		}
		return nil, err
	}
	name := in.opts.Name
	if in.part != "" {
		name += "." + in.part
	}
	return &instances.Instance{
		Name: name, Source: in.opts.Source, Index: index, Format: f.Name,
		Relation: rel, Warnings: in.warnings,
	}, nil
}

// checkMaps refuses options about attention maps where there are none, and
// those that are none.
func (in *Input) checkMaps(f Format) error {
	t, k := in.opts.Threshold, in.opts.TopK
	switch {
	case t != nil && (math.IsNaN(*t) || math.IsInf(*t, 0)):
		return in.wrongAt(0, "", "the threshold %v is no finite number", *t)
	case k < 0:
		return in.wrongAt(0, "", "the greatest %d weights of a query cannot be taken", k)
	case !f.Maps && (t != nil || k > 0 || in.opts.Array != ""):
		return in.wrongAt(0, "reading without them", "--threshold, --top-k and --array are about attention maps (npy, npz, safetensors), and this is %s", f.Name)
	}
	return nil
}

// polled reads until the context ends.
type polled struct {
	ctx context.Context
	r   io.Reader
}

func (p *polled) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}
