// node script.cjs [--option=number …] version|solve [FORMULA SOLUTION] [DIR …]
// solves an LP file by the npm package highs, which it looks for as node does
// from each directory, in directories of packages, and in the global one.
"use strict";
const fs = require("fs");
const path = require("path");

const options = { output_flag: false };
const args = process.argv.slice(2).filter((a) => {
  const m = /^--(\w+)=(\d+)$/.exec(a);
  if (m) options[m[1]] = Number(m[2]);
  return !m;
});
const [what, ...rest] = args;
const [formula, solution] = what === "solve" ? rest.splice(0, 2) : [];

const places = [...rest, path.resolve(process.execPath, "../../lib/node_modules")];
const file = find();

function find() {
  try {
    return require.resolve("highs", { paths: places });
  } catch (_) {}
  for (const dir of places) {
    try {
      return require.resolve(path.join(dir, "highs"));
    } catch (_) {}
  }
  console.error("node finds no package highs");
  process.exit(3);
}

function version() {
  for (let dir = path.dirname(file); dir !== path.dirname(dir); dir = path.dirname(dir)) {
    const about = path.join(dir, "package.json");
    if (fs.existsSync(about)) return JSON.parse(fs.readFileSync(about, "utf8")).version;
  }
}

async function main() {
  if (what === "version") {
    console.log(`HiGHS ${version()}`);
    return;
  }
  const load = require(file);
  const result = (await load()).solve(fs.readFileSync(formula, "utf8"), options);
  const lines = [`# Status ${result.Status}`, "# Columns"];
  for (const [name, column] of Object.entries(result.Columns)) {
    if (column.Primal !== undefined && column.Primal !== null) lines.push(`${name} ${column.Primal}`);
  }
  fs.writeFileSync(solution, lines.join("\n") + "\n");
  console.log(`Status ${result.Status}\nObjective ${result.ObjectiveValue}`);
}

main().catch((err) => {
  console.error(String(err));
  process.exit(1);
});
