package formats

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// maxWindow bounds what a decompressor keeps of the data behind it.
const maxWindow = 128 << 20

// packers lists the compressions, known by their first bytes.
var packers = []struct {
	ext, magic string
	open       func(*bufio.Reader) (io.Reader, func(), error)
}{
	{".gz", "\x1f\x8b", openGzip},
	{".zst", "\x28\xb5\x2f\xfd", openZstd},
	{".xz", "\xfd7zXZ\x00", openXz},
}

// compression is the ending of a compressed file's name, "" for another file.
func compression(path string) string {
	for _, p := range packers {
		if n := len(path) - len(p.ext); n >= 0 && strings.EqualFold(path[n:], p.ext) {
			return path[n:]
		}
	}
	return ""
}

// Unpack gives the content of r, decompressed as a stream where its first
// bytes say that it is compressed (gzip, zstd, xz). Reading more than limit
// decompressed bytes is an error. The caller calls done at the end.
func Unpack(r io.Reader, limit int64) (content io.Reader, done func(), err error) {
	return unpack(bufio.NewReader(r), limit)
}

func unpack(r *bufio.Reader, limit int64) (content io.Reader, done func(), err error) {
	head, _ := r.Peek(1) // more only where it may be a magic number: a short line must not wait for the next
	for _, p := range packers {
		if p.magic[:1] == string(head) {
			head, _ = r.Peek(6)
			break
		}
	}
	i := packerOf(head)
	if i < 0 {
		return r, func() {}, nil
	}
	p := packers[i]
	content, done, err = p.open(r)
	if err != nil {
		return nil, nil, fmt.Errorf("decompress %s: %w", p.ext, early(err))
	}
	return &unpacked{content, p.ext, limit, limit}, done, nil
}

// packerOf gives the compression that the first bytes show, -1 for none.
func packerOf(head []byte) int {
	for i, p := range packers {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return i
		}
	}
	return -1
}

// unpacked counts decompressed bytes.
type unpacked struct {
	r           io.Reader
	ext         string
	limit, left int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if u.left -= int64(n); u.left < 0 {
		return 0, &tooLarge{u.limit}
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("decompress %s: %w", u.ext, early(err))
	}
	return n, err
}

// tooLarge is the error of a file that grows without end.
type tooLarge struct{ limit int64 }

func (e *tooLarge) Error() string {
	return fmt.Sprintf("the file decompresses to more than %d bytes", e.limit)
}

func early(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("the data end early: %w", io.ErrUnexpectedEOF)
	}
	return err
}

func openGzip(r *bufio.Reader) (io.Reader, func(), error) {
	z, err := gzip.NewReader(r)
	return z, func() {}, err
}

func openZstd(r *bufio.Reader) (io.Reader, func(), error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// openXz looks at the dictionary that the first block asks for, which the
// decompressor would take at its word.
func openXz(r *bufio.Reader) (io.Reader, func(), error) {
	const block, lzma2 = 12, 0x21 // where the first block begins; the filter's number
	head, _ := r.Peek(block + 24)
	if len(head) > block+4 && head[block] != 0 {
		at := block + 2
		for _, size := range []byte{0x40, 0x80} { // optional sizes, 7 bits a byte
			if head[block+1]&size == 0 {
				continue
			}
			for at < len(head) && head[at]&0x80 != 0 {
				at++
			}
			at++
		}
		if at+2 < len(head) && head[at] == lzma2 {
			code := uint(head[at+2]) // 2 or 3 times a power of two
			if code > 40 || (2|uint64(code&1))<<(code/2+11) > maxWindow {
				return nil, nil, fmt.Errorf("the data want a dictionary of more than %d MiB", maxWindow>>20)
			}
		}
	}
	z, err := xz.NewReader(r)
	return z, func() {}, err
}
