// Package tensor reads and writes the arrays of numerical programs: NumPy's
// .npy and .npz, and safetensors.
//
//	arrays, err := tensor.Read(data, tensor.DefaultLimit)
//	maps, err := tensor.Find(arrays, "attn")
//	for head := range maps.Shape[0] {
//		weights := maps.Sub(head).Floats(nil)
//		…
//	}
//
// An array keeps the bytes that it came with and is decoded when its numbers
// are asked for, so a file of many heads is never in memory as float64. Nothing
// is allocated because a header says so: sizes are held against the bytes that
// are there.
//
// The .npy format is read by a parser of its own, because a header may come
// from anybody (see npy.go); safetensors by nlpodyssey/safetensors.
package tensor

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Tensor is an array of numbers, each of one DType. Its methods do not change
// it; Sub shares its memory.
type Tensor struct {
	Name  string // "" where a file has one array and no name for it
	DType DType
	Shape []int // lengths of the axes; none for a scalar

	data    []byte // little endian
	offset  int    // of the first element, in elements
	strides []int  // of each axis, in elements
}

// maxAxes bounds the axes of an array, as NumPy 1 does.
const maxAxes = 32

// New makes an array from its numbers in C order (the last axis runs fastest).
// It refuses a shape of another number of elements, and numbers that the type
// cannot hold: floats are rounded, everything else must be exact.
func New(name string, dtype DType, shape []int, values []float64) (Tensor, error) {
	k, err := dtype.kind()
	if err != nil {
		return Tensor{}, fmt.Errorf("array %q: %w", name, err)
	}
	if n, err := elements(shape, len(values)); err != nil || n != len(values) {
		return Tensor{}, fmt.Errorf("array %q: %d numbers for the shape %s", name, len(values), shapeText(shape))
	}
	data := make([]byte, len(values)*k.size)
	for i, v := range values {
		if !k.encode(data[i*k.size:], v) {
			return Tensor{}, fmt.Errorf("array %q: %v is no %s", name, v, dtype)
		}
	}
	return over(name, dtype, shape, data, false)
}

// over puts a shape over bytes: exactly as many as it needs.
func over(name string, dtype DType, shape []int, data []byte, fortran bool) (Tensor, error) {
	k, err := dtype.kind()
	if err != nil {
		return Tensor{}, err
	}
	if len(shape) > maxAxes {
		return Tensor{}, fmt.Errorf("%d axes, at most %d are read", len(shape), maxAxes)
	}
	n, err := elements(shape, len(data)/k.size)
	if err != nil {
		return Tensor{}, err
	}
	if n*k.size != len(data) {
		return Tensor{}, fmt.Errorf("%d bytes follow, the shape %s of %s needs %d", len(data), shapeText(shape), dtype, n*k.size)
	}
	t := Tensor{Name: name, DType: dtype, Shape: slices.Clone(shape), data: data, strides: make([]int, len(shape))}
	stride := 1
	for i := range shape {
		axis := len(shape) - 1 - i
		if fortran {
			axis = i
		}
		t.strides[axis] = stride
		stride *= max(1, shape[axis])
	}
	if n == 0 {
		clear(t.strides) // of long axes beside an empty one, the product may be any
	}
	return t, nil
}

// elements multiplies the lengths; more than most is an error, so that there
// is no overflow.
func elements(shape []int, most int) (int, error) {
	n := 1
	for _, length := range shape {
		if length < 0 {
			return 0, fmt.Errorf("the shape %s has a negative length", shapeText(shape))
		}
		if length == 0 {
			return 0, nil
		}
	}
	for _, length := range shape {
		if n > most/length {
			return 0, fmt.Errorf("the shape %s has more elements than the %d that follow", shapeText(shape), most)
		}
		n *= length
	}
	return n, nil
}

// Len is the number of elements.
func (t Tensor) Len() int {
	n, _ := elements(t.Shape, 1<<62) // the shape was held against the bytes
	return n
}

// Sub is the i-th part along the first axis, which must be there; i must be
// below its length. It has the name of the whole.
func (t Tensor) Sub(i int) Tensor {
	t.offset += i * t.strides[0]
	t.Shape, t.strides = t.Shape[1:], t.strides[1:]
	return t
}

