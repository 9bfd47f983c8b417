/**
 * Measures what the design promises, as ratios within one run: `npm run bench`, or some of it: `npm run bench -- resume`. Prints a
 * Markdown table, with `--json` JSON. Exits 0 whatever the numbers are: they are for reading, on a machine with nothing else to do.
 */
import { comms } from "./comms.js";
import { jobs } from "./jobs.js";
import { lanes } from "./lanes.js";
import { lessons } from "./lessons.js";
import type { Measure, Measured, Skipped } from "./measure.js";
import { memory } from "./memory.js";
import { modelCalls } from "./model-calls.js";
import { reading } from "./reading.js";
import { resume } from "./resume.js";
import { review } from "./review.js";
import { runLength } from "./run-length.js";
import { stageCost } from "./stage-cost.js";
import { startUp } from "./start-up.js";
import { storeSize } from "./store-size.js";
import { triage } from "./triage.js";

const measures: Readonly<Record<string, Measure>> = {
  "stage-cost": stageCost,
  "run-length": runLength,
  resume,
  "start-up": startUp,
  "store-size": storeSize,
  memory,
  "model-calls": modelCalls,
  review,
  reading,
  lessons,
  jobs,
  triage,
  lanes,
  comms,
};

const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith("-"));
const unknown = names.find((name) => !Object.hasOwn(measures, name));
if (unknown !== undefined) {
  console.error(`there is no measure "${unknown}"; there are ${Object.keys(measures).join(", ")}`);
  process.exit(2);
}
const results: (Measured | Skipped)[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (names.length === 0 || names.includes(name)) results.push(...(await measure()));
}
console.log(given.includes("--json") ? JSON.stringify(results, null, 2) : table(results));

function table(lines: readonly (Measured | Skipped)[]): string {
  return ["| what | ratio | at most | |", "|---|---:|---:|---|", ...lines.map(row)].join("\n");
}

function row(line: Measured | Skipped): string {
  if ("skipped" in line) return `| ${line.what} | – | | not measured: ${line.skipped} |`;
  const { what, ratio, most, detail } = line;
  const isOver = most !== undefined && ratio > most;
  return `| ${what} | ${isOver ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)} | ${most ?? ""} | ${detail} |`;
}
