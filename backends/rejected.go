package backends

import "errors"

// ErrRejected is wrapped by an error of Solve where there was an answer and a
// check does not believe it, a model that breaks the formula say: the backend
// was wrong, not merely broken.
var ErrRejected = errors.New("a check rejects the answer")
