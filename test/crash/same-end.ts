import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type AnyPipeline, isStagewrightError } from "../../src/dsl/index.js";
import { readRun, replayRun } from "../../src/runner/index.js";
import { fileStore, sha256 } from "../../src/store/index.js";
import { placesIn } from "./places.js";
import { RUN, seenBy } from "./story.js";

/** What must be the same however often a run was killed on its way: nothing in it is a time or a chance. */
export interface End {
  /** The status and the outputs of every run, children among them. */
  readonly runs: Readonly<Record<string, unknown>>;
  /** Every file beside the journals, with its text. */
  readonly files: Readonly<Record<string, string>>;
  /** What the outside has seen, sorted, for children run side by side. */
  readonly seen: readonly string[];
}

export async function endOf(folder: string): Promise<End> {
  const { runs, outside } = placesIn(folder);
  const store = fileStore(runs);
  const ends: Record<string, unknown> = {};
  for (const run of await store.runs()) {
    const { state, load } = await readRun(store, run);
    const outputs: Record<string, unknown> = {};
    for (const { name, version, output } of state.stages.values()) outputs[`${name} v${version}`] = output && (await load(output));
    ends[run] = { status: state.status, outputs };
  }
  return { runs: ends, files: filesIn(runs), seen: [...seenBy(outside)].sort() };
}

/** Compares file by file, so that a failure names what differs and not all that there is. */
export function assertSame(actual: End, expected: End): void {
  assert.deepEqual(actual.seen, expected.seen);
  assert.deepEqual(Object.keys(actual.files).sort(), Object.keys(expected.files).sort());
  for (const [path, text] of Object.entries(expected.files)) assert.ok(actual.files[path] === text, `"${path}" differs`);
  assert.deepEqual(Object.keys(actual.runs).sort(), Object.keys(expected.runs).sort());
  for (const [run, end] of Object.entries(expected.runs)) assert.ok(isDeepStrictEqual(actual.runs[run], end), `run "${run}" differs`);
}

function filesIn(runs: string): Record<string, string> {
  const files = allFiles(runs).filter((path) => !isJournal(path) && !isLeftOver(path));
  return Object.fromEntries(files.map((path) => [relative(runs, path).split(sep).join("/"), textOf(path)]));
}

/** A checkpoint also holds the time and the number of events, which a resume adds to. */
function textOf(path: string): string {
  const text = readFileSync(path, "utf8");
  if (basename(path) !== "checkpoint.json") return text;
  const { seq: _seq, at: _at, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

/** Every journal can be read as far as it goes, every JSON file parses, and every blob is what its name says. */
export async function assertReadable(folder: string): Promise<void> {
  const { runs } = placesIn(folder);
  if (!existsSync(runs)) return;
  const store = fileStore(runs);
  for (const run of await store.runs()) await readRun(store, run).catch(assertNothingHappened);
  for (const path of allFiles(runs)) {
    if (path.endsWith(".json")) JSON.parse(readFileSync(path, "utf8"));
    if (isBlob(path)) assert.equal(sha256(readFileSync(path, "utf8")), basename(path), path);
  }
}

/** A run that was killed before its first line was whole has a folder, and nothing in it. */
function assertNothingHappened(error: unknown): void {
  if (!isStagewrightError(error) || error.code !== "journal/empty") throw error;
}

export async function assertReplays(folder: string, story: AnyPipeline): Promise<void> {
  const report = await replayRun(story, RUN, { store: fileStore(placesIn(folder).runs) });
  for (const { run, identical, difference } of [report, ...report.children]) assert.ok(identical, `${run}: ${JSON.stringify(difference)}`);
  assert.equal(report.children.length, 2);
}

function allFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name));
}

const isJournal = (path: string) => basename(path) === "journal.jsonl";
const isBlob = (path: string) => /[/\\]blobs[/\\][0-9a-f]{64}$/.test(path);
/** What a write that was cut in half left beside its place. */
const isLeftOver = (path: string) => path.endsWith(".new");
