import type { Category, LearningOutcome, LessonFile, RunLessons } from "../../lessons/index.js";
import { lessonsOf, named } from "../../lessons/index.js";
import { readRun } from "../../runner/index.js";
import type { Store } from "../../store/index.js";

export interface LearnedRun {
  /** The lessons file that was added to. */
  readonly name: string;
  readonly found: RunLessons;
  readonly outcome: LearningOutcome;
}

interface Asked {
  readonly store: Store;
  readonly run: string;
  /** The lessons file; by default the one that the run's stages were given, else the pipeline's name. */
  readonly name?: string | undefined;
  readonly categories: readonly Category[];
  readonly fileOf: (name: string) => Pick<LessonFile, "learn">;
}

/** Reads what a run teaches from its journal and adds it to its lessons file. Learning from a run twice adds nothing. */
export async function learnFromRun({ store, run, name, categories, fileOf }: Asked): Promise<LearnedRun> {
  const { events, load } = await readRun(store, run);
  const found = await lessonsOf(events, { load, categories });
  const file = name ?? (found.files.length === 1 && found.files[0] !== undefined ? found.files[0] : found.pipeline);
  return { name: file, found, outcome: await fileOf(file).learn(found) };
}

/** What came of it, in lines for a person. */
export function learnedText({ name, found, outcome }: LearnedRun): string {
  const { added, seenAgain, followed } = outcome;
  const lines = [
    `lessons/${name}.jsonl: ${added.length} new, ${seenAgain.length} seen again, ${followed.length} followed without fault`,
    ...added.map((one) => `  new ${named(one)}`),
    ...seenAgain.map((one) => `  seen again ${named(one)}`),
    ...followed.map((one) => `  followed ${named(one)}`),
    ...found.forPerson.map(({ stage, rule, text }) => `  for a person to decide, from "${stage}" (${rule}): ${text}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
