package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// readFlags say how instances are read.
type readFlags struct {
	from, as    string
	strict      bool
	maxIsolated int
	maps        mapFlags
}

// mapFlags say what of attention maps is read.
type mapFlags struct {
	threshold float64
	topK      int
	array     string
	flags     *pflag.FlagSet // knows whether a threshold was given
}

var readings = []string{"digraph", "relation"}

func (f *readFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "from", "", "`FORMAT` of the input (default: found out from the content)")
	cmd.Flags().StringVar(&f.as, "as", "", "read as `digraph` or relation (default: as the format has it)")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "a cell that occurs twice is an error")
	cmd.Flags().IntVar(&f.maxIsolated, "max-isolated", formats.DefaultMaxIsolated, "most rows, columns and nodes without cells that a file may announce, `N`")
	cmd.Flags().Float64Var(&f.maps.threshold, "threshold", 0, "of attention maps (npy, npz, safetensors; queries × keys), weights of at least `T` are cells, from key to query")
	cmd.Flags().IntVar(&f.maps.topK, "top-k", 0, "of attention maps, the `K` greatest weights of every query are cells, masked ones never")
	cmd.Flags().StringVar(&f.maps.array, "array", "", "read only the array of that `NAME` (npz, safetensors)")
	f.maps.flags = cmd.Flags()
	complete(cmd, "from", formats.Names())
	complete(cmd, "as", readings)
}

func (f *readFlags) check() error {
	if f.from != "" {
		if err := oneOf("format", f.from, formats.Names()); err != nil {
			return err
		}
	}
	if f.as != "" && !slices.Contains(readings, f.as) {
		return misuse("--as %s%s", f.as, nearest.Hint(f.as, readings))
	}
	if f.maps.flags.Changed("top-k") && f.maps.topK < 1 {
		return misuse("--top-k %d: expected a number from 1 up", f.maps.topK)
	}
	if t := f.maps.threshold; math.IsNaN(t) || math.IsInf(t, 0) {
		return misuse("--threshold %v: expected a finite number", t)
	}
	if f.maxIsolated < 0 {
		return misuse("--max-isolated %d: expected a number from 0 up", f.maxIsolated)
	}
	return nil
}

func (f *readFlags) options(source string) formats.Options {
	o := formats.Options{Source: source, From: f.from, As: f.as, Strict: f.strict, MaxIsolated: f.maxIsolated, TopK: f.maps.topK, Array: f.maps.array}
	if f.maps.flags.Changed("threshold") {
		o.Threshold = &f.maps.threshold
	}
	return o
}

// errReadTime ends the reading of an instance that takes too long.
var errReadTime = errors.New("the time limit came before the instance was read")

// items reads the instances of a file, or why they are none. Reading one may
// take limit, where it is not 0; waiting for input does not count. When ctx
// ends, the sequence does.
func (f *readFlags) items(ctx context.Context, a *app, path string, limit time.Duration) iter.Seq[item] {
	return func(yield func(item) bool) {
		index := 0
		failure := func(err error) item {
			return item{inst: &instances.Instance{Name: formats.BaseName(path), Source: path, Index: index}, err: err}
		}
		r, done, err := a.open(path)
		if err != nil {
			yield(failure(err))
			return
		}
		defer done()
		clock := &clock{r: r, limit: limit, tell: func(bytes int64) {
			a.talk.tick("%s: reading, %d MB", path, bytes>>20)
		}}
		clock.restart()
		for inst, err := range formats.Read(ctx, clock, f.options(path)) {
			it := item{inst: inst, err: err, took: clock.spent()}
			switch {
			case errors.Is(err, errReadTime):
				it = failure(fmt.Errorf("%s: %w", path, errReadTime))
			case err != nil:
				it = failure(err)
			default:
				a.talk.info("%s: read as %s, a %s of %d × %d with %s", path, inst.Format, inst.Relation.As(), inst.Relation.Rows(), inst.Relation.Cols(), count(inst.Relation.Len(), "cell"))
			}
			if ctx.Err() != nil && err != nil {
				return
			}
			if !yield(it) {
				return
			}
			index++
			clock.restart()
		}
	}
}

// only reads a file that holds one instance.
func (f *readFlags) only(ctx context.Context, a *app, path string) (*instances.Instance, error) {
	var inst *instances.Instance
	for it := range f.items(ctx, a, path, time.Duration(a.config.TimeLimit)) {
		switch {
		case it.err != nil:
			return nil, it.err
		case inst != nil:
			return nil, fmt.Errorf("%s holds more than one instance, and one is wanted", path)
		}
		inst = it.inst
		a.warnings(inst)
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if inst == nil {
		return nil, fmt.Errorf("%s holds no instance", path)
	}
	return inst, nil
}

func (a *app) warnings(inst *instances.Instance) {
	for _, w := range inst.Warnings {
		a.talk.warn("%s: %s", inst.Source, w)
	}
}

// open opens a file; - is standard input.
func (a *app) open(path string) (io.Reader, func(), error) {
	if path == "-" {
		return a.in, func() {}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if st, err := f.Stat(); err == nil && st.IsDir() {
		f.Close()
		return nil, nil, fmt.Errorf("%s is a folder, a file is wanted", path)
	}
	return f, func() { f.Close() }, nil
}

// withFile hands over the content of a file, decompressed.
func (a *app) withFile(path string, use func(io.Reader) error) error {
	r, done, err := a.open(path)
	if err != nil {
		return err
	}
	defer done()
	content, free, err := formats.Unpack(r, formats.DefaultMaxBytes)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer free()
	return use(content)
}

// clock reads until a limit is over, of which the time that r takes is no
// part: a stream may wait for its writer.
type clock struct {
	r     io.Reader
	limit time.Duration
	began time.Time
	read  int64
	tell  func(bytes int64) // how far it is
}

func (c *clock) restart()             { c.began = time.Now() }
func (c *clock) spent() time.Duration { return time.Since(c.began) }

func (c *clock) Read(p []byte) (int, error) {
	if c.limit > 0 && c.spent() > c.limit {
		return 0, errReadTime
	}
	waiting := time.Now()
	n, err := c.r.Read(p)
	c.began = c.began.Add(time.Since(waiting))
	if c.read += int64(n); c.read > 1<<20 {
		c.tell(c.read)
	}
	return n, err
}

// recordError is an error as a record has it.
func recordError(err error, source string) hubcover.RecordError {
	var e *formats.Error
	if !errors.As(err, &e) {
		return hubcover.RecordError{Message: err.Error(), File: source}
	}
	out := hubcover.RecordError{Message: e.Message, File: e.File, Line: e.Line, Column: e.Column}
	if e.Hint != "" {
		out.Message += "; try " + e.Hint
	}
	if out.File == "" {
		out.File = source
	}
	return out
}
