package formats

import (
	"bufio"
	"io"
)

// Unpack gives the content of r, decompressed as a stream where its first
// bytes say that it is compressed (gzip, zstd, xz). Reading more than limit
// decompressed bytes is an error. The caller calls done at the end.
func Unpack(r io.Reader, limit int64) (content io.Reader, done func(), err error) {
	return unpack(bufio.NewReader(r), limit)
}
