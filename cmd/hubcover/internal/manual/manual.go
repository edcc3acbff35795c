// Package manual writes manual pages, in the man macros of roff, from the help
// of the commands.
package manual

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is one file of the manual.
type Page struct {
	Name string // "hubcover-solve.1"
	Text []byte
}

// Pages writes a page for the command and for each that it holds, hidden ones
// left out. The text depends on the commands alone: it bears no date.
func Pages(cmd *cobra.Command) []Page {
	pages := []Page{{pageName(cmd) + ".1", page(cmd)}}
	for _, c := range shown(cmd) {
		pages = append(pages, Pages(c)...)
	}
	return pages
}

func shown(cmd *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			out = append(out, c)
		}
	}
	return out
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func page(cmd *cobra.Command) []byte {
	var b bytes.Buffer
	name := pageName(cmd)
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"\" \"%s\"\n", strings.ToUpper(escape(name)), escape(cmd.Root().Name()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(name), escape(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escape(synopsis(cmd)))
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	b.WriteString(".SH DESCRIPTION\n")
	text(&b, long)
	if commands := shown(cmd); len(commands) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, c := range commands {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escape(c.Name()), escape(c.Short))
		}
	}
	flags(&b, "OPTIONS", cmd.NonInheritedFlags())
	flags(&b, "GENERAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		text(&b, indent(cmd.Example))
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", escape(pageName(cmd.Parent())))
	}
	return b.Bytes()
}

func synopsis(cmd *cobra.Command) string {
	line := cmd.UseLine()
	if len(shown(cmd)) > 0 && !strings.Contains(line, "COMMAND") {
		line = cmd.CommandPath() + " COMMAND [flags]"
	}
	return line
}

func flags(b *bytes.Buffer, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB\\-%s\\fR, ", f.Shorthand)
		}
		fmt.Fprintf(b, "\\fB\\-\\-%s\\fR", escape(f.Name))
		if value != "" && f.NoOptDefVal == "" {
			fmt.Fprintf(b, " \\fI%s\\fR", escape(value))
		}
		fmt.Fprintf(b, "\n%s", escape(usage))
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "0s" && d != "[]" {
			fmt.Fprintf(b, " (default %s)", escape(d))
		}
		b.WriteString("\n")
	})
}

// text writes paragraphs; indented lines are set as they stand.
func text(b *bytes.Buffer, s string) {
	verbatim := false
	for _, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		isCode := strings.HasPrefix(line, " ") || (verbatim && line == "")
		switch {
		case isCode && !verbatim:
			b.WriteString(".PP\n.RS\n.nf\n")
		case !isCode && verbatim:
			b.WriteString(".fi\n.RE\n.PP\n")
		case line == "" && !verbatim:
			b.WriteString(".PP\n")
			continue
		}
		verbatim = isCode
		b.WriteString(escape(strings.TrimPrefix(line, "  ")) + "\n")
	}
	if verbatim {
		b.WriteString(".fi\n.RE\n")
	}
}

func indent(s string) string {
	if strings.HasPrefix(s, " ") {
		return s
	}
	return "  " + strings.ReplaceAll(s, "\n", "\n  ")
}

// escape keeps roff from reading anything into a line of text.
func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}
