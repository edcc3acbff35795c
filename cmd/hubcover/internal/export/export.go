// Package export writes what the refutations in a certificate are made of in
// the formats of the field, for checkers that are none of ours: of every bound
// by lrup or cubes, and of every cube,
//
//	NAME.cnf          the canonical formula, DIMACS, a cube's values as units
//	NAME.lrat         its refutation, for lrat-check and cake_lpr
//	NAME.drat         the lemmas alone, for drat-trim
//
// and, where it is asked for, of every bound
//
//	NAME.unshortened.cnf   the formula without the shortening of F17, no proof
//	NAME.opb, NAME.pbp     the same, and a VeriPB proof that needs no F17
//
// beside a README.txt that says what each refutes and what to run. A bound by a
// search tree has no formula: README.txt names it and says how to get one that
// has. The certificate must have been checked before; nothing here believes or
// rejects.
//
// The tests check what is written with small checkers of the documented rules;
// of the programs above none was run.
package export

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Options say what to write beside CNF, LRAT and DRAT.
type Options struct {
	Unshortened bool
	VeriPB      bool
}

// Written is what Write has written.
type Written struct {
	Files  []string // README.txt first
	Bounds int      // that have a formula; where it is 0, README.txt is all
	Trees  []string // claims that rest on a search tree, which has none
}

// Write fills the folder dir, which must be empty or not exist: it is there
// when everything is in it, and not before.
func Write(ctx context.Context, dir string, cert *check.Archive, rel *instances.Relation, opt Options) (out Written, err error) {
	dir = filepath.Clean(dir)
	if err := vacant(dir); err != nil {
		return Written{}, err
	}
	all, trees, err := pieces(cert)
	if err != nil {
		return Written{}, err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return Written{}, fmt.Errorf("writing %s: %w", dir, err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp)
		}
	}()
	w := &writer{ctx: ctx, dir: temp, cert: cert, rel: rel, opt: opt}
	for _, p := range all {
		if err := w.piece(p); err != nil {
			return Written{}, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for _, p := range trees {
		w.trees = append(w.trees, p.claim)
	}
	if err := w.file("README.txt", func(out *bufio.Writer) error { return readme(out, cert, opt, w.written, w.trees) }); err != nil {
		return Written{}, err
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return Written{}, err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Written{}, err
	}
	if err := os.Rename(temp, dir); err != nil {
		return Written{}, err
	}
	out = Written{Files: []string{"README.txt"}, Bounds: len(all), Trees: w.trees}
	for _, e := range w.written {
		out.Files = append(out.Files, e.files...)
	}
	return out, nil
}

// vacant wants a folder to write: an empty one, or a name that is free.
func vacant(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s exists and is no folder: name another", dir)
	}
	inside, err := os.ReadDir(dir)
	if err == nil && len(inside) > 0 {
		err = fmt.Errorf("the folder %s is not empty: name another, or empty it", dir)
	}
	return err
}

// writer writes pieces into a folder.
type writer struct {
	ctx     context.Context
	dir     string
	cert    *check.Archive
	rel     *instances.Relation
	opt     Options
	written []entry
	trees   []string // claims
}

// entry is what README.txt says of one piece.
type entry struct {
	piece
	formula  string   // "COVER(13): …"
	cubes    []string // names of the cubes, none where there is no split
	files    []string
	variable []string // what the variables mean
}

func (w *writer) piece(p piece) error {
	f, err := canonical(w.rel, p)
	if err != nil {
		return err
	}
	e := entry{piece: p, formula: f.says}
	for _, b := range f.Blocks() {
		e.variable = append(e.variable, b.String())
	}
	f.Comments = []string{p.claim, f.says}
	name := func(suffix string) string {
		e.files = append(e.files, p.name+suffix)
		return p.name + suffix
	}
	if p.by.Method == "lrup" {
		err = w.refutation(name, "", f.Formula, p.by.Proof)
	} else {
		err = w.eachCube(p, f, func(i int, values []int) error {
			cube := fmt.Sprintf(".cube%d", i+1)
			e.cubes = append(e.cubes, fmt.Sprintf("%s%s: values %d", p.name, cube, values))
			return w.refutation(name, cube, f.within(values), p.by.Proofs[i])
		})
	}
	if err == nil && w.opt.Unshortened {
		err = w.file(name(".unshortened.cnf"), func(out *bufio.Writer) error { return pb.WriteDIMACS(out, f.unshortened()) })
	}
	if err == nil && w.opt.VeriPB {
		full := f.unshortened()
		err = w.file(name(".opb"), func(out *bufio.Writer) error { return pb.WriteOPB(out, full) })
		if err == nil {
			err = w.file(name(".pbp"), func(out *bufio.Writer) error { return w.derive(out, p, f, full) })
		}
	}
	w.written = append(w.written, e)
	return err
}

// refutation writes a formula and its proof; suffix names the cube.
func (w *writer) refutation(name func(string) string, suffix string, f *pb.Formula, proof string) error {
	if err := w.file(name(suffix+".cnf"), func(out *bufio.Writer) error { return pb.WriteDIMACS(out, f) }); err != nil {
		return err
	}
	return w.file(name(suffix+".lrat"), func(lrat *bufio.Writer) error {
		return w.file(name(suffix+".drat"), func(drat *bufio.Writer) error {
			text, err := w.cert.Proof(proof)
			if err != nil {
				return err
			}
			return writeLRAT(w.ctx, lrat, drat, text, int64(f.Len()))
		})
	})
}

// eachCube visits the cubes of a piece, each with its number.
func (w *writer) eachCube(p piece, f *formula, visit func(i int, values []int) error) error {
	i := 0
	return check.Checker{Stop: w.ctx.Err}.Cubes(w.rel, p.by, func(values []int, clash bool) error {
		if clash || len(values) < p.by.Depth {
			return nil
		}
		i++
		return visit(i-1, values)
	})
}

// file writes one file.
func (w *writer) file(name string, fill func(*bufio.Writer) error) error {
	f, err := os.OpenFile(filepath.Join(w.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(whileOn{w.ctx, f}, 1<<16)
	err = fill(out)
	if err == nil {
		err = out.Flush()
	}
	return errors.Join(err, f.Close())
}

// whileOn writes until its context ends.
type whileOn struct {
	ctx context.Context
	w   io.Writer
}

func (o whileOn) Write(p []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, context.Cause(o.ctx)
	}
	return o.w.Write(p)
}

// formulaText is the canonical formula as the checker makes it, to the letter.
func formulaText(rel *instances.Relation, p piece) (*pb.Formula, error) {
	var text bytes.Buffer
	if err := (check.Checker{}).WriteFormula(&text, rel, p.hubs, p.by); err != nil {
		return nil, err
	}
	return pb.ReadDIMACS(&text)
}
