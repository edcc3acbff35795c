// Command bench measures how fast hubcover finds and proves biclique cover
// numbers, beside plain baselines on the same instances in the same run, so
// that anybody can rerun the ratios:
//
//	go run ./cmd/hubcover/internal/bench -suite short -limit 20s -jobs 2
//
// The baselines are what one has without hubcover's reductions and bounds:
// CaDiCaL on the plain canonical formula, cbc and glpsol on the plain set cover
// by maximal bicliques. Those that are not installed are left out, and said.
//
// Every tool works on every instance in a process of its own (this program
// started again), with the same limit of wall-clock time from reading to the
// end; seconds are taken from the process with all its children, CPU time
// beside wall time, so that figures of a busy machine can be told from those of
// an idle one. The tools take their turns instance by instance.
//
// suite.go says on what, tools.go what is measured, run.go how, table.go and
// summary.go what is printed of it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hubcover/hubcover/backends/all"
)

func main() {
	all.Child()
	child()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := bench(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options of one call.
type options struct {
	suite     string
	family    *regexp.Regexp
	seeds     []uint64
	limit     time.Duration
	baselines bool
	jobs      int
	memory    int64 // bytes
	cores     int
	data      string
	json, csv string // files
}

// bench measures and prints. It fails where two answers contradict each other
// or a certificate is rejected, not where something is slow.
func bench(ctx context.Context, args []string, out, progress io.Writer) error {
	opt, err := parse(args, progress)
	if err != nil {
		return err
	}
	specs, err := opt.specs(progress)
	if err != nil {
		return err
	}
	tools := opt.tools(ctx, progress)
	sinks, err := openSinks(opt.json, opt.csv)
	if err != nil {
		return err
	}
	began, load := time.Now(), loadAverage()
	groups, err := measure(ctx, specs, tools, opt, func(g group) error {
		fmt.Fprintln(progress, g.line())
		return sinks.write(g)
	})
	if err = errors.Join(err, sinks.close()); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s %s, %d cores, load %s before and %s after, %d jobs, limit %s, %.0f s in all\n",
		time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.NumCPU(), load, loadAverage(), opt.jobs, opt.limit, time.Since(began).Seconds())
	for _, t := range tools {
		fmt.Fprintf(out, "%s %s: %s\n", t.Name, t.version, t.Doc)
	}
	fmt.Fprintln(out)
	if err := writeTable(out, tools, groups); err != nil {
		return err
	}
	fmt.Fprintln(out)
	writeSummary(out, tools, groups)
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d instances", len(groups), len(specs))
	}
	return contradictions(groups)
}

func parse(args []string, messages io.Writer) (options, error) {
	var opt options
	var family, seeds string
	var megabytes int64
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(messages)
	flags.StringVar(&opt.suite, "suite", "short", "short, long, or lines of a suite separated by ;")
	flags.StringVar(&family, "family", "", "only instances whose name matches this `regexp`, such as ^random-hub")
	flags.StringVar(&seeds, "seeds", "", "seeds of random instances, as in 0-9 or 1,4; 0 for the short suite and 0-9 for others")
	flags.DurationVar(&opt.limit, "limit", 20*time.Second, "wall-clock time of one tool on one instance")
	flags.BoolVar(&opt.baselines, "baselines", true, "run the baselines too")
	flags.IntVar(&opt.jobs, "jobs", 1, "instances worked on at the same time")
	flags.Int64Var(&megabytes, "memory", 4096, "resident memory of one tool, in `MiB`")
	flags.IntVar(&opt.cores, "cores", 1, "cores of hubcover: 1 is --deterministic; the baselines use one")
	flags.StringVar(&opt.data, "data", "", "folder of the public sets (default $HUBCOVER_DATA or ../shared/data)")
	flags.StringVar(&opt.json, "json", "", "write one JSON record a line into this `file`")
	flags.StringVar(&opt.csv, "csv", "", "write the same records as CSV into this `file`")
	if err := flags.Parse(args); err != nil {
		return opt, err
	}
	if flags.NArg() > 0 {
		return opt, fmt.Errorf("%q: there are only flags, see -h", flags.Arg(0))
	}
	var err error
	if opt.family, err = regexp.Compile(family); err != nil {
		return opt, fmt.Errorf("-family: %w", err)
	}
	if seeds == "" {
		seeds = "0-9"
		if opt.suite == "short" {
			seeds = "0"
		}
	}
	if opt.seeds, err = parseSeeds(seeds); err != nil {
		return opt, err
	}
	if opt.limit <= 0 || opt.jobs < 1 || megabytes < 1 || opt.cores < 1 {
		return opt, errors.New("-limit, -jobs, -memory and -cores must be above 0")
	}
	opt.memory = megabytes << 20
	if opt.data == "" {
		opt.data = os.Getenv("HUBCOVER_DATA")
	}
	if opt.data == "" {
		opt.data = filepath.Join("..", "shared", "data")
	}
	opt.data, err = filepath.Abs(opt.data) // tools run in folders of their own
	return opt, err
}

// parseSeeds reads 0-9 and 1,4 and mixtures of them.
func parseSeeds(text string) ([]uint64, error) {
	var seeds []uint64
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		a, err1 := strconv.ParseUint(low, 10, 32)
		b, err2 := strconv.ParseUint(high, 10, 32)
		if err1 != nil || err2 != nil || b < a || b-a > 1000 {
			return nil, fmt.Errorf("-seeds %s: expected numbers and ranges, as in 0-9 or 1,4", text)
		}
		for s := a; s <= b; s++ {
			if !slices.Contains(seeds, s) {
				seeds = append(seeds, s)
			}
		}
	}
	return seeds, nil
}

// loadAverage is the system's own figure of the last minute; "unknown" where
// it has none.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 0 {
		return fields[0]
	}
	return "unknown"
}
