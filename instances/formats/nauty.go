package formats

import (
	"bytes"
	"io"
	"math/bits"

	"github.com/hubcover/hubcover/instances"
)

// The formats of nauty (B. D. McKay, formats.txt): a graph a line, six bits a
// byte, in bytes 63 to 126. graph6 and sparse6 hold undirected graphs, which are
// read as symmetric digraphs. A header such as >>graph6<< may come first.

// Digraph6 holds digraphs, loops included: the whole matrix.
var Digraph6 = Format{
	Name:       "digraph6",
	Doc:        "nauty's digraphs, one a line",
	Extensions: []string{".d6"},
	Stream:     true,
	Detect: func(h Head) bool {
		if bytes.HasPrefix(h.Bytes, []byte(">>digraph6<<")) {
			return true
		}
		line := h.Lines()[0]
		return len(line) > 1 && (line[0] == '&' || line[0] == '+' && isOldDigraph6(line)) && sixes(line[1:]) < 0
	},
	Read:  func(in *Input) (*instances.Relation, error) { return readNauty(in, '&') },
	Write: writeDigraph6,
}

// Graph6 holds graphs without loops: the upper triangle of the matrix.
var Graph6 = Format{
	Name:       "graph6",
	Doc:        "nauty's graphs, one a line, read as symmetric digraphs",
	Extensions: []string{".g6"},
	Stream:     true,
	Detect: func(h Head) bool {
		if bytes.HasPrefix(h.Bytes, []byte(">>graph6<<")) {
			return true
		}
		line := h.Lines()[0]
		n, size := sixSize(line)
		return size > 0 && sixes(line) < 0 && n < 1<<20 && len(line)-size == (n*(n-1)/2+5)/6
	},
	Read: func(in *Input) (*instances.Relation, error) { return readNauty(in, 0) },
}

// Sparse6 holds graphs, loops included, as a list of edges.
var Sparse6 = Format{
	Name:       "sparse6",
	Doc:        "nauty's sparse graphs, one a line, read as symmetric digraphs",
	Extensions: []string{".s6"},
	Stream:     true,
	Detect: func(h Head) bool {
		if bytes.HasPrefix(h.Bytes, []byte(">>sparse6<<")) {
			return true
		}
		line := h.Lines()[0]
		return len(line) > 1 && (line[0] == ':' || line[0] == ';') && sixes(line[1:]) < 0
	},
	Read: func(in *Input) (*instances.Relation, error) { return readNauty(in, ':') },
}

// readNauty reads the next line, which begins with the byte that marks its
// format, 0 for graph6, which has none.
func readNauty(in *Input, want byte) (*instances.Relation, error) {
	line, err := in.Line()
	for ; err == nil && len(line) == 0; line, err = in.Line() {
	}
	if err != nil {
		return nil, err
	}
	s := sixReader{in: in, line: line}
	if bytes.HasPrefix(line, []byte(">>")) {
		if end := bytes.Index(line, []byte("<<")); end > 0 {
			if header := string(line[2:end]); header != in.format {
				return nil, in.wrong(1, "--from "+header, "the header says %s", show(header))
			}
			s.at = end + 2
			if s.at == len(line) {
				return readNauty(in, want)
			}
		}
	}
	got := s.line[s.at]
	switch {
	case got == '+':
		return nil, in.wrong(s.at+1, "writing the file again with & in place of +", "digraph6 of old GAP packages, with +, is not read")
	case got == ';':
		return nil, in.wrong(s.at+1, "nauty-copyg -s to write it plainly", "incremental sparse6 is not read")
	case got != '&' && got != ':':
		got = 0
	default:
		s.at++
	}
	if got != want {
		name := map[byte]string{'&': "digraph6", ':': "sparse6", 0: "graph6"}
		return nil, in.wrong(1, "--from "+name[got]+" if all lines are", "this line is %s in a file of %s", name[got], name[want])
	}
	if i := sixes(line[s.at:]); i >= 0 {
		return nil, in.wrong(columnOf(line, s.at+i), "", "%s is no byte of %s", show(line[s.at+i:s.at+i+1]), in.format)
	}
	n, size := sixSize(line[s.at:])
	if size == 0 {
		return nil, in.wrong(len(line)+1, "", "the line ends within the number of nodes")
	}
	s.at += size
	t := table{in: in, numRows: n, numCols: n, digraph: true}
	switch want {
	case '&':
		err = s.matrix(&t)
	case ':':
		err = s.edges(&t)
	default:
		err = s.triangle(&t)
	}
	if err == nil {
		err = in.justified(at(in.line, 1), n, len(t.cells))
	}
	if err != nil {
		return nil, err
	}
	return t.relation()
}

// sixes gives the offset of the first byte that is none of the format's, or -1.
func sixes(b []byte) int {
	return bytes.IndexFunc(b, func(r rune) bool { return r < 63 || r > 126 })
}

