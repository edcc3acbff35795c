package encode

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// A formula file says in its comments what it stands for, so that a model of
// it can be decoded with nothing but the file: first a few lines for people,
// then, cut into short lines behind headerMark, one JSON object. It holds for
// the same comments in every format.
const (
	headerMark  = "hubcover| "
	headerWidth = 100 // of a cut; MPS readers allow 160 bytes a line
)

// header is the JSON object. Cells are listed by row; those to be covered and
// the optional ones by their positions in canonical order.
type header struct {
	Schema   string    `json:"schema"`
	Encoder  string    `json:"encoder"`
	Hubs     int       `json:"hubs,omitempty"`
	Colors   int       `json:"colors,omitempty"`
	As       string    `json:"as"`
	Sha256   string    `json:"sha256"`
	Cols     int       `json:"cols"`
	Rows     [][]int32 `json:"rows"`
	Optional []int32   `json:"optional,omitempty"`
	Cover    *[]int    `json:"cover,omitempty"` // nil: all required cells in canonical order
	RowNames []string  `json:"row_names,omitempty"`
	ColNames []string  `json:"col_names,omitempty"`
}

const headerSchema = "hubcover.formula/1"

// Describe gives the comment lines by which ReadHeader recognises a problem.
func Describe(e Encoder, p Problem) ([]string, error) {
	if p.Rel == nil {
		return nil, errors.New("describe a problem: it has no relation")
	}
	rel := p.Rel
	h := header{
		Schema: headerSchema, Encoder: e.Name, Hubs: p.Hubs, Colors: p.Colors,
		As: rel.As(), Sha256: rel.Digest(), Cols: rel.Cols(), Rows: make([][]int32, rel.Rows()),
	}
	h.RowNames, h.ColNames = rel.Names()
	for u := range h.Rows {
		h.Rows[u] = append([]int32{}, rel.Row(u)...) // [] rather than null
	}
	for i := range rel.Len() {
		if rel.Optional(i) {
			h.Optional = append(h.Optional, int32(i))
		}
	}
	if p.Cells != nil {
		cover := make([]int, len(p.Cells))
		for t, c := range p.Cells {
			i, ok := rel.Index(c)
			if !ok {
				return nil, fmt.Errorf("describe a problem: cell %d to be covered, (%d,%d), is no cell of the relation", t, c.Row, c.Col)
			}
			cover[t] = i
		}
		h.Cover = &cover
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("describe a problem: %w", err)
	}
	return append(summary(e, p), cut(ascii(text))...), nil
}

// summary says the question in words.
func summary(e Encoder, p Problem) []string {
	question := "least number of hubs"
	switch {
	case e.Hubs && e.Colors:
		question = fmt.Sprintf("is there a hub extension of at most %d hubs with at most %d colours?", p.Hubs, p.Colors)
	case e.Hubs:
		question = fmt.Sprintf("is there a hub extension of at most %d hubs?", p.Hubs)
	case e.Colors:
		question = fmt.Sprintf("is there a hub extension with at most %d colours?", p.Colors)
	}
	covered := "all required"
	if p.Cells != nil {
		covered = fmt.Sprint(len(p.Cells))
	}
	return []string{
		fmt.Sprintf("hubcover %s: %s", e.Name, question),
		fmt.Sprintf("%s of %d rows, %d columns, %d cells; to be covered: %s", p.Rel.As(), p.Rel.Rows(), p.Rel.Cols(), p.Rel.Len(), covered),
	}
}

