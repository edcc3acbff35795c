package hubcover

import (
	"context"
	"fmt"
	"iter"

	"github.com/hubcover/hubcover/encode/small"
	"github.com/hubcover/hubcover/instances/classes"
)

// CensusClass is a class of small matrices, equal but for the order of rows and
// of columns, with the answers to the questions that were asked; those that were
// not are 0 and nil.
type CensusClass struct {
	classes.Class
	small.Values
}

// CensusMost is the largest number of rows, and of columns, of a census.
const CensusMost = classes.Most

// Census walks all 0/1 matrices of rows × cols up to the order of rows and of
// columns, empty lines included, always in the same order, and answers what is
// asked of each, with so many goroutines. The sequence ends early when ctx does.
// The numbers are exact, but come without certificates.
func Census(ctx context.Context, rows, cols int, ask small.Ask, jobs int) (iter.Seq[CensusClass], error) {
	if rows < 1 || cols < 1 || rows > CensusMost || cols > CensusMost {
		return nil, fmt.Errorf("a census of %d × %d matrices: sizes from 1 to %d can be counted, and have up to 251610 classes", rows, cols, CensusMost)
	}
	if jobs < 1 {
		return nil, fmt.Errorf("a census by %d goroutines: expected at least one", jobs)
	}
	return func(yield func(CensusClass) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		tables := small.New()
		batches := make(chan *batch)       // to the goroutines
		order := make(chan *batch, 4*jobs) // to the caller
		for range jobs {
			go func() {
				for b := range batches {
					b.answer(ctx, tables, ask)
				}
			}()
		}
		go func() {
			defer close(order)
			defer close(batches)
			walkBatches(rows, cols, func(b *batch) bool {
				for _, to := range []chan<- *batch{order, batches} {
					select {
					case to <- b:
					case <-ctx.Done():
						return false
					}
				}
				return true
			})
		}()
		for b := range order {
			select {
			case <-b.done:
			case <-ctx.Done():
				return
			}
			for _, c := range b.classes {
				if ctx.Err() != nil || !yield(c) {
					return
				}
			}
		}
	}, nil
}

// batch is classes that one goroutine answers.
type batch struct {
	classes []CensusClass
	done    chan struct{} // closed when all are answered, or ctx ended
}

func (b *batch) answer(ctx context.Context, tables *small.Tables, ask small.Ask) {
	defer close(b.done)
	for i := range b.classes {
		if ctx.Err() != nil {
			return
		}
		c := &b.classes[i]
		c.Values = tables.Some(c.Rows, c.Cols, ask)
	}
}

// walkBatches cuts the walk over the classes into batches.
func walkBatches(rows, cols int, next func(*batch) bool) {
	const size = 64
	b := &batch{done: make(chan struct{})}
	for c := range classes.All(rows, cols) {
		b.classes = append(b.classes, CensusClass{Class: c})
		if len(b.classes) == size {
			if !next(b) {
				return
			}
			b = &batch{done: make(chan struct{})}
		}
	}
	if len(b.classes) > 0 {
		next(b)
	}
}
