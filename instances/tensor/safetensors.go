package tensor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nlpodyssey/safetensors"
)

// metadata is the key of a safetensors header that is no array.
const metadata = "__metadata__"

// isSafetensors looks at the first bytes: the length of the header, below
// 2^32, and the brace that opens it.
func isSafetensors(head []byte) bool {
	return len(head) > 8 && head[8] == '{' && bytes.Equal(head[4:8], make([]byte, 4))
}

// readSafetensors reads all arrays, ordered by name. The library holds offsets
// and shapes against the bytes that are there.
func readSafetensors(data []byte) ([]Tensor, error) {
	if len(data) > 8 {
		// The library's own message names no numbers.
		if n := binary.LittleEndian.Uint64(data); n > uint64(len(data)-8) {
			return nil, fmt.Errorf("safetensors: the header is said to have %d bytes, %d follow", n, len(data)-8)
		}
	}
	st, err := safetensors.Deserialize(data)
	if err != nil && strings.HasSuffix(err.Error(), "incomplete buffer") {
		return nil, fmt.Errorf("safetensors: the last array does not end where the file does, after %d bytes: is it cut short?", len(data))
	}
	if err != nil {
		return nil, fmt.Errorf("safetensors: %s", shortened(err.Error()))
	}
	var arrays []Tensor
	for _, named := range st.Tensors() {
		view := named.TensorView
		shape := make([]int, 0, len(view.Shape()))
		for _, n := range view.Shape() {
			shape = append(shape, int(min(n, math.MaxInt)))
		}
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.safe == view.DType() })
		if i < 0 {
			return nil, fmt.Errorf("array %s: elements of type %s are not read", quoted(named.Name), view.DType())
		}
		t, err := over(named.Name, kinds[i].dtype, shape, view.Data(), false)
		if err != nil {
			return nil, fmt.Errorf("array %s: %w", quoted(named.Name), err)
		}
		arrays = append(arrays, t)
	}
	slices.SortFunc(arrays, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
	return arrays, nil
}

// shortened keeps a message readable whatever a header brought into it.
func shortened(message string) string {
	const most = 200
	if len(message) > most {
		message = strings.ToValidUTF8(message[:most], "") + "…"
	}
	return message
}

// WriteSafetensors writes arrays, whose names are not empty and differ. The
// same arrays give the same bytes, in whatever order.
func WriteSafetensors(w io.Writer, arrays []Tensor) error {
	if err := checkNames(arrays); err != nil {
		return err
	}
	views := make(map[string]view, len(arrays))
	for _, t := range arrays {
		k, err := t.DType.kind()
		if err != nil {
			return fmt.Errorf("array %q: %w", t.Name, err)
		}
		v := view{dtype: k.safe, shape: make([]uint64, len(t.Shape)), data: t.raw()}
		for i, n := range t.Shape {
			v.shape[i] = uint64(n)
		}
		views[t.Name] = v
	}
	return safetensors.SerializeToWriter(views, nil, w)
}

// view is an array as the library wants it; its own constructor knows no
// scalars.
type view struct {
	dtype safetensors.DType
	shape []uint64
	data  []byte
}

func (v view) DType() safetensors.DType { return v.dtype }
func (v view) Shape() []uint64          { return v.shape }
func (v view) Data() []byte             { return v.data }
func (v view) DataLen() uint64          { return uint64(len(v.data)) }
