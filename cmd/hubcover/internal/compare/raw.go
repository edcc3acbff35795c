package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// rawPath gives the backend the very formulas that hubcover encode writes: no
// kernel, no bounds, no help. The number of hubs is found from above, each
// cover that comes back setting the next goal, from as many hubs as there are
// rows or columns down to the refutation; colours from below, 1, 2, 3, … up to
// the first that are enough; a form that minimises is asked once.
func rawPath(ctx context.Context, t task, rel *instances.Relation, be backends.Backend, say *speaker) error {
	r := &raw{task: t, rel: rel, be: be, say: say}
	if len(rel.Required()) == 0 {
		say.claim(Claim{Yes: true, Checked: true})
		return nil
	}
	var err error
	switch q := t.Asked; {
	case q.Decide:
		_, err = r.ask(ctx, q.Question, q.Hubs, q.Colors)
	case q.Question == instances.B:
		_, err = r.fewestHubs(ctx)
	case q.Question == instances.Chi:
		_, err = r.fewestColors(ctx)
	case q.Question == instances.Front:
		err = r.front(ctx)
	default:
		err = refusal{fmt.Errorf("%v is no question for a formula", q.Question)}
	}
	if errors.Is(err, errOpen) {
		return nil // why was said
	}
	return err
}

type raw struct {
	task
	rel *instances.Relation
	be  backends.Backend
	say *speaker
}

// errOpen ends a search that the backend left open.
var errOpen = errors.New("left open")

// fewestHubs goes down to b.
func (r *raw) fewestHubs(ctx context.Context) (int, error) {
	enc, err := r.encoder(instances.B)
	if err != nil {
		return 0, err
	}
	if !enc.Hubs { // it minimises
		found, err := r.ask(ctx, instances.B, Unbounded, Unbounded)
		return int(found.Hubs), err
	}
	n := trivial(r.rel)
	r.say.claim(Claim{Hubs: Bound(n), Colors: Unbounded, Yes: true, Checked: true})
	for n > 1 {
		found, err := r.ask(ctx, instances.B, Bound(n-1), Unbounded)
		if err != nil {
			return 0, err
		}
		if !found.Yes {
			break
		}
		n = int(found.Hubs)
	}
	return n, nil
}

// fewestColors goes up to χ_hub.
func (r *raw) fewestColors(ctx context.Context) (int, error) {
	n := trivial(r.rel)
	r.say.claim(Claim{Hubs: Unbounded, Colors: Bound(n), Yes: true, Checked: true})
	for h := 1; h < n; h++ {
		found, err := r.ask(ctx, instances.Chi, Unbounded, Bound(h))
		if err != nil || found.Yes {
			return h, err
		}
	}
	return n, nil
}

// front goes from the fewest colours to the fewest hubs: with every further
// colour n(h) lies between b and the number before it.
func (r *raw) front(ctx context.Context) error {
	low, err := r.fewestColors(ctx)
	if err != nil {
		return err
	}
	b, err := r.fewestHubs(ctx)
	if err != nil {
		return err
	}
	most := low*trivial(r.rel) + 1 // the hubs of a colour have no row and no column in common
	for n, h := most, low; n > b; h++ {
		for k := b; k < n; k++ {
			found, err := r.ask(ctx, instances.Front, Bound(k), Bound(h))
			if err != nil {
				return err
			}
			if found.Yes {
				n = int(found.Hubs)
			}
		}
		if n == most {
			return fmt.Errorf("no extension of %d hubs with %d colours, where colours alone were no matter: %w", n-1, h, backends.ErrRejected)
		}
	}
	return nil
}

// encoder is the one that phrases the question in the entry's form; a front
// needs b and χ too, whose first form stands in where they lack it.
func (r *raw) encoder(q instances.Question) (encode.Encoder, error) {
	if r.Entry.Form == Usual {
		return usual(q, r.Asked.Decide, r.be)
	}
	enc, err := encode.Find(q, r.Entry.Form)
	if err != nil && r.Asked.Question == instances.Front && q != instances.Front {
		return encode.Find(q, "")
	}
	if err != nil {
		return enc, refusal{err}
	}
	return enc, nil
}

