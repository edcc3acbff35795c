package tensor

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"codeberg.org/sbinet/npyio/npy"
	"pgregory.net/rapid"
)

// some draws a number that the type holds.
func some(t *rapid.T, d DType) float64 {
	switch d {
	case Bool:
		return float64(rapid.IntRange(0, 1).Draw(t, "bool"))
	case Float64:
		return rapid.Float64().Draw(t, "float64")
	case Float32:
		return float64(rapid.Float32().Draw(t, "float32"))
	case Float16, BFloat16:
		k, _ := d.kind()
		code := rapid.Uint16().Draw(t, "code")
		v := k.decode(binary.LittleEndian.AppendUint16(nil, code))
		if math.IsNaN(v) {
			return 0
		}
		return v
	}
	k, _ := d.kind()
	lo, hi := -math.Ldexp(1, min(8*k.size-1, 53)), math.Ldexp(1, min(8*k.size-1, 53))-1
	if strings.HasPrefix(string(d), "u") {
		lo, hi = 0, math.Ldexp(1, min(8*k.size, 53))-1
	}
	return float64(rapid.Int64Range(int64(lo), int64(hi)).Draw(t, "integer"))
}

func drawn(t *rapid.T, name string) Tensor {
	d := rapid.SampledFrom(kinds).Draw(t, "type").dtype
	shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
	n, _ := elements(shape, 1<<20)
	values := make([]float64, n)
	for i := range values {
		values[i] = some(t, d)
	}
	x, err := New(name, d, shape, values)
	if err != nil {
		t.Fatal(err)
	}
	if !same(x.Floats(nil), values) {
		t.Fatalf("%v became %v", values, x.Floats(nil))
	}
	return x
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func equal(a, b Tensor) bool {
	return a.Name == b.Name && a.DType == b.DType && slices.Equal(a.Shape, b.Shape) && same(a.Floats(nil), b.Floats(nil))
}

// Every type and shape comes back from every kind of file, which is written to
// the same bytes twice.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arrays := []Tensor{drawn(t, "b/x"), drawn(t, "a")}
		for _, kind := range []string{NPY, NPZ, Safetensors} {
			var files [2]bytes.Buffer
			want := arrays
			for i := range files {
				var err error
				switch kind {
				case NPY:
					want = []Tensor{arrays[0]}
					want[0].Name = ""
					err = WriteNPY(&files[i], arrays[0])
				default:
					err = Write(&files[i], "x."+kind, arrays)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
				t.Fatalf("%s: two ways to write one file", kind)
			}
			got, err := Read(files[0].Bytes(), DefaultLimit)
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			if kind == Safetensors {
				want = []Tensor{arrays[1], arrays[0]}
			}
			if !slices.EqualFunc(got, want, equal) {
				t.Fatalf("%s: %v, want %v", kind, got, want)
			}
			// A byte more or less is noticed.
			whole := files[0].Bytes()
			if kind != NPZ {
				if _, err := Read(append(slices.Clone(whole), 0), DefaultLimit); err == nil {
					t.Fatalf("%s: a byte behind the array was taken", kind)
				}
			}
			if _, err := Read(whole[:len(whole)-1], DefaultLimit); err == nil {
				t.Fatalf("%s: cut short, it was taken", kind)
			}
		}
	})
}

// Fortran order and big endian say the same array in other bytes.
func TestOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawn(t, "")
		k, _ := want.DType.kind()
		// The transpose in C order is the array in Fortran order.
		turned := want
		turned.Shape, turned.strides = slices.Clone(want.Shape), slices.Clone(want.strides)
		slices.Reverse(turned.Shape)
		slices.Reverse(turned.strides)
		for _, big := range []bool{false, true} {
			data := turned.raw()
			order := "<"
			if big {
				order = ">"
				for i := 0; i < len(data); i += k.size {
					slices.Reverse(data[i : i+k.size])
				}
			}
			head, err := NPYHeader(want.DType, want.Shape)
			if err != nil {
				t.Fatal(err)
			}
			head = bytes.Replace(head, []byte("'fortran_order': False"), []byte("'fortran_order': True "), 1)
			head = bytes.Replace(head, []byte("'"+orderOf(k)+k.npy), []byte("'"+order+k.npy), 1)
			got, err := Read(append(head, data...), DefaultLimit)
			if err != nil || !equal(got[0], want) {
				t.Fatalf("%v %s, big endian %v: %v %v", want.DType, want.ShapeText(), big, got, err)
			}
			if len(want.Shape) > 0 && want.Shape[0] > 0 {
				i := want.Shape[0] - 1
				if !equal(got[0].Sub(i), want.Sub(i)) {
					t.Fatal("parts differ")
				}
			}
		}
	})
}

