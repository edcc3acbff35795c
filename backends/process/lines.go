package process

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
)

// Lines cuts what is written to it into lines, none longer than Max bytes.
// Empty ones are left out, and carriage returns before the newline.
type Lines struct {
	Max  int
	Each func(line string)
	part []byte // of a line that has not ended
}

func (l *Lines) Write(p []byte) (int, error) {
	written := len(p)
	for {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(l.part)+len(line) > l.Max {
			return 0, fmt.Errorf("a line of more than %d bytes", l.Max)
		}
		l.part = append(l.part, line...)
		if !ended {
			return written, nil
		}
		l.End()
		p = rest
	}
}

// End takes what stands after the last newline as a line.
func (l *Lines) End() {
	if len(l.part) > 0 {
		l.Each(string(bytes.TrimRight(l.part, "\r")))
		l.part = l.part[:0]
	}
}

// Version runs a program with arguments that make it print its version, and
// gives the first group of the expression in the first line that matches; ""
// where none does.
func Version(ctx context.Context, program string, args []string, expr *regexp.Regexp) (string, error) {
	found := ""
	out := &Lines{Max: 1 << 16, Each: func(line string) {
		if m := expr.FindStringSubmatch(line); found == "" && len(m) > 1 {
			found = m[1]
		}
	}}
	res, err := Command{Path: program, Args: args, Stdout: out, MaxOutput: 1 << 20}.Run(ctx)
	switch {
	case err != nil:
		return "", fmt.Errorf("asking for its version: %w", err)
	case res.Stop != "":
		return "", fmt.Errorf("asking for its version: %s", res.Stop)
	}
	out.End()
	return found, nil
}
