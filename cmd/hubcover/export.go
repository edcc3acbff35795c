package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/export"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

func (a *app) exportCommand() *cobra.Command {
	var read readFlags
	var out string
	var opt export.Options
	cmd := &cobra.Command{
		Use:   "export CERT INSTANCE -o DIR",
		Short: "write a certificate's refutations for other people's proof checkers",
		Long: `Writes every bound of a certificate that rests on a formula, whole or cube by
cube, as the formula in DIMACS CNF and its refutation in LRAT and DRAT, for
drat-trim, lrat-check and cake_lpr. README.txt in the folder says what each file
refutes and what to run. The certificate is checked first, and nothing is
written where a claim of it is not verified.

A bound by a search tree belongs to no formula, and is named instead of written:
solve with --backend cadical or gophersat to have it refuted by LRUP.

--unshortened adds the formulas without the one symmetry argument that they
contain, first appearance of hubs and colours, for solvers; no proof comes with
them. --veripb adds them with a VeriPB proof that derives that argument, and
that cubes are all, by redundance.

The folder appears when everything is in it. The names of the files are printed.`,
		Example: `  hubcover solve access.txt --backend cadical --cert certs
  hubcover export certs/access.hubcert.tar access.txt -o proofs --veripb
  cat proofs/README.txt`,
		Args: wants("CERT and INSTANCE", 2, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return misuse("export wants a folder to write: -o DIR")
			}
			if args[0] == "-" {
				return misuse("a certificate cannot be standard input: name its file")
			}
			if err := read.check(); err != nil {
				return err
			}
			return a.export(cmd.Context(), args[0], args[1], out, &read, opt)
		}),
	}
	read.add(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `DIR`, which is new or empty")
	cmd.Flags().BoolVar(&opt.Unshortened, "unshortened", false, "also the formulas without first appearance, no proofs")
	cmd.Flags().BoolVar(&opt.VeriPB, "veripb", false, "also the formulas without first appearance in OPB, with VeriPB proofs")
	return cmd
}

func (a *app) export(ctx context.Context, path, instance, out string, read *readFlags, opt export.Options) error {
	cert, rel, found, err := a.openCertificate(ctx, path, instance, read)
	if err != nil {
		return err
	}
	defer cert.Close()
	code := answered
	for _, f := range found {
		if f.Status != check.Verified {
			a.talk.error(errors.New(f.String()))
			code = worse(code, exitOf(f.Status))
		}
	}
	if code != answered {
		a.talk.line("%s is not verified: nothing is written", path)
		return exitWith(code)
	}
	written, err := export.Write(ctx, out, cert, rel, opt)
	if ctx.Err() != nil && err != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	for _, claim := range written.Trees {
		a.talk.warn("%s rests on a search tree, which belongs to no CNF: hubcover solve … --backend cadical (or gophersat) makes a certificate with LRUP instead", claim)
	}
	if written.Bounds == 0 {
		a.talk.warn("no bound of %s rests on a formula: there is nothing but README.txt", path)
	}
	var lines strings.Builder
	for _, f := range written.Files {
		lines.WriteString(printable(filepath.Join(out, f)) + "\n")
	}
	_, err = io.WriteString(a.out, lines.String())
	return err
}

// relationOf finds, in a file of one or many instances, the one that has the
// digest.
func (a *app) relationOf(ctx context.Context, digest, path string, read *readFlags) (*instances.Relation, error) {
	n := 0
	for it := range read.items(ctx, a, path, 0) {
		if it.err != nil {
			return nil, it.err
		}
		a.warnings(it.inst)
		n++
		if it.inst.Relation.Digest() == digest {
			return it.inst.Relation, nil
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if n == 0 {
		return nil, fmt.Errorf("%s holds no instance", path)
	}
	a.talk.error(fmt.Errorf("%s holds no instance with the digest that the certificate is about, %.64s", path, digest))
	return nil, exit(disagreed)
}