func orderOf(k kind) string {
	if k.size == 1 {
		return "|"
	}
	return "<"
}

// Bytes as the formats' own documents have them.
func TestGoldenBytes(t *testing.T) {
	x, err := New("x", Float32, []int{2, 1}, []float64{1, -2})
	if err != nil {
		t.Fatal(err)
	}
	const elements = "\x00\x00\x80\x3f\x00\x00\x00\xc0"
	const npyText = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }                                                          \n" + elements
	var b bytes.Buffer
	if err := WriteNPY(&b, x); err != nil || b.String() != npyText {
		t.Errorf("%v\n%q, want\n%q", err, b.String(), npyText)
	}
	b.Reset()
	const safe = "\x38\x00\x00\x00\x00\x00\x00\x00" + `{"x":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}}` + elements
	if err := WriteSafetensors(&b, []Tensor{x}); err != nil || b.String() != safe {
		t.Errorf("%v\n%q", err, b.String())
	}
	// A longer padding, an entry of metadata: another writer's.
	got, err := Read([]byte("\x5a\x00\x00\x00\x00\x00\x00\x00"+`{"__metadata__":{"format":"pt"},"x":{"shape":[2,1],"dtype":"F32","data_offsets":[0,8]}}   `+elements), DefaultLimit)
	if err != nil || !equal(got[0], x) {
		t.Errorf("%v %v", got, err)
	}
	b.Reset()
	if err := WriteNPZ(&b, []Tensor{x}); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("PK\x03\x04")) || !bytes.Contains(b.Bytes(), []byte(npyText)) {
		t.Errorf("%v %q", err, b.String())
	}
	// Scalars have no axes; one axis has a comma.
	for shape, want := range map[string][]int{"()": nil, "(1,)": {1}, "(1, 1)": {1, 1}} {
		head, err := NPYHeader(Float64, want)
		if err != nil || !strings.Contains(string(head), "'shape': "+shape+",") || len(head)%64 != 0 {
			t.Errorf("%q", head)
		}
	}
}

// Numbers of 16 bits, by their tables: IEEE 754 binary16, and the upper half of
// a float32.
func TestShortFloats(t *testing.T) {
	for _, c := range []struct {
		d    DType
		code string
		v    float64
	}{
		{Float16, "0000", 0}, {Float16, "003c", 1}, {Float16, "00c0", -2}, {Float16, "ff7b", 65504},
		{Float16, "0004", 0x1p-14}, {Float16, "ff03", 0x1.ff8p-15}, {Float16, "0100", 0x1p-24}, {Float16, "5535", 0x1.554p-2},
		{Float16, "007c", math.Inf(1)}, {Float16, "00fc", math.Inf(-1)},
		{BFloat16, "803f", 1}, {BFloat16, "49c0", -3.140625}, {BFloat16, "7f7f", 0x1.fep127}, {BFloat16, "0100", 0x1p-133}, {BFloat16, "807f", math.Inf(1)},
	} {
		x, err := New("", c.d, []int{1}, []float64{c.v})
		if err != nil || hex.EncodeToString(x.data) != c.code || x.Floats(nil)[0] != c.v {
			t.Errorf("%s %v: %x, want %s, back %v, %v", c.d, c.v, x.data, c.code, x.Floats(nil), err)
		}
	}
	for _, s := range []short{half, brain} {
		number := func(code int) float64 { return s.decode(binary.LittleEndian.AppendUint16(nil, uint16(code))) }
		encode := func(v float64) int {
			var b [2]byte
			s.encode(b[:], v)
			return int(binary.LittleEndian.Uint16(b[:]))
		}
		for code := range 1 << 16 {
			v := number(code)
			switch magnitude := code &^ (1 << 15); {
			case magnitude > s.infinity():
				if !math.IsNaN(v) || !math.IsNaN(number(encode(v))) {
					t.Fatalf("%#x is %v", code, v)
				}
			case encode(v) != code:
				t.Fatalf("%#x is %v, which is %#x", code, v, encode(v))
			case s == brain && math.Float32bits(float32(v)) != uint32(code)<<16:
				t.Fatalf("%#x is %v", code, v)
			case magnitude < s.infinity()-1 && magnitude > 0:
				// Between two neighbours: nearest, at the middle the even one.
				next := number(code + 1)
				middle := (v + next) / 2
				if encode(middle) != code+code&1 || encode(v+(middle-v)*0.999) != code || encode(next+(middle-next)*0.999) != code+1 {
					t.Fatalf("rounding between %v and %v: %#x", v, next, encode(middle))
				}
			}
		}
	}
	for v, want := range map[float64]float64{65519: 65504, 65520: math.Inf(1), 1e300: math.Inf(1), 1e-300: 0, -1e300: math.Inf(-1)} {
		if x, _ := New("", Float16, nil, []float64{v}); x.Floats(nil)[0] != want {
			t.Errorf("%v becomes %v", v, x.Floats(nil))
		}
	}
}

