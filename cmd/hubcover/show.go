package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// showFlags say how results are printed.
type showFlags struct {
	format string
	json   bool
	show   []string
	race   *race // of competition output
}

var (
	outputFormats = []string{"human", "json", "competition"}
	showParts     = []string{"hubs", "proof", "front"}
)

func (f *showFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, "a result record a line: --format json")
	cmd.Flags().StringVar(&f.format, "format", "human", "`FORMAT` of the output: human, json, competition (c, o, s, v lines)")
	cmd.Flags().StringSliceVar(&f.show, "show", nil, "show `hubs`, proof (what the bounds rest on), front (its staircase; always on a terminal)")
	complete(cmd, "format", outputFormats)
	complete(cmd, "show", showParts)
}

func (f *showFlags) check(questions []instances.Question) error {
	if f.json {
		f.format = "json"
	}
	if err := oneOf("output format", f.format, outputFormats); err != nil {
		return err
	}
	for _, part := range f.show {
		if err := oneOf("part to show", part, showParts); err != nil {
			return err
		}
	}
	if f.format == "competition" && questions != nil && (len(questions) != 1 || questions[0] == instances.Front) {
		return misuse("competition output answers one question, not %s: choose -q b, -q chi or -q chi-prime", questionList(questions))
	}
	return nil
}

// line is one line of the table of an instance.
type line struct {
	what, value string
	status      hubcover.Status
	how         string
	seconds     float64
	below       []string
}

// printResult prints the table of an instance.
func (s *search) printResult(res *hubcover.Result) error {
	var lines []line
	for _, q := range instances.Questions {
		if iv := intervalOf(res, q); iv != nil {
			lines = append(lines, s.intervalLine(res, q, iv))
			if iv.Size != nil {
				lines = append(lines, sizeLine(iv.Size))
			}
		}
	}
	if res.Front != nil {
		lines = append(lines, s.frontLine(res))
	}
	return s.table(res.Instance, lines)
}

// printDecision prints the table of a decision.
func (s *search) printDecision(res *hubcover.Result) error {
	d := res.Decide
	l := line{what: "hubs ≤ " + orInfinity(d.Hubs) + ", colours ≤ " + orInfinity(d.Colors), value: d.Answer, seconds: d.Seconds}
	switch {
	case d.Claimed != "":
		l.status, l.how = hubcover.Unproved, "on the word of "+d.Claimed
	case d.Answer == "unknown":
		l.how = stopped(d.Stop)
	case d.Answer == "yes":
		l.how = fmt.Sprintf("a cover of %s", count(len(d.Extension), "hub"))
		if n := d.Extension.Colors(); n > 0 {
			l.how += " in " + count(n, "colour")
		}
	default:
		l.how = rests(res.Instance.Relation, d.By, d.Facts)
	}
	if d.Verified {
		l.how += ", checked"
	}
	l.below = append(l.below, s.hubs(res.Instance.Relation, d.Extension)...)
	l.below = append(l.below, s.proof(res.Instance.Relation, d.By)...)
	return s.table(res.Instance, []line{l})
}

func (s *search) intervalLine(res *hubcover.Result, q instances.Question, iv *hubcover.Interval) line {
	rel := res.Instance.Relation
	how := []string{}
	if text := rests(rel, iv.By, iv.Facts); text != "" {
		how = append(how, text)
	}
	if iv.Claimed != nil {
		how = append(how, fmt.Sprintf("%s claims ≥ %d", iv.Claimed.By, iv.Claimed.Lower))
	}
	if iv.Stop != "" {
		how = append(how, stopped(iv.Stop))
	}
	l := line{what: symbols[q], value: interval(iv.Lower, iv.Upper), status: iv.Status(), how: strings.Join(how, "; "), seconds: iv.Seconds}
	l.below = append(l.below, s.hubs(rel, iv.Hubs)...)
	l.below = append(l.below, s.proof(rel, iv.By)...)
	return l
}

