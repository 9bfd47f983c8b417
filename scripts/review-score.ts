/**
 * Prints how well the packs of checks find what is marked in the labelled passages: `npm run review:score`. With `--all` also what is found and not
 * marked, and what is marked and not found; a folder with `good/` and `machine/` in it may be named instead of the project's own.
 */
import { resolve } from "node:path";
import { allPassages, passagesIn } from "../test/checks/review/passages.js";
import { type Score, score, scoreOf } from "../test/checks/review/score.js";

const given = process.argv.slice(2);
const [folder] = given.filter((argument) => !argument.startsWith("-"));
const passages = folder === undefined ? allPassages() : passagesIn(resolve(folder));
const verdicts = passages.flatMap(score);
const packs = [...new Set(verdicts.map(({ pack }) => pack))].sort();
const rows = [
  ...packs.map((pack) => [pack, scoreOf(verdicts.filter((verdict) => verdict.pack === pack))] as const),
  ["together", scoreOf(verdicts)] as const,
];

console.log(`${passages.length} passages\n`);
console.log("| pack | right | (other rule) | again | wrong | missed | precision | recall |\n|---|---:|---:|---:|---:|---:|---:|---:|");
for (const [name, row] of rows) console.log(line(name, row));
if (given.includes("--all")) {
  for (const is of ["wrong", "missed"] as const) {
    console.log(`\n${is}:`);
    for (const verdict of verdicts) if (verdict.is === is) console.log(`  ${verdict.line}`);
  }
}

function line(name: string, { right, other, again, wrong, missed, precision, recall }: Score): string {
  return `| ${name} | ${right} | ${other} | ${again} | ${wrong} | ${missed} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`;
}
