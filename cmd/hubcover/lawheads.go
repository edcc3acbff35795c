package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/instances/tensor"
	"github.com/hubcover/hubcover/verify/heads"
	"github.com/hubcover/hubcover/verify/law"
)

// headFlags are those of law heads.
type headFlags struct {
	check     bool
	embedding string
	array     string
	dim       int
	epsilon   float64
	causal    bool
	rows      string
	out       string
}

// headFiles are the endings of files that heads are written into.
var headFiles = []string{".npz", ".safetensors"}

func (a *app) lawHeadsCommand() *cobra.Command {
	var f headFlags
	cmd := &cobra.Command{
		Use:   "heads LAW | heads --check LAW [HEADS]",
		Short: "attention heads that attend along the edges",
		Long: `Makes attention heads, one a colour of the law, of head dimension its fibre
dimension: W_K sends the embedding of a node to the code of the hub that it
feeds, W_Q to that of the hub that it reads. They are run before they are
written, and with --check they are only run, a line a check:

  shapes   heads are colours, rows nodes, head dimension is the fibre dimension
  order    with --causal: every edge goes forward in the order of the law's nodes
  scale    it is at least log(N/epsilon) / margin, which suffices
  recover  scores above 1 - margin/2 are exactly the edges, head by head
  head J   softmax gives every reader that the head covers at least 1 - epsilon of
           its attention to its sources; the least and the median

The exit code is 4 where one of them rejects; then no heads are written. --rows
writes a table of all readers of all heads: how many sources each has there, how
much of its attention they have, and how much goes elsewhere.

The file has the arrays E (N x D, a node a row, in the order of the law's nodes),
W_K and W_Q (h x D x m), and scale; with --causal also causal, a scalar, and they
are checked with that mask again unless --causal=false is said. The score of source
a for reader b in head j is scale (E W_K[j])_a (E W_Q[j])_b. Rows of E must be
independent; E is drawn at random, or given in an .npy, .npz, .safetensors or CSV
file.`,
		Example: `  hubcover gen causal n=64 -o causal.d6
  hubcover law build causal.d6 --manifold sphere:7 --fibre 2 -o law.json
  hubcover law heads law.json --causal -o heads.npz
  hubcover law heads --check law.json heads.npz --epsilon 1e-4 --rows attention.csv
  hubcover law heads law.json --embedding model.safetensors --array wte.weight -o heads.safetensors`,
		Args: wants("LAW, with --check also HEADS", 1, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if err := f.misuse(cmd, args); err != nil {
				return err
			}
			l, err := a.readLaw(args[0])
			if err != nil {
				return err
			}
			var h *heads.Heads
			if len(args) == 2 {
				h, err = a.readHeads(args[1])
			} else {
				h, err = a.makeHeads(l, &f)
			}
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("causal") {
				h.Causal = f.causal
			}
			if err := a.checkHeads(cmd.Context(), l, h, &f); err != nil || f.check {
				return err
			}
			return a.output(cmd.Context(), f.out, func(w io.Writer) error { return h.Write(w, f.out) })
		}),
	}
	config.AddFlags(cmd.Flags(), "seed")
	cmd.Flags().BoolVar(&f.check, "check", false, "run heads, those of HEADS or such as would be made, and write none")
	cmd.Flags().StringVar(&f.embedding, "embedding", "", "embedding E of the nodes, a `FILE` of rows (default: drawn at random)")
	cmd.Flags().StringVar(&f.array, "array", "", "`NAME` of the array in the file of the embedding (default: E, or the only one)")
	cmd.Flags().IntVar(&f.dim, "dim", 0, "`D`, dimensions of an embedding that is drawn (default: as many as nodes, the fewest)")
	cmd.Flags().Float64Var(&f.epsilon, "epsilon", 1e-3, "`SHARE` of the attention that may go elsewhere")
	cmd.Flags().BoolVar(&f.causal, "causal", false, "run with a causal mask: no reader attends to nodes behind it")
	cmd.Flags().StringVar(&f.rows, "rows", "", "write the attention of every reader in every head to this `FILE`, as CSV")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `FILE`, .npz or .safetensors, whole or not at all")
	return cmd
}

// misuse is the error of flags that do not go together.
func (f *headFlags) misuse(cmd *cobra.Command, args []string) error {
	set := cmd.Flags().Changed
	switch {
	case !(f.epsilon > 0 && f.epsilon < 1):
		return misuse("--epsilon %v: expected a number between 0 and 1", f.epsilon)
	case len(args) == 2 && !f.check:
		return misuse("%s takes HEADS only with --check", cmd.CommandPath())
	case len(args) == 2 && (set("embedding") || set("dim") || set("seed")):
		return misuse("HEADS have their embedding: leave out --embedding, --dim and --seed")
	case f.rows == "-":
		return misuse("--rows wants a file: standard output has the checks")
	case f.check && f.out != "":
		return misuse("--check writes no heads: leave out -o")
	case !f.check && !slices.Contains(headFiles, strings.ToLower(filepath.Ext(f.out))):
		return misuse("heads are written into a file: -o FILE.npz or -o FILE.safetensors")
	case f.embedding != "" && (set("dim") || set("seed")):
		return misuse("a given embedding is not drawn: leave out --dim and --seed")
	case f.array != "" && f.embedding == "":
		return misuse("--array names an array of the file of --embedding, which is not given")
	case set("dim") && f.dim < 1:
		return misuse("--dim %d: expected a number from 1 up", f.dim)
	}
	return nil
}

