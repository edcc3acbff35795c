package linear

import (
	_ "embed"

	"github.com/hubcover/hubcover/backends"
)

// Programs is the table of known programs, best first; each is tested with the
// version that Debian 12 has, HiGHS with the npm package of version 1.15.
var Programs = []Program{
	{
		Name: "cbc", Doc: "COIN-OR branch and cut, integer programming; no proofs",
		Install: "apt install coinor-cbc", Command: "cbc",
		Format:      "lp",
		Args:        []string{"-import", "{formula}", "-solve", "-solution", "{result}"},
		SeedArgs:    []string{"-randomSeed", "{seed}", "-randomCbcSeed", "{seed}"},
		TimeArgs:    []string{"-timeMode", "elapsed", "-seconds", "{seconds}"}, // else they are CPU seconds
		VersionArgs: []string{"-quit"}, Version: `^Version: (\S+)`,
		Deterministic: true,
	},
	{
		Name: "highs", Doc: "HiGHS, integer programming, compiled to WebAssembly and run by node; no proofs",
		Install: "npm install highs, where hubcover runs, globally, or in a directory named by NODE_PATH; node itself: apt install nodejs",
		Command: "node", Script: highs, Module: "highs",
		Format:        "lp",
		Args:          []string{"{module}", "{formula}", "{result}"},
		SeedArgs:      []string{"--random_seed={seed}"},
		TimeArgs:      []string{"--time_limit={seconds}"},
		Deterministic: true,
	},
	{
		Name: "glpsol", Doc: "GLPK's branch and cut, integer programming; no proofs",
		Install: "apt install glpk-utils", Command: "glpsol",
		Format:      "mps",
		Args:        []string{"--freemps", "{formula}", "-o", "{result}"},
		SeedArgs:    []string{"--seed", "{seed}"},
		TimeArgs:    []string{"--tmlim", "{seconds}"},
		VersionArgs: []string{"--version"}, Version: `Solver (\S+)`,
		Deterministic: true,
	},
	{
		Name: "clasp-opb", Doc: "clasp on pseudo-Boolean files, conflict-driven; no proofs",
		Install: "apt install clasp", Command: "clasp",
		Format:      "opb",
		Args:        []string{"{formula}", "--opt-strategy=usc"}, // core-guided: bounds from below
		SeedArgs:    []string{"--seed={seed}"},
		TimeArgs:    []string{"--time-limit={seconds}"},
		VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`,
		SatExits: claspExits, Deterministic: true,
	},
	{
		Name: "clasp-wcnf", Doc: "clasp on MaxSAT files, conflict-driven; no proofs",
		Install: "apt install clasp", Command: "clasp",
		Format:      wcnf2019,
		Args:        []string{"{formula}", "--opt-strategy=usc"}, // core-guided: bounds from below
		SeedArgs:    []string{"--seed={seed}"},
		TimeArgs:    []string{"--time-limit={seconds}"},
		VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`,
		SatExits: claspExits, Deterministic: true,
	},
}

// claspExits of a model: 10, 1 added where it was interrupted, and 20 for an optimum.
var claspExits = []int{10, 11, 30}

//go:embed highs.cjs
var highs string

// Backends makes a backend of every row of the table.
func Backends() []backends.Backend {
	var bs []backends.Backend
	for _, p := range Programs {
		bs = append(bs, New(p))
	}
	return bs
}
