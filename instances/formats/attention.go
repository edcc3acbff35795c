package formats

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/tensor"
)

// Arrays of numerical programs. Without options, an array of two axes is a
// table of 0 and 1 as in Dense: a row is a source, and a square table is a
// digraph. With Options.Threshold or Options.TopK an array holds attention
// maps: the last two axes are [query, key], entry (q, k) is the edge k → q, and
// every map is an instance, its name made of the array's, its layer and its
// head (…, layers, heads, queries, keys). More than two axes are attention maps
// in any case, and maps of 0 and 1 need no options.

// NPY is NumPy's format of a single array.
var NPY = Format{
	Name:       tensor.NPY,
	Doc:        "NumPy array: a table of 0 and 1, or attention maps",
	Extensions: []string{".npy"},
	Maps:       true,
	Detect:     func(h Head) bool { return tensor.Detect(h.Bytes) == tensor.NPY },
	Read:       readMap,
	Write:      writeNPY,
}

// NPZ is a zip archive of NumPy arrays.
var NPZ = Format{
	Name:       tensor.NPZ,
	Doc:        "NumPy arrays in a zip archive, each as in npy",
	Extensions: []string{".npz"},
	Maps:       true,
	Detect:     func(h Head) bool { return tensor.Detect(h.Bytes) == tensor.NPZ },
	Read:       readMap,
}

// Safetensors holds the arrays of a model.
var Safetensors = Format{
	Name:       tensor.Safetensors,
	Doc:        "named arrays of a model, each as in npy",
	Extensions: []string{".safetensors"},
	Maps:       true,
	Detect:     func(h Head) bool { return tensor.Detect(h.Bytes) == tensor.Safetensors },
	Read:       readMap,
}

// attentionMap is one matrix of an array, still to be decoded.
type attentionMap struct {
	of     tensor.Tensor // two axes
	part   string        // behind the name of the instance
	where  string        // for messages
	table  bool          // rows are sources, not queries
	failed error         // why the array holds no instance
}

// readMap reads the next map of a file; the first call reads the file.
func readMap(in *Input) (*instances.Relation, error) {
	if in.maps == nil {
		in.maps = []attentionMap{}
		if err := in.findMaps(); err != nil {
			return nil, err
		}
	}
	if len(in.maps) == 0 {
		return nil, io.EOF
	}
	m := in.maps[0]
	in.maps = in.maps[1:]
	in.part = m.part
	if m.failed != nil {
		return nil, m.failed
	}
	return in.mapped(m)
}

// findMaps lists the maps of a file; arrays that cannot hold any are passed
// over with a warning.
func (in *Input) findMaps() error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	arrays, err := tensor.ReadAs(in.format, data, in.opts.MaxBytes)
	var large *tensor.TooLargeError
	if errors.As(err, &large) {
		return in.failed(&tooLarge{large.Limit})
	}
	if err != nil {
		return in.wrongAt(0, "", "%v", err)
	}
	if in.opts.Array != "" {
		one, err := tensor.Find(arrays, in.opts.Array)
		if err != nil {
			return in.wrongAt(0, "", "%v", err)
		}
		arrays = []tensor.Tensor{one}
	}
	for _, t := range arrays {
		if why := in.addMaps(t, in.format != tensor.NPY); why != "" {
			in.warn("%s of shape %s is passed over: %s", t.Label(), t.ShapeText(), why)
		}
	}
	if len(in.maps) > 0 {
		return nil
	}
	t := arrays[0]
	why := in.addMaps(t, false)
	if len(arrays) > 1 {
		why += fmt.Sprintf("; nor does any other of the %d arrays", len(arrays))
	}
	return in.wrongAt(0, "", "%s of shape %s holds no attention map and no table: %s", t.Label(), t.ShapeText(), why)
}

// addMaps lists the maps of an array, or says why there are none.
func (in *Input) addMaps(t tensor.Tensor, named bool) string {
	for len(t.Shape) > 4 { // a batch of one
		i := slices.Index(t.Shape[:len(t.Shape)-2], 1)
		if i < 0 {
			return "it has more than 4 axes (layers, heads, queries, keys)"
		}
		t = t.Without(i)
	}
	m := attentionMap{of: t, where: t.Label(), table: len(t.Shape) == 2 && !in.weighs()}
	if named {
		m.part = t.Name
	}
	switch {
	case len(t.Shape) < 2:
		return "a map has 2 axes (queries, keys), many maps have 3 or 4 (layers, heads, queries, keys)"
	case len(t.Shape) > 2 && t.Len() == 0:
		return "it is empty"
	}
	if !in.weighs() {
		if m.failed = in.unweighed(m); m.failed != nil {
			in.maps = append(in.maps, m)
			return ""
		}
	}
	in.split(m)
	return ""
}

