package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover/backends"
)

// writeSummary says how many were solved, the median ratios, and by name where
// hubcover is slow or has failed.
func writeSummary(w io.Writer, tools []tool, groups []group) {
	var proved, solved, checked int
	var cpu float64
	for _, g := range groups {
		h := g.runs[0]
		proved += one(h.proved())
		solved += one(h.solved())
		checked += one(h.Certificate == accepted)
		cpu += h.CPU
	}
	fmt.Fprintf(w, "hubcover: %d of %d solved, %d proved, %d certificates accepted, %.1f s of CPU time in all\n",
		solved, len(groups), proved, checked, cpu)
	for i, t := range tools[1:] {
		var ratios, hard []ratio
		solved := 0
		for _, g := range groups {
			solved += one(g.runs[i+1].solved())
			if r, ok := ratioOf(g.runs[0], g.runs[i+1]); ok {
				ratios = append(ratios, r)
				if g.runs[i+1].cost() >= 1 {
					hard = append(hard, r)
				}
			}
		}
		fmt.Fprintf(w, "%s: %d of %d solved", t.Name, solved, len(groups))
		if len(ratios) > 0 {
			fmt.Fprintf(w, "; hubcover is %s times as fast in the median of %d", median(ratios), len(ratios))
		}
		if len(hard) > 0 {
			fmt.Fprintf(w, ", %s times in that of the %d that cost it a second or more", median(hard), len(hard))
		}
		if left := len(groups) - len(ratios); left > 0 {
			fmt.Fprintf(w, "; %d left out that neither solved", left)
		}
		fmt.Fprintln(w)
	}
	if len(tools) > 1 {
		fmt.Fprintln(w, "A ratio is the baseline's CPU time over hubcover's. A baseline that the limit stopped counts with the time that it had, one that could not begin or broke down with the limit: ≥. Times below 0.1 s are mostly those of starting processes.")
	}
	for _, g := range groups {
		if h := g.runs[0]; !h.proved() {
			fmt.Fprintf(w, "not proved: %s, %s in %s s\n", h.Instance, h.interval(), seconds(h.CPU))
		}
	}
	slower := 0
	for _, g := range groups {
		if text := tooSlow(g); text != "" {
			fmt.Fprintf(w, "slower than twice the best baseline: %s\n", text)
			slower++
		}
	}
	if slower == 0 && len(tools) > 1 {
		fmt.Fprintln(w, "No instance is slower than twice the best baseline.")
	}
	for _, g := range groups {
		for _, r := range g.runs {
			if r.Error != "" {
				fmt.Fprintf(w, "error: %s on %s: %s\n", r.Tool, r.Instance, r.Error)
			}
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// ratio of two times: "≥" where the baseline did not come to an end, "≤" where
// hubcover did not, "~" of a median where it matters that some did not and
// others did not.
type ratio struct {
	value float64
	sign  string
}

func (r ratio) String() string { return r.sign + strconv.FormatFloat(r.value, 'g', 3, 64) }

// ratioOf compares hubcover, which has to prove, with a baseline; there is
// nothing to compare where neither came to an end.
func ratioOf(h, b run) (ratio, bool) {
	sign := ""
	switch {
	case !h.proved() && !b.solved():
		return ratio{}, false
	case !h.proved():
		sign = "≤"
	case !b.solved():
		sign = "≥"
	}
	return ratio{b.cost() / h.cost(), sign}, true
}

// bestRatio compares with the best of the baselines that came to an end, or
// with the one that counts least where none has.
func bestRatio(g group) (ratio, bool) {
	if len(g.runs) < 2 {
		return ratio{}, false
	}
	if i := fastest(g); i > 0 {
		return ratioOf(g.runs[0], g.runs[i])
	}
	least := slices.MinFunc(g.runs[1:], func(a, b run) int { return cmp.Compare(a.cost(), b.cost()) })
	return ratioOf(g.runs[0], least)
}

// fastest is the place of the fastest baseline that came to an end; 0 where
// none has.
func fastest(g group) int {
	best := 0
	for i, b := range g.runs {
		if i > 0 && b.solved() && (best == 0 || b.cost() < g.runs[best].cost()) {
			best = i
		}
	}
	return best
}

// cost is what the run counts with in seconds, at least the millisecond that
// can be told from nothing.
func (r run) cost() float64 {
	if r.solved() || r.Stop == string(backends.TimeLimit) {
		return max(r.CPU, 0.001)
	}
	return max(r.CPU, r.Limit)
}

// median of at least one ratio; the mean of the middle two of an even number.
func median(ratios []ratio) ratio {
	ratios = slices.Clone(ratios)
	slices.SortFunc(ratios, func(a, b ratio) int { return cmp.Compare(a.value, b.value) })
	n := len(ratios)
	low, high := ratios[(n-1)/2].value, ratios[n/2].value
	out := ratio{value: (low + high) / 2}
	// What is only known to be larger could move the median up from anywhere
	// below its upper middle, what is smaller down from above its lower one.
	up := slices.ContainsFunc(ratios, func(r ratio) bool { return r.sign == "≥" && r.value <= high })
	down := slices.ContainsFunc(ratios, func(r ratio) bool { return r.sign == "≤" && r.value >= low })
	switch {
	case up && down:
		out.sign = "~"
	case up:
		out.sign = "≥"
	case down:
		out.sign = "≤"
	}
	return out
}

// tooSlow tells where hubcover took more than twice the time of the best
// baseline, or did not come to an end where one has.
func tooSlow(g group) string {
	i := fastest(g)
	if i == 0 {
		return ""
	}
	h, b := g.runs[0], g.runs[i]
	switch {
	case !h.proved():
		return fmt.Sprintf("%s, not proved in %s s, %s %s s", h.Instance, seconds(h.CPU), b.Tool, seconds(b.CPU))
	case h.cost() > 2*b.cost():
		return fmt.Sprintf("%s, %s s, %s %s s", h.Instance, seconds(h.CPU), b.Tool, seconds(b.CPU))
	}
	return ""
}

// contradictions are errors, not figures: bounds that exclude each other, a
// certificate that is not accepted, hubcover failing.
func contradictions(groups []group) error {
	var errs []error
	for _, g := range groups {
		lower, upper := 0, -1
		var low, up string
		bound := func(who string, l, u int) {
			if l > lower {
				lower, low = l, who
			}
			if u >= 0 && (upper < 0 || u < upper) {
				upper, up = u, who
			}
		}
		for _, r := range g.runs {
			if r.Error == "" {
				bound(r.Tool, max(r.Lower, r.Claim), r.Upper)
			}
		}
		if b := g.inst.Known.B; b != nil {
			bound("what is known", *b, *b)
		}
		h := g.runs[0]
		if upper >= 0 && lower > upper {
			errs = append(errs, fmt.Errorf("%s: b is at least %d by %s and at most %d by %s", h.Instance, lower, low, upper, up))
		}
		if h.Certificate != "" && h.Certificate != accepted {
			errs = append(errs, fmt.Errorf("%s: the certificate: %s", h.Instance, h.Certificate))
		}
		if h.Error != "" {
			errs = append(errs, fmt.Errorf("%s: hubcover failed: %s", h.Instance, h.Error))
		}
	}
	return errors.Join(errs...)
}
