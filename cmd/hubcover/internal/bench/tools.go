package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/dimacs"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// tool is something that is measured: hubcover, or a baseline.
type tool struct {
	Name    string
	Doc     string
	Install string
	Probe   func(ctx context.Context) (version string, err error)
	// Run finds b until ctx ends, in a process of its own whose folder it may
	// leave a certificate in.
	Run     func(ctx context.Context, inst *instances.Instance, opt toolOptions) (outcome, error)
	version string
}

type toolOptions struct {
	Cores int // of hubcover
}

// outcome is what a tool says of b. A baseline's cover is verified, its lower
// bound believed; hubcover's numbers are both checked.
type outcome struct {
	Lower  int    `json:"lower"`
	Upper  int    `json:"upper"`             // -1 while no cover is known
	Claim  int    `json:"claimed,omitempty"` // a better lower bound without a proof
	Method string `json:"method,omitempty"`  // of the lower bound
	Level  string `json:"level,omitempty"`   // of its certificate
	Steps  int64  `json:"steps"`             // of the solvers asked, each in its own unit, where they tell
	Proof  int64  `json:"proof_bytes"`
	Stop   string `json:"stop,omitempty"` // why it is not solved
}

func (o outcome) solved() bool { return o.Upper >= 0 && max(o.Lower, o.Claim) >= o.Upper }

// proved is solved without a claim.
func (o outcome) proved() bool { return o.Upper >= 0 && o.Lower >= o.Upper }

// certificateFile is what hubcover leaves in its folder.
const certificateFile = "b.hubcert.tar"

// tools lists them, hubcover first.
var tools = []tool{
	{
		Name: "hubcover", Doc: "this program, with proof and certificate",
		Probe: func(context.Context) (string, error) { return "(this source)", nil },
		Run:   runHubcover,
	},
	{
		Name: "cadical", Doc: "CaDiCaL on the plain formula b/canonical, k by bisection below the stars; no proof asked",
		Install: "apt install cadical",
		Probe:   func(ctx context.Context) (string, error) { return cadical.Probe(ctx) },
		Run:     runCadical,
	},
	{
		Name: "cbc", Doc: "cbc on the plain set cover b/setcover, an LP file",
		Install: "apt install coinor-cbc",
		Probe:   probe("cbc", []string{"-quit"}, `Version: (\S+)`),
		Run: minimiser{"cbc", []string{modelFile, "solve", "solution", solutionFile},
			regexp.MustCompile(`^Optimal - objective value`)}.run,
	},
	{
		Name: "glpsol", Doc: "GLPK's glpsol on the same file",
		Install: "apt install glpk-utils",
		Probe:   probe("glpsol", []string{"--version"}, `Solver,? v?(\S+)`),
		Run: minimiser{"glpsol", []string{"--lp", modelFile, "--write", solutionFile},
			regexp.MustCompile(`(?m)^s mip \d+ \d+ o `)}.run,
	},
}

// tools lists those that are asked for and here.
func (o options) tools(ctx context.Context, messages io.Writer) []tool {
	var here []tool
	for i, t := range tools {
		if i > 0 && !o.baselines {
			break
		}
		var err error
		if t.version, err = t.Probe(ctx); err != nil {
			fmt.Fprintf(messages, "left out: %s: %v; to get it: %s\n", t.Name, err, t.Install)
			continue
		}
		here = append(here, t)
	}
	return here
}

// runHubcover solves, proves and writes the certificate, as
// "hubcover solve -q b --cert DIR" does.
func runHubcover(ctx context.Context, inst *instances.Instance, opt toolOptions) (outcome, error) {
	var steps atomic.Int64
	list := counting(&steps)
	defer list[0].Close() // embedded solvers count once they are waited for
	res, err := hubcover.Solve(ctx, inst, hubcover.Options{
		Questions: []instances.Question{instances.B}, Backends: list, Deterministic: opt.Cores == 1,
	})
	if err != nil {
		return outcome{}, err
	}
	file, err := os.Create(certificateFile)
	if err != nil {
		return outcome{}, err
	}
	if err := errors.Join(res.WriteCertificate(file), file.Close()); err != nil && !errors.Is(err, hubcover.ErrNothingKnown) {
		return outcome{}, err
	}
	b := res.B
	out := outcome{
		Lower: b.Lower, Upper: b.Upper, Stop: string(b.Stop), Steps: steps.Load(),
		Level: hubcover.NewRecord(res, hubcover.Run{}).Results.B.LowerBy.Level,
	}
	if b.Claimed != nil {
		out.Claim = b.Claimed.Lower
	}
	var methods []string
	eachBound(b.By, func(by check.By) {
		if !slices.Contains(methods, by.Method) {
			methods = append(methods, by.Method)
		}
		for _, name := range append(by.Proofs, by.Proof) {
			out.Proof += int64(len(res.Proof(name)))
		}
	})
	out.Method = strings.Join(methods, "+")
	return out, nil
}

