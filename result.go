package hubcover

import (
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Status says how far an interval is closed. It is derived, never asserted.
type Status string

const (
	Optimal   Status = "optimal"  // lower = upper, both checked
	Bounded   Status = "bounded"  // lower < upper, both checked
	Unproved  Status = "unproved" // lower = upper only by a solver's claim
	Undecided Status = "unknown"  // no upper bound yet
)

// Interval is what is known of b, χ_hub or χ′: lower and upper are checked
// numbers with their witnesses. Why the search stopped is a separate field.
type Interval struct {
	Lower, Upper int                 // Upper is -1 while no cover is known
	Hubs         instances.Extension // witness of Upper, for b, χ_hub and an index
	CellColors   []int32             // witness of Upper for χ′, cells in canonical order
	// Edges, where the caller sets them, say Hubs as a colouring of the edges of
	// the extension (Extension.Edges); records then have them too.
	Edges   []instances.ExtensionEdge
	By      check.By      // what Lower rests on
	Facts   []string      // facts that By relies on
	Claimed *Claim        // a solver's unchecked lower bound, where better
	Size    *Size         // of Hubs, for b where Options.MinSize asks
	Stop    backends.Stop // why the interval is not closed
	Seconds float64
}

// Proof is the LRUP file, gzipped, that a lower bound of the result names; nil
// where there is none of that name.
func (r *Result) Proof(name string) []byte { return r.proofs[name] }

// Claim is a lower bound that rests on a solver's word alone.
type Claim struct {
	Lower int
	By    string // the backend
}

// Status of the interval.
func (v Interval) Status() Status {
	switch {
	case v.Upper < 0:
		return Undecided
	case v.Lower == v.Upper:
		return Optimal
	case v.Claimed != nil && v.Claimed.Lower >= v.Upper:
		return Unproved
	}
	return Bounded
}

// Size is what is known of the fewest memberships Σ|A|+|B| of all covers with at
// most Hubs hubs; both numbers are checked, and the witness of Upper is the cover
// of the interval that it stands in. Whether Hubs is b is another matter.
type Size struct {
	Hubs         int
	Lower, Upper int
	By           check.By // what Lower rests on
	Facts        []string
	Stop         backends.Stop // why the size is not settled
	Seconds      float64
}

// Status of the size.
func (z Size) Status() Status {
	if z.Lower == z.Upper {
		return Optimal
	}
	return Bounded
}

// Point is a point of the Pareto front: an extension with Hubs hubs and Colors
// colours.
type Point struct {
	Hubs, Colors int
	Status       Status // optimal: both neighbouring corners are refuted
	Extension    instances.Extension
}

// Level is what is known of n(Colors), the fewest hubs with that many colours;
// Upper is -1 while no cover is known.
type Level struct {
	Colors, Lower, Upper int
}

// Corner is a maximal infeasible pair, or where the front is open the largest
// that is refuted so far: no extension has at most Hubs hubs and
// at most Colors colours. Unbounded stands for ∞.
type Corner struct {
	Hubs, Colors int
	By           check.By
	Facts        []string
	Claimed      string // the backend, where the corner rests on its word alone
}

// Unbounded is the ∞ of a corner.
const Unbounded = -1

// FrontResult is the Pareto front as far as it is known; points have n
// ascending.
type FrontResult struct {
	Points  []Point
	Levels  []Level
	Corners []Corner
	Status  Status
	Stop    backends.Stop
	Seconds float64
}

// Decision answers "at most Hubs hubs and at most Colors colours?"; Unbounded
// stands for a bound that was left out.
type Decision struct {
	Hubs, Colors int
	Answer       string // "yes", "no", "unknown"
	Verified     bool   // the cover, or what the no rests on, was checked
	Extension    instances.Extension
	By           check.By
	Facts        []string // facts that By relies on
	Claimed      string   // the backend, where a no rests on its word alone
	Stop         backends.Stop
	Seconds      float64
}

// Rejection is an answer of a backend that verification did not believe; where
// no backend is named, a question that none could be asked, such as one whose
// formula is too large.
type Rejection struct {
	Backend, Question, Reason string
}

// Phases is the time spent in each part of the path, in seconds.
type Phases struct {
	Read, Kernel, Bound, Encode, Solve, Prove, Check time.Duration
}

// Result is everything known of one instance. Questions that were not asked
// are nil.
type Result struct {
	Instance *instances.Instance
	B        *Interval
	Chi      *Interval
	ChiPrime *Interval
	Front    *FrontResult
	Decide   *Decision
	Index    *Interval // of a hub extension that was given, which Hubs colours
	Rejected []Rejection
	Phases   Phases

	proofs map[string][]byte // LRUP files that the lower bounds name
}
