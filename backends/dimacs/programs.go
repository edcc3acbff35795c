package dimacs

import "github.com/hubcover/hubcover/backends"

// Programs is the table of known programs, best first; each is tested with
// the version that Debian 12 has.
var Programs = []Program{
	{
		Name: "cadical", Doc: "CaDiCaL, conflict-driven with inprocessing; DRAT proofs",
		Install: "apt install cadical", Command: "cadical",
		Args:        []string{"{formula}"},
		ProofArgs:   []string{"--no-binary", "{proof}"},
		SeedArgs:    []string{"--seed={seed}"},
		StepArgs:    []string{"-c", "{steps}"},
		VersionArgs: []string{"--version"}, Version: `^(\S+)`,
		Steps:         `^c conflicts:\s+(\d+)`,
		Deterministic: true,
	},
	{
		Name: "minisat", Doc: "MiniSat, the classic conflict-driven solver; no proofs",
		Install: "apt install minisat", Command: "minisat",
		Args:          []string{"{formula}", "{result}"},
		SeedArgs:      []string{"-rnd-init", "-rnd-seed={seed}"},
		Steps:         `^conflicts\s+:\s+(\d+)`,
		Deterministic: true,
	},
	{
		Name: "picosat", Doc: "PicoSAT, small and conflict-driven; RUP proofs by picosat.trace; steps are decisions",
		Install: "apt install picosat", Command: "picosat", ProofCommand: "picosat.trace",
		Args:        []string{"-v", "{formula}"},
		ProofArgs:   []string{"-R", "{proof}"},
		SeedArgs:    []string{"-s", "{seed}"},
		StepArgs:    []string{"-l", "{steps}"},
		VersionArgs: []string{"--version"}, Version: `^(\S+)`,
		Steps:         `^c (\d+) decisions`,
		Deterministic: true,
	},
	{
		Name: "clasp", Doc: "clasp, conflict-driven answer set and SAT solver; no proofs",
		Install: "apt install clasp", Command: "clasp",
		Args:        []string{"--stats", "{formula}"},
		SeedArgs:    []string{"--seed={seed}"},
		StepArgs:    []string{"--solve-limit={steps}"},
		VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`,
		SatExits:      []int{10, 30}, // 30: there was no other model
		Steps:         `^c Conflicts\s+:\s+(\d+)`,
		Deterministic: true,
	},
	{
		Name: "cryptominisat5", Doc: "CryptoMiniSat, conflict-driven with XOR reasoning; no proofs in DRAT",
		Install: "apt install cryptominisat", Command: "cryptominisat5",
		Args:        []string{"{formula}"},
		SeedArgs:    []string{"--random", "{seed}"},
		StepArgs:    []string{"--maxconfl", "{steps}"},
		VersionArgs: []string{"--version"}, Version: `CryptoMiniSat version (\S+)`,
		Steps:         `^c conflicts\s+:\s+(\d+)`,
		Deterministic: true,
		Off:           []backends.Off{{Ability: "proof", Test: "Corpus", Why: "its proofs are FRAT, not DRAT"}},
	},
}

// Backends makes a backend of every row of the table.
func Backends() []backends.Backend {
	var bs []backends.Backend
	for _, p := range Programs {
		bs = append(bs, newBackend(p))
	}
	return bs
}
