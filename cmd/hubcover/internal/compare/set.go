package compare

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare/suite"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// A set is a list of lines
//
//	QUESTION FAMILY key=value… [: ANSWER]
//
// of questions about members of families, made when they are asked for. The
// question is b, chi or front, or one formula: b<=8, chi<=3, front<=8,3 (hubs,
// then colours). The answer is what is known for certain. {a,b} stands for
// either, # begins a comment.

// ReadSet makes the items of a set.
func ReadSet(r io.Reader) ([]Item, error) {
	var items []Item
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(in.Text(), "#")
		for _, text := range suite.Expand(strings.TrimSpace(line)) {
			if text == "" {
				continue
			}
			it, err := parseItem(text)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q: %w", n, text, err)
			}
			items = append(items, it)
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("the set is empty: expected lines such as 'b crown n=6 : 4'")
	}
	return items, nil
}

func parseItem(line string) (Item, error) {
	call, answer, hasAnswer := strings.Cut(line, ":")
	fields := strings.Fields(call)
	if len(fields) < 2 {
		return Item{}, fmt.Errorf("expected a question and a family")
	}
	asked, err := parseAsked(fields[0])
	if err != nil {
		return Item{}, err
	}
	inst, err := families.Generate(fields[1], fields[2:])
	if err != nil {
		return Item{}, err
	}
	it := NewItem(inst, asked)
	if !hasAnswer {
		return it, nil
	}
	known, err := asked.claims(strings.TrimSpace(answer))
	if err != nil {
		return Item{}, err
	}
	it.Known, it.Why = append(it.Known, known...), "proved by hubcover solve"
	for _, yes := range it.Known {
		for _, no := range it.Known {
			if yes.Refutes(no) {
				return Item{}, fmt.Errorf("answer %s: it is known otherwise, %s", strings.TrimSpace(answer), inst.Known.Why)
			}
		}
	}
	return it, nil
}

func parseAsked(text string) (Asked, error) {
	name, most, decide := strings.Cut(text, "<=")
	q, err := instances.ParseQuestion(name)
	asks := []instances.Question{instances.B, instances.Chi, instances.Front}
	if err != nil || !slices.Contains(asks, q) {
		return Asked{}, fmt.Errorf("no question is named %q: choose among b, chi, front", name)
	}
	asked := Asked{Question: q, Decide: decide, Hubs: Unbounded, Colors: Unbounded}
	if !decide {
		return Asked{Question: q}, nil
	}
	bounds := map[instances.Question][]*Bound{
		instances.B: {&asked.Hubs}, instances.Chi: {&asked.Colors}, instances.Front: {&asked.Hubs, &asked.Colors},
	}[q]
	words := strings.Split(most, ",")
	if len(words) != len(bounds) {
		return Asked{}, fmt.Errorf("%s: expected %d after <=", text, len(bounds))
	}
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 {
			return Asked{}, fmt.Errorf("%s: expected numbers from 0 up after <=", text)
		}
		*bounds[i] = Bound(n)
	}
	return asked, nil
}

// claims are what an answer says: a number, yes or no, or the points of a front,
// (3,3) (4,2).
func (q Asked) claims(answer string) ([]Claim, error) {
	if q.Decide {
		if answer != "yes" && answer != "no" {
			return nil, fmt.Errorf("answer %q: expected yes or no", answer)
		}
		return []Claim{{Hubs: q.Hubs, Colors: q.Colors, Yes: answer == "yes", Checked: true}}, nil
	}
	if q.Question == instances.Front {
		return frontClaims(answer)
	}
	n, err := strconv.Atoi(answer)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("answer %q: expected a number", answer)
	}
	return bounds(q.Question, n, n), nil
}

func frontClaims(answer string) ([]Claim, error) {
	var points []Claim
	for _, word := range strings.Fields(answer) {
		var n, h int
		if got, err := fmt.Sscanf(word, "(%d,%d)", &n, &h); got != 2 || err != nil || word != fmt.Sprintf("(%d,%d)", n, h) || n < 0 || h < 0 {
			return nil, fmt.Errorf("answer %q: expected the points of a front, as in (3,3) (4,2)", answer)
		}
		p := Claim{Hubs: Bound(n), Colors: Bound(h), Yes: true, Checked: true}
		if k := len(points); k > 0 && (p.Hubs <= points[k-1].Hubs || p.Colors >= points[k-1].Colors) {
			return nil, fmt.Errorf("answer %q: expected more hubs and fewer colours from point to point", answer)
		}
		points = append(points, p)
	}
	if points == nil {
		return nil, fmt.Errorf("answer %q: expected the points of a front, as in (3,3) (4,2)", answer)
	}
	claims := points
	for _, c := range corners(points) {
		if c.Hubs != 0 && c.Colors != 0 { // nothing is covered by none
			c.Checked = true
			claims = append(claims, c)
		}
	}
	return claims, nil
}

// NewItem asks a question of an instance, with what is known of the answer.
func NewItem(inst *instances.Instance, q Asked) Item {
	it := Item{Inst: inst, Asked: q, Why: inst.Known.Why}
	know := func(about instances.Question, n *int) {
		if n != nil && (q.Question == about || q.Question == instances.Front) {
			it.Known = append(it.Known, bounds(about, *n, *n)...)
		}
	}
	know(instances.B, inst.Known.B)
	know(instances.Chi, inst.Known.Chi)
	return it
}

// SetNames lists the shipped sets, the default first.
func SetNames() []string { return []string{"default"} }

// Set makes the items of a shipped set.
func Set(name string) ([]Item, error) {
	if name != SetNames()[0] {
		return nil, fmt.Errorf("no set is named %q", name)
	}
	return ReadSet(strings.NewReader(defaultSet))
}
