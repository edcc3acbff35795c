package check

import "bytes"

// digraph6Header may stand in front of a stream, without a newline.
const digraph6Header = ">>digraph6<<"

// readStream picks a digraph of a stream.
func readStream(text []byte, index int) (*Matrix, error) {
	lines := content(bytes.TrimPrefix(text, []byte(digraph6Header)))
	switch {
	case index < 0 && len(lines) != 1:
		return nil, malformed("%d digraphs: say which, counted from 0", len(lines))
	case index >= len(lines):
		return nil, malformed("no digraph %d among %d", index, len(lines))
	}
	return readDigraph6(lines[max(index, 0)])
}

// readDigraph6 reads "&", the number of nodes, the adjacency matrix by rows: six
// bits a byte, each plus 63 (formats.txt of nauty).
func readDigraph6(line []byte) (*Matrix, error) {
	body, ok := bytes.CutPrefix(line, []byte("&"))
	if !ok {
		return nil, malformed("digraph6: no & in front")
	}
	for _, c := range body {
		if c < 63 || c > 126 {
			return nil, malformed("digraph6: byte %d is outside 63..126", c)
		}
	}
	n, body := nodes(body)
	if n < 0 {
		return nil, malformed("digraph6: the number of nodes is cut short")
	}
	if n > 1<<20 || len(body) != (n*n+5)/6 {
		return nil, malformed("digraph6: %d bytes for %d nodes", len(body), n)
	}
	bit := func(i int) byte { return (body[i/6] - 63) >> (5 - i%6) & 1 }
	m, marks := &Matrix{cols: n}, make([]byte, n)
	for r := range n {
		for c := range marks {
			marks[c] = '0' + bit(r*n+c)
		}
		m.addRow(marks)
	}
	for i := n * n; i < 6*len(body); i++ {
		if bit(i) != 0 {
			return nil, malformed("digraph6: bits after the matrix")
		}
	}
	return m, nil
}

// nodes reads N(n): one byte, or 126 and three, or 126 126 and six; -1 where the
// text ends before.
func nodes(b []byte) (int, []byte) {
	skip, size := 0, 1
	switch {
	case bytes.HasPrefix(b, []byte{126, 126}):
		skip, size = 2, 6
	case bytes.HasPrefix(b, []byte{126}):
		skip, size = 1, 3
	}
	if len(b) < skip+size {
		return -1, nil
	}
	n := int64(0)
	for _, c := range b[skip : skip+size] {
		n = n<<6 | int64(c-63)
	}
	return int(min(n, 1<<30)), b[skip+size:]
}
