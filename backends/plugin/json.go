package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// greeting is how long a plugin may take for its hello.
const greeting = 10 * time.Second

// maxReply bounds what a plugin says, in bytes, to which the size of a model is
// added. Long proofs stand in files.
const maxReply = 64 << 20

// talker is a plugin that speaks json.
type talker struct {
	Plugin
	able backends.Abilities // what it is asked for

	mu    sync.Mutex
	hello *Hello // nil until it was heard
}

func (p Plugin) json(ctx context.Context) (backends.Backend, error) {
	t := &talker{Plugin: p}
	if err := process.Placeholders("args", p.Args, nil, ""); err != nil {
		return backends.Backend{}, err
	}
	if len(p.Abilities) > 0 {
		all := backends.Abilities{Clauses: true, Linear: true, Objective: true, Proof: true, Steps: true, Deterministic: true}
		able, err := p.restrict(all)
		if err != nil {
			return backends.Backend{}, err
		}
		able.Deterministic = slices.Contains(p.Abilities, "deterministic")
		t.able = able
	} else if hello, err := t.greet(ctx); err == nil { // else Probe tells
		t.able = hello.able()
	}
	return backends.Backend{Name: p.Name, Doc: p.Doc, Able: t.able, Install: p.Install, Probe: t.probe, Solve: t.solve}, nil
}

// able is what a hello says of abilities, as far as they are known.
func (h Hello) able() backends.Abilities {
	var able backends.Abilities
	for _, name := range h.Abilities {
		if has := field(&able, name); has != nil {
			*has = true
		}
	}
	return able
}

func (t *talker) probe(ctx context.Context) (string, error) {
	hello, err := t.greet(ctx)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(hello.Name + " " + hello.Version), nil
}

// greet hears the hello, once.
func (t *talker) greet(ctx context.Context) (*Hello, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hello != nil {
		return t.hello, nil
	}
	ctx, cancel := context.WithTimeout(ctx, greeting)
	defer cancel()
	var out bytes.Buffer
	res, err := t.command(&out, Message{Hello: &Hello{Protocol: Version}}).Run(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Stop == backends.TimeLimit:
		return nil, fmt.Errorf("does not say its hello within %v", greeting)
	case res.Stop != "":
		return nil, fmt.Errorf("stopped before its hello: %s", res.Stop)
	}
	hello, err := t.heard(json.NewDecoder(&out))
	if err == nil {
		err = ended(res)
	}
	if err == nil {
		_, err = t.restrict(hello.able())
	}
	if err != nil {
		return nil, err
	}
	t.hello = hello
	return hello, nil
}

// command is the plugin with what it is told.
func (t *talker) command(out io.Writer, say ...Message) process.Command {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, m := range say {
		enc.Encode(m) // these types always encode
	}
	return process.Command{Path: t.Command, Args: t.Args, Env: t.Env, Stdin: &in, Stdout: out, MaxOutput: maxReply}
}

// heard reads a hello and checks that it is one of this protocol.
func (t *talker) heard(lines *json.Decoder) (*Hello, error) {
	m, err := next(lines, "hello")
	switch {
	case err != nil:
		return nil, err
	case m.Error != nil:
		return nil, fmt.Errorf("refuses: %s", m.Error.Message)
	case m.Hello == nil:
		return nil, errors.New("says something else than its hello first")
	case m.Hello.Protocol != Version:
		return nil, fmt.Errorf("speaks %q, and %q is spoken here", m.Hello.Protocol, Version)
	case len(m.Hello.Formats) == 0:
		return nil, errors.New("names no format of formulas that it reads")
	}
	return m.Hello, nil
}

// next reads a message.
func next(lines *json.Decoder, what string) (Message, error) {
	var m Message
	switch err := lines.Decode(&m); {
	case errors.Is(err, io.EOF):
		return m, fmt.Errorf("ended without its %s", what)
	case err != nil:
		return m, fmt.Errorf("its %s is not in JSON as it should be: %w", what, err)
	}
	return m, nil
}