// sixSize reads a number of nodes and gives the bytes it takes, 0 if it is cut.
func sixSize(b []byte) (n, size int) {
	digits := 0
	switch {
	case len(b) > 1 && b[0] == 126 && b[1] == 126:
		size, digits = 8, 6
	case len(b) > 0 && b[0] == 126:
		size, digits = 4, 3
	default:
		size, digits = 1, 1
	}
	if len(b) < size {
		return 0, 0
	}
	for _, c := range b[size-digits : size] {
		n = n<<6 | int(c-63)
	}
	return n, size
}

func isOldDigraph6(line []byte) bool {
	n, size := sixSize(line[1:])
	return size > 0 && n < 1<<20 && len(line)-1-size == (n*n+5)/6
}

// sixReader reads bits, six a byte, from a line whose bytes were checked.
type sixReader struct {
	in   *Input
	line []byte
	at   int // byte
	used int // bits of it
}

func (s *sixReader) bit() bool {
	b := (s.line[s.at]-63)>>(5-s.used)&1 != 0
	if s.used++; s.used == 6 {
		s.at, s.used = s.at+1, 0
	}
	return b
}

// left is the number of bits that are left.
func (s *sixReader) left() int { return 6*(len(s.line)-s.at) - s.used }

// need checks that so many bits are there, padded to bytes.
func (s *sixReader) need(bits int) error {
	want, got := (bits+5)/6, len(s.line)-s.at
	if got != want {
		return s.in.wrong(columnOf(s.line, s.at), "", "%d bytes follow the number of nodes, which needs %d", got, want)
	}
	return nil
}

// padded checks that what is left is zeros.
func (s *sixReader) padded() error {
	for s.left() > 0 {
		column := s.at + 1
		if s.bit() {
			return s.in.wrong(column, "", "a bit is set behind the last one that means something")
		}
	}
	return nil
}

// tooMany keeps n*n within an int; no line is that long.
const tooMany = 1 << 30

// matrix reads n × n bits, row by row.
func (s *sixReader) matrix(t *table) error {
	n := t.numRows
	if n > tooMany {
		return s.need(6 * tooMany)
	}
	if err := s.need(n * n); err != nil {
		return err
	}
	p := at(s.in.line, 1)
	for a := range n {
		for b := range n {
			if s.bit() {
				t.add(int32(a), int32(b), p)
			}
		}
	}
	return s.padded()
}

// triangle reads the entries above the diagonal, column by column.
func (s *sixReader) triangle(t *table) error {
	n := t.numRows
	if n > tooMany {
		return s.need(6 * tooMany)
	}
	if err := s.need(n * (n - 1) / 2); err != nil {
		return err
	}
	p := at(s.in.line, 1)
	for b := range n {
		for a := range b {
			if s.bit() {
				t.addBoth(int32(a), int32(b), p)
			}
		}
	}
	return s.padded()
}

// edges reads steps: a bit that moves on to the next node, and a node of so
// many bits as n−1 needs, which is either further on, or the other end of an
// edge. The padding is a step that leaves the graph.
func (s *sixReader) edges(t *table) error {
	n, width := t.numRows, bits.Len(uint(max(t.numRows, 1)-1))
	p := at(s.in.line, 1)
	v := 0
	for s.left() > width {
		if s.bit() {
			v++
		}
		x := 0
		for range width {
			x <<= 1
			if s.bit() {
				x++
			}
		}
		switch {
		case x > v:
			v = x
		case v < n:
			t.addBoth(int32(x), int32(v), p)
		}
	}
	return nil
}

// addBoth puts in an edge of an undirected graph.
func (t *table) addBoth(a, b int32, p place) {
	t.add(a, b, p)
	if a != b {
		t.add(b, a, p)
	}
}

func writeDigraph6(w io.Writer, rel *instances.Relation) (lost []string, err error) {
	if !rel.IsDigraph() {
		return nil, refuse("digraph6", "--as digraph if rows and columns are the same nodes, or --to cells", "the format holds digraphs, and this is a relation of %d rows and %d columns", rel.Rows(), rel.Cols())
	}
	if err := refuseOptional("digraph6", rel); err != nil {
		return nil, err
	}
	n := rel.Rows()
	if names, _ := rel.Names(); names != nil {
		lost = append(lost, "names of nodes")
	}
	line := []byte{'&'}
	switch {
	case n <= 62:
		line = append(line, byte(n)+63)
	case n <= 258047:
		line = append(line, 126, byte(n>>12)+63, byte(n>>6&63)+63, byte(n&63)+63)
	default:
		line = append(line, 126, 126)
		for shift := 30; shift >= 0; shift -= 6 {
			line = append(line, byte(n>>shift&63)+63)
		}
	}
	var six, used byte
	for i := range n {
		row := rel.Row(i)
		for j := range n {
			six <<= 1
			if len(row) > 0 && int(row[0]) == j {
				six, row = six|1, row[1:]
			}
			if used++; used == 6 {
				line = append(line, six+63)
				six, used = 0, 0
			}
		}
		if len(line) > 1<<16 {
			if _, err := w.Write(line); err != nil {
				return nil, err
			}
			line = line[:0]
		}
	}
	if used > 0 {
		line = append(line, six<<(6-used)+63)
	}
	_, err = w.Write(append(line, '\n'))
	return lost, err
}