func (s *search) frontLine(res *hubcover.Result) line {
	f := res.Front
	l := line{what: "front", status: f.Status, seconds: f.Seconds, how: count(len(f.Points), "point") + " (hubs, colours)"}
	var points []string
	for _, p := range f.Points {
		points = append(points, fmt.Sprintf("(%d, %d)", p.Hubs, p.Colors))
		if list := s.hubs(res.Instance.Relation, p.Extension); list != nil {
			l.below = append(l.below, fmt.Sprintf("(%d, %d) %s", p.Hubs, p.Colors, p.Status))
			l.below = append(l.below, list...)
		}
	}
	if isTerminal(s.out) || slices.Contains(s.show.show, "front") {
		l.below = append(frontPlot(f), l.below...)
	}
	if l.value = strings.Join(points, " "); l.value == "" {
		l.value = "?"
	}
	if f.Stop != "" {
		l.how += "; " + stopped(f.Stop)
	}
	return l
}

var symbols = map[instances.Question]string{instances.B: "b", instances.Chi: "χ_hub", instances.ChiPrime: "χ′", instances.Index: "index"}

// table prints one instance.
func (s *search) table(inst *instances.Instance, lines []line) error {
	var b strings.Builder
	rel := inst.Relation
	name := inst.Name
	if inst.Index > 0 {
		name += fmt.Sprintf(" #%d", inst.Index)
	}
	fmt.Fprintf(&b, "%s  %s\n", s.paint(bold, printable(name)), printable(fmt.Sprintf("%d × %d, %s (%s, %s)", rel.Rows(), rel.Cols(), count(rel.Len(), "cell"), rel.As(), inst.Format)))
	what, value := 0, 0
	for _, l := range lines {
		what, value = max(what, width(l.what)), max(value, width(l.value))
	}
	for _, l := range lines {
		status := ""
		if l.status != "" {
			status = s.paint(statusColor[l.status], fmt.Sprintf("%-9s", l.status))
		}
		text := fmt.Sprintf("  %s  %s  %s%8s  %s", pad(l.what, what), pad(l.value, value), status, duration(l.seconds), printable(l.how))
		b.WriteString(strings.TrimRight(text, " ") + "\n")
		for _, more := range l.below {
			b.WriteString("    " + more + "\n")
		}
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

// hubs lists hubs where that is wanted.
func (s *search) hubs(rel *instances.Relation, x instances.Extension) []string {
	if !slices.Contains(s.show.show, "hubs") && s.config.Verbose == 0 {
		return nil
	}
	var out []string
	for i, h := range x {
		color := ""
		if h.Color > 0 {
			color = fmt.Sprintf(", colour %d", h.Color)
		}
		out = append(out, fmt.Sprintf("hub %d%s: %s → %s", i+1, color, nameList(h.Sources, rel.RowName), nameList(h.Targets, rel.ColName)))
	}
	return out
}

// proof lists what a bound rests on where that is wanted.
func (s *search) proof(rel *instances.Relation, by check.By) []string {
	if !slices.Contains(s.show.show, "proof") {
		return nil
	}
	var out []string
	for _, e := range by.Cells {
		out = append(out, fmt.Sprintf("cell %s → %s", quoted(rel.RowName(int(e[0]))), quoted(rel.ColName(int(e[1])))))
	}
	for i, r := range by.Rows {
		text := "row " + lineText(r, rel.RowName)
		if i < len(by.Cols) {
			text = fmt.Sprintf("pair %s, %s", lineText(r, rel.RowName), lineText(by.Cols[i], rel.ColName))
		}
		out = append(out, text)
	}
	if len(by.Rows) == 0 {
		for _, c := range by.Cols {
			out = append(out, "column "+lineText(c, rel.ColName))
		}
	}
	if by.Method == "clique" {
		for _, i := range by.Hubs {
			out = append(out, fmt.Sprintf("hub %d", i+1))
		}
	}
	for i, p := range by.Parts {
		out = append(out, fmt.Sprintf("part %d: %s", i+1, rests(rel, p, nil)))
		out = append(out, s.proof(rel, p)...)
	}
	return out
}

// rests says in words what a lower bound rests on.
func rests(rel *instances.Relation, by check.By, facts []string) string {
	var text string
	switch by.Method {
	case "":
		return ""
	case "trivial":
		text = "a cell has to be covered"
	case "fooling":
		text = "fooling set of " + count(len(by.Cells), "cell")
	case "sperner":
		text = count(len(by.Rows)+len(by.Cols), "incomparable line")
	case "skew":
		text = count(len(by.Rows), "skew pair")
	case "degree":
		text = "degree"
		if by.Row != nil {
			text = "degree of source " + lineText(*by.Row, rel.RowName)
		} else if by.Col != nil {
			text = "degree of target " + lineText(*by.Col, rel.ColName)
		}
	case "weights", "degree-weights":
		text = "integer weights"
	case "size":
		text = sizeRests(by)
	case "clique":
		text = count(len(by.Hubs), "hub") + " that differ pairwise"
		if len(by.Hubs) == 1 {
			text = "there is a hub"
		}
	case "lrup":
		text = "checked refutation"
	case "cubes":
		text = "checked refutation by cubes"
	case "tree":
		text = "checked search tree"
	case "parts":
		text = map[string]string{"sum": "sum of ", "max": "largest of "}[by.Rule] + count(len(by.Parts), "part")
	default:
		text = by.Method
	}
	if len(facts) > 0 {
		text += " [" + strings.Join(facts, ", ") + "]"
	}
	return text
}

// sizeRests is rests for memberships.
func sizeRests(by check.By) string {
	var parts []string
	if len(by.Pins) > 0 {
		parts = append(parts, "hubs of "+count(len(by.Pins), "cell"))
	}
	if len(by.Cells) > 0 {
		parts = append(parts, "integer weights")
	}
	if len(parts) == 0 {
		return "each line is in a hub"
	}
	return strings.Join(parts, " and ")
}

func stopped(stop backends.Stop) string {
	if stop == backends.GaveUp || stop == backends.Interrupted {
		return string(stop)
	}
	return "stopped by the " + string(stop)
}

func lineText(l check.Line, name func(int) string) string {
	if l == check.Empty {
		return "(empty)"
	}
	return quoted(name(int(l)))
}

// nameList writes names, shortened where there are many.
func nameList(members []int32, name func(int) string) string {
	const most = 20
	var out []string
	for _, i := range members[:min(len(members), most)] {
		out = append(out, quoted(name(int(i))))
	}
	if len(members) > most {
		out = append(out, fmt.Sprintf("… (%d)", len(members)))
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// quoted is a name, in quotes where it would not be read as one word.
func quoted(name string) string {
	if name == "" || printable(name) != name || strings.ContainsAny(name, " ,|{}\"#") {
		return strconv.Quote(name)
	}
	return name
}

func orInfinity(n int) string {
	if n == hubcover.Unbounded {
		return "∞"
	}
	return strconv.Itoa(n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func duration(seconds float64) string {
	d := time.Duration(seconds * 1e9)
	switch {
	case d < time.Millisecond:
		return "<1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", seconds)
}

func width(s string) int { return len([]rune(s)) }

func pad(s string, n int) string { return s + strings.Repeat(" ", n-width(s)) }

const (
	bold   = "1"
	red    = "31"
	green  = "32"
	yellow = "33"
)

var statusColor = map[hubcover.Status]string{
	hubcover.Optimal: green, hubcover.Bounded: yellow, hubcover.Unproved: yellow, hubcover.Undecided: red,
}

func (a *app) paint(code, s string) string {
	if !a.color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// complete gives a flag's values to the completions of shells.
func complete(cmd *cobra.Command, flag string, words []string) {
	// The error is for flags that are not there.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