// Another implementation of .npy reads what is written and writes what is read.
func TestAgainstNpyio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 12)
	for i := range values {
		values[i] = float64(rng.IntN(2)) * float64(rng.IntN(100))
	}
	check := func(d DType, into any, floats func() []float64) {
		t.Helper()
		x, err := New("", d, []int{12}, values)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteNPY(&b, x); err != nil {
			t.Fatal(err)
		}
		if err := npy.Read(&b, into); err != nil || !slices.Equal(floats(), values) {
			t.Errorf("%s: npyio reads %v: %v", d, into, err)
		}
		b.Reset()
		if err := npy.Write(&b, reflect.ValueOf(into).Elem().Interface()); err != nil {
			t.Fatal(err)
		}
		got, err := Read(b.Bytes(), DefaultLimit)
		if err != nil || got[0].DType != d || !slices.Equal(got[0].Floats(nil), values) {
			t.Errorf("%s: %v from npyio: %v", d, got, err)
		}
	}
	var f64 []float64
	var f32 []float32
	var i8 []int8
	var u16 []uint16
	var i64 []int64
	check(Float64, &f64, func() []float64 { return f64 })
	check(Float32, &f32, func() []float64 { return converted(f32) })
	check(Int8, &i8, func() []float64 { return converted(i8) })
	check(Uint16, &u16, func() []float64 { return converted(u16) })
	check(Int64, &i64, func() []float64 { return converted(i64) })
}

func converted[T float32 | int8 | uint16 | int64](x []T) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// npyFile puts a header of version 1 before elements.
func npyFile(header, elements string) string {
	return npyMagic + "\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header + elements
}

func safeFile(header, elements string) string {
	return string(binary.LittleEndian.AppendUint64(nil, uint64(len(header)))) + header + elements
}

