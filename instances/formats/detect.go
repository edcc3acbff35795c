package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// headSize is how much of a file is looked at to find out its format.
const headSize = 1 << 16

// Head is the beginning of a file.
type Head struct {
	Bytes []byte // up to 64 KiB, without a byte order mark
	Whole bool   // there is no more
	Ext   string // the file's ending, ".rmp"; "" if it has none
}

// Lines lists the lines that are there in full, without their endings, or the
// beginning of the first if it is longer than the head.
func (h Head) Lines() [][]byte {
	lines := bytes.Split(h.Bytes, []byte("\n"))
	if last := len(lines) - 1; last > 0 && (len(lines[last]) == 0 || !h.Whole) {
		lines = lines[:last]
	}
	for i, l := range lines {
		lines[i] = bytes.TrimSuffix(l, []byte("\r"))
	}
	return lines
}

// data lists the lines that are neither blank nor # comments; a binary file has
// none.
func (h Head) data() [][]byte {
	if bytes.IndexByte(h.Bytes, 0) >= 0 {
		return nil
	}
	return slices.DeleteFunc(h.Lines(), func(l []byte) bool {
		b := first(l)
		return b == 0 || b == '#'
	})
}

// find gives the format that was asked for or, without one, looks for it.
func (in *Input) find(from string) (Format, error) {
	if from != "" {
		return Find(from)
	}
	if in.begunStream() {
		return Digraph6, nil
	}
	head, err := in.r.Peek(headSize)
	if err != nil && err != io.EOF {
		return Format{}, in.failed(err)
	}
	h := Head{Bytes: head, Whole: err == io.EOF, Ext: extension(in.opts.Source)}
	if len(h.Bytes) == 0 {
		return Format{}, in.wrongAt(0, "--from NAME if an empty file is meant", "the file is empty")
	}
	if name, ok := markedAs(h.Bytes); ok {
		return Find(name)
	}
	var fit []Format
	for _, f := range All {
		if f.Detect(h) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return Format{}, in.unknown(h)
	}
	for _, f := range fit {
		if h.Ext != "" && slices.Contains(f.Extensions, h.Ext) {
			return f, nil
		}
	}
	in.also = doubts(fit, h)
	return fit[0], nil
}

// begunStream reports whether a first line of digraph6 is there. A stream is
// answered line by line, so no more than that line is waited for.
func (in *Input) begunStream() bool {
	if _, err := in.r.Peek(1); err != nil {
		return false
	}
	head, _ := in.r.Peek(in.r.Buffered())
	ext := extension(in.opts.Source)
	return bytes.IndexByte(head, '\n') > 0 && (ext == "" || ext == ".d6") && Digraph6.Detect(Head{Bytes: head, Ext: ext})
}

// doubts says where a small table could be a list as well.
func doubts(fit []Format, h Head) []string {
	if fit[0].Name != Dense.Name || !h.Whole {
		return nil
	}
	for _, f := range fit[1:] {
		if f.Name != Cells.Name && f.Name != Pairs.Name {
			continue
		}
		probe := &Input{r: bufio.NewReader(bytes.NewReader(h.Bytes)), opts: Options{MaxIsolated: DefaultMaxIsolated}}
		if _, err := f.Read(probe); err == nil {
			return []string{fmt.Sprintf("read as a table of 0 and 1, though it could be of format %s (--from %s)", f.Name, f.Name)}
		}
	}
	return nil
}

// unknown is the error of a file that no format recognises.
func (in *Input) unknown(h Head) error {
	hint := "--from with one of " + strings.Join(Names(), ", ")
	switch {
	case bytes.HasPrefix(h.Bytes, []byte("\xff\xfe")) || bytes.HasPrefix(h.Bytes, []byte("\xfe\xff")):
		return in.wrongAt(0, "converting it to UTF-8", "the file is UTF-16 text")
	case packerOf(h.Bytes) >= 0:
		return in.wrongAt(0, "decompressing it once by hand", "the file is compressed twice")
	case bytes.IndexByte(h.Bytes, 0) >= 0:
		before := h.Bytes[:bytes.IndexByte(h.Bytes, 0)]
		line, column := bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')
		return in.wrongAt(at(line, column), hint, "the file is binary, of no format that is recognised")
	}
	for i, line := range h.Lines() {
		if b := first(line); b != 0 && b != '#' {
			return in.wrongAt(at(i+1, 1), hint, "no format is recognised in %s", show(line))
		}
	}
	return in.wrongAt(at(1, 1), hint, "no format is recognised: all is blank or comment")
}
