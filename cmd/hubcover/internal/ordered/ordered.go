// Package ordered works on several items of a stream at once and hands the
// results out in the order of the items.
package ordered

import (
	"context"
	"iter"
)

// Map yields f of every item, in order. At most n calls of f run at once and
// no more than n items are held beyond the one that is being read, however
// long the stream is. When ctx ends, nothing more is taken from the stream;
// what was begun is still yielded. f must then return soon.
func Map[T, U any](ctx context.Context, n int, items iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		stop := make(chan struct{}) // closed when nobody wants more
		defer close(stop)
		room := make(chan struct{}, n)
		results := make(chan chan U, n)
		go func() {
			defer close(results)
			for item := range items {
				select {
				case room <- struct{}{}:
				case <-ctx.Done():
					return
				case <-stop:
					return
				}
				if ctx.Err() != nil {
					return
				}
				result := make(chan U, 1)
				results <- result // never blocks: room has n places
				go func() { result <- f(item) }()
			}
		}()
		for {
			var result chan U
			select {
			case r, ok := <-results:
				if !ok {
					return
				}
				result = r
			case <-ctx.Done():
				// The reader may hang in a read that nothing can end: take
				// what was begun and leave it there.
				select {
				case r, ok := <-results:
					if !ok {
						return
					}
					result = r
				default:
					return
				}
			}
			more := yield(<-result)
			<-room
			if !more {
				return
			}
		}
	}
}
