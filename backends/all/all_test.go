package all_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/encode/pb"
)

func TestMain(m *testing.M) {
	all.Child()
	os.Exit(m.Run())
}

func TestAuto(t *testing.T) { backendtest.Run(t, all.Auto(all.Backends)) }

func TestNamesDiffer(t *testing.T) {
	seen := map[string]bool{"auto": true}
	for _, b := range all.Backends {
		if seen[b.Name] {
			t.Errorf("two backends are called %s", b.Name)
		}
		seen[b.Name] = true
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"cadicl", "Gophersat", "atuo", "something else", ""} {
		_, err := all.Find(all.Backends, name)
		if err == nil {
			t.Errorf("there is a backend %q", name)
			continue
		}
		for _, want := range []string{strconv.Quote(name), "choose among", `"cadical"`, `"gophersat"`, `"auto"`} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, which does not say %s", name, err, want)
			}
		}
	}
	if b, err := all.Find(all.Backends, "gophersat"); err != nil || b.Name != "gophersat" {
		t.Errorf("got %v, %v", b.Name, err)
	}
}

// scripted answers as it is told.
func scripted(name string, present bool, solve func(opt backends.Options) (backends.Answer, error)) backends.Backend {
	return backends.Backend{
		Name: name, Doc: name, Install: "write it",
		Able: backends.Abilities{Clauses: true, Proof: true},
		Probe: func(context.Context) (string, error) {
			if !present {
				return "", backends.ErrMissing
			}
			return "1", nil
		},
		Solve: func(_ context.Context, _ *pb.Formula, opt backends.Options) (backends.Answer, error) {
			return solve(opt)
		},
	}
}

func answers(backends.Options) (backends.Answer, error) {
	return backends.Answer{Verdict: backends.Unsat}, nil
}

func fails(backends.Options) (backends.Answer, error) {
	return backends.Answer{}, errors.New("fails")
}

func TestPick(t *testing.T) {
	list := []backends.Backend{scripted("here", true, answers), scripted("gone", false, answers)}
	if b, err := all.Pick(context.Background(), list, "here"); err != nil || b.Name != "here" {
		t.Errorf("got %v, %v", b.Name, err)
	}
	if b, err := all.Pick(context.Background(), list, "auto"); err != nil || b.Name != "auto" {
		t.Errorf("got %v, %v", b.Name, err)
	}
	_, err := all.Pick(context.Background(), list, "gone")
	if !errors.Is(err, backends.ErrMissing) || !strings.Contains(err.Error(), "write it") {
		t.Errorf("got %v", err)
	}
}

// Those that are missing, do not take the formula or fail are passed over.
func TestAutoGoesOn(t *testing.T) {
	f := backendtest.Pigeonhole(3, 2)
	noClauses := scripted("other formulas", true, answers)
	noClauses.Able.Clauses = false
	a, err := all.Auto([]backends.Backend{
		scripted("gone", false, answers), noClauses, scripted("broken", true, fails), scripted("good", true, answers),
	}).Solve(context.Background(), f, backends.Options{})
	if err != nil || a.By != "good" || a.Verdict != backends.Unsat {
		t.Fatalf("got %+v, %v", a, err)
	}
	_, err = all.Auto([]backends.Backend{scripted("gone", false, answers), scripted("broken", true, fails)}).
		Solve(context.Background(), f, backends.Options{})
	if err == nil || !strings.Contains(err.Error(), "fails") || !errors.Is(err, backends.ErrMissing) {
		t.Fatalf("got %v", err)
	}
}

// Two proofs are never run together.
func TestAutoKeepsProofsApart(t *testing.T) {
	half := func(opt backends.Options) (backends.Answer, error) {
		opt.Proof.Write([]byte("1 0\n"))
		return fails(opt)
	}
	whole := func(opt backends.Options) (backends.Answer, error) {
		opt.Proof.Write([]byte("0\n"))
		return backends.Answer{Verdict: backends.Unsat, Proof: backends.DRATText}, nil
	}
	for _, test := range []struct {
		first func(backends.Options) (backends.Answer, error)
		ok    bool
	}{{fails, true}, {half, false}} {
		var proof bytes.Buffer
		a, err := all.Auto([]backends.Backend{scripted("first", true, test.first), scripted("second", true, whole)}).
			Solve(context.Background(), backendtest.Pigeonhole(3, 2), backends.Options{Proof: &proof})
		if (err == nil) != test.ok || test.ok && (a.By != "second" || proof.String() != "0\n") {
			t.Errorf("got %+v, %v, proof %q", a, err, proof.String())
		}
	}
}

// A small formula that is easy is answered by the embedded solver, a small one
// that is hard by the best there is.
func TestAutoTriesTheEmbeddedFirst(t *testing.T) {
	list := []backends.Backend{scripted("program", true, answers)}
	embedded, err := all.Pick(context.Background(), all.Backends, "gophersat")
	if err != nil {
		t.Fatal(err)
	}
	b := all.Auto(append(list, embedded))
	defer b.Close()
	for _, test := range []struct {
		pigeons int
		by      string
	}{{4, "gophersat"}, {9, "program"}, {30, "program"}} {
		a, err := b.Solve(context.Background(), backendtest.Pigeonhole(test.pigeons, test.pigeons-1), backends.Options{})
		if err != nil || a.By != test.by {
			t.Errorf("%d pigeons: by %s, %v; want %s", test.pigeons, a.By, err, test.by)
		}
	}
}
