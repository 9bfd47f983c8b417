/**
 * Writes the tapes of the pipelines that read what lies in fixtures/: `npx tsx test/pipelines/tapes/record.ts`, from the repository's
 * root. The files are real; the model is a script, so that a tape is the same whoever records it. A test says when one is not.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { localFiles } from "../../../adapters/index.js";
import dossier from "../../../pipelines/dossier.js";
import incident from "../../../pipelines/incident.js";
import selfReview from "../../../pipelines/self-review.js";
import { type AnyPipeline, implement } from "../../../src/dsl/index.js";
import { model } from "../../../src/model/index.js";
import { formatTape, parseTape, type TapeEntry, tapeRecorder } from "../../../src/recording/index.js";
import { fileSources, startRun } from "../../../src/runner/index.js";
import { options } from "../../runner/rig.js";
import { investigatorSays, reviewerSays, writerSays } from "./said.js";

export const ROOT = join(import.meta.dirname, "../../..");
const NOW = "2026-03-19T18:00:00.000Z";
const BY = "// Written by test/pipelines/tapes/record.ts. The files are those of fixtures/; what the model says was written by hand.";

/** A pipeline with a tape, and what it was started with. All its paths count from the repository's root. */
export interface Taped {
  readonly pipeline: AnyPipeline;
  readonly input: Readonly<Record<string, string>>;
  readonly tape: string;
  readonly says: () => (prompt: string) => string;
}

export const TAPED = {
  selfReview: {
    pipeline: selfReview,
    input: { root: "fixtures/self-review" },
    tape: "fixtures/tapes/self-review.jsonl",
    says: () => reviewerSays,
  },
  incident: {
    pipeline: incident,
    input: { symptom: "After a deploy nothing answers on the service's port.", logs: "fixtures/incident/logs" },
    tape: "fixtures/tapes/incident.jsonl",
    says: () => inTurn(investigatorSays),
  },
  dossier: {
    pipeline: dossier,
    input: {
      question: "How long is the viaduct at Varfuri, when was it opened, and what did it cost?",
      root: "fixtures/dossier/sources",
    },
    tape: "fixtures/tapes/dossier.jsonl",
    says: () => inTurn(writerSays),
  },
} satisfies Readonly<Record<string, Taped>>;

function inTurn(says: (time: number) => string): () => string {
  let time = 0;
  return () => says(time++);
}

/** The text of a tape, recorded anew. */
export async function recordedTape({ pipeline, input, says }: Taped): Promise<string> {
  const say = says();
  const scripted = implement(model, "scripted", {
    complete: {
      perform: async ({ messages }) => ({
        text: say(messages.map(({ content }) => content).join("\n")),
        finish: "stop",
        usage: { inputTokens: 0, outputTokens: 0, estimated: true },
        model: "scripted",
      }),
    },
  });
  const recorder = tapeRecorder({ now: new Date(NOW) });
  const adapters = [localFiles({ cwd: ROOT }), scripted].map((one) => recorder.record(one));
  const outcome = await startRun(pipeline, { ...options({ adapters, sources: fileSources(ROOT) }), run: "r", input });
  if (outcome.status !== "done") throw new Error(`"${pipeline.name}" ended as ${outcome.status}: ${outcome.state.failure?.message}`);
  const { now, entries } = parseTape(recorder.text());
  const [header, ...lines] = formatTape({ ...(now !== undefined && { now }), entries: [...entries].sort(byRequest) }).split("\n");
  return [header, BY, ...lines].join("\n");
}

/** Tasks run side by side, so calls end in another order each time. Those of one request stay in the order in which they were made. */
function byRequest(one: TapeEntry, other: TapeEntry): number {
  const keyOf = ({ adapter, call, request }: TapeEntry) => JSON.stringify([adapter, call, request]);
  const [first, second] = [keyOf(one), keyOf(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const taped of Object.values(TAPED)) {
    const path = join(ROOT, taped.tape);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await recordedTape(taped));
  }
}
