package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hubcover/hubcover"
)

// looksLikeJSON tells by the first character that is not blank; the reader
// that it returns still has everything.
func looksLikeJSON(r io.Reader) (io.Reader, bool, error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			if err == io.EOF || errors.Is(err, bufio.ErrBufferFull) {
				err = nil
			}
			return in, false, err
		}
		switch c := head[n-1]; c {
		case ' ', '\t', '\r', '\n', 0xef, 0xbb, 0xbf:
		default:
			return in, c == '{', nil
		}
	}
}

// readRecords reads records one after the other, each on a line or spread over
// several.
func readRecords(r io.Reader, path string) ([]*hubcover.Record, error) {
	var out []*hubcover.Record
	dec := json.NewDecoder(skipBOM(r))
	for {
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if err == io.EOF {
			return out, nil
		}
		if err == nil {
			var rec *hubcover.Record
			if rec, err = hubcover.ReadRecord(raw); err == nil {
				out = append(out, rec)
				continue
			}
		}
		return nil, fmt.Errorf("%s: record %d: %w", path, len(out)+1, err)
	}
}

func skipBOM(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	if head, _ := in.Peek(3); bytes.Equal(head, []byte("\ufeff")) {
		in.Discard(3)
	}
	return in
}
