"""Tool-info module of hubcover for BenchExec.

BenchExec (https://github.com/sosy-lab/benchexec) runs a tool on many tasks and
measures it. With the folder of this file on PYTHONPATH, a benchmark definition
names the module tool=".hubcover", as hubcover.xml does.

A task is an instance in any format that hubcover reads. Its options say what is
asked: "question", one of b, chi, chi-prime, or bounds, "hubs" and "colors",
for the question whether so many are enough. Answers to the latter are verdicts,
true and false; of the former "done" says that the optimum is found and proved,
and the columns "lower" and "upper" have the bounds.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Biclique covers and hub colourings of relations."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("hubcover", subdir="bin")

    def name(self):
        return "hubcover"

    def project_url(self):
        return "https://github.com/hubcover/hubcover"

    def version(self, executable):
        return self._version_from_tool(executable, arg="--version", line_prefix="hubcover")

    def cmdline(self, executable, options, task, rlimits):
        asked = task.options if isinstance(task.options, dict) else {}
        bounds = []
        for name in ("hubs", "colors"):
            if name in asked:
                bounds += ["--" + name, str(asked[name])]
        if bounds:
            words = ["decide", task.single_input_file, *bounds]
        else:
            words = ["solve", task.single_input_file, "-q", str(asked.get("question", "b"))]
        words += ["--format", "competition", "--deterministic"]
        # A second is left to print what is known by then.
        limits = [t for t in (rlimits.cputime, rlimits.walltime) if t]
        if limits:
            words += ["--time-limit", str(max(1, min(limits) - 1))]
        if rlimits.memory:
            words += ["--mem-limit", str(int(rlimits.memory * 0.9))]
        return [executable, *words, *options]

    def determine_result(self, run):
        status = None
        optimises = False
        for line in run.output:
            if line.startswith("s "):
                status = line[2:].strip()
            elif line.startswith("o ") or line.startswith("c lower bound "):
                optimises = True
        if run.exit_code.signal:
            return result.RESULT_ERROR
        code = run.exit_code.value
        if status == "OPTIMUM FOUND" and code == 30:
            return result.RESULT_DONE
        if status == "SATISFIABLE" and code == 10:
            # Of an optimisation it says only that there is a cover.
            return result.RESULT_UNKNOWN if optimises else result.RESULT_TRUE_PROP
        if status == "UNSATISFIABLE" and code == 20:
            return result.RESULT_FALSE_PROP
        if status == "UNKNOWN" and code == 0:
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        prefix = {"upper": "o ", "lower": "c lower bound "}.get(identifier)
        value = None
        if prefix:
            for line in output:
                if line.startswith(prefix):
                    value = line[len(prefix):].strip()  # the last one counts
        return value
