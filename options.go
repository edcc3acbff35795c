package hubcover

import (
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
)

// Options of Solve, Front and Decide. The zero value asks for b, χ_hub and χ′
// with the best backend present and no limit but the context.
type Options struct {
	// Questions to answer; nil stands for B, Chi, ChiPrime.
	Questions []instances.Question
	// Backends in the order of preference; nil stands for all that are known.
	// The first that is present and takes the formula is used, the next one
	// where it fails.
	Backends []backends.Backend
	// LP makes the linear programs that weights come from; nil stands for the
	// best that is present. What it says is measured exactly.
	LP bound.NewLP
	// Seed of everything random.
	Seed int64
	// Start is a cover to begin from; it must be a hub extension of the
	// instance. Where it is legally coloured it serves χ_hub too.
	Start instances.Extension
	// Target, where not 0, ends the search for b at a cover of that many hubs; b
	// may then be bounded without any reason to stop but this.
	Target int
	// MinSize has the best cover for b shrunk to the fewest memberships Σ|A|+|B|
	// that can be found with as many hubs, and bounds them from below.
	MinSize bool
	// NoProof skips the making of proofs: what then rests on a solver's word
	// alone is claimed, and not counted.
	NoProof bool
	// CubeDepth, where not 0, splits what backends are asked over the first so
	// many cells, and answers the pieces apart, on two cores: for refutations too
	// long for one proof.
	CubeDepth int
	// Deterministic uses one core and counts inner budgets in steps, not in
	// seconds, so that the same seed gives the same answer.
	Deterministic bool
	// Memory bounds the resident memory of a backend, in bytes; 0 is no bound.
	Memory int64
	// Progress, where not nil, is told what is known whenever it changes and
	// which phase begins. It must return soon and may be called from several
	// goroutines, one call at a time.
	Progress func(Progress)
}

// Progress is one report of a running search.
type Progress struct {
	Question instances.Question
	Phase    string // "kernel", "bound", "solve", "prove", "check"
	Lower    int
	Upper    int     // -1 while no cover is known
	Rate     float64 // steps a second of the backend at work, 0 where it does not tell
	Elapsed  time.Duration
}
