package compare

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
)

// wholePath is the path of hubcover solve with the one backend: reductions,
// bounds and searches of our own first, one core, inner budgets in steps.
// Without Prove a refutation stays the backend's word; with it, backends that
// write proofs are asked for one, the others too if this one writes none.
func wholePath(ctx context.Context, t task, rel *instances.Relation, be backends.Backend, say *speaker) error {
	inst := &instances.Instance{Name: "instance", Relation: rel}
	opt := hubcover.Options{
		Questions: []instances.Question{t.Asked.Question}, Backends: []backends.Backend{be},
		Seed: t.Seed, Memory: t.Memory, Deterministic: true, NoProof: !t.Prove,
	}
	clock := cpuClock()
	var res *hubcover.Result
	var err error
	if q := t.Asked; q.Decide {
		res, err = hubcover.Decide(ctx, inst, int(q.Hubs), int(q.Colors), opt)
	} else {
		opt.Progress = func(p hubcover.Progress) {
			say.update(func(s *said) { s.Claims = bounds(q.Question, p.Lower, p.Upper) })
		}
		res, err = hubcover.Solve(ctx, inst, opt)
	}
	if be.Close != nil {
		be.Close()
	}
	spent := clock()
	if err != nil {
		return err
	}
	claims, stop, err := resultClaims(t.Asked, res)
	say.update(func(s *said) {
		s.Solve, s.Claims, s.Stop = spent, claims, string(stop)
		for _, r := range res.Rejected {
			if r.Backend != "" && s.Wrong == "" {
				s.Wrong = fmt.Sprintf("its answer to %s: %s", r.Question, r.Reason)
			}
		}
	})
	return err
}

// resultClaims reads a result as claims.
func resultClaims(q Asked, res *hubcover.Result) ([]Claim, backends.Stop, error) {
	if d := res.Decide; d != nil {
		c := Claim{Hubs: q.Hubs, Colors: q.Colors, Yes: d.Answer == "yes", Checked: d.Verified}
		if d.Answer == "unknown" {
			return []Claim{}, openBecause(d.Stop), nil
		}
		return []Claim{c}, "", nil
	}
	if f := res.Front; f != nil {
		claims := []Claim{}
		for _, p := range f.Points {
			claims = append(claims, Claim{Hubs: Bound(p.Hubs), Colors: Bound(p.Colors), Yes: true, Checked: true})
		}
		for _, c := range f.Corners {
			claims = append(claims, Claim{Hubs: Bound(c.Hubs), Colors: Bound(c.Colors), Checked: c.Claimed == ""})
		}
		if f.Status == hubcover.Optimal || f.Status == hubcover.Unproved {
			return claims, "", nil
		}
		return claims, openBecause(f.Stop), nil
	}
	iv := map[instances.Question]*hubcover.Interval{instances.B: res.B, instances.Chi: res.Chi, instances.ChiPrime: res.ChiPrime}[q.Question]
	if iv == nil {
		return nil, "", fmt.Errorf("the result has no answer to %v", q.Question)
	}
	claims := bounds(q.Question, iv.Lower, iv.Upper)
	if iv.Claimed != nil && iv.Claimed.Lower > iv.Lower {
		claims = append(claims, unproved(bounds(q.Question, iv.Claimed.Lower, -1))...)
	}
	if iv.Status() == hubcover.Optimal || iv.Status() == hubcover.Unproved {
		return claims, "", nil
	}
	return claims, openBecause(iv.Stop), nil
}

func openBecause(stop backends.Stop) backends.Stop {
	if stop == "" {
		return backends.GaveUp
	}
	return stop
}

// bounds are the claims of a checked interval; upper is -1 while nothing is
// known.
func bounds(q instances.Question, lower, upper int) []Claim {
	at := func(n int, yes bool) Claim {
		c := Claim{Hubs: Bound(n), Colors: Unbounded, Yes: yes, Checked: true}
		if q != instances.B {
			c.Hubs, c.Colors = c.Colors, c.Hubs
		}
		return c
	}
	claims := []Claim{}
	if upper >= 0 {
		claims = append(claims, at(upper, true))
	}
	if lower > 1 {
		claims = append(claims, at(lower-1, false))
	}
	return claims
}

func unproved(claims []Claim) []Claim {
	for i := range claims {
		claims[i].Checked = false
	}
	return claims
}
