package main

import "github.com/spf13/cobra"

// pluginsTopic is a page of the manual, not a command.
func pluginsTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "plugins",
		Short: "solvers of your own: how to describe or to write one",
		Long: `A plugin is a program that answers formulas. It becomes a backend beside those
that hubcover comes with, by its description in a file or by its protocol alone:

  hubcover solve access.txt --plugin dimacs:kissat --backend kissat,auto
  hubcover solve access.txt --plugin mysat.yaml --backend mysat,auto

--plugin, HUBCOVER_PLUGIN and the key plugin of the configuration file take a
list. PROTOCOL:PROGRAM [ARG...] is for a program that needs no more; its name is
that of the file. A file that describes programs has the key programs alone,
which the configuration file may have too:

  programs:
    - name: roundingsat
      protocol: opb
      command: /opt/roundingsat        # ./bin/x begins in the folder of this file
      args: [--print-sol=1, "{formula}"]
      sat-exits: [0]
      unsat-exits: [0]

WHAT IT SAYS IS A CLAIM

A model is evaluated, the value of an optimum is held against its model, a proof
is checked, by code that shares nothing with the plugin; unsatisfiable without a
proof raises no bound that is called proved. What cannot be right is said on
standard error and stands under rejected in the record, and the next backend is
asked.

A plugin runs without a shell, in a directory of its own that is removed
afterwards, in its own process group, with the environment variables PATH,
LD_LIBRARY_PATH, LC_ALL=C, TMPDIR and HOME (both its directory), and those that
env names. It is killed at the time and memory limits, with all its children. It
may print 64 MiB and the size of a model.

  hubcover backends test mysat --plugin mysat.yaml

tries it: known answers, models, proofs, limits, two at once. Package
backendtest does the same in a Go test.

KEYS OF A PROGRAM

  name, command      needed; the command is looked for on the path
  protocol           dimacs (where it is not said), opb, wcnf, lp, mps, json
  args               {formula} and {result} stand for files in its directory;
                     without {formula} the formula is its standard input
  seed-args, step-args, time-args
                     put before args where there is a {seed}, a bound of {steps}
                     or of {seconds} (whole ones; not dimacs)
  proof-args         put behind args where a {proof} is wanted; dimacs only
  proof-format       drat (also DRUP), drat-binary or lrat
  sat-exits, unsat-exits
                     exit statuses that confirm an answer: 10 (of an optimum 30)
                     and 20, of lp and mps 0
  steps              an expression whose first group is the number of steps made
  optimal, infeasible, objective
                     expressions for lines of a solution, of lp and mps; known
                     are those of CBC, glpsol, HiGHS, SCIP and Gurobi
  version-args, version
                     how its version is asked, and found by the first group
  abilities          all that it is asked for: clauses, linear, objective, proof,
                     steps
  deterministic      true: the same seed gives the same answer
  env                names of environment variables that it needs
  doc, install       for hubcover backends

A dimacs program answers as in the SAT competitions, opb and wcnf as in those of
theirs: s, v and o lines, or the same in {result}. An lp or mps program writes a
solution file, or prints it.

THE JSON PROTOCOL

Any other program becomes a plugin by reading and writing lines of JSON, one
message each. hubcover starts it for each question, and speaks first:

  {"hello":{"protocol":"hubcover.plugin/1"}}

It answers with what it is:

  {"hello":{"protocol":"hubcover.plugin/1","name":"mysat","version":"2.1",
            "formats":["constraints"],"abilities":["clauses","proof"],
            "proofs":["drat"]}}

If its input ends here, that was all, and it exits with status 0. Otherwise the
question follows:

  {"solve":{"formula":{"format":"constraints","vars":2,"clauses":[[1,-2],[2]]},
            "limits":{"seconds":9.5,"memory":1073741824,"steps":0},
            "seed":1,"proof":true}}

and is answered by one line, after which it exits with status 0:

  {"answer":{"status":"sat","model":[1,2],"stats":{"conflicts":0}}}

  formats    the best first: constraints as above, with linear constraints
             {"terms":[[2,1],[-1,-3]],"at_least":1}, 2*x1 - not x3 >= 1, and
             "minimize":[[1,1]]; or cnf, opb, wcnf, lp, mps, which are "text"
  abilities  clauses, linear, objective, proof, steps, deterministic
  limits     0 is none. They are enforced from outside; a plugin that keeps to
             them itself can say what it has
  status     sat, unsat, optimal or unknown
  model      every variable once: v where it is true, -v where it is false
  bound      of optimal: the worth of the model, below which there is none
  proof      of unsat, where it was asked for: {"format":"drat","text":"0\n"},
             or "file":"NAME" of a file in its working directory
  stop       of unknown: time limit, memory limit or gave up

{"error":{"message":"..."}} in the place of a hello or an answer says why there
is none. Unknown keys are passed over. hubcover config schema plugin prints the
JSON Schema. In Go, Serve of package backends/plugin is the whole protocol, and
backends/backendtest/lies an example.`,
		Example: `  hubcover backends --plugin dimacs:kissat
  hubcover backends test mysat --plugin 'json:./mysat.py --fast'
  hubcover config schema plugin`,
		Annotations: unconfigured,
	}
}