// Without drops an axis of length 1.
func (t Tensor) Without(axis int) Tensor {
	t.Shape = slices.Delete(slices.Clone(t.Shape), axis, axis+1)
	t.strides = slices.Delete(slices.Clone(t.strides), axis, axis+1)
	return t
}

// Floats appends the numbers in C order to dst. Integers beyond 2^53 are
// rounded.
func (t Tensor) Floats(dst []float64) []float64 {
	k, err := t.DType.kind()
	if err != nil {
		return dst // the zero Tensor
	}
	dst = slices.Grow(dst, t.Len())
	t.each(func(at int) { dst = append(dst, k.decode(t.data[at*k.size:])) })
	return dst
}

// each visits the elements in C order.
func (t Tensor) each(visit func(at int)) {
	switch len(t.Shape) {
	case 0:
		visit(t.offset)
	case 1:
		for i := range t.Shape[0] {
			visit(t.offset + i*t.strides[0])
		}
	default:
		if t.Len() == 0 {
			return
		}
		for i := range t.Shape[0] {
			t.Sub(i).each(visit)
		}
	}
}

// raw gives the elements in C order as bytes, little endian.
func (t Tensor) raw() []byte {
	k, err := t.DType.kind()
	if err != nil {
		return nil
	}
	out := make([]byte, 0, t.Len()*k.size)
	t.each(func(at int) { out = append(out, t.data[at*k.size:(at+1)*k.size]...) })
	return out
}

// Rows gives an array of two axes as rows of equal length, for points or an
// embedding.
func (t Tensor) Rows() ([][]float64, error) {
	if len(t.Shape) != 2 {
		return nil, fmt.Errorf("%s has shape %s, a matrix (two axes) is wanted", t.Label(), shapeText(t.Shape))
	}
	if t.Len() == 0 {
		return nil, fmt.Errorf("%s has shape %s, which holds no numbers", t.Label(), shapeText(t.Shape))
	}
	flat := t.Floats(nil)
	rows := make([][]float64, t.Shape[0])
	for i := range rows {
		rows[i] = flat[i*t.Shape[1] : (i+1)*t.Shape[1] : (i+1)*t.Shape[1]]
	}
	return rows, nil
}

// Find gives the array of that name; "" stands for the only one that there is.
func Find(arrays []Tensor, name string) (Tensor, error) {
	if name == "" && len(arrays) == 1 {
		return arrays[0], nil
	}
	i := slices.IndexFunc(arrays, func(t Tensor) bool { return t.Name == name })
	switch {
	case i >= 0:
		return arrays[i], nil
	case len(arrays) == 0:
		return Tensor{}, errors.New("there is no array")
	case name == "":
		return Tensor{}, fmt.Errorf("there are %d arrays where one is wanted: %s", len(arrays), names(arrays))
	}
	return Tensor{}, fmt.Errorf("there is no array %s, only %s", quoted(name), names(arrays))
}

// names lists arrays for a message.
func names(arrays []Tensor) string {
	const most = 8
	var list []string
	for _, t := range arrays[:min(len(arrays), most)] {
		list = append(list, quoted(t.Name)+" "+shapeText(t.Shape))
	}
	if len(arrays) > most {
		list = append(list, fmt.Sprintf("and %d more", len(arrays)-most))
	}
	return strings.Join(list, ", ")
}

// shapeText writes a shape as 2×3×4; that of a scalar is "()".
func shapeText(shape []int) string {
	if len(shape) == 0 {
		return "()"
	}
	const most = 8
	var b strings.Builder
	for i, n := range shape {
		if i == most {
			b.WriteString("×…")
			break
		}
		if i > 0 {
			b.WriteString("×")
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// ShapeText is the shape for people, 2×3×4; "()" for a scalar.
func (t Tensor) ShapeText() string { return shapeText(t.Shape) }

// Label names the array in a sentence.
func (t Tensor) Label() string {
	if t.Name == "" {
		return "the array"
	}
	return "array " + quoted(t.Name)
}

// quoted is a name for a message, but not all of a long one.
func quoted(name string) string {
	const most = 60
	if len(name) > most {
		return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "…"
	}
	return strconv.Quote(name)
}