// eachBound visits what a bound rests on: itself, or its parts.
func eachBound(by check.By, visit func(check.By)) {
	for _, part := range by.Parts {
		eachBound(part, visit)
	}
	if len(by.Parts) == 0 {
		visit(by)
	}
}

// counting is the list that hubcover has by itself, the steps of all answers
// added up.
func counting(steps *atomic.Int64) []backends.Backend {
	list := []backends.Backend{all.Auto(all.Backends)}
	for _, b := range all.Backends {
		if b.Able.Proof {
			list = append(list, b)
		}
	}
	for i, b := range list {
		list[i].Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
			a, err := b.Solve(ctx, f, opt)
			steps.Add(a.Steps)
			return a, err
		}
	}
	return list
}

var cadical = func() backends.Backend {
	b, err := all.Find(dimacs.Backends(), "cadical")
	if err != nil {
		panic(err) // it is a row of that table
	}
	return b
}()

// runCadical halves the interval between 0 and the stars until it is closed.
// (Going down hub by hub was measured to be the same where the refutation at
// b-1 takes long and up to twice as slow elsewhere.)
func runCadical(ctx context.Context, inst *instances.Instance, _ toolOptions) (outcome, error) {
	rel := inst.Relation
	out := outcome{Upper: len(bound.Stars(rel, rel.Required())), Method: "plain"}
	for out.Lower < out.Upper {
		k := (out.Lower + out.Upper) / 2
		form, err := encode.Cover.Encode(ctx, encode.Problem{Rel: rel, Hubs: k})
		if err != nil {
			return unable(ctx, out, err)
		}
		said, err := cadical.Solve(ctx, form.Formula, backends.Options{})
		if err != nil {
			return unable(ctx, out, err)
		}
		out.Steps += said.Steps
		switch said.Verdict {
		case backends.Sat:
			cover, err := form.Decode(said.Model)
			if err == nil {
				err = verify.Cover(rel, cover)
			}
			if err != nil {
				return out, err
			}
			out.Upper = len(cover)
		case backends.Unsat:
			out.Lower = k + 1
		default:
			out.Stop = string(said.Stop)
			return out, nil
		}
	}
	return out, nil
}

const modelFile, solutionFile = "cover.lp", "solution.txt"

// minimiser is an integer programming solver that reads modelFile and writes
// solutionFile, in which optimal tells that it is done.
type minimiser struct {
	program string
	args    []string
	optimal *regexp.Regexp
}

func (m minimiser) run(ctx context.Context, inst *instances.Instance, _ toolOptions) (outcome, error) {
	rel := inst.Relation
	out := outcome{Upper: -1, Method: "plain"}
	form, err := encode.SetCover.Encode(ctx, encode.Problem{Rel: rel})
	if err != nil {
		return unable(ctx, out, err)
	}
	var solution []byte
	res, err := process.Command{
		Path: m.program, Args: m.args,
		Before: func(dir string) error {
			file, err := os.Create(filepath.Join(dir, modelFile))
			if err != nil {
				return err
			}
			return errors.Join(pb.WriteLP(file, form.Formula), file.Close())
		},
		After: func(dir string) (err error) {
			solution, err = os.ReadFile(filepath.Join(dir, solutionFile))
			return err
		},
	}.Run(ctx)
	switch {
	case err != nil:
		return unable(ctx, out, err)
	case res.Stop != "":
		out.Stop = string(res.Stop)
		return out, nil
	case !m.optimal.Match(solution):
		out.Stop = string(backends.GaveUp)
		return out, nil
	}
	model, err := pb.ReadModel(bytes.NewReader(solution), form.Formula.Vars())
	if err != nil {
		return out, err
	}
	cover, err := form.Decode(model)
	if err == nil {
		err = verify.Cover(rel, cover)
	}
	if err != nil {
		return out, err
	}
	out.Lower, out.Upper = len(cover), len(cover)
	return out, nil
}

// unable is the outcome where the plain formula is too large to be made, or the
// time was over before it was made or the program had begun.
func unable(ctx context.Context, out outcome, err error) (outcome, error) {
	var large encode.TooLarge
	var many encode.TooManyBicliques
	switch {
	case ctx.Err() != nil:
		out.Stop = string(backends.StopOf(ctx))
	case errors.As(err, &large), errors.As(err, &many):
		out.Stop = tooLarge
	default:
		return out, err
	}
	return out, nil
}

// tooLarge is why a baseline has not begun.
const tooLarge = "too large"

// probe finds a program and its version in what it prints.
func probe(program string, args []string, version string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		var said bytes.Buffer
		if _, err := (process.Command{Path: program, Args: args, Stdout: &said}).Run(ctx); err != nil {
			return "", err
		}
		if m := regexp.MustCompile(version).FindStringSubmatch(said.String()); m != nil {
			return m[1], nil
		}
		return "of unknown version", nil
	}
}
