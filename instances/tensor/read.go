package tensor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// DefaultLimit is what a compressed .npz may decompress to, in bytes.
const DefaultLimit = 1 << 30

// Kind of file.
const (
	NPY         = "npy"
	NPZ         = "npz"
	Safetensors = "safetensors"
)

// TooLargeError is the error of an archive that grows without end.
type TooLargeError struct{ Limit int64 }

func (e *TooLargeError) Error() string { return fmt.Sprintf("%d bytes", e.Limit) }

// Detect tells from the first bytes of a file, 9 of them at most, which kind it
// is; "" is none.
func Detect(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte(npyMagic)):
		return NPY
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return NPZ
	case isSafetensors(head):
		return Safetensors
	}
	return ""
}

// Read reads the arrays of a file whose kind the first bytes tell. limit bounds
// what an .npz may decompress to. The arrays keep data, which must not change.
// Errors name the array.
func Read(data []byte, limit int64) ([]Tensor, error) {
	kind := Detect(data)
	if kind == "" {
		return nil, errors.New("neither npy nor npz nor safetensors: the first bytes are of none of them")
	}
	return ReadAs(kind, data, limit)
}

// ReadAs is Read of a kind that is known.
func ReadAs(kind string, data []byte, limit int64) ([]Tensor, error) {
	switch kind {
	case NPY:
		t, err := readNPY("", data)
		if err != nil {
			return nil, err
		}
		return []Tensor{t}, nil
	case NPZ:
		return readNPZ(data, limit)
	case Safetensors:
		return readSafetensors(data)
	}
	return nil, fmt.Errorf("no kind of file is named %q: npy, npz, safetensors", kind)
}

// ReadFile reads the arrays of a file; errors name it.
func ReadFile(path string) ([]Tensor, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	arrays, err := Read(data, DefaultLimit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return arrays, nil
}

// Write writes arrays as the kind of file that the ending of path asks for,
// .npz or .safetensors.
func Write(w io.Writer, path string, arrays []Tensor) error {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".npz":
		return WriteNPZ(w, arrays)
	case ".safetensors":
		return WriteSafetensors(w, arrays)
	default:
		return fmt.Errorf("%s: the ending must be .npz or .safetensors", path)
	}
}
