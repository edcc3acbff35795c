package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
	"github.com/hubcover/hubcover/instances"
)

func (a *app) solveCommand() *cobra.Command {
	s := &search{app: a}
	var expect map[string]string
	cmd := &cobra.Command{
		Use:   "solve FILE...",
		Short: "answer b, chi_hub, chi' and the front of every instance",
		Long: `Finds the fewest hubs (b), the fewest colours (chi), the fewest colours of the
cells themselves (chi-prime) and the Pareto front of hubs against colours
(front). Every number is checked against the instance; where a limit comes
first, the bounds known by then are given. - is standard input; a file or a
stream may hold many instances and gives one result each, in order.`,
		Example: `  hubcover solve access.txt
  hubcover gen crown n=6 | hubcover solve - -q b,chi,front
  hubcover solve *.csv --json --time-limit 30s --jobs 2 > results.jsonl
  hubcover solve access.txt -q b --start roles.txt --expect b=14
  hubcover solve access.txt --cert certs && hubcheck certs/access.hubcert.tar access.txt
  hubcover solve access.txt -q b --min-size --show hubs
  hubcover solve graph.d6 -q chi --format competition`,
		Args: wants("a FILE, or - for standard input", 1, -1),
		RunE: interruptible(func(cmd *cobra.Command, files []string) error {
			questions, err := parseQuestions(a.config.Questions)
			if err != nil {
				return err
			}
			expected, err := parseExpected(expect, questions)
			if err != nil {
				return err
			}
			switch {
			case s.opt.Target < 0:
				return misuse("--target %d: expected a number of hubs from 1 up", s.opt.Target)
			case s.opt.Target > 0 && !slices.Contains(questions, instances.B):
				return misuse("--target %d is for b, which is not asked: add it to -q", s.opt.Target)
			}
			if err := s.checkMinSize(questions); err != nil {
				return err
			}
			s.opt.Questions = questions
			s.answer = hubcover.Solve
			s.unanswered = func(inst *instances.Instance, stop backends.Stop, known *latest) *hubcover.Result {
				return cutShort(inst, questions, stop, known)
			}
			s.judge = func(res *hubcover.Result) int { return a.judge(res, expected) }
			s.print = s.printResult
			return s.run(cmd.Context(), files)
		}),
	}
	config.AddFlags(cmd.Flags(), "questions")
	complete(cmd, "questions", questionNames())
	s.addFlags(cmd)
	cmd.Flags().IntVar(&s.opt.Target, "target", 0, "stop at a cover of `N` hubs; 0 does not")
	s.addMinSize(cmd)
	cmd.Flags().StringToStringVar(&expect, "expect", nil, "exit 4 when an invariant differs, as in `b=14,chi=4`")
	cmd.Flags().Lookup("expect").DefValue = ""
	return cmd
}

func questionNames() []string {
	var all []string
	for _, q := range instances.Questions {
		all = append(all, q.String())
	}
	return all
}

