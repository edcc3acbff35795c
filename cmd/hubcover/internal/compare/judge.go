package compare

import "cmp"

// Who refutes a claim, where it is no entry.
const (
	byCheck     = -1 // a check of the answer itself
	byKnowledge = -2 // what is known
)

// judge holds the claims about every item against each other, and against what
// is known. Whoever says no where a cover was found is wrong, whatever else it
// says; so is one whose model breaks its formula.
func (r *Report) judge(items []Item) {
	type witness struct {
		Claim
		entry int
	}
	// Those of the entries come first: what they say can be asked again.
	yes := make([][]witness, len(items))
	for _, run := range r.Runs {
		for _, c := range run.Claims {
			yes[run.Item] = append(yes[run.Item], witness{c, run.Entry})
		}
	}
	for i, it := range items {
		for _, c := range it.Known {
			yes[i] = append(yes[i], witness{c, byKnowledge})
		}
	}
	seen := map[[2]int]bool{} // one word for an entry and an item is enough
	for i := range r.Runs {
		run := &r.Runs[i]
		tell := func(d Disagreement) {
			run.Status, run.Answer = Wrong, ""
			run.Problem = cmp.Or(run.Problem, d.Claim+", but "+d.Against+": "+d.Evidence)
			d.Item, d.Entry, d.seed = run.Item, run.Entry, run.Seed
			if at := [2]int{run.Item, run.Entry}; !seen[at] {
				seen[at] = true
				r.Disagreements = append(r.Disagreements, d)
			}
		}
		if run.Status == Wrong {
			tell(Disagreement{Claim: "an answer", Against: "a check", Evidence: run.Problem, against: byCheck})
			continue
		}
		for _, no := range run.Claims {
			for _, w := range yes[run.Item] {
				if w.Refutes(no) && run.Status != Wrong {
					d := Disagreement{Claim: no.String(), Against: "what is known", Evidence: w.String(), against: w.entry}
					if w.entry >= 0 {
						d.Against = r.Entries[w.entry].Name
					}
					tell(d)
				}
			}
		}
	}
	for i := range items {
		r.Instances[i].Answer, _ = items[i].Asked.settle(items[i].Known)
	}
	for _, run := range r.Runs {
		if run.right() {
			r.Instances[run.Item].Answer = run.Answer
		}
	}
}
