package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

func (a *app) convertCommand() *cobra.Command {
	var read readFlags
	var to, out string
	cmd := &cobra.Command{
		Use:   "convert FILE...",
		Short: "write instances in another format",
		Long: `Writes instances in another format. What the format has no room for, names for
example, is said on standard error; what would change the relation is refused.
Several instances need a format that holds a stream (digraph6).`,
		Example: `  hubcover convert access.csv --to cells
  hubcover convert graphs.d6 --to digraph6 -o again.d6
  hubcover convert access.txt -o access.cxt`,
		Args: wants("a FILE, or - for standard input", 1, -1),
		RunE: interruptible(func(cmd *cobra.Command, files []string) error {
			if err := read.check(); err != nil {
				return err
			}
			format, err := writeFormat(to, out)
			if err != nil {
				return err
			}
			code := answered
			err = a.output(cmd.Context(), out, func(w io.Writer) error {
				n := 0
				for _, file := range files {
					for it := range read.items(cmd.Context(), a, file, 0) {
						if it.err != nil {
							if !format.Stream || out != "" {
								return it.err
							}
							a.talk.error(it.err)
							code = worse(code, failed)
							continue
						}
						a.warnings(it.inst)
						if n++; n > 1 && !format.Stream {
							return fmt.Errorf("%s holds one instance, and there are more: convert them one by one, or to digraph6", format.Name)
						}
						if err := write(w, format.Name, it.inst, a.talk.warn); err != nil {
							return err
						}
					}
				}
				if cmd.Context().Err() != nil {
					return context.Cause(cmd.Context())
				}
				return nil
			})
			if err != nil {
				return err
			}
			return exitWith(code)
		}),
	}
	read.add(cmd)
	addWriteFlags(cmd, &to, &out, "default: by the ending of the file written, else cells")
	return cmd
}

func addWriteFlags(cmd *cobra.Command, to, out *string, usual string) {
	cmd.Flags().StringVar(to, "to", "", "`FORMAT` of the output ("+usual+")")
	cmd.Flags().StringVarP(out, "output", "o", "", "write to this `FILE`, whole or not at all")
	complete(cmd, "to", writtenFormats())
}

func writtenFormats() []string {
	var out []string
	for _, f := range formats.All {
		if f.Write != nil {
			out = append(out, f.Name)
		}
	}
	return out
}

// writeFormat is the format to write: as named, or by the ending of the file,
// or cells.
func writeFormat(to, out string) (formats.Format, error) {
	if to == "" {
		if f, ok := formats.ByExtension(out); ok {
			return f, nil
		}
		to = "cells"
	}
	if err := oneOf("format to write", to, writtenFormats()); err != nil {
		return formats.Format{}, err
	}
	return formats.Find(to)
}

// write writes an instance and has said what is lost.
func write(w io.Writer, format string, inst *instances.Instance, say func(format string, args ...any)) error {
	lost, err := formats.Write(w, format, inst.Relation)
	if err != nil {
		return fmt.Errorf("%s: %w", inst.Name, err)
	}
	if len(lost) > 0 {
		say("%s: %s has no room for %s", inst.Name, format, strings.Join(lost, ", "))
	}
	return nil
}
