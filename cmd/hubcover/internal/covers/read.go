// Package covers reads covers that other programs and people wrote, and lays
// them on an instance.
//
// Two forms are read. Role files of role mining, where users are sources and
// permissions targets:
//
//	role: 1
//	permissions: read, write
//	users: ann, bob
//
// and a biclique a line, sources | targets, with a colour in front if it has
// one (0 is none). Names with blanks or bars stand in double quotes:
//
//	ann bob | read write
//	1 | ann bob | read write
//
// Empty lines and lines that begin with # are left out.
package covers

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Cover is a list of bicliques by name.
type Cover struct {
	File   string
	Format string // "roles" or "lines"
	Hubs   []Hub
}

// Hub is one biclique of a Cover.
type Hub struct {
	Sources, Targets []string
	Color            int // from 1; 0 is none
	Line             int // where it begins, from 1
}

// Read reads a cover; file is its name for errors, which are file:line: what.
func Read(r io.Reader, file string) (*Cover, error) {
	c := &Cover{File: file}
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if e := c.add(strings.TrimSpace(text), line); e != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, e)
		}
		if err == io.EOF {
			break
		}
	}
	if c.Format == "" {
		return nil, fmt.Errorf("%s: no biclique in it; expected role:, permissions:, users: lines or a biclique a line, sources | targets", file)
	}
	return c, nil
}

// add takes one line.
func (c *Cover) add(text string, line int) error {
	if text == "" || text[0] == '#' {
		return nil
	}
	key, list, isRole := cutKey(text)
	format := "lines"
	if isRole {
		format = "roles"
	}
	if c.Format == "" {
		c.Format = format
	}
	switch {
	case c.Format == "lines":
		h, err := bicliqueLine(text)
		h.Line = line
		c.Hubs = append(c.Hubs, h)
		return err
	case !isRole:
		return fmt.Errorf("%s is neither a role: nor a permissions: nor a users: line", excerpt(text))
	case key == "role":
		c.Hubs = append(c.Hubs, Hub{Line: line})
		return nil
	case len(c.Hubs) == 0:
		return fmt.Errorf("%s: comes before the first role: line", key)
	}
	h := &c.Hubs[len(c.Hubs)-1]
	side := &h.Sources
	if key == "permissions" {
		side = &h.Targets
	}
	if *side != nil {
		return fmt.Errorf("the role of line %d has a second %s: line", h.Line, key)
	}
	*side = []string{}
	for _, name := range strings.Split(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			*side = append(*side, name)
		}
	}
	return nil
}

// cutKey splits "users: a, b" where it begins with a key of role files.
func cutKey(text string) (key, list string, ok bool) {
	key, list, ok = strings.Cut(text, ":")
	key = strings.ToLower(strings.TrimSpace(key))
	return key, list, ok && (key == "role" || key == "permissions" || key == "users")
}

// bicliqueLine reads "sources | targets" or "colour | sources | targets".
func bicliqueLine(text string) (Hub, error) {
	var h Hub
	sides, err := split(text)
	if err != nil {
		return h, err
	}
	if len(sides) == 3 {
		color, err := strconv.Atoi(strings.Join(sides[0], " "))
		if err != nil || color < 0 {
			return h, fmt.Errorf("the colour is %s, expected a number from 0 up", excerpt(strings.Join(sides[0], " ")))
		}
		h.Color, sides = color, sides[1:]
	}
	if len(sides) != 2 {
		return h, fmt.Errorf("%s: expected sources | targets, or colour | sources | targets", excerpt(text))
	}
	h.Sources, h.Targets = sides[0], sides[1]
	return h, nil
}

// split cuts a line at bars, and each side at blanks.
func split(text string) ([][]string, error) {
	sides := [][]string{{}}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		last := len(sides) - 1
		switch text[0] {
		case '|':
			sides, text = append(sides, []string{}), text[1:]
		case '"':
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, fmt.Errorf("%s has no closing quote", excerpt(text))
			}
			name, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("%s is no quoted name", excerpt(quoted))
			}
			sides[last], text = append(sides[last], name), text[len(quoted):]
		default:
			n := strings.IndexAny(text, " \t|")
			if n < 0 {
				n = len(text)
			}
			sides[last], text = append(sides[last], text[:n]), text[n:]
		}
	}
	return sides, nil
}

// excerpt quotes a text for an error, shortened.
func excerpt(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}
