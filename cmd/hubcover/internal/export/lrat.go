package export

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover/encode/pb"
)

// step is a line of a proof: a lemma with its hints, or ids to forget.
type step struct {
	id      int64
	deletes bool
	lits    []pb.Lit // ascending, each once
	ids     []int64
}

// steps reads a proof in LRUP up to the empty clause. The slices of a step are
// valid until the next.
func steps(ctx context.Context, text io.Reader) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		in := bufio.NewScanner(text)
		in.Buffer(nil, 1<<30)
		var s step
		for n := 1; in.Scan(); n++ {
			if n&1023 == 0 && ctx.Err() != nil {
				yield(step{}, context.Cause(ctx))
				return
			}
			if err := s.read(in.Bytes()); err != nil {
				yield(step{}, fmt.Errorf("line %d: %w", n, err))
				return
			}
			if !yield(s, nil) || !s.deletes && len(s.lits) == 0 {
				return
			}
		}
		if err := in.Err(); err != nil {
			yield(step{}, err)
			return
		}
		yield(step{}, io.ErrUnexpectedEOF) // a proof that was checked has its empty clause
	}
}

// read takes a line apart: ID literals 0 hints 0, or ID d ids 0.
func (s *step) read(line []byte) error {
	s.lits, s.ids, s.deletes = s.lits[:0], s.ids[:0], false
	zeros := 0
	for k, word := 0, []byte(nil); ; k++ {
		if word, line = next(line); word == nil {
			break
		}
		if k == 1 && string(word) == "d" {
			s.deletes, zeros = true, 1
			continue
		}
		x, err := strconv.ParseInt(string(word), 10, 64)
		switch {
		case err != nil:
			return err
		case k == 0:
			s.id = x
		case x == 0:
			zeros++
		case zeros == 0:
			s.lits = append(s.lits, pb.Lit(x))
		default:
			s.ids = append(s.ids, x)
		}
	}
	if zeros != 2 {
		return fmt.Errorf("not \"ID literals 0 hints 0\"")
	}
	slices.Sort(s.lits)
	s.lits = slices.Compact(s.lits)
	return nil
}

// next cuts the first word off; nil where there is none.
func next(line []byte) (word, rest []byte) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 {
		return nil, nil
	}
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

// writeLRAT writes a proof as LRAT and its lemmas as DRAT. Lemmas are numbered
// without gaps after the formula's clauses, whatever numbers they had.
func writeLRAT(ctx context.Context, lrat, drat *bufio.Writer, proof io.Reader, clauses int64) error {
	last := clauses
	number := map[int64]int64{} // of lemmas that are not forgotten
	current := func(id int64) int64 {
		if id <= clauses {
			return id
		}
		return number[id]
	}
	for s, err := range steps(ctx, proof) {
		switch {
		case err != nil:
			return err
		case s.deletes && len(s.ids) == 0:
			continue
		case s.deletes:
			writeInt(lrat, last)
			lrat.WriteString(" d")
		default:
			last++
			number[s.id] = last
			writeInt(lrat, last)
			for _, l := range s.lits {
				lrat.WriteByte(' ')
				writeInt(lrat, int64(l))
				writeInt(drat, int64(l))
				drat.WriteByte(' ')
			}
			lrat.WriteString(" 0")
			drat.WriteString("0\n") // a failed write is reported when the file is closed
		}
		for _, id := range s.ids {
			lrat.WriteByte(' ')
			writeInt(lrat, current(id))
			if s.deletes {
				delete(number, id)
			}
		}
		lrat.WriteString(" 0\n")
	}
	return nil
}

func writeInt(w *bufio.Writer, n int64) {
	w.Write(strconv.AppendInt(w.AvailableBuffer(), n, 10))
}
