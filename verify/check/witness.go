package check

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"strings"
)

// parseHubs reads a .hubs file: a hub a line, "COLOR | r r r | c c c", its
// sources and targets by 0-based index; colour 0 stands for none.
func parseHubs(text []byte) ([]Hub, error) {
	var hubs []Hub
	n := 0
	for line := range linesOf(text) {
		n++
		parts := bytes.SplitN(line, []byte("|"), 4)
		if len(parts) != 3 {
			return nil, malformed("line %d: not \"COLOR | sources | targets\"", n)
		}
		color, err := numbers(parts[0])
		if err == nil && len(color) != 1 {
			err = fmt.Errorf("%d colours", len(color))
		}
		h := Hub{}
		if err == nil {
			h.Color = int(color[0])
			h.Sources, err = numbers(parts[1])
		}
		if err == nil {
			h.Targets, err = numbers(parts[2])
		}
		if err != nil {
			return nil, malformed("line %d: %w", n, err)
		}
		hubs = append(hubs, h)
	}
	if err := complete(text); err != nil {
		return nil, err
	}
	return hubs, nil
}

// parseColors reads a .colors file: a colour a line.
func parseColors(text []byte) ([]int32, error) {
	var colors []int32
	for line := range linesOf(text) {
		c, err := numbers(line)
		if err != nil || len(c) != 1 {
			return nil, malformed("line %d: not one colour", len(colors)+1)
		}
		colors = append(colors, c[0])
	}
	return colors, complete(text)
}

// linesOf parts a text into its lines.
func linesOf(text []byte) iter.Seq[[]byte] {
	if len(text) == 0 {
		return func(func([]byte) bool) {}
	}
	return bytes.SplitSeq(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// complete wants the last line to end in a newline.
func complete(text []byte) error {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return malformed("the last line is cut short")
	}
	return nil
}

// numbers reads decimal numbers ≥ 0 parted by blanks.
func numbers(b []byte) ([]int32, error) {
	var out []int32
	for w := range bytes.FieldsSeq(b) {
		n, err := number(w)
		if err != nil {
			return nil, err
		}
		out = append(out, int32(n))
	}
	return out, nil
}

// number reads digits and nothing else, below 2^31.
func number(b []byte) (int, error) {
	n := int64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%s is no number", escaped(string(b)))
		}
		if n = 10*n + int64(c-'0'); n > math.MaxInt32 {
			return 0, fmt.Errorf("number %s is too large", escaped(string(b)))
		}
	}
	if len(b) == 0 {
		return 0, fmt.Errorf("no number")
	}
	return int(n), nil
}

// escaped quotes foreign text, shortened, for a message.
func escaped(s string) string {
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:80], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
