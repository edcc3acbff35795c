package dimacs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// The files in the program's own directory.
const (
	formulaFile = "formula.cnf"
	resultFile  = "result.txt"
	proofFile   = "proof.drat"
)

// What a program may say, to which the size of a model is added: in a line,
// and at all. A log is shorter by far.
const (
	maxLine   = 1 << 16
	maxOutput = 64 << 20
)

func (s *solver) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	if !f.IsCNF() {
		return backends.Answer{}, fmt.Errorf("%s takes clauses only", s.Name)
	}
	if opt.Steps > 0 && len(s.StepArgs) == 0 {
		return backends.Answer{}, fmt.Errorf("%s cannot bound its search in steps", s.Name)
	}
	r := &run{solver: s, ctx: ctx, f: f, opt: opt, command: s.Command}
	if opt.Proof != nil && len(s.ProofArgs) > 0 {
		r.prove()
	}
	out := &process.Lines{Max: maxLine + 16*f.Vars(), Each: r.read}
	cmd := process.Command{Path: r.command, Args: r.args(), Stdout: out, MaxOutput: maxOutput + 16*int64(f.Vars()), Memory: opt.Memory, Env: s.Env,
		Before: r.writeFormula, After: r.readFiles}
	if !strings.Contains(strings.Join(s.Args, " "), "{formula}") {
		var text bytes.Buffer
		if err := pb.WriteDIMACS(&text, f); err != nil {
			return backends.Answer{}, err
		}
		cmd.Stdin, cmd.Before = &text, nil
	}
	r.flush = out.End
	res, err := cmd.Run(ctx)
	switch {
	case errors.Is(err, process.ErrStopped):
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	case err != nil:
		return backends.Answer{}, fmt.Errorf("%s: %w", s.Name, err)
	case res.Stop != "":
		return backends.Answer{Stop: res.Stop}, nil
	}
	a, err := r.answer(res)
	if err != nil {
		return backends.Answer{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	return a, nil
}

// run is one formula on its way through the program.
type run struct {
	*solver
	ctx     context.Context
	f       *pb.Formula
	opt     backends.Options
	command string
	proof   bool // a proof is written
	flush   func()

	status string       // SATISFIABLE, UNSATISFIABLE, or what else it said
	values bytes.Buffer // the v lines, or the rest of the result file
	made   int64        // steps
}

// prove has the proof written, where the program for it is there.
func (r *run) prove() {
	if r.ProofCommand != "" {
		if _, err := process.Find(r.ProofCommand); err != nil {
			return // the answer will say that it has no proof
		}
		r.command = r.ProofCommand
	}
	r.proof = true
}

func (r *run) args() []string {
	var args []string
	if r.opt.Seed != 0 {
		args = append(args, r.SeedArgs...)
	}
	if r.opt.Steps > 0 {
		args = append(args, r.StepArgs...)
	}
	args = append(args, r.Args...)
	if r.proof {
		args = append(args, r.ProofArgs...)
	}
	fill := strings.NewReplacer(
		"{formula}", formulaFile, "{result}", resultFile, "{proof}", proofFile,
		"{seed}", strconv.FormatUint(uint64(r.opt.Seed)%2_000_000_000+1, 10),
		"{steps}", strconv.FormatInt(r.opt.Steps, 10))
	for i, a := range args {
		args[i] = fill.Replace(a)
	}
	return args
}

func (r *run) writeFormula(dir string) error {
	file, err := os.Create(filepath.Join(dir, formulaFile))
	if err != nil {
		return err
	}
	return errors.Join(pb.WriteDIMACS(file, r.f), file.Close())
}

// read takes one line of the standard output.
func (r *run) read(line string) {
	switch {
	case strings.HasPrefix(line, "s "):
		r.status = strings.TrimSpace(line[2:])
	case strings.HasPrefix(line, "v "):
		r.values.WriteString(line + "\n")
	case r.steps != nil:
		if m := r.steps.FindStringSubmatch(line); len(m) > 1 {
			r.made, _ = strconv.ParseInt(m[1], 10, 64)
		}
	}
}

// readFiles takes what the program wrote, while its directory exists.
func (r *run) readFiles(dir string) error {
	r.flush()
	if strings.Contains(strings.Join(r.Args, " "), "{result}") {
		if err := r.readResult(filepath.Join(dir, resultFile)); err != nil {
			return err
		}
	}
	if r.proof && r.status == unsatisfiable {
		return r.copyProof(filepath.Join(dir, proofFile))
	}
	return nil
}

const (
	satisfiable   = "SATISFIABLE"
	unsatisfiable = "UNSATISFIABLE"
)

// readResult reads a status line and a line of literals.
func (r *run) readResult(path string) error {
	text, err := process.ReadFile(path, maxLine+16*int64(r.f.Vars()))
	if errors.Is(err, os.ErrNotExist) {
		return nil // it gave no answer; its exit status will tell more
	}
	if err != nil {
		return fmt.Errorf("its result: %w", err)
	}
	status, rest, _ := strings.Cut(string(text), "\n")
	switch strings.TrimSpace(status) {
	case "SAT":
		r.status = satisfiable
	case "UNSAT":
		r.status = unsatisfiable
	default:
		r.status = strings.TrimSpace(status)
	}
	r.values.WriteString(rest)
	return nil
}

// answer weighs status, exit and model against each other.
func (r *run) answer(res process.Result) (backends.Answer, error) {
	a := backends.Answer{Steps: r.made}
	switch {
	case res.Signal != "":
		return a, fmt.Errorf("ended by a signal (%s)%s", res.Signal, res.Said())
	case res.Left > 0:
		return a, fmt.Errorf("left %d of its processes running, which were killed", res.Left)
	case r.status == satisfiable && slices.Contains(r.SatExits, res.Exit):
		model, err := pb.ReadModel(&r.values, r.f.Vars())
		if err == nil {
			err = r.f.Check(model)
		}
		if err != nil {
			return a, fmt.Errorf("claims satisfiable, but: %w: %w", err, backends.ErrRejected)
		}
		a.Verdict, a.Model = backends.Sat, model
	case r.status == unsatisfiable && slices.Contains(r.UnsatExits, res.Exit):
		a.Verdict = backends.Unsat
		if r.proof {
			a.Proof = proofFormats[r.ProofFormat]
		}
	case r.status == satisfiable || r.status == unsatisfiable:
		return a, fmt.Errorf("says %q with exit status %d, which does not belong to it%s", r.status, res.Exit, res.Said())
	case r.status != "" || r.opt.Steps > 0 && res.Exit == 0:
		a.Stop = backends.GaveUp
	default:
		return a, fmt.Errorf("ended with exit status %d and without an answer%s", res.Exit, res.Said())
	}
	return a, nil
}

// copyProof passes the proof on and sees that it got to the empty clause. (A
// formula that has the empty clause itself needs no more.)
func (r *run) copyProof(path string) error {
	file, err := process.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("claims unsatisfiable, but wrote no proof: %w", err)
	case err != nil:
		return fmt.Errorf("its proof: %w", err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	if proofFormats[r.ProofFormat] != backends.DRATText { // whether it is whole shows when it is read
		if _, err := io.Copy(r.opt.Proof, process.Stoppable(r.ctx, in)); err != nil {
			return fmt.Errorf("passing its proof on: %w", err)
		}
		return nil
	}
	if b, _ := in.Peek(1); len(b) == 1 && b[0] == '%' { // a header of picosat's
		if _, err := in.ReadString('\n'); err != nil {
			return fmt.Errorf("its proof has a header only: %w", err)
		}
	}
	proof := &proofWriter{w: r.opt.Proof}
	if _, err := io.Copy(proof, process.Stoppable(r.ctx, in)); err != nil {
		return fmt.Errorf("passing its proof on: %w", err)
	}
	if proof.ends {
		return nil
	}
	if !r.hasEmptyClause() {
		return errors.New("claims unsatisfiable, but its proof breaks off before the empty clause; was the disk full?")
	}
	_, err = io.WriteString(proof, "0\n")
	return err
}

func (r *run) hasEmptyClause() bool {
	for i := range r.f.Len() {
		if len(r.f.Lits(i)) == 0 {
			return true
		}
	}
	return false
}
