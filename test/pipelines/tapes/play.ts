import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { localFiles } from "../../../adapters/index.js";
import { model } from "../../../src/model/index.js";
import { fromTape, parseTape } from "../../../src/recording/index.js";
import { fileSources, readRun, startRun } from "../../../src/runner/index.js";
import { shell } from "../../cli/shell.js";
import { options } from "../../runner/rig.js";
import { ROOT, recordedTape, type Taped } from "./record.js";

/** Plays a tape by the command line: all answers are the tape's, files too. `outputOf` is what a stage gave, as `show` prints it. */
export async function played(t: TestContext, { pipeline, input, tape }: Taped) {
  const { call, cwd } = shell(t);
  const store = ["--store", join(cwd, "runs")];
  const flags = Object.entries(input).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, out, err } = await call(["run", pipeline.name, ...flags, "--recording", tape, ...store], { cwd: ROOT });
  const outputOf = async (stage: string): Promise<unknown> =>
    JSON.parse((await call(["show", "last", "--output", stage, ...store], { cwd: ROOT })).out);
  return { code, out, err, outputOf };
}

/** The same with real files, those of a copy of fixtures/ in which `change` may have changed one; only the model is the tape's. */
export async function playedOnFiles(t: TestContext, { pipeline, input, tape }: Taped, change?: Change) {
  const folder = mkdtempSync(join(tmpdir(), "on-tape-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = input.root ?? input.logs ?? "";
  cpSync(join(ROOT, root), join(folder, root), { recursive: true });
  if (change !== undefined) changeLine(join(folder, dirname(root)), change);
  const script = parseTape(readFileSync(join(ROOT, tape), "utf8"), { place: tape });
  const adapters = [localFiles({ cwd: folder }), fromTape(script, model)];
  const on = options({ adapters, sources: fileSources(ROOT) });
  const { status, state } = await startRun(pipeline, { ...on, run: "r", input });
  const { load } = await readRun(on.store, "r");
  const outputOf = async (stage: string): Promise<unknown> => {
    const output = state.stages.get(stage)?.output;
    return output && load(output);
  };
  return { status, failure: state.failure, stages: state.stages, store: on.store, outputOf };
}

/** A line of a file, by its path from the folder above the one that is copied. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function changeLine(folder: string, { file, from, to }: Change): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`"${file}" does not hold "${from}"`);
  writeFileSync(path, text.replace(from, to));
}

const OF_A_MACHINE = /(?:^|[\s"'(])(?:\/(?:home|root|tmp|Users|usr|var)\/|[A-Za-z]:\\\\)|file:\/\//m;

/** A tape is what its script records now, whoever does it and wherever. */
export async function assertAsRecorded(taped: Taped): Promise<void> {
  const text = readFileSync(join(ROOT, taped.tape), "utf8");
  assert.equal(await recordedTape(taped), text, "record it again: npx tsx test/pipelines/tapes/record.ts");
  assert.ok(text.length < 200_000);
  assert.doesNotMatch(text, OF_A_MACHINE);
  assert.ok(!text.includes(ROOT));
}
