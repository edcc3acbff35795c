// node script.cjs [--option=number …] MODULE FORMULA SOLUTION
// solves an LP file by the npm package highs, which lies in MODULE.
"use strict";
const fs = require("fs");

const options = { output_flag: false };
const [module_, formula, solution] = process.argv.slice(2).filter((a) => {
  const m = /^--(\w+)=(\d+)$/.exec(a);
  if (m) options[m[1]] = Number(m[2]);
  return !m;
});

async function main() {
  const highs = await require(module_)();
  const result = highs.solve(fs.readFileSync(formula, "utf8"), options);
  const lines = ["Model status", result.Status, `Objective ${result.ObjectiveValue}`, "# Columns"];
  for (const [name, column] of Object.entries(result.Columns)) {
    if (column.Primal !== undefined && column.Primal !== null) lines.push(`${name} ${column.Primal}`);
  }
  fs.writeFileSync(solution, lines.join("\n") + "\n");
}

main().catch((err) => {
  console.error(String(err));
  process.exit(1);
});
