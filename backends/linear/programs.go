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
		Args:        []string{"{formula}", "-solve", "-solution", "{solution}"},
		SeedArgs:    []string{"-randomSeed", "{seed}", "-randomCbcSeed", "{seed}"},
		TimeArgs:    []string{"-timeMode", "elapsed", "-seconds", "{seconds}"}, // else they are CPU seconds
		VersionArgs: []string{"-quit"}, Version: `^Version: (\S+)`,
		Status: `^([A-Z][a-z ]+)(?: \(.*\))? - objective value`,
		Words: map[string]Word{
			"Optimal": Best, "Infeasible": Infeasible, "Integer infeasible": Infeasible,
			"Stopped on time": Found,
		},
		Value: `^[A-Z][a-z ]+ - objective value (\S+)`,
	},
	{
		Name: "highs", Doc: "HiGHS, integer programming, compiled to WebAssembly and run by node; no proofs",
		Install: "npm install highs, where hubcover runs, globally, or in a directory named by NODE_PATH; node itself: apt install nodejs",
		Command: "node", Script: highs, Module: "highs",
		Format:   "lp",
		Args:     []string{"{script}", "{module}", "{formula}", "{solution}"},
		SeedArgs: []string{"--random_seed={seed}"},
		TimeArgs: []string{"--time_limit={seconds}"},
		Status:   `^Status (.+)`,
		Words:    map[string]Word{"Optimal": Best, "Infeasible": Infeasible, "Time limit reached": Found},
		Value:    `^Objective (\S+)`,
	},
	{
		Name: "glpsol", Doc: "GLPK's branch and cut, integer programming; no proofs",
		Install: "apt install glpk-utils", Command: "glpsol",
		Format:      "mps",
		Args:        []string{"--freemps", "{formula}", "-o", "{solution}"},
		SeedArgs:    []string{"--seed", "{seed}"},
		TimeArgs:    []string{"--tmlim", "{seconds}"},
		VersionArgs: []string{"--version"}, Version: `Solver (\S+)`,
		Status: `^Status: +INTEGER (.+)`,
		Words:  map[string]Word{"OPTIMAL": Best, "EMPTY": Infeasible, "NON-OPTIMAL": Found},
		Value:  `^Objective: +obj = (\S+)`,
	},
	{
		Name: "clasp-opb", Doc: "clasp on pseudo-Boolean files, conflict-driven; no proofs",
		Install: "apt install clasp", Command: "clasp",
		Format:      "opb",
		Args:        []string{"{formula}", "--opt-strategy=usc"}, // core-guided: bounds from below
		SeedArgs:    []string{"--seed={seed}"},
		TimeArgs:    []string{"--time-limit={seconds}"},
		VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`,
		Status: `^s (.+)`, Words: competition, Value: `^o (\S+)`,
		Exits: claspExits,
	},
	{
		Name: "clasp-wcnf", Doc: "clasp on MaxSAT files, conflict-driven; no proofs",
		Install: "apt install clasp", Command: "clasp",
		Format:      wcnf2019,
		Args:        []string{"{formula}", "--opt-strategy=usc"}, // core-guided: bounds from below
		SeedArgs:    []string{"--seed={seed}"},
		TimeArgs:    []string{"--time-limit={seconds}"},
		VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`,
		Status: `^s (.+)`, Words: competition, Value: `^o (\S+)`,
		Exits: claspExits,
	},
}

var competition = map[string]Word{
	"OPTIMUM FOUND": Best, "SATISFIABLE": Found, "UNSATISFIABLE": Infeasible, "UNKNOWN": Nothing,
}

// claspExits: 10 for a model, 20 for none, 1 added for interrupted, 30 for both.
var claspExits = []int{0, 1, 10, 11, 20, 30}

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
