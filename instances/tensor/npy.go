package tensor

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// npyMagic begins every .npy file (NumPy enhancement proposal 1). Two bytes of
// version follow, the length of the header, and the header: a dictionary in
// Python's notation with the keys descr, fortran_order and shape.
const npyMagic = "\x93NUMPY"

// readNPY reads one array, which must be all that there is.
func readNPY(name string, data []byte) (Tensor, error) {
	text, rest, err := npyHeader(data)
	if err != nil {
		return Tensor{}, err
	}
	h, err := parseHeader(text)
	if err != nil {
		return Tensor{}, fmt.Errorf("npy header: %w", err)
	}
	k, swap, err := npyKind(h.descr)
	if err != nil {
		return Tensor{}, err
	}
	t, err := over(name, k.dtype, h.shape, rest, h.fortran)
	if err != nil {
		return Tensor{}, err
	}
	if swap && k.size > 1 {
		t.data = slices.Clone(t.data)
		for i := 0; i < len(t.data); i += k.size {
			slices.Reverse(t.data[i : i+k.size])
		}
	}
	return t, nil
}

// npyHeader splits a file into its header and the elements.
func npyHeader(data []byte) (text string, rest []byte, err error) {
	early := errors.New("the file ends within the npy header")
	if !bytes.HasPrefix(data, []byte(npyMagic)) {
		return "", nil, errors.New("no npy array: it does not begin with \\x93NUMPY")
	}
	if data = data[len(npyMagic):]; len(data) < 4 {
		return "", nil, early
	}
	major, length := data[0], uint64(0)
	switch data = data[2:]; major {
	case 1:
		length, data = uint64(binary.LittleEndian.Uint16(data)), data[2:]
	case 2, 3:
		if len(data) < 4 {
			return "", nil, early
		}
		length, data = uint64(binary.LittleEndian.Uint32(data)), data[4:]
	default:
		return "", nil, fmt.Errorf("npy version %d, of which nothing is known; versions 1, 2 and 3 are read", major)
	}
	if length > uint64(len(data)) {
		return "", nil, early
	}
	return string(data[:length]), data[length:], nil
}

// npyKind finds the type that a descr such as <f4 means; swap says that its
// bytes stand in the other order.
func npyKind(descr string) (k kind, swap bool, err error) {
	if descr != "" && strings.ContainsRune("<>|=", rune(descr[0])) {
		swap, descr = descr[0] == '>', descr[1:]
	}
	if descr == "?" {
		descr = "b1"
	}
	for _, k := range kinds {
		if k.npy == descr {
			return k, swap, nil
		}
	}
	why := ""
	switch {
	case strings.HasPrefix(descr, "c"):
		why = " (complex numbers; take their absolute values)"
	case strings.HasPrefix(descr, "O"):
		why = " (Python objects; save an array of numbers)"
	case strings.HasPrefix(descr, "U"), strings.HasPrefix(descr, "S"):
		why = " (text)"
	}
	return kind{}, false, fmt.Errorf("elements of type %s are not read%s: bool, int8 to uint64, float16, float32, float64 are", strconv.Quote(descr), why)
}

// header is what a .npy header says.
type header struct {
	descr   string
	fortran bool // the first axis runs fastest
	shape   []int
}

// parseHeader reads the dictionary, whatever the order of its keys, blanks
// included.
func parseHeader(text string) (header, error) {
	p := &literal{text: text}
	var h header
	seen := map[string]bool{}
	p.want("{")
	for p.err == nil && !p.skip("}") {
		key := p.quoted()
		p.want(":")
		switch {
		case p.err != nil:
		case seen[key]:
			p.fail("the key %q comes twice", key)
		case key == "descr":
			h.descr = p.descr()
		case key == "fortran_order":
			h.fortran = p.truth()
		case key == "shape":
			h.shape = p.lengths()
		default:
			p.fail("the key %q is none of descr, fortran_order, shape", key)
		}
		seen[key] = true
		if p.err == nil && !p.skip(",") && !p.ahead("}") {
			p.fail("a comma or } is missing")
		}
	}
	if p.err == nil && strings.TrimSpace(p.rest()) != "" {
		p.fail("something stands behind the dictionary")
	}
	if p.err != nil {
		return header{}, p.err
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return header{}, fmt.Errorf("the key %q is missing", key)
		}
	}
	return h, nil
}