// ended checks how a plugin ended that has said what was wanted.
func ended(res process.Result) error {
	switch {
	case res.Signal != "":
		return fmt.Errorf("ended by a signal (%s)%s", res.Signal, res.Said())
	case res.Left > 0:
		return fmt.Errorf("left %d of its processes running, which were killed", res.Left)
	case res.Exit != 0:
		return fmt.Errorf("ended with exit status %d%s", res.Exit, res.Said())
	}
	return nil
}

func (t *talker) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	var none backends.Answer
	asked := opt
	asked.Proof = nil // one that writes none is asked all the same
	if err := (backends.Backend{Name: t.Name, Able: t.able}).Accepts(f, asked); err != nil {
		return none, err
	}
	if ctx.Err() != nil {
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	hello, err := t.greet(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return backends.Answer{Stop: backends.StopOf(ctx)}, nil
		}
		return none, fmt.Errorf("%s: %w", t.Name, err)
	}
	request, err := t.request(ctx, f, opt, hello)
	if err != nil {
		return none, fmt.Errorf("%s: %w", t.Name, err)
	}
	a, err := t.ask(ctx, f, opt, request)
	if err != nil {
		return none, fmt.Errorf("%s: %w", t.Name, err)
	}
	return a, nil
}

// request is in the first format that the plugin reads and the formula can be
// written in.
func (t *talker) request(ctx context.Context, f *pb.Formula, opt backends.Options, hello *Hello) (*Request, error) {
	var errs []error
	for _, format := range hello.Formats {
		formula, err := writeFormula(f, format)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		r := &Request{Formula: formula, Limits: Limits{Memory: opt.Memory, Steps: opt.Steps}, Seed: opt.Seed,
			Proof: opt.Proof != nil && t.able.Proof && f.IsCNF()}
		if until, ok := ctx.Deadline(); ok {
			r.Limits.Seconds = max(0.001, time.Until(until).Seconds())
		}
		return r, nil
	}
	return nil, fmt.Errorf("the formula goes into no format that it reads: %w", errors.Join(errs...))
}

func (t *talker) ask(ctx context.Context, f *pb.Formula, opt backends.Options, request *Request) (backends.Answer, error) {
	var none backends.Answer
	var out bytes.Buffer
	var reply *Reply
	cmd := t.command(&out, Message{Hello: &Hello{Protocol: Version}}, Message{Solve: request})
	cmd.Memory = opt.Memory
	cmd.MaxOutput += 16 * int64(f.Vars())
	var after error // of the conversation; how the plugin ended may tell more
	cmd.After = func(dir string) error {
		if reply, after = t.reply(&out); after == nil && reply.Status == "unsat" && request.Proof {
			after = passProof(ctx, reply.Proof, dir, opt.Proof)
		}
		return nil
	}
	res, err := cmd.Run(ctx)
	switch {
	case err != nil:
		return none, err
	case res.Stop != "":
		return backends.Answer{Stop: res.Stop}, nil
	case errors.Is(after, process.ErrStopped):
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	if err := ended(res); err != nil && !errors.Is(after, errSaid) {
		return none, err
	}
	if after != nil {
		return none, after
	}
	return reply.answer(f, request.Proof)
}

// errSaid: the plugin says itself what went wrong.
var errSaid = errors.New("gives no answer")

// reply reads what follows a second hello.
func (t *talker) reply(out io.Reader) (*Reply, error) {
	lines := json.NewDecoder(out)
	if _, err := t.heard(lines); err != nil {
		return nil, err
	}
	m, err := next(lines, "answer")
	switch {
	case err != nil:
		return nil, err
	case m.Error != nil:
		return nil, fmt.Errorf("%w: %s", errSaid, m.Error.Message)
	case m.Answer == nil:
		return nil, errors.New("says something else than an answer")
	}
	if _, err := lines.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("says more than one answer")
	}
	return m.Answer, nil
}

