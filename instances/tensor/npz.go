package tensor

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// readNPZ reads the .npy members of a zip archive. All of them together may be
// limit bytes, or as many as the archive has.
func readNPZ(data []byte, limit int64) ([]Tensor, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("npz archive: %w", err)
	}
	limit = max(limit, int64(len(data)))
	left := limit
	var arrays []Tensor
	seen := map[string]bool{}
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue
		}
		if seen[name] {
			return nil, fmt.Errorf("array %s is there twice", quoted(name))
		}
		seen[name] = true
		content, err := member(f, left)
		if int64(len(content)) > left {
			err = fmt.Errorf("the archive decompresses to more than %w", &TooLargeError{limit})
		}
		if err != nil {
			return nil, fmt.Errorf("array %s: %w", quoted(name), err)
		}
		left -= int64(len(content))
		t, err := readNPY(name, content)
		if err != nil {
			return nil, fmt.Errorf("array %s: %w", quoted(name), err)
		}
		arrays = append(arrays, t)
	}
	if len(arrays) == 0 {
		return nil, errors.New("the zip archive has no member that ends in .npy, so it is no npz; save the arrays with numpy.savez or as safetensors")
	}
	return arrays, nil
}

// member decompresses a member, up to a byte more than most.
func member(f *zip.File, most int64) ([]byte, error) {
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return nil, errors.New("it is encrypted")
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, most+1))
}

// WriteNPZ writes arrays, whose names are not empty and differ, as a zip archive
// without compression. The same arrays give the same bytes.
func WriteNPZ(w io.Writer, arrays []Tensor) error {
	if err := checkNames(arrays); err != nil {
		return err
	}
	z := zip.NewWriter(w)
	for _, t := range arrays {
		m, err := z.CreateHeader(&zip.FileHeader{Name: t.Name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if err := WriteNPY(m, t); err != nil {
			return err
		}
	}
	return z.Close()
}

func checkNames(arrays []Tensor) error {
	seen := map[string]bool{}
	for _, t := range arrays {
		if t.Name == "" || seen[t.Name] || t.Name == metadata {
			return fmt.Errorf("an array cannot be named %q here: names must differ, and not be empty or %s", t.Name, metadata)
		}
		seen[t.Name] = true
	}
	return nil
}
