package bound_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// public reads a file of the public data, kept outside the module; the test is
// skipped where they are absent. It knows just enough of the formats.
func public(t testing.TB, file string) *instances.Relation {
	dir := os.Getenv("HUBCOVER_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Skipf("public data: %v", err)
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	rows, cols := map[string]int32{}, map[string]int32{}
	index := func(names map[string]int32, name string) int32 {
		if _, ok := names[name]; !ok {
			names[name] = int32(len(names))
		}
		return names[name]
	}
	var cells []instances.Cell
	add := func(row, col string) {
		cells = append(cells, instances.Cell{Row: index(rows, row), Col: index(cols, col)})
	}
	quoted := regexp.MustCompile(`'([^']*)'`)
	line := bufio.NewScanner(in)
	line.Buffer(nil, 1<<24)
	var source string
	for n := 0; line.Scan(); n++ {
		s := strings.TrimSpace(line.Text())
		words := strings.Fields(s)
		switch {
		case s == "" || s[0] == '#':
		case strings.Contains(file, ".gml"):
			if words[0] == "source" {
				source = words[1]
			} else if words[0] == "target" {
				add(source, words[1])
				add(words[1], source)
			}
		case strings.HasSuffix(file, ".cxt"):
			if strings.Trim(s, "X.") == "" {
				mark(s, "X", n, &cells)
			}
		case strings.HasPrefix(file, "minrole"):
			name, rest, _ := strings.Cut(s, ":")
			for _, m := range quoted.FindAllStringSubmatch(rest, -1) {
				add(name, m[1])
			}
		case strings.HasPrefix(file, "kovacs"), strings.HasPrefix(file, "uci"):
			mark(strings.NewReplacer(" ", "", ",", "").Replace(s), "1", n, &cells)
		case strings.HasPrefix(file, "fimi"), strings.HasPrefix(file, "rmplib"):
			if strings.HasPrefix(file, "fimi") {
				words = append([]string{s}, words...)
			}
			for _, w := range words[1:] {
				add(words[0], w)
			}
		default:
			add(words[0], words[1])
		}
	}
	if err := line.Err(); err != nil {
		t.Fatal(err)
	}
	m, n := int32(0), int32(0)
	for _, c := range cells {
		m, n = max(m, c.Row+1), max(n, c.Col+1)
	}
	rel, err := instances.New(int(m), int(n), cells)
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

func mark(row, one string, at int, cells *[]instances.Cell) {
	for j := range row {
		if row[j:j+1] == one {
			*cells = append(*cells, instances.Cell{Row: int32(at), Col: int32(j)})
		}
	}
}