// stops are the reasons that a plugin may give.
var stops = []backends.Stop{backends.TimeLimit, backends.MemoryLimit, backends.GaveUp}

// answer weighs the parts of a reply against each other.
func (r *Reply) answer(f *pb.Formula, proof bool) (backends.Answer, error) {
	var none backends.Answer
	a := backends.Answer{Steps: r.Steps}
	switch r.Status {
	case "unknown":
		if a.Stop = backends.Stop(r.Stop); !slices.Contains(stops, a.Stop) {
			return none, fmt.Errorf("knows no answer and says %q for a reason: expected %q", r.Stop, stops)
		}
		return a, nil
	case "unsat":
		a.Verdict = backends.Unsat
		if proof {
			a.Proof = proofFormats[r.Proof.Format]
		}
		return a, nil
	case "sat", "optimal":
	default:
		return none, fmt.Errorf("its status is %q: expected sat, unsat, optimal or unknown", r.Status)
	}
	var err error
	if a.Model, err = r.model(f.Vars()); err == nil {
		err = f.Check(a.Model)
	}
	if err != nil {
		return none, fmt.Errorf("claims %s, but: %w: %w", r.Status, err, backends.ErrRejected)
	}
	a.Verdict = backends.Sat
	if f.Objective == nil {
		return a, nil
	}
	value := a.Model.Value(f.Objective)
	a.Bound = math.MinInt64
	if r.Bound != nil {
		a.Bound = *r.Bound
	}
	switch {
	case r.Status == "optimal" && r.Bound == nil:
		return none, errors.New("claims optimal without a bound")
	case r.Status == "optimal" && a.Bound != value:
		return none, fmt.Errorf("claims the optimum %d, but its model is worth %d: %w", a.Bound, value, backends.ErrRejected)
	case a.Bound > value:
		return none, fmt.Errorf("claims the lower bound %d, but its model is worth %d: %w", a.Bound, value, backends.ErrRejected)
	case r.Status == "optimal":
		a.Verdict = backends.Optimal
	}
	return a, nil
}

// model reads literals; every variable has to be among them.
func (r *Reply) model(vars int) (pb.Model, error) {
	m, seen := make(pb.Model, vars+1), make([]bool, vars+1)
	for _, l := range r.Model {
		if l == 0 || l > int64(vars) || l < -int64(vars) {
			return nil, fmt.Errorf("%d in its model is no literal over %d variables", l, vars)
		}
		v := pb.Lit(l).Var()
		if seen[v] {
			return nil, fmt.Errorf("its model has variable %d twice", v)
		}
		m[v], seen[v] = l > 0, true
	}
	if len(r.Model) < vars {
		return nil, fmt.Errorf("its model has %d values for %d variables", len(r.Model), vars)
	}
	return m, nil
}

var proofFormats = map[string]backends.ProofFormat{
	"drat": backends.DRATText, "drat-binary": backends.DRATBinary, "lrat": backends.LRAT,
}

// passProof hands the proof of a reply on.
func passProof(ctx context.Context, p *Proof, dir string, to io.Writer) error {
	if p == nil {
		return errors.New("claims unsat, but gives no proof")
	}
	if _, ok := proofFormats[p.Format]; !ok {
		return fmt.Errorf("its proof is %q: expected drat, drat-binary or lrat", p.Format)
	}
	var from io.Reader = strings.NewReader(p.Text)
	if p.File != "" {
		if filepath.Base(p.File) != p.File {
			return fmt.Errorf("its proof is in %q, which is no name of a file in its own directory", p.File)
		}
		file, err := process.Open(filepath.Join(dir, p.File))
		switch {
		case errors.Is(err, os.ErrNotExist):
			return fmt.Errorf("claims unsat, but wrote no proof: %w", err)
		case err != nil:
			return fmt.Errorf("its proof: %w", err)
		}
		defer file.Close()
		from = file
	}
	if _, err := io.Copy(to, process.Stoppable(ctx, from)); err != nil {
		return fmt.Errorf("passing its proof on: %w", err)
	}
	return nil
}
