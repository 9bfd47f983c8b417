import { execFile } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import glob from "fast-glob";
import { type Measure, type Measured, median, type Skipped } from "./measure.js";
import type { PackReading, Reading, Spent } from "./review-once.js";

const ROOT = dirname(import.meta.dirname);
const PEERS = join(import.meta.dirname, "peers", "node_modules");
const COMPILED = join(ROOT, "node_modules", ".cache", "stagewright-bench");
const TIMES = 3;
const BYTES = 5_000_000;
const PACK_BYTES = 1_000_000;
const LEAST_MB_PER_SECOND = 2;

/** The readings of one reviewer, each in a process of its own. */
interface Series {
  readonly reviewer: string;
  readonly bytes: number;
  readonly readings: Reading[];
}

type Pass = "cold" | "warm";
const PASSES: readonly (readonly [Pass, string])[] = [
  ["cold", "the first time"],
  ["warm", "the second time"],
];

/** Of slow peers a part is enough, as times for a megabyte are compared; `--whole` gives them all of it. */
const PEER_SERIES = [
  { reviewer: "textlint", part: 1_000_000, most: 0.2 },
  { reviewer: "write-good", part: BYTES, most: undefined },
  { reviewer: "alex", part: 200_000, most: undefined },
];

/**
 * What a review with all packs costs, against what others take for rules of the same kind on the same text. Each process reads its text twice,
 * ours and theirs alike: the first time while the engine still compiles, and a second time when it has.
 */
export const review: Measure = async () => {
  const hasPeers = existsSync(PEERS);
  const once = await compiled(hasPeers);
  const ours: Series = { reviewer: "stagewright", bytes: BYTES, readings: [] };
  const double: Series = { reviewer: "stagewright", bytes: 2 * BYTES, readings: [] };
  const peers = PEER_SERIES.map(({ reviewer, part, most }) => {
    const bytes = process.argv.includes("--whole") ? BYTES : part;
    return { reviewer, bytes, most, readings: [] as Reading[] };
  });
  for (let time = 0; time < TIMES; time += 1) {
    for (const series of [ours, double, ...(hasPeers ? peers : [])]) {
      series.readings.push(JSON.parse(await output(once, series.reviewer, series.bytes)));
    }
  }
  return [
    ...PASSES.map((pass) => speed(ours, pass)),
    ...PASSES.map((pass) => growth(ours, double, pass)),
    ...peers.flatMap((peer): readonly (Measured | Skipped)[] =>
      hasPeers ? PASSES.map((pass) => against(ours, peer, pass)) : [missing(peer)],
    ),
    ...packs(JSON.parse(await output(once, "packs", PACK_BYTES))),
  ];
};

/**
 * Compiles what is measured as a build does: run from its TypeScript it takes up to a fifth longer, for what the loader adds to each function.
 * Gives the script to start, which stands among the peers' packages so that it finds them.
 */
async function compiled(hasPeers: boolean): Promise<string> {
  rmSync(COMPILED, { recursive: true, force: true });
  const sources = glob.sync("src/**/*.ts", { cwd: ROOT, absolute: true });
  await build({ entryPoints: sources, outdir: COMPILED, outbase: ROOT, format: "esm", target: "node20", logLevel: "error" });
  for (const file of glob.sync("src/**/*", { cwd: ROOT, ignore: ["**/*.ts"] })) cpSync(join(ROOT, file), join(COMPILED, file));
  const outfile = join(hasPeers ? PEERS : COMPILED, ".stagewright-bench", "once.mjs");
  const entryPoints = [join(import.meta.dirname, "review-once.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "error" });
  return outfile;
}

/** By the clock, for that is what somebody waits for; what is compared with others is compared in processor time. */
function speed(ours: Series, [pass, when]: readonly [Pass, string]): Measured {
  const what = `review with all packs, ${when}: ${LEAST_MB_PER_SECOND} MB/s, against what it does on this machine`;
  return { what, ratio: LEAST_MB_PER_SECOND / mbPerSecond(ours, pass, "clockMs"), most: 1, detail: shown(ours, pass) };
}

function growth(ours: Series, double: Series, [pass, when]: readonly [Pass, string]): Measured {
  const ratio = 2 * ratioPerByte(double, ours, pass);
  return { what: `review of ${mb(double.bytes)} against ${mb(ours.bytes)}, ${when}`, ratio, most: 2.2, detail: shown(double, pass) };
}

function against(ours: Series, peer: Series & { readonly most: number | undefined }, [pass, when]: readonly [Pass, string]): Measured {
  const { reviewer, most } = peer;
  const ratio = ratioPerByte(ours, peer, pass);
  const detail = `${reviewer}: ${shown(peer, pass)}`;
  return { what: `${comparison(reviewer)}, ${when}`, ratio, ...(most !== undefined && { most }), detail };
}

function missing({ reviewer }: Series): Skipped {
  return { what: comparison(reviewer), skipped: "bench/peers/node_modules is not there: npm ci --prefix bench/peers" };
}

function comparison(reviewer: string): string {
  return `review of a megabyte with all packs, against ${reviewer}`;
}

/** What each pack adds to the reading of the Markdown, which is done once for all of them. */
function packs(readings: readonly PackReading[]): readonly Measured[] {
  return readings.map(({ name, ms, readMs }) => {
    const detail = `${Math.round(ms)} ms, ${Math.round(readMs)} ms for ${mb(PACK_BYTES)}`;
    return { what: `pack ${name}, against reading the Markdown`, ratio: ms / readMs, detail };
  });
}

const run = promisify(execFile);

async function output(once: string, reviewer: string, bytes: number): Promise<string> {
  return (await run(process.execPath, [once, COMPILED, reviewer, String(bytes)])).stdout;
}

/** Of the readings that were made one after the other, so that whatever else the machine does slows both down alike. */
function ratioPerByte(one: Series, other: Series, pass: Pass): number {
  return median(
    one.readings.map(
      (reading, time) => reading[pass].processorMs / one.bytes / ((other.readings[time]?.[pass].processorMs ?? Number.NaN) / other.bytes),
    ),
  );
}

function mbPerSecond({ bytes, readings }: Series, pass: Pass, by: keyof Spent): number {
  return bytes / 1_000 / median(readings.map((reading) => reading[pass][by]));
}

/** `5 MB in 2.31 s (2.16 MB/s; 3.10 s of processor time), 240 MB of memory, 1,204 findings`. */
function shown(series: Series, pass: Pass): string {
  const { bytes, readings } = series;
  const seconds = (by: keyof Spent) => (median(readings.map((reading) => reading[pass][by])) / 1_000).toFixed(2);
  const speed = mbPerSecond(series, pass, "clockMs").toFixed(2);
  const time = `${seconds("clockMs")} s (${speed} MB/s; ${seconds("processorMs")} s of processor time)`;
  const memory = `${mb(median(readings.map(({ peakBytes }) => peakBytes)))} of memory`;
  return `${mb(bytes)} in ${time}, ${memory}, ${readings[0]?.findings.toLocaleString("en")} findings`;
}

function mb(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 1 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
