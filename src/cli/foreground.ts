import { openBlockers, openQuestions, openRefusals, type RunnerOptions, type RunOutcome, readRun, resumeRun } from "../runner/index.js";
import { coloursFor } from "./colours.js";
import { type Ending, endingJson, endingText } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { askQuestion } from "./gates/ask-question.js";
import { shownQuestion } from "./gates/question.js";
import { typedLine } from "./next-lines.js";

import { type Below, reporter, SILENT } from "./progress/reporter.js";
import type { Rig } from "./rig.js";
import { resultOf } from "./run-result.js";
import type { Surroundings } from "./surroundings.js";

export interface How {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Keep what went wrong as lessons, when the run has ended. */
  readonly learn?: boolean;
  /** What the live drawing has below the stages. */
  readonly below?: Below;
  readonly surroundings: Surroundings;
}

/**
 * Carries a run out here and now: shows how it goes on, hands gates to the person at the terminal, ends it at the
 * next safe point when a signal comes, and says how it ended.
 */
export async function foreground(rig: Rig, begin: (options: RunnerOptions) => Promise<RunOutcome>, how: How): Promise<ExitCode> {
  const { surroundings, json, verbose, below } = how;
  const { pipeline } = rig.loaded;
  const report = json ? SILENT : await reporter({ pipeline, verbose, below, now: rig.options.environment.now, surroundings });
  rig.notices.tell = (sentence) => {
    if (json) return;
    report.pause();
    surroundings.err.write(`${sentence}\n`);
  };
  const stop = new AbortController();
  const putOff = new Set<string>();
  let asks: string | undefined;
  const unhook = surroundings.onSignal(() => {
    // While a person is asked nothing is under way: the journal is at a safe point.
    if (asks !== undefined) surroundings.err.write(`\nto go on:\n  ${typedLine(surroundings.program, ["resume", asks], rig.open)}\n`);
    else if (!stop.signal.aborted) surroundings.err.write("\nending at the next safe point; once more ends at once\n");
    if (asks !== undefined || stop.signal.aborted) surroundings.exit(EXIT.interrupted);
    stop.abort();
  });
  const options = { ...rig.options, signal: stop.signal, onEvent: report.onEvent };
  try {
    let outcome = await begin(options);
    report.pause();
    while (outcome.status === "blocked" && surroundings.canAsk && !json && !stop.signal.aborted) {
      asks = outcome.run;
      const isDecided = await someDecided(rig, outcome.run, { surroundings, putOff });
      asks = undefined;
      if (!isDecided) break;
      outcome = await resumeRun(pipeline, outcome.run, options);
      report.pause();
    }
    if (how.learn && (outcome.status === "done" || outcome.status === "failed")) await learnFrom(rig, outcome.run, how);
    await sayEnding(await endingOf(rig, outcome), rig, how);
    return codeOf(outcome);
  } finally {
    report.pause();
    unhook();
    await rig.tape?.write();
  }
}

async function learnFrom({ open }: Rig, run: string, { json, surroundings }: How): Promise<void> {
  const { knownCategories, ownFile } = await import("./lessons/known-lessons.js");
  const { learnedText, learnFromRun } = await import("./lessons/learn-from-run.js");
  const categories = knownCategories(surroundings);
  const learned = await learnFromRun({ store: open.store, run, categories, fileOf: (name) => ownFile(name, surroundings) });
  if (!json) surroundings.err.write(learnedText(learned));
}

async function someDecided(
  rig: Rig,
  run: string,
  { surroundings, putOff }: { readonly surroundings: Surroundings; readonly putOff: Set<string> },
): Promise<boolean> {
  const questions = await openQuestions(rig.open.store, rig.loaded.pipeline, run);
  let decided = 0;
  for (const question of questions) {
    // What a person has put off is not asked again in the same breath; it goes on waiting.
    const { waiting } = question;
    const key = `${question.run} ${waiting.on === "gate" ? waiting.gate.seq : waiting.effect.seq}`;
    if (putOff.has(key)) continue;
    if (await askQuestion(question, rig, surroundings)) decided += 1;
    else putOff.add(key);
  }
  return decided > 0;
}

async function endingOf({ loaded, open }: Rig, outcome: RunOutcome): Promise<Ending> {
  const questions = outcome.status === "blocked" ? await openQuestions(open.store, loaded.pipeline, outcome.run) : [];
  const shown = await Promise.all(questions.map((question) => shownQuestion(open.store, question)));
  const blockers = outcome.status === "blocked" ? await openBlockers(open.store, outcome.run) : [];
  const refusals = outcome.status === "blocked" ? await openRefusals(open.store, outcome.run) : [];
  return { outcome, questions: shown, blockers, refusals, result: await resultOf(loaded, outcome, () => readRun(open.store, outcome.run)) };
}

async function sayEnding(ending: Ending, { open }: Rig, { json, surroundings }: How): Promise<void> {
  const { out, env, program } = surroundings;
  if (json) out.write(`${JSON.stringify(endingJson(ending, { program, open }), undefined, 2)}\n`);
  else out.write(endingText(ending, { program, open, colours: coloursFor(out, env) }));
}

function codeOf({ status }: RunOutcome): ExitCode {
  switch (status) {
    case "done":
      return EXIT.done;
    case "failed":
    case "cancelled":
      return EXIT.failed;
    case "blocked":
      return EXIT.waits;
    case "interrupted":
      return EXIT.interrupted;
    default:
      return status satisfies never;
  }
}