// ask has one formula answered, and says what came of it. A yes is decoded and
// verified, and the claim has what was found.
func (r *raw) ask(ctx context.Context, q instances.Question, hubs, colors Bound) (Claim, error) {
	enc, err := r.encoder(q)
	if err != nil {
		return Claim{}, err
	}
	call := Call{Form: enc.Name, Hubs: hubs, Colors: colors}
	if !enc.Hubs && hubs != Unbounded || !enc.Colors && colors != Unbounded {
		return Claim{}, refusal{fmt.Errorf("%s takes no such bound", enc.Name)}
	}
	p := encode.Problem{Rel: r.rel, Hubs: max(0, int(hubs)), Colors: max(0, int(colors))}
	clock := cpuClock()
	form, err := enc.Encode(ctx, p)
	call.Encode = clock()
	if err != nil {
		return Claim{}, refusal{err}
	}
	call.Vars, call.Constraints = form.Formula.Vars(), form.Formula.Len()
	opt := backends.Options{Seed: r.Seed, Memory: r.Memory}
	if err := r.be.Accepts(form.Formula, opt); err != nil {
		return Claim{}, refusal{err}
	}
	var tape *os.File
	if method, _ := checkable(enc); r.Prove && r.be.Able.Proof && method != "" {
		if tape, err = scratch(); err != nil {
			return Claim{}, err
		}
		defer tape.Close()
		opt.Proof = tape
	}
	a, err := r.solve(ctx, form, opt, &call)
	call.Verdict, call.Steps = a.Verdict.String(), a.Steps
	if err != nil {
		return Claim{}, err
	}
	clock = cpuClock()
	claims, err := r.believe(form, hubs, colors, a)
	if err == nil && a.Verdict == backends.Unsat && tape != nil {
		call.Proof = prove(ctx, r.rel, enc, form.Formula, hubs, colors, a.Proof, tape, r.Memory)
		claims[0].Checked = call.Proof == checked
	}
	call.Check = clock()
	r.say.update(func(s *said) {
		s.Calls = append(s.Calls, call)
		s.Claims = append(s.Claims, claims...)
		if a.Verdict == backends.Unknown || err == nil && a.Verdict == backends.Sat && form.Formula.Objective != nil {
			s.Stop = string(a.Stop)
			if s.Stop == "" {
				s.Stop = string(backends.GaveUp)
			}
		}
	})
	switch {
	case err != nil:
		return Claim{}, err
	case r.say.Stop != "":
		return Claim{}, errOpen
	}
	return claims[0], nil
}

// solve runs the backend and takes the time that it costs: of a program its
// own, otherwise of all that the call costs this process and its children.
func (r *raw) solve(ctx context.Context, form encode.Encoding, opt backends.Options, call *Call) (backends.Answer, error) {
	var m process.Meter
	clock := cpuClock()
	a, err := r.be.Solve(process.Metered(ctx, &m), form.Formula, opt)
	if r.be.Close != nil {
		if closed := r.be.Close(); err == nil { // its children are waited for, and counted
			err = closed
		}
	}
	call.Solve = clock()
	if runs, cpu, _ := m.Read(); runs > 0 {
		call.Solve = cpu.Seconds()
	}
	return a, err
}

// believe turns an answer into claims: a yes once its cover was verified on
// the instance, a no, and with an optimum both.
func (r *raw) believe(form encode.Encoding, hubs, colors Bound, a backends.Answer) ([]Claim, error) {
	if a.Verdict == backends.Unsat {
		if form.Formula.Objective != nil {
			return nil, fmt.Errorf("unsatisfiable, where every cell is in some biclique: %w", backends.ErrRejected)
		}
		return []Claim{{Hubs: hubs, Colors: colors}}, nil
	}
	var claims []Claim
	if a.Verdict != backends.Unknown {
		err := form.Formula.Check(a.Model)
		if err != nil {
			return nil, fmt.Errorf("its model: %w: %w", err, backends.ErrRejected)
		}
		cover, err := form.Decode(a.Model)
		if err == nil && colors == Unbounded {
			err = verify.Cover(r.rel, cover)
		} else if err == nil {
			err = verify.Coloring(r.rel, cover, int(colors))
		}
		if err != nil {
			return nil, fmt.Errorf("its model: %w: %w", err, backends.ErrRejected)
		}
		found := Claim{Hubs: Bound(len(cover)), Colors: Unbounded, Yes: true, Checked: true}
		if colors != Unbounded {
			found.Colors = Bound(cover.Colors())
		}
		if hubs == Unbounded && colors != Unbounded {
			found.Hubs = Unbounded // as asked; and no front is wanted
		}
		claims = append(claims, found)
		if a.Verdict == backends.Optimal { // it says that what it found is the least
			a.Bound = max(a.Bound, a.Model.Value(form.Formula.Objective))
		}
	}
	if least := a.Bound; form.Formula.Objective != nil && least > 1 {
		claims = append(claims, Claim{Hubs: Bound(least - 1), Colors: Unbounded})
	}
	return claims, nil
}

// cpuClock gives the seconds of processor time that pass in this process and
// the children that it waited for.
func cpuClock() func() float64 {
	began := cpuTime()
	return func() float64 { return (cpuTime() - began).Round(time.Microsecond).Seconds() }
}
