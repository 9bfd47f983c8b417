import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseText } from "../src/checks/index.js";
import { PACKS } from "../src/cli/check/packs.js";
import { type Measure, type Measured, median, type Skipped } from "./measure.js";
import type { Reading } from "./peers/once.js";
import { reviewFacts, reviewText } from "./review-text.js";

const PEERS = join(import.meta.dirname, "peers");
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

/** Of slow peers a part is enough, as times for a megabyte are compared; `--whole` gives them all of it. */
const PEER_SERIES = [
  { reviewer: "textlint", part: 1_000_000, most: 0.2 },
  { reviewer: "write-good", part: BYTES, most: undefined },
  { reviewer: "alex", part: 200_000, most: undefined },
];

/** What a review with all packs costs, against what others take for rules of the same kind on the same text. */
export const review: Measure = async () => {
  const ours: Series = { reviewer: "stagewright", bytes: BYTES, readings: [] };
  const double: Series = { reviewer: "stagewright", bytes: 2 * BYTES, readings: [] };
  const peers = PEER_SERIES.map(({ reviewer, part, most }) => {
    const bytes = process.argv.includes("--whole") ? BYTES : part;
    return { reviewer, bytes, most, readings: [] as Reading[] };
  });
  const hasPeers = existsSync(join(PEERS, "node_modules"));
  for (let time = 0; time < TIMES; time += 1) {
    for (const series of [ours, double, ...(hasPeers ? peers : [])]) series.readings.push(await read(series));
  }
  return [speed(ours), growth(ours, double), ...peers.map((peer) => (hasPeers ? against(ours, peer) : missing(peer))), ...(await packs())];
};

function speed(ours: Series): Measured {
  const what = `review with all packs: ${LEAST_MB_PER_SECOND} MB/s, against what it does on this machine`;
  return { what, ratio: LEAST_MB_PER_SECOND / mbPerSecond(ours), most: 1, detail: shown(ours) };
}

function growth(ours: Series, double: Series): Measured {
  const ratio = 2 * ratioPerByte(double, ours);
  return { what: `review of ${mb(double.bytes)} against ${mb(ours.bytes)}`, ratio, most: 2.2, detail: shown(double) };
}

function against(ours: Series, peer: Series & { readonly most: number | undefined }): Measured {
  const { reviewer, most } = peer;
  const ratio = ratioPerByte(ours, peer);
  return { what: comparison(reviewer), ratio, ...(most !== undefined && { most }), detail: `${reviewer}: ${shown(peer)}` };
}

function missing({ reviewer }: Series): Skipped {
  return { what: comparison(reviewer), skipped: "bench/peers/node_modules is not there: npm ci --prefix bench/peers" };
}

function comparison(reviewer: string): string {
  return `review of a megabyte with all packs, against ${reviewer}`;
}

/** What each pack adds to the reading of the Markdown, which is done once for all of them. */
async function packs(): Promise<readonly Measured[]> {
  const text = reviewText(PACK_BYTES);
  const given = { sections: [], banned: [], heldBack: [], allow: [], prompt: undefined, code: undefined, facts: reviewFacts() };
  const parts = PACKS.map(({ pack, checks }) => ({ name: pack.name, checks: checks(given), ms: [] as number[] }));
  const reading: number[] = [];
  // The first time does not count: the compiler of the engine has to see the code first.
  for (let time = 0; time <= TIMES; time += 1) {
    // The last text is remembered; another one makes it forgotten.
    parseText("");
    reading.push(await spent(() => parseText(text)));
    for (const { checks, ms } of parts) {
      ms.push(
        await spent(async () => {
          for (const check of checks) await check.run(text, {});
        }),
      );
    }
  }
  const whole = median(reading.slice(1));
  return parts.map(({ name, ms }) => {
    const own = median(ms.slice(1));
    const detail = `${Math.round(own)} ms, ${Math.round(whole)} ms for ${mb(PACK_BYTES)}`;
    return { what: `pack ${name}, against reading the Markdown`, ratio: own / whole, detail };
  });
}

async function spent(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const run = promisify(execFile);

async function read({ reviewer, bytes }: Series): Promise<Reading> {
  const { stdout } = await run(process.execPath, ["--import", "tsx", join(PEERS, "once.ts"), reviewer, String(bytes)]);
  return JSON.parse(stdout);
}

/** Of the readings that were made one after the other, so that whatever else the machine does slows both down alike. */
function ratioPerByte(one: Series, other: Series): number {
  return median(one.readings.map(({ cpuMs }, time) => cpuMs / one.bytes / ((other.readings[time]?.cpuMs ?? Number.NaN) / other.bytes)));
}

function mbPerSecond({ bytes, readings }: Series): number {
  return bytes / 1_000 / cpuMsOf(readings);
}

function cpuMsOf(readings: readonly Reading[]): number {
  return median(readings.map(({ cpuMs }) => cpuMs));
}

/** `5 MB in 2.31 s of processor time (2.16 MB/s), 240 MB of memory, 1,204 findings`. */
function shown(series: Series): string {
  const { bytes, readings } = series;
  const time = `${(cpuMsOf(readings) / 1_000).toFixed(2)} s of processor time (${mbPerSecond(series).toFixed(2)} MB/s)`;
  const memory = `${mb(median(readings.map(({ peakBytes }) => peakBytes)))} of memory`;
  return `${mb(bytes)} in ${time}, ${memory}, ${readings[0]?.findings.toLocaleString("en")} findings`;
}

function mb(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 1 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