// ascii escapes what is no visible ASCII, and blanks too: they could be lost at
// the end of a line. All of it stands within JSON strings.
func ascii(text []byte) string {
	var s strings.Builder
	for _, r := range string(text) {
		switch {
		case r > ' ' && r < 0x7f:
			s.WriteByte(byte(r))
		case r < 0x10000:
			fmt.Fprintf(&s, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&s, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return s.String()
}

// cut makes comment lines of a long text without blanks.
func cut(text string) []string {
	var lines []string
	for len(text) > 0 {
		n := min(headerWidth, len(text))
		lines = append(lines, headerMark+text[:n])
		text = text[n:]
	}
	return lines
}

// Write writes a formula in the given format, with comments by which
// ReadHeader finds out the problem.
func Write(w io.Writer, format pb.Format, e Encoder, p Problem, enc Encoding) error {
	if err := format.Takes(enc.Formula); err != nil {
		return err
	}
	comments, err := Describe(e, p)
	if err != nil {
		return err
	}
	f := *enc.Formula // the comments are for this file only
	f.Comments = append(comments, f.Comments...)
	return format.Write(w, &f)
}

// ReadHeader reads the comments at the top of a formula file that Write wrote,
// in any format, as far as the first line that is no comment. Encoding the
// problem again gives the formula and with it the way to decode its models.
func ReadHeader(r io.Reader) (Encoder, Problem, error) {
	text, err := headerText(r)
	if err != nil {
		return Encoder{}, Problem{}, fmt.Errorf("header of a formula: %w", err)
	}
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return Encoder{}, Problem{}, fmt.Errorf("header of a formula: damaged: %w", err)
	}
	e, p, err := h.problem()
	if err != nil {
		return Encoder{}, Problem{}, fmt.Errorf("header of a formula: %w", err)
	}
	return e, p, nil
}

// headerText puts the JSON together again.
func headerText(r io.Reader) ([]byte, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<16)
	var text []byte
	for in.Scan() {
		line, ok := comment(in.Bytes())
		if !ok {
			break
		}
		if part, ok := bytes.CutPrefix(line, []byte(headerMark)); ok {
			text = append(text, bytes.TrimSpace(part)...)
		}
	}
	if len(text) > 0 {
		return text, nil
	}
	if err := in.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, err
	}
	return nil, fmt.Errorf("no comment line begins with %q: was the file written by hubcover encode?", strings.TrimSpace(headerMark))
}

// comment gives what follows the comment mark of any of the formats.
func comment(line []byte) ([]byte, bool) {
	for _, mark := range []string{"c", "*", `\`} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok {
			return bytes.TrimPrefix(rest, []byte(" ")), true
		}
	}
	return nil, len(bytes.TrimSpace(line)) == 0
}

// problem rebuilds what was described, and checks that it is that.
func (h header) problem() (Encoder, Problem, error) {
	if h.Schema != headerSchema {
		return Encoder{}, Problem{}, fmt.Errorf("schema %q, where this program reads %q", h.Schema, headerSchema)
	}
	at := slices.IndexFunc(All, func(e Encoder) bool { return e.Name == h.Encoder })
	if at < 0 {
		return Encoder{}, Problem{}, fmt.Errorf("no encoder is named %q", h.Encoder)
	}
	rel, err := h.relation()
	if err != nil {
		return Encoder{}, Problem{}, err
	}
	p := Problem{Rel: rel, Hubs: h.Hubs, Colors: h.Colors}
	if h.Cover != nil {
		p.Cells = []instances.Cell{}
		all := rel.Cells()
		for _, i := range *h.Cover {
			if i < 0 || i >= len(all) {
				return Encoder{}, Problem{}, fmt.Errorf("cell %d to be covered, where the relation has %d cells", i, len(all))
			}
			p.Cells = append(p.Cells, all[i])
		}
	}
	return All[at], p, nil
}

func (h header) relation() (*instances.Relation, error) {
	var cells []instances.Cell
	for u, row := range h.Rows {
		for _, v := range row {
			cells = append(cells, instances.Cell{Row: int32(u), Col: v})
		}
	}
	if most := len(cells) + len(h.ColNames) + 1<<22; h.Cols > most { // memory stays in proportion to the file
		return nil, fmt.Errorf("%d columns, most of them empty", h.Cols)
	}
	rel, err := instances.New(len(h.Rows), h.Cols, cells)
	if err != nil {
		return nil, err
	}
	if rel, err = rel.WithNames(h.RowNames, h.ColNames); err != nil {
		return nil, err
	}
	var optional []instances.Cell
	for _, i := range h.Optional {
		if i < 0 || int(i) >= rel.Len() {
			return nil, fmt.Errorf("optional cell %d, where the relation has %d cells", i, rel.Len())
		}
		optional = append(optional, rel.Cell(int(i)))
	}
	if optional != nil {
		if rel, err = rel.WithOptional(optional); err != nil {
			return nil, err
		}
	}
	if h.As == "digraph" {
		if rel, err = rel.AsDigraph(); err != nil {
			return nil, err
		}
	}
	if sha := rel.Digest(); sha != h.Sha256 {
		return nil, fmt.Errorf("its cells have the digest %s, but it says %s: the file was changed", sha, h.Sha256)
	}
	return rel, nil
}
