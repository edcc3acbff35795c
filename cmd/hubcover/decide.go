package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
)

func (a *app) decideCommand() *cobra.Command {
	s := &search{app: a}
	hubs, colors := hubcover.Unbounded, hubcover.Unbounded
	cmd := &cobra.Command{
		Use:   "decide FILE... --hubs N --colors H",
		Short: "answer whether so many hubs and colours are enough",
		Long: `Answers whether there is a hub extension with at most N hubs and at most H
colours; either bound may be left out. A yes comes with the extension, a no
with what it rests on. The exit code is 0 for both, 3 where the answer is
unknown or a no is a backend's word alone.`,
		Example: `  hubcover decide access.txt --hubs 13
  hubcover gen complete n=3 | hubcover decide - --hubs 3 --colors 2`,
		Args: wants("a FILE, or - for standard input", 1, -1),
		RunE: interruptible(func(cmd *cobra.Command, files []string) error {
			for _, name := range []string{"hubs", "colors"} {
				if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String()[0] == '-' {
					return misuse("--%s %s: expected a number from 0 up", name, f.Value)
				}
			}
			if hubs == hubcover.Unbounded && colors == hubcover.Unbounded {
				return misuse("decide wants --hubs, --colors or both: without a bound the answer is always yes")
			}
			s.answer = func(ctx context.Context, inst *instances.Instance, opt hubcover.Options) (*hubcover.Result, error) {
				return hubcover.Decide(ctx, inst, hubs, colors, opt)
			}
			s.unanswered = func(inst *instances.Instance, stop backends.Stop, _ *latest) *hubcover.Result {
				return &hubcover.Result{Instance: inst, Decide: &hubcover.Decision{Hubs: hubs, Colors: colors, Answer: "unknown", Stop: stop}}
			}
			s.judge = func(res *hubcover.Result) int {
				if res.Decide.Answer == "unknown" || !res.Decide.Verified {
					return undecided
				}
				return answered
			}
			s.print = s.printDecision
			return s.run(cmd.Context(), files)
		}),
	}
	cmd.Flags().IntVar(&hubs, "hubs", hubcover.Unbounded, "at most `N` hubs (default no bound)")
	cmd.Flags().IntVar(&colors, "colors", hubcover.Unbounded, "at most `H` colours (default no bound)")
	cmd.Flags().Lookup("hubs").DefValue, cmd.Flags().Lookup("colors").DefValue = "0", "0" // which pflag leaves out
	s.addFlags(cmd)
	return cmd
}
