package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare/suite"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/instances/formats"
)

// A suite is a list of lines: a public file, or a call of a family in which
// {a,b} stands for either; a family that takes a seed is called with each.
//
// The short one has an instance or two of every kind and ends within ten
// minutes on two cores.
var short = []string{
	"file {hp-hc,hp-domino,hp-emea,hp-fire1,hp-apj,hp-americas_large}.txt.gz",
	"random-hub nodes=40 hubs=10 p={0.2,0.3}",
	"random-hub nodes=60 hubs=15 p={0.2,0.3}",
	"random-hub nodes=100 hubs={5,15} p=0.2",
	"causal n=64",
	"window n=64",
	"strided n=64",
	"fixed n=64",
	"crown n={12,20,40}",
	"random-digraph n=12 p={0.5,0.6,0.7}",
	"random-digraph n=14 p={0.5,0.7}",
	"random-digraph n=15 p={0.3,0.5,0.6,0.8}",
	"random-digraph n=17 p={0.5,0.7}",
	"random-digraph n=18 p=0.6",
	"random-digraph n=20 p={0.2,0.35,0.5,0.6}",
	"random-digraph n=30 p=0.2",
	"random-digraph n=40 p=0.2",
}

// The long one has every kind in every size that hubcover is to master.
var long = []string{
	"file {hp-hc,hp-domino,hp-emea,hp-fire1,hp-fire2,hp-apj,hp-americas_small,hp-americas_large,hp-customer}.txt.gz",
	"random-hub nodes={20,40,60,100} hubs={5,10,15} p={0.2,0.3}",
	"{causal,window,strided,fixed} n={16,32,64}",
	"crown n={8,12,16,20,24,28,32,36,40}",
	"random-digraph n={12,15} p={0.3,0.4,0.5,0.6,0.7,0.8}",
	"random-digraph n={17,18,20} p={0.5,0.6,0.7}",
	"random-digraph n={20,30,40} p={0.1,0.2,0.3,0.35}",
}

// spec says how to get an instance; a tool's process is told it.
type spec struct {
	Name   string
	File   string   `json:",omitempty"` // a path, or else
	Family string   `json:",omitempty"` // a call
	Args   []string `json:",omitempty"`
}

func (s spec) instance(ctx context.Context) (*instances.Instance, error) {
	if s.File == "" {
		return families.Generate(s.Family, s.Args)
	}
	var found *instances.Instance
	for inst, err := range formats.ReadFile(ctx, s.File, formats.Options{}) {
		if err != nil {
			return nil, err
		}
		if found != nil {
			return nil, fmt.Errorf("%s has many instances, one is expected", s.File)
		}
		found = inst
	}
	if found == nil {
		return nil, fmt.Errorf("%s has no instance", s.File)
	}
	return found, nil
}

// specs lists what is to be measured. Public files that are not there are left
// out, and said.
func (o options) specs(messages io.Writer) ([]spec, error) {
	lines := map[string][]string{"short": short, "long": long}[o.suite]
	if lines == nil {
		if !strings.ContainsAny(o.suite, " ;") {
			return nil, fmt.Errorf("no suite is named %q: choose short, long, or give lines such as 'crown n={4,8}; random-digraph n=12 p=0.5'", o.suite)
		}
		lines = strings.Split(o.suite, ";")
	}
	var specs []spec
	missing := 0
	for _, line := range lines {
		for _, call := range suite.Expand(strings.TrimSpace(line)) {
			more, err := o.parseLine(call)
			if err != nil {
				return nil, fmt.Errorf("suite: %s: %w", call, err)
			}
			for _, s := range more {
				if !o.family.MatchString(s.Name) {
					continue
				}
				if _, err := os.Stat(s.File); s.File != "" && err != nil {
					fmt.Fprintf(messages, "left out: %v\n", err)
					missing++
					continue
				}
				if !slices.ContainsFunc(specs, func(t spec) bool { return t.Name == s.Name }) {
					specs = append(specs, s)
				}
			}
		}
	}
	if len(specs) == 0 {
		return nil, fmt.Errorf("nothing to measure: -family %q matches no instance of the suite that is there (%d files are not)", o.family, missing)
	}
	return specs, nil
}

// parseLine makes an instance of a line without alternatives, or one a seed.
func (o options) parseLine(line string) ([]spec, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil, nil
	}
	name, args := fields[0], fields[1:]
	if name == "file" {
		if len(args) != 1 {
			return nil, fmt.Errorf("expected one file name")
		}
		return []spec{{Name: formats.BaseName(args[0]), File: filepath.Join(o.data, args[0])}}, nil
	}
	family, err := families.Find(name)
	if err != nil {
		return nil, err
	}
	seeded := slices.ContainsFunc(family.Params, func(p families.Param) bool { return p.Kind == families.Seed })
	var specs []spec
	for _, seed := range o.seeds {
		full := args
		if seeded {
			full = append(slices.Clone(args), "seed="+strconv.FormatUint(seed, 10))
		}
		call, err := families.Parse(name, full)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec{Name: call.Name(), Family: name, Args: full})
		if !seeded {
			break
		}
	}
	return specs, nil
}