// split lists the maps of an array: a head each, of a layer each.
func (in *Input) split(m attentionMap) {
	axes := len(m.of.Shape)
	if axes == 2 {
		in.maps = append(in.maps, m)
		return
	}
	what := []string{3: "head", 4: "layer"}[axes]
	for i := range m.of.Shape[0] {
		sub := m
		sub.of = m.of.Sub(i)
		sub.part = strings.TrimPrefix(fmt.Sprintf("%s.%s%d", m.part, what, i), ".")
		sub.where = fmt.Sprintf("%s, %s %d", m.where, what, i)
		in.split(sub)
	}
}

// weighs reports whether it is said which weights are cells.
func (in *Input) weighs() bool { return in.opts.Threshold != nil || in.opts.TopK > 0 }

// unweighed is the error of an array that is not of 0 and 1 only.
func (in *Input) unweighed(m attentionMap) error {
	for i, v := range m.of.Floats(nil) {
		if v != 0 && v != 1 {
			return in.wrongAt(0, "--threshold T (weights of at least T are cells) or --top-k K (the K greatest of every query are)",
				"%s of shape %s holds numbers other than 0 and 1, %v at %s", m.where, m.of.ShapeText(), v, indexText(i, m.of.Shape))
		}
	}
	return nil
}

// mapped makes the relation of a map.
func (in *Input) mapped(m attentionMap) (*instances.Relation, error) {
	queries, keys := m.of.Shape[0], m.of.Shape[1]
	lines := queries + keys
	if queries == keys {
		lines = queries
	}
	if queries > instances.MaxLines || keys > instances.MaxLines {
		lines = math.MaxInt
	}
	if err := in.justified(0, lines, m.of.Len()); err != nil {
		return nil, err
	}
	weights := m.of.Floats(nil)
	if i := slices.IndexFunc(weights, math.IsNaN); i >= 0 {
		return nil, in.wrongAt(0, "replacing it by 0, if it stands for a masked entry", "%s has no number (NaN) at %s", m.where, indexText(i, m.of.Shape))
	}
	pick := in.picker(weights)
	var cells []instances.Cell
	for q := range queries {
		for _, k := range pick(weights[q*keys : (q+1)*keys]) {
			if m.table {
				cells = append(cells, instances.Cell{Row: int32(q), Col: k})
			} else {
				cells = append(cells, instances.Cell{Row: k, Col: int32(q)})
			}
		}
	}
	rows, cols := keys, queries
	if m.table {
		rows, cols = queries, keys
	}
	rel, err := instances.New(rows, cols, cells)
	if err == nil && rows == cols {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		return nil, in.wrongAt(0, "", "%s: %v", m.where, err)
	}
	return rel, nil
}

// picker gives the function that lists the keys of a query which are cells,
// from the weights of all queries of a map. What is masked is never among the
// greatest: -Inf and, where no weight is below 0 (after a softmax), 0.
func (in *Input) picker(weights []float64) func(row []float64) []int32 {
	least := 1.0 // of 0 and 1
	if in.weighs() {
		least = math.Inf(-1)
	}
	if in.opts.Threshold != nil {
		least = *in.opts.Threshold
	}
	most := in.opts.TopK
	masked := math.Inf(-1)
	if most > 0 && !slices.ContainsFunc(weights, func(w float64) bool { return w < 0 }) {
		masked = 0
	}
	var kept []int32
	return func(row []float64) []int32 {
		kept = kept[:0]
		for k, w := range row {
			if w < least || most > 0 && w <= masked {
				continue
			}
			if most == 0 {
				kept = append(kept, int32(k))
				continue
			}
			// Greatest first, of equal ones the first key first.
			at := len(kept)
			for at > 0 && w > row[kept[at-1]] {
				at--
			}
			if at == most {
				continue
			}
			if len(kept) == most {
				kept = kept[:most-1]
			}
			kept = slices.Insert(kept, at, int32(k))
		}
		return kept
	}
}

// indexText writes a position in C order as (1, 2, 3).
func indexText(i int, shape []int) string {
	index := make([]string, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		index[axis] = fmt.Sprint(i % shape[axis])
		i /= shape[axis]
	}
	return "(" + strings.Join(index, ", ") + ")"
}

// writeNPY writes a table of 0 and 1 as bool.
func writeNPY(w io.Writer, rel *instances.Relation) (lost []string, err error) {
	if err := refuseOptional("npy", rel); err != nil {
		return nil, err
	}
	if rows, cols := rel.Names(); rows != nil || cols != nil {
		lost = append(lost, "names of rows and columns")
	}
	if rel.Rows() == rel.Cols() && !rel.IsDigraph() {
		lost = append(lost, "that rows and columns are not the same nodes")
	}
	head, err := tensor.NPYHeader(tensor.Bool, []int{rel.Rows(), rel.Cols()})
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(head); err != nil {
		return nil, err
	}
	line := make([]byte, rel.Cols())
	for i := range rel.Rows() {
		clear(line)
		for _, j := range rel.Row(i) {
			line[j] = 1
		}
		if _, err := w.Write(line); err != nil {
			return nil, err
		}
	}
	return lost, nil
}