func parseQuestions(names []string) ([]instances.Question, error) {
	var out []instances.Question
	for _, name := range names {
		q, err := instances.ParseQuestion(name)
		if err != nil {
			return nil, misuse("no question is named %q%s", name, nearest.Hint(name, questionNames()))
		}
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out, nil
}

// parseExpected reads b=14,chi=4; what is expected has to be asked.
func parseExpected(expect map[string]string, asked []instances.Question) (map[instances.Question]int, error) {
	out := map[instances.Question]int{}
	for name, text := range expect {
		q, err := instances.ParseQuestion(name)
		if err != nil || q == instances.Front {
			return nil, misuse("--expect %s=%s%s", name, text, nearest.Hint(name, []string{"b", "chi", "chi-prime"}))
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, misuse("--expect %s=%s: expected a number from 0 up", name, text)
		}
		if !slices.Contains(asked, q) {
			return nil, misuse("--expect %s=%d, which is not asked: add it to -q", q, n)
		}
		out[q] = n
	}
	return out, nil
}

// judge gives the exit code of a result and says where it is not as expected.
func (a *app) judge(res *hubcover.Result, expected map[instances.Question]int) int {
	code := answered
	for _, q := range instances.Questions {
		iv := intervalOf(res, q)
		if iv == nil {
			continue
		}
		if iv.Status() != hubcover.Optimal || !settledSize(iv) {
			code = worse(code, undecided)
		}
		if n, ok := expected[q]; ok && (n < iv.Lower || (iv.Upper >= 0 && n > iv.Upper)) {
			a.talk.line("hubcover: %s: %s is %s, expected %d", res.Instance.Name, q, interval(iv.Lower, iv.Upper), n)
			code = worse(code, disagreed)
		}
	}
	if res.Front != nil && res.Front.Status != hubcover.Optimal {
		code = worse(code, undecided)
	}
	return code
}

// intervalOf is the interval of a question, nil where it was not asked or is
// none.
func intervalOf(res *hubcover.Result, q instances.Question) *hubcover.Interval {
	switch q {
	case instances.B:
		return res.B
	case instances.Chi:
		return res.Chi
	case instances.ChiPrime:
		return res.ChiPrime
	}
	return nil
}

// cutShort is what is known when the library does not come back in time:
// checked bounds, whose witnesses are lost.
func cutShort(inst *instances.Instance, questions []instances.Question, stop backends.Stop, known *latest) *hubcover.Result {
	res := &hubcover.Result{Instance: inst}
	for _, q := range questions {
		switch q {
		case instances.B:
			res.B = known.of(q, stop)
		case instances.Chi:
			res.Chi = known.of(q, stop)
		case instances.ChiPrime:
			res.ChiPrime = known.of(q, stop)
		case instances.Front:
			res.Front = &hubcover.FrontResult{Status: hubcover.Undecided, Stop: stop}
		}
	}
	return res
}

// run settles what all instances share, and goes through the files.
func (s *search) run(ctx context.Context, files []string) error {
	if err := s.show.check(s.opt.Questions); err != nil {
		return err
	}
	if err := s.read.check(); err != nil {
		return err
	}
	list, err := s.backends(ctx)
	if err != nil {
		return err
	}
	s.opt.Backends = list
	if s.lp != "" { // color has no such flag
		if err := oneOf("lp", s.lp, lpNames()); err != nil {
			return err
		}
		if s.opt.LP, err = all.PickLP(all.LPs, s.lp); err != nil {
			return err
		}
	}
	s.opt.Seed, s.opt.Deterministic, s.opt.Memory = s.config.Seed, s.config.Deterministic, int64(s.config.MemLimit)
	if s.cert.dir != "" {
		s.opt.Deterministic = true // the same seed gives the same certificate
	}
	if err := s.start.load(s.app); err != nil {
		return err
	}
	if err := s.cert.prepare(); err != nil {
		return err
	}
	if s.show.format == "json" {
		s.record = s.runRecord(ctx, list)
	}
	if s.show.format == "competition" {
		return s.compete(ctx, files)
	}
	return s.files(ctx, files)
}

// addFlags adds the flags that solve and decide share.
func (s *search) addFlags(cmd *cobra.Command) {
	config.AddFlags(cmd.Flags(), searchKeys...)
	complete(cmd, "backend", backendNames(all.Backends))
	s.read.add(cmd)
	s.show.add(cmd)
	s.start.add(cmd)
	cmd.Flags().BoolVar(&s.opt.NoProof, "no-proof", false, "make no proofs: what rests on a backend's word is reported as unproved")
	cmd.Flags().StringVar(&s.cert.dir, "cert", "", "write a certificate of every result into this folder, `DIR`/NAME.hubcert.tar; implies --deterministic")
	cmd.Flags().StringVar(&s.lp, "lp", "auto", "linear programs for lower bounds by `NAME`: "+strings.Join(lpNames(), ", "))
	complete(cmd, "lp", lpNames())
	cmd.Flags().IntVar(&s.opt.CubeDepth, "cubes", 0, "split what backends are asked over the first `N` cells; 0 does not")
}

// lpNames is what --lp takes.
func lpNames() []string {
	names := []string{"auto"}
	for _, s := range all.LPs {
		names = append(names, s.Name)
	}
	return names
}

func questionList(questions []instances.Question) string {
	var names []string
	for _, q := range questions {
		names = append(names, fmt.Sprint(q))
	}
	return strings.Join(names, ",")
}
