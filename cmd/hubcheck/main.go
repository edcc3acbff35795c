// Hubcheck believes or rejects a certificate: it holds every claim in it
// against the instance that it is said to be about.
//
//	hubcheck CERT INSTANCE
//
// It prints a line a claim and the count, and exits 0 when every claim was
// verified, 1 when one was rejected, 2 when something was malformed or misused,
// 3 when a limit was met. It imports the standard library and package check.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/hubcover/hubcover/verify/check"
)

func main() {
	os.Exit(run(disk{}, os.Args[1:], os.Stdout, os.Stderr))
}

// disk opens files by any path.
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

const usage = `hubcheck [flags] CERT INSTANCE

Checks every claim of the certificate CERT (hubcert/1, a .tar file) against the
matrix or digraph INSTANCE: cells, dense 0/1, pairs or digraph6, or one of them
in gzip. Anything else: hubcover convert --to cells.

One line a claim, VERIFIED, REJECTED, MALFORMED or LIMIT; last line the count.
Exit: 0 all verified, 1 one rejected, 2 malformed or usage, 3 a limit was met.

Flags:
`

// arguments of a run.
type arguments struct {
	from    string
	index   int
	version bool
	limits  check.Limits
	time    time.Duration
	files   []string
}

// parse reads them; the text is what to print where help was asked for.
func parse(args []string) (a arguments, help string, err error) {
	f := flag.NewFlagSet("hubcheck", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {
		text := bytes.NewBufferString(usage)
		f.SetOutput(text)
		f.PrintDefaults()
		f.SetOutput(io.Discard)
		help = text.String()
	}
	f.StringVar(&a.from, "from", "", "`format` of INSTANCE, found out otherwise: "+strings.Join(check.Formats, ", "))
	f.IntVar(&a.index, "index", -1, "which digraph of a digraph6 stream, from 0")
	f.BoolVar(&a.version, "version", false, "print the version and exit")
	f.IntVar(&a.limits.Clauses, "max-clauses", 10_000_000, "clauses of one formula")
	f.Int64Var(&a.limits.Proof, "max-proof", 2_000_000_000, "bytes of the proofs of one bound, decompressed")
	f.IntVar(&a.limits.Bicliques, "max-bicliques", 5_000_000, "maximal bicliques of one bound")
	f.IntVar(&a.limits.Cubes, "max-cubes", 1_000_000, "cubes of one bound, with their prefixes")
	f.Int64Var(&a.limits.Memory, "max-memory", 4_000_000_000, "bytes of memory")
	f.DurationVar(&a.time, "time-limit", 0, "time for all claims, as 90s; 0 is no limit")
	for len(args) > 0 { // flags may stand behind files
		if err := f.Parse(args); err != nil {
			return a, help, err
		}
		if args = f.Args(); len(args) > 0 {
			a.files, args = append(a.files, args[0]), args[1:]
		}
	}
	l := a.limits
	if min(int64(l.Clauses), l.Proof, int64(l.Bicliques), int64(l.Cubes), l.Memory) <= 0 {
		return a, "", errors.New("limits must be positive")
	}
	if !a.version && len(a.files) != 2 {
		return a, "", fmt.Errorf("%d files are named, wanted are CERT and INSTANCE; hubcheck -h says more", len(a.files))
	}
	return a, "", nil
}

// run is the program: files are opened in fsys.
func run(fsys fs.FS, args []string, stdout, stderr io.Writer) (exit int) {
	a, help, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help)
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "hubcheck:", err)
		return 2
	case a.version:
		fmt.Fprintln(stdout, "hubcheck", version(), "reads", check.Format)
		return 0
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(a.limits.Memory))
	rel, err := instance(fsys, a)
	if err != nil {
		fmt.Fprintf(stderr, "hubcheck: instance %s: %v\n", a.files[1], err)
		return exitOf(err)
	}
	out := bufio.NewWriter(stdout)
	found, err := a.checker(time.Now()).Certificate(fsys, a.files[0], rel)
	if err != nil {
		fmt.Fprintf(stderr, "hubcheck: certificate %s: %v\n", a.files[0], err)
		return exitOf(err)
	}
	for _, f := range found {
		fmt.Fprintln(out, f)
	}
	fmt.Fprintln(out, check.Summary(found))
	if err := out.Flush(); err != nil {
		fmt.Fprintln(stderr, "hubcheck:", err)
		return 2
	}
	return check.ExitCode(found)
}

// checker has the limits that were asked for.
func (a arguments) checker(began time.Time) check.Checker {
	return check.Checker{Limits: a.limits, Stop: func() error {
		if a.time > 0 && time.Since(began) > a.time {
			return fmt.Errorf("the time limit of %v", a.time)
		}
		return nil
	}}
}

// exitOf is the exit code where a file could not be read.
func exitOf(err error) int {
	if errors.Is(err, check.ErrLimit) {
		return 3
	}
	return 2
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown version)"
}

// instance reads the matrix.
func instance(fsys fs.FS, a arguments) (*check.Matrix, error) {
	file, err := fsys.Open(a.files[1])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	most := a.limits.Memory / check.TextShare
	text, err := readUpTo(file, most)
	if err == nil && bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
			text, err = readUpTo(z, most)
		}
	}
	if err != nil {
		return nil, err
	}
	return check.ReadInstance(text, a.from, a.index)
}

func readUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", check.ErrLimit, most)
	}
	return text, err
}
