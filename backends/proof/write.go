package proof

import (
	"fmt"
	"io"
	"strconv"
)

// write numbers the steps and writes them, first step first.
func (e *elaborator) write(out io.Writer) error {
	r := ref(2)
	for id := range e.originals {
		e.arena[r-2] = int32(id + 1)
		r += int32(e.size(r)) + 2
	}
	p := printer{out: out}
	for i := int64(0); ; i++ {
		if err := e.poll("write", i, e.stats.Steps); err != nil {
			return err
		}
		step, err := e.steps.pop()
		if err != nil {
			return err
		}
		if step == nil {
			break
		}
		r, hints := step[0], step[1:]
		id := int64(e.originals) + i + 1
		e.arena[r-2] = int32(id)

		lits := e.lits(r)
		e.stats.Literals += int64(len(lits))
		p.first(id)
		for _, l := range lits {
			p.next(toDIMACS(l))
		}
		p.next(0)
		deletable := false
		for k := len(hints) - 1; k >= 0; k-- {
			h := hints[k]
			deletable = deletable || -h >= e.firstLemma
			p.next(int64(e.arena[max(h, -h)-2]))
		}
		p.end()
		if deletable && len(lits) > 0 {
			p.first(id)
			p.deletes()
			for _, h := range hints {
				if -h >= e.firstLemma {
					p.next(int64(e.arena[-h-2]))
				}
			}
			p.end()
		}
		if err := p.flush(1 << 16); err != nil {
			return err
		}
	}
	err := p.flush(0)
	e.stats.Bytes = p.bytes
	return err
}

// printer writes lines of numbers.
type printer struct {
	out   io.Writer
	buf   []byte
	bytes int64
}

func (p *printer) first(n int64) { p.buf = strconv.AppendInt(p.buf, n, 10) }
func (p *printer) next(n int64)  { p.buf = strconv.AppendInt(append(p.buf, ' '), n, 10) }
func (p *printer) deletes()      { p.buf = append(p.buf, " d"...) }
func (p *printer) end()          { p.buf = append(p.buf, " 0\n"...) }

// flush writes what has gathered beyond that many bytes.
func (p *printer) flush(beyond int) error {
	if len(p.buf) <= beyond {
		return nil
	}
	n, err := p.out.Write(p.buf)
	p.bytes += int64(n)
	if err == nil && n < len(p.buf) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	p.buf = p.buf[:0]
	return nil
}