// literal scans Python's notation; after the first error it stands still.
type literal struct {
	text string
	at   int
	err  error
}

func (p *literal) rest() string { return p.text[p.at:] }

func (p *literal) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("byte %d: %s", p.at, fmt.Sprintf(format, args...))
	}
}

func (p *literal) blanks() {
	for p.at < len(p.text) && strings.ContainsRune(" \t\r\n", rune(p.text[p.at])) {
		p.at++
	}
}

func (p *literal) ahead(word string) bool {
	p.blanks()
	return p.err == nil && strings.HasPrefix(p.rest(), word)
}

func (p *literal) skip(word string) bool {
	there := p.ahead(word)
	if there {
		p.at += len(word)
	}
	return there
}

func (p *literal) want(word string) {
	if !p.skip(word) {
		p.fail("%s is missing", word)
	}
}

func (p *literal) quoted() string {
	for _, quote := range []string{"'", `"`} {
		if !p.skip(quote) {
			continue
		}
		if word, _, ok := strings.Cut(p.rest(), quote); ok {
			p.at += len(word) + 1
			return word
		}
	}
	p.fail("a quoted word is missing")
	return ""
}

func (p *literal) descr() string {
	if p.ahead("[") || p.ahead("(") {
		p.fail("a structured array is not read: save one of its fields")
	}
	return p.quoted()
}

func (p *literal) truth() bool {
	if p.skip("True") {
		return true
	}
	p.want("False")
	return false
}

// lengths reads (), (3,), (3, 4); Python 2 put an L behind a number.
func (p *literal) lengths() []int {
	var out []int
	p.want("(")
	for p.err == nil && !p.skip(")") {
		p.blanks()
		digits := 0
		for p.at+digits < len(p.text) && p.text[p.at+digits] >= '0' && p.text[p.at+digits] <= '9' {
			digits++
		}
		n, err := strconv.ParseInt(p.text[p.at:p.at+digits], 10, 62)
		if err != nil {
			p.fail("a length of an axis is missing, negative or too large")
			break
		}
		if out = append(out, int(n)); len(out) > maxAxes {
			p.fail("more than %d axes", maxAxes)
			break
		}
		p.at += digits
		p.skip("L")
		if !p.skip(",") && !p.ahead(")") {
			p.fail("a comma or ) is missing")
		}
	}
	return out
}

// WriteNPY writes an array as version 1, C order, little endian. The name has
// no place there.
func WriteNPY(w io.Writer, t Tensor) error {
	head, err := NPYHeader(t.DType, t.Shape)
	if err != nil {
		return fmt.Errorf("array %q: %w", t.Name, err)
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err = w.Write(t.raw())
	return err
}

// NPYHeader is what stands before the elements, in C order and little endian,
// for those who write them as they come. Its length is a multiple of 64.
func NPYHeader(dtype DType, shape []int) ([]byte, error) {
	k, err := dtype.kind()
	if err != nil {
		return nil, err
	}
	order := "<"
	if k.size == 1 {
		order = "|"
	}
	lengths := ""
	for i, n := range shape {
		if i > 0 {
			lengths += " "
		}
		lengths += strconv.Itoa(n) + ","
	}
	if len(shape) > 1 {
		lengths = strings.TrimSuffix(lengths, ",")
	}
	text := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, k.npy, lengths)
	const before = len(npyMagic) + 4
	text += strings.Repeat(" ", 63-(before+len(text))%64) + "\n"
	if len(text) > 1<<16-1 {
		return nil, fmt.Errorf("%d axes are too many for the header", len(shape))
	}
	out := append([]byte(npyMagic), 1, 0)
	return append(binary.LittleEndian.AppendUint16(out, uint16(len(text))), text...), nil
}