// zipFile holds members in turn: name, content, ….
func zipFile(t testing.TB, method uint16, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: members[i], Method: method})
		if err == nil {
			_, err = w.Write([]byte(members[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Headers of other writers.
func TestHeadersTaken(t *testing.T) {
	for _, text := range []string{
		npyFile("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }\n", "\x00\x01"),
		npyFile("{'shape':(2L,),\"descr\":'b1','fortran_order':True}", "\x00\x07"),
		npyFile(" { 'fortran_order' : False , 'shape' : ( 2 , ) , 'descr' : '?' , } ", "\x00\x01"),
		npyMagic + "\x02\x00\x38\x00\x00\x00{'descr': '|u1', 'fortran_order': False, 'shape': (2)}  \x00\x01",
		npyMagic + "\x03\x00\x38\x00\x00\x00{'descr': '|i1', 'fortran_order': False, 'shape': (2)} \n\x00\x01",
	} {
		got, err := Read([]byte(text), DefaultLimit)
		if err != nil || !slices.Equal(got[0].Floats(nil), []float64{0, 1}) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
}

// malformed lists files that are wrong, with a part of what is said of them.
func malformed(t testing.TB) map[string]string {
	const good = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n"
	entry := func(s string) string { return safeFile(`{"x":`+s+`}`, "\x00\x00\x00\x00") }
	return map[string]string{
		"":                             "neither npy nor npz nor safetensors",
		"a b\n":                        "neither npy nor npz nor safetensors",
		npyMagic:                       "ends within the npy header",
		npyMagic + "\x01\x00\xff\xff{": "ends within the npy header",
		npyMagic + "\x02\x00\xff\xff":  "ends within the npy header",
		npyMagic + "\x02\x00\xff\xff\xff\xff{'descr'":           "ends within the npy header",
		npyMagic + "\x04\x00\x00\x00":                           "npy version 4",
		npyFile("", ""):                                         "byte 0: { is missing",
		npyFile("no newline", ""):                               "{ is missing",
		npyFile("{", ""):                                        "a quoted word is missing",
		npyFile("{}", ""):                                       `the key "descr" is missing`,
		npyFile("{'descr': '<f8'", ""):                          "a comma or } is missing",
		npyFile("{'descr: 1}", ""):                              "a quoted word is missing",
		npyFile("{'descr': '<f8', 'descr': '<f8'}", ""):         `"descr" comes twice`,
		npyFile("{'descr': '<f8', 'shape': (1,)}", ""):          `"fortran_order" is missing`,
		npyFile("{'descr': '<f8', 'fortran_order': Maybe}", ""): "False is missing",
		npyFile("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", ""):                    "structured array",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", ""):                          "a length of an axis is missing, negative",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }", ""):        "or too large",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1 2), }", ""):                          "a comma or ) is missing",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': ("+strings.Repeat("1,", 33)+"), }", ""): "more than 32 axes",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}", ""):                     `"x" is none of`,
		npyFile(good+"{}", "12345678"): "behind the dictionary",
		npyFile(good, "1234567"):       "the shape 1 has more elements than the 0 that follow",
		npyFile(good, "123456789"):     "9 bytes follow, the shape 1 of float64 needs 8",
		npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "12345678"): "has more elements than the 1",
		npyFile("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", "1234567812345678"):            "complex",
		npyFile("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "12345678"):                      "Python objects",
		npyFile("{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }", "1234"):                         "text",
		npyFile("{'descr': '\x1b[2J', 'fortran_order': False, 'shape': (1,), }", "1234"):                     `"\x1b[2J"`,
		npyFile("{'descr': '', 'fortran_order': False, 'shape': (1,), }", "1234"):                            `type ""`,
		"PK\x03\x04":                 "npz archive",
		"PK\x05\x06" + good:          "npz archive",
		zipFile(t, zip.Store):        "no member that ends in .npy",
		zipFile(t, 0, "a.txt", "hi"): "no member that ends in .npy",
		zipFile(t, 0, "a.npy", "hi"): `array "a": no npy array`,
		zipFile(t, 0, "a.npy", npyFile(good, "12345678"), "a.npy", npyFile(good, "12345678")): `array "a" is there twice`,
		safeFile("{", ""):                   "safetensors: ",
		"\xff\xff\xff\x7f\x00\x00\x00\x00{": "the header is said to have 2147483647 bytes, 1 follow",
		entry(`1`):                          "safetensors: ",
		entry(`{}`):                         "invalid keys",
		entry(`{"dtype":"F8","shape":[],"data_offsets":[0,4]}`):                                   `"F8"`,
		entry(`{"dtype":"F32","shape":[2],"data_offsets":[0,4]}`):                                 "offsets mismatch",
		entry(`{"dtype":"F32","shape":[1],"data_offsets":[4,8]}`):                                 "invalid metadata offset",
		entry(`{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}`):                                "natural numbers",
		entry(`{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,4]}`):           "overflow",
		entry(`{"dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551615]}`):              "safetensors: ",
		entry(`{"dtype":"U8","shape":[1],"data_offsets":[0,1]}`):                                  "is it cut short?",
		entry(`{"dtype":"F32","shape":[` + strings.Repeat("1,", 40) + `1],"data_offsets":[0,4]}`): "41 axes",
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range malformed(t) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := Read([]byte(text), DefaultLimit)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v %v, want %q", text, got, err, want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<18 {
			t.Errorf("%.80q: %d bytes were allocated", text, n)
		}
	}
}

