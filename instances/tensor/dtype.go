package tensor

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/nlpodyssey/safetensors"
)

// DType is what the elements of an array are.
type DType string

// The types of elements that are read and written. BFloat16 is the upper half
// of a Float32.
const (
	Bool     DType = "bool"
	Int8     DType = "int8"
	Int16    DType = "int16"
	Int32    DType = "int32"
	Int64    DType = "int64"
	Uint8    DType = "uint8"
	Uint16   DType = "uint16"
	Uint32   DType = "uint32"
	Uint64   DType = "uint64"
	Float16  DType = "float16"
	BFloat16 DType = "bfloat16"
	Float32  DType = "float32"
	Float64  DType = "float64"
)

// kind is how elements of a type stand in bytes, little endian.
type kind struct {
	dtype  DType
	size   int    // bytes
	npy    string // in a .npy header, without the byte order
	safe   safetensors.DType
	decode func([]byte) float64
	encode func([]byte, float64) bool // false: the type cannot hold it
}

// NumPy has no bfloat16; ml_dtypes saves it as two raw bytes, V2.
var kinds = []kind{
	{Bool, 1, "b1", safetensors.BOOL, func(b []byte) float64 { return float64(min(b[0], 1)) }, func(b []byte, v float64) bool {
		b[0] = byte(v)
		return v == 0 || v == 1
	}},
	{Int8, 1, "i1", safetensors.I8, func(b []byte) float64 { return float64(int8(b[0])) }, signed(1)},
	{Int16, 2, "i2", safetensors.I16, func(b []byte) float64 { return float64(int16(binary.LittleEndian.Uint16(b))) }, signed(2)},
	{Int32, 4, "i4", safetensors.I32, func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) }, signed(4)},
	{Int64, 8, "i8", safetensors.I64, func(b []byte) float64 { return float64(int64(binary.LittleEndian.Uint64(b))) }, signed(8)},
	{Uint8, 1, "u1", safetensors.U8, func(b []byte) float64 { return float64(b[0]) }, unsigned(1)},
	{Uint16, 2, "u2", safetensors.U16, func(b []byte) float64 { return float64(binary.LittleEndian.Uint16(b)) }, unsigned(2)},
	{Uint32, 4, "u4", safetensors.U32, func(b []byte) float64 { return float64(binary.LittleEndian.Uint32(b)) }, unsigned(4)},
	{Uint64, 8, "u8", safetensors.U64, func(b []byte) float64 { return float64(binary.LittleEndian.Uint64(b)) }, unsigned(8)},
	{Float16, 2, "f2", safetensors.F16, half.decode, half.encode},
	{BFloat16, 2, "V2", safetensors.BF16, brain.decode, brain.encode},
	{Float32, 4, "f4", safetensors.F32, func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }, func(b []byte, v float64) bool {
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v)))
		return true
	}},
	{Float64, 8, "f8", safetensors.F64, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }, func(b []byte, v float64) bool {
		binary.LittleEndian.PutUint64(b, math.Float64bits(v))
		return true
	}},
}

func (d DType) kind() (kind, error) {
	for _, k := range kinds {
		if k.dtype == d {
			return k, nil
		}
	}
	return kind{}, fmt.Errorf("no element type is named %q", string(d))
}

// signed encodes integers of so many bytes.
func signed(size int) func([]byte, float64) bool {
	most := math.Ldexp(1, 8*size-1)
	return func(b []byte, v float64) bool {
		ok := v == math.Trunc(v) && v >= -most && v < most
		if ok {
			putBytes(b[:size], uint64(int64(v)))
		}
		return ok
	}
}

func unsigned(size int) func([]byte, float64) bool {
	most := math.Ldexp(1, 8*size)
	return func(b []byte, v float64) bool {
		ok := v == math.Trunc(v) && v >= 0 && v < most
		if ok {
			putBytes(b[:size], uint64(v))
		}
		return ok
	}
}

func putBytes(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
}

// short is a float of 16 bits: one of sign, then the exponent, then mantissa
// bits of fraction. least is the exponent of the smallest normal number, below
// which numbers are multiples of 2^(least-mantissa).
type short struct {
	mantissa, least int
}

var (
	half  = short{10, -14}
	brain = short{7, -126}
)

// infinity is the code of +Inf: an exponent of ones.
func (s short) infinity() int { return (1<<(15-s.mantissa) - 1) << s.mantissa }

func (s short) decode(b []byte) float64 {
	code := int(binary.LittleEndian.Uint16(b))
	sign := 1.0
	if code >= 1<<15 {
		sign, code = -1, code-1<<15
	}
	fraction, exponent := code&(1<<s.mantissa-1), code>>s.mantissa
	switch {
	case code == s.infinity():
		return math.Inf(int(sign))
	case code > s.infinity():
		return math.NaN()
	case exponent > 0:
		fraction += 1 << s.mantissa
		exponent--
	}
	return math.Copysign(math.Ldexp(float64(fraction), exponent+s.least-s.mantissa), sign)
}

// encode rounds to the nearest, of two equally near to the even one; it never
// fails.
func (s short) encode(b []byte, v float64) bool {
	code := 0
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		code = s.infinity() + 1<<(s.mantissa-1)
	case math.IsInf(v, 0):
		code = s.infinity()
	case size > 0:
		_, exponent := math.Frexp(size) // size is in [½,1) times 2^exponent
		exponent = max(exponent-1, s.least)
		multiple := math.RoundToEven(math.Ldexp(size, s.mantissa-exponent))
		// A fraction that rounds up to the next power of two carries into the exponent.
		code = s.infinity()
		if exponent-s.least < 1<<(15-s.mantissa) {
			code = min(code, (exponent-s.least)<<s.mantissa+int(multiple))
		}
	}
	if math.Signbit(v) {
		code += 1 << 15
	}
	binary.LittleEndian.PutUint16(b, uint16(code))
	return true
}
