import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const FOLDER = join(import.meta.dirname, "../../../fixtures/model/verdict");

/** One answer of a model, and what it is to be taken for. */
const Recorded = z.strictObject({
  id: z.string(),
  /** `answer`, or the reason why it failed. */
  verdict: z.string(),
  text: z.string(),
  finish: z.enum(["stop", "length"]).default("stop"),
  /** What the provider gave as reasoning, apart from the text. */
  reasoning: z.string().optional(),
  tools: z.array(z.string()).default([]),
  dialect: z.string().optional(),
  /** What is left as the answer, where that is not the text itself. */
  answer: z.string().optional(),
  /** For an answer: the failure that it looks like. */
  like: z.string().optional(),
  /** Whose format it is in, or where the like was reported. */
  source: z.string(),
});
type Recorded = z.output<typeof Recorded>;

/** The recorded answers: `markup`, `other-failures` or `look-alikes`. */
export function recorded(name: string): readonly Recorded[] {
  const lines = readFileSync(join(FOLDER, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => Recorded.parse(JSON.parse(line)));
}

export function allRecorded(): readonly Recorded[] {
  return ["markup", "other-failures", "look-alikes"].flatMap(recorded);
}