// An archive may decompress to the limit and no more, all members together.
func TestBomb(t *testing.T) {
	const n = 1 << 20
	head, err := NPYHeader(Uint8, []int{n})
	if err != nil {
		t.Fatal(err)
	}
	array := string(head) + strings.Repeat("\x00", n)
	bomb := []byte(zipFile(t, zip.Deflate, "a.npy", array, "b.npy", array))
	if _, err := Read(bomb, 2*n+1000); err != nil {
		t.Error(err)
	}
	if _, err := Read(bomb, n+1000); err == nil || !strings.Contains(err.Error(), `array "b": the archive decompresses to more than`) {
		t.Error(err)
	}
	// What is not compressed is as large as it is.
	if _, err := Read([]byte(zipFile(t, zip.Store, "a.npy", array)), 10); err != nil {
		t.Error(err)
	}
	// A damaged member does not pass for numbers.
	torn := []byte(zipFile(t, zip.Store, "a.npy", array))
	torn[len(torn)/2] ^= 1
	if _, err := Read(torn, DefaultLimit); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Error(err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		d     DType
		shape []int
		v     []float64
	}{
		{Bool, []int{1}, []float64{0.5}}, {Bool, []int{1}, []float64{2}}, {Int8, []int{1}, []float64{128}}, {Uint8, []int{1}, []float64{-1}},
		{Int16, []int{1}, []float64{math.NaN()}}, {Uint64, []int{1}, []float64{0x1p64}}, {Int64, []int{1}, []float64{0x1p63}},
		{Float64, []int{2}, []float64{1}}, {Float64, []int{-1}, nil}, {"float8", nil, []float64{1}}, {Float64, make([]int, 33), nil},
	} {
		if x, err := New("", c.d, c.shape, c.v); err == nil {
			t.Errorf("%v %v %v: %v", c.d, c.shape, c.v, x)
		}
	}
	x, _ := New("x", Bool, nil, []float64{1})
	y, _ := New("y", Bool, []int{1, 2}, []float64{1, 0})
	for _, arrays := range [][]Tensor{{{}}, {x, x}, {{Name: metadata}}} {
		if err := WriteNPZ(&bytes.Buffer{}, arrays); err == nil {
			t.Errorf("npz of %v was written", arrays)
		}
		if err := WriteSafetensors(&bytes.Buffer{}, arrays); err == nil {
			t.Errorf("safetensors of %v were written", arrays)
		}
	}
	if _, err := Find([]Tensor{x, y}, ""); err == nil || err.Error() != `there are 2 arrays where one is wanted: "x" (), "y" 1×2` {
		t.Error(err)
	}
	if _, err := Find([]Tensor{x, y}, "z"); err == nil || !strings.Contains(err.Error(), `no array "z"`) {
		t.Error(err)
	}
	if got, err := Find([]Tensor{x, y}, "y"); err != nil || !equal(got, y) {
		t.Error(err)
	}
	if _, err := x.Rows(); err == nil {
		t.Error("a scalar has rows")
	}
	if rows, err := y.Rows(); err != nil || !slices.Equal(rows[0], []float64{1, 0}) {
		t.Error(rows, err)
	}
}

// Whatever the bytes are, there is no panic, and what was read is written and
// read again.
func FuzzRead(f *testing.F) {
	for text := range malformed(f) {
		f.Add([]byte(text))
	}
	x, _ := New("x", Float16, []int{2, 3}, []float64{1, 2, 3, 4, 5, 6})
	for _, path := range []string{"x.npz", "x.safetensors"} {
		var b bytes.Buffer
		if err := Write(&b, path, []Tensor{x, {Name: "y", DType: Bool, Shape: []int{1}, data: []byte{1}, strides: []int{1}}}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	var b bytes.Buffer
	if err := WriteNPY(&b, x); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		arrays, err := Read(data, 1<<16)
		if err != nil {
			if len(err.Error()) > 2000+2*len(data) {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		for _, x := range arrays {
			values := x.Floats(nil)
			if len(values) != x.Len() || len(values) > max(len(data), 1<<16) {
				t.Fatalf("%d numbers of %s", len(values), x.ShapeText())
			}
			var b bytes.Buffer
			if err := WriteNPY(&b, x); err != nil {
				t.Fatal(err)
			}
			again, err := Read(b.Bytes(), 0)
			if err != nil || !slices.EqualFunc(again[0].Floats(nil), values, func(x, y float64) bool { return x == y || x != x && y != y }) {
				t.Fatalf("%v became %v, %v", values, again, err)
			}
		}
	})
}
