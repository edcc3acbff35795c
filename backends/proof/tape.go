package proof

import (
	"encoding/binary"
	"fmt"
	"os"
)

// tape is a stack of records. Beyond keep words it moves to a temporary file.
type tape struct {
	keep  int
	dir   string
	words []int32 // records, each followed by its length
	file  *os.File
	spilt []int // words of each part in the file
}

// push puts a record on top.
func (t *tape) push(record []int32) error {
	if len(t.words) > 0 && len(t.words)+len(record) >= t.keep {
		if err := t.spill(); err != nil {
			return fmt.Errorf("keeping proof steps in a temporary file: %w", err)
		}
	}
	t.words = append(t.words, record...)
	t.words = append(t.words, int32(len(record)))
	return nil
}

// pop takes the top record, valid until the next call; nil when there is none.
func (t *tape) pop() ([]int32, error) {
	if len(t.words) == 0 {
		if len(t.spilt) == 0 {
			return nil, nil
		}
		if err := t.unspill(); err != nil {
			return nil, fmt.Errorf("reading proof steps back from a temporary file: %w", err)
		}
	}
	end := len(t.words) - 1
	from := end - int(t.words[end])
	record := t.words[from:end]
	t.words = t.words[:from]
	return record, nil
}

func (t *tape) held() int { return cap(t.words) }

const block = 1 << 14 // words written or read at once

func (t *tape) spill() (err error) {
	if t.file == nil {
		if t.file, err = os.CreateTemp(t.dir, "hubcover-proof-*"); err != nil {
			return err
		}
		os.Remove(t.file.Name()) // already, where a file may live without a name
	}
	buf := make([]byte, 0, 4*block)
	for i := 0; i < len(t.words); i += block {
		buf = buf[:0]
		for _, w := range t.words[i:min(i+block, len(t.words))] {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(w))
		}
		if _, err := t.file.Write(buf); err != nil {
			return err
		}
	}
	t.spilt = append(t.spilt, len(t.words))
	t.words = t.words[:0]
	return nil
}

func (t *tape) unspill() error {
	last := len(t.spilt) - 1
	n := t.spilt[last]
	t.spilt = t.spilt[:last]
	var start int64
	for _, words := range t.spilt {
		start += 4 * int64(words)
	}
	buf := make([]byte, 4*block)
	for i := 0; i < n; i += block {
		part := buf[:4*min(block, n-i)]
		if _, err := t.file.ReadAt(part, start+4*int64(i)); err != nil {
			return err
		}
		for ; len(part) > 0; part = part[4:] {
			t.words = append(t.words, int32(binary.LittleEndian.Uint32(part)))
		}
	}
	return nil
}

// close removes the temporary file.
func (t *tape) close() {
	if t.file != nil {
		t.file.Close()
		os.Remove(t.file.Name())
		t.file = nil
	}
}
