// Package explain says in words, and with the names of an instance, what a
// lower bound rests on and what a cover consists of.
//
//	t := explain.Text{Row: rel.RowName, Col: rel.ColName, Rel: rel}
//	t.Lower("b ≥ 2", by, explain.Behind{})
//	fmt.Print(t.String())
//
// It believes what it is told: whether a bound holds is for package check to
// say first. words.go has a sentence for each method, proofs.go those for
// methods whose proof is a file.
package explain

import (
	"fmt"
	"strings"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Text collects paragraphs about one relation.
type Text struct {
	Rel      *instances.Relation
	Row, Col func(int) string // names, as they are to be printed
	Full     bool             // lists whole, however long they are
	b        strings.Builder
}

// Behind looks at what stands behind a bound: what it proves, how large its
// formula is, and its proof file. A nil function stands for what is not at hand.
type Behind struct {
	Bound   func(check.By) (int, error)
	Formula func(check.By) (vars, clauses int, err error)
	Proof   func(name string) (lines, bytes int64, err error)
}

// What a list shows where it is not to be full.
const (
	mostItems = 12
	mostHubs  = 10
)

// width is the columns that lines are wrapped to.
const width = 80

func (t *Text) String() string { return t.b.String() }

// Line adds a line as it is, for headings.
func (t *Text) Line(text string) { t.b.WriteString(strings.TrimRight(text, " ") + "\n") }

// Say adds a paragraph, indented by two columns a level.
func (t *Text) Say(level int, format string, args ...any) {
	t.wrap(level, "", strings.Fields(fmt.Sprintf(format, args...)))
}

// list adds items behind each other, with commas, the first few of them unless
// all are wanted. An item is not broken.
func (t *Text) list(level int, items []string) {
	shown := items
	if !t.Full && len(items) > mostItems {
		shown = items[:mostItems]
	}
	words := make([]string, len(shown))
	for i, s := range shown {
		words[i] = s + ","
	}
	if more := len(items) - len(shown); more > 0 {
		words = append(words, fmt.Sprintf("… and %d more (--full)", more))
	} else if last := len(words) - 1; last >= 0 {
		words[last] = strings.TrimSuffix(words[last], ",")
	}
	t.wrap(level, "", words)
}

// wrap fills lines with words; the lines after the first are indented further
// where the first begins with a label.
func (t *Text) wrap(level int, label string, words []string) {
	indent := strings.Repeat("  ", level)
	line, n := indent+label, len([]rune(indent+label))
	first := true
	for _, w := range words {
		size := len([]rune(w))
		if !first && n+1+size > width {
			t.Line(line)
			line = indent + strings.Repeat(" ", len([]rune(label)))
			n, first = len([]rune(line)), true
		}
		if !first {
			line, n = line+" ", n+1
		}
		line, n, first = line+w, n+size, false
	}
	t.Line(line)
}

// Cover lists hubs, and the colours that they have.
func (t *Text) Cover(level int, hubs instances.Extension) {
	for i, h := range hubs {
		if !t.Full && i == mostHubs {
			t.Say(level, "… and %d more (--full)", len(hubs)-i)
			return
		}
		label := fmt.Sprintf("hub %d: ", i+1)
		if h.Color > 0 {
			label = fmt.Sprintf("hub %d, colour %d: ", i+1, h.Color)
		}
		words := append(t.names(h.Sources, t.Row), "→")
		t.wrap(level, label, append(words, t.names(h.Targets, t.Col)...))
	}
}

// names are words for a list of lines.
func (t *Text) names(lines []int32, name func(int) string) []string {
	var out []string
	for i, l := range lines {
		if !t.Full && i == mostItems {
			return append(out, fmt.Sprintf("… (%d more)", len(lines)-i))
		}
		word := name(int(l))
		if i < len(lines)-1 {
			word += ","
		}
		out = append(out, word)
	}
	return out
}

// cell writes a cell by its names.
func (t *Text) cell(e [2]int32) string { return t.Row(int(e[0])) + " → " + t.Col(int(e[1])) }

func (t *Text) line(l check.Line, name func(int) string) string {
	if l == check.Empty {
		return "∅"
	}
	return name(int(l))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