// makeHeads makes heads for the embedding that is given, or draws one.
func (a *app) makeHeads(l *law.Law, f *headFlags) (*heads.Heads, error) {
	if f.embedding == "" {
		n := len(l.Cover.Embedding.Names)
		d := f.dim
		if d == 0 {
			d = n
		}
		e, err := heads.Random(n, d, uint64(a.config.Seed))
		if err != nil {
			return nil, err
		}
		return heads.Build(l.Cover, e, f.epsilon)
	}
	var h *heads.Heads
	err := a.withFile(f.embedding, func(r io.Reader) error {
		rows, err := readMatrix(r, f.array, "E")
		if err == nil {
			h, err = buildHeads(l, rows, f.epsilon)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.embedding, err)
		}
		return nil
	})
	return h, err
}

func buildHeads(l *law.Law, rows [][]float64, epsilon float64) (*heads.Heads, error) {
	e, err := heads.Matrix(rows)
	if err != nil {
		return nil, err
	}
	return heads.Build(l.Cover, e, epsilon)
}

func (a *app) readHeads(path string) (h *heads.Heads, err error) {
	err = a.withFile(path, func(r io.Reader) error {
		data, err := io.ReadAll(r)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		arrays, err := tensor.Read(data, tensor.DefaultLimit)
		if err == nil {
			h, err = heads.FromArrays(arrays)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	return h, err
}

// readMatrix reads rows of numbers: an array of a file of them, that of a name
// or else the usual one or the only one; or CSV, without names.
func readMatrix(r io.Reader, name, usual string) ([][]float64, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if tensor.Detect(data) == "" {
		if name != "" {
			return nil, fmt.Errorf("no array is named %q in what is neither npy nor npz nor safetensors", name)
		}
		return matrixCSV(bytes.NewReader(data))
	}
	arrays, err := tensor.Read(data, tensor.DefaultLimit)
	if err != nil {
		return nil, err
	}
	if name == "" && slices.ContainsFunc(arrays, func(t tensor.Tensor) bool { return t.Name == usual }) {
		name = usual
	}
	t, err := tensor.Find(arrays, name)
	if err != nil {
		return nil, err
	}
	return t.Rows()
}

func matrixCSV(r io.Reader) ([][]float64, error) {
	in := csv.NewReader(skipBOM(r))
	in.Comment, in.TrimLeadingSpace = '#', true
	var rows [][]float64
	for {
		record, err := in.Read()
		switch {
		case err == io.EOF && len(rows) == 0:
			return nil, errors.New("there are no rows of numbers")
		case err == io.EOF:
			return rows, nil
		case err != nil:
			return nil, err
		}
		row := make([]float64, len(record))
		for i, text := range record {
			if row[i], err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
				line, column := in.FieldPos(i)
				return nil, fmt.Errorf("line %d, column %d: %s is no number", line, column, strconv.Quote(text))
			}
		}
		rows = append(rows, row)
	}
}

// checkHeads runs heads and prints a line a check.
func (a *app) checkHeads(ctx context.Context, l *law.Law, h *heads.Heads, f *headFlags) error {
	findings, err := h.Check(ctx, l.Cover, f.epsilon)
	if err == nil && f.rows != "" && findings[0].Err == nil { // they have the shapes of the law
		err = a.output(ctx, f.rows, func(w io.Writer) error { return writeReaders(ctx, w, l, h) })
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	code := answered
	for _, found := range findings {
		if _, err := fmt.Fprintln(a.out, printable(found.String())); err != nil {
			return err
		}
		if found.Err != nil {
			code = disagreed
		}
	}
	return exitWith(code)
}

// writeReaders writes a head and reader a line.
func writeReaders(ctx context.Context, w io.Writer, l *law.Law, h *heads.Heads) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"head", "reader", "sources", "mass", "elsewhere"}); err != nil {
		return err
	}
	for j := range l.Cover.Colors {
		readers, err := h.Readers(ctx, l.Cover, j)
		if err != nil {
			return err
		}
		for _, r := range readers {
			if err := out.Write([]string{strconv.Itoa(j + 1), l.Cover.Embedding.Names[r.Node], strconv.Itoa(r.Sources), decimal(r.Mass), decimal(r.Elsewhere)}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
