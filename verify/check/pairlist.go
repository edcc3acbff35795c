package check

import "bytes"

// mark begins the comments in which hubcover says what a pair list or a table
// cannot; the first line of such a file is one. Of them are read
//
//	#hubcover pairs            or dense: the format
//	#hubcover rows a b         names of rows, or cols, in order
//	#hubcover nodes a b        names that rows and columns have alike, in order
const mark = "#hubcover "

// pairList is a list of pairs being read.
type pairList struct {
	marked     bool
	rows, cols map[string]int32
	entries    []entry
}

func readPairs(text []byte) (*Matrix, error) {
	p := pairList{marked: bytes.HasPrefix(text, []byte(mark)), rows: map[string]int32{}, cols: map[string]int32{}}
	for line := range linesOf(text) {
		words := bytes.Fields(line)
		var err error
		switch {
		case len(words) == 0:
		case p.marked && bytes.HasPrefix(line, []byte(mark)):
			err = p.list(words[1:])
		case words[0][0] == '#':
		case len(words) != 2 || p.marked && bytes.IndexByte(line, '"') >= 0:
			err = malformed("%s: not a row name and a column name%s", escaped(string(line)), p.advice())
		default:
			p.entries = append(p.entries, entry{r: numberOf(p.rows, words[0]), c: numberOf(p.cols, words[1])})
		}
		if err != nil {
			return nil, err
		}
	}
	return newMatrix(len(p.rows), len(p.cols), p.entries), nil
}

// list numbers the names that a comment lists, each kind once, before all pairs.
func (p *pairList) list(words [][]byte) error {
	var names map[string]int32
	fresh := len(p.entries) == 0
	what := ""
	if len(words) > 0 {
		what = string(words[0])
	}
	switch what {
	case "pairs":
		return nil
	case "rows":
		names = p.rows
	case "cols":
		names = p.cols
	case "nodes":
		fresh = fresh && len(p.cols) == 0
		names, p.cols = p.rows, p.rows
	}
	if names == nil || len(names) > 0 || !fresh {
		return malformed("%s: not one list of rows, cols or nodes, before all pairs%s", escaped(mark+string(bytes.Join(words, []byte(" ")))), p.advice())
	}
	for i, w := range words[1:] {
		if w[0] == '"' || int(numberOf(names, w)) < i {
			return malformed("%s: a name in quotes, or one that was listed before%s", escaped(string(w)), p.advice())
		}
	}
	return nil
}

// advice is what to do about a file that hubcover wrote.
func (p *pairList) advice() string {
	if !p.marked {
		return ""
	}
	return "; hubcover convert --to cells writes what is read here"
}

// numberOf is that of a name, the next one where it is new.
func numberOf(names map[string]int32, name []byte) int32 {
	i, ok := names[string(name)]
	if !ok {
		i = int32(len(names))
		names[string(name)] = i
	}
	return i
}
