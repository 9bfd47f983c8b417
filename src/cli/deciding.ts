import { StagewrightError } from "../dsl/index.js";
import { type OpenQuestion, openQuestions, resumeRun } from "../runner/index.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { foreground } from "./foreground.js";
import { type GoingOn, goingOn } from "./going-on.js";
import { nearest } from "./nearest.js";
import { typedLine } from "./next-lines.js";
import type { Surroundings } from "./surroundings.js";

/** What `approve` and `reject` have in common. */
export interface DecidingOptions {
  readonly gate?: string;
  readonly store?: string;
  readonly pipeline?: string;
  readonly config?: string;
  /** False with `--no-resume`. */
  readonly resume: boolean;
  readonly json?: true;
  readonly verbose?: true;
  readonly learn?: true;
}

/** Finds the one question that is meant, has it decided, and goes on with the run that all hangs on. */
export async function deciding(
  given: string,
  options: DecidingOptions,
  {
    surroundings,
    decide,
  }: { readonly surroundings: Surroundings; readonly decide: (question: OpenQuestion, on: GoingOn) => Promise<string> },
): Promise<ExitCode> {
  const on = await goingOn({
    run: given,
    store: options.store,
    pipeline: options.pipeline,
    config: options.config,
    of: "root",
    surroundings,
  });
  const { rig, root, run } = on;
  const questions = (await openQuestions(rig.open.store, rig.loaded.pipeline, root)).filter((one) => hangsOn(one.run, run));
  const question = theOne(questions, { run, gate: options.gate, typed: (words) => typedLine(surroundings.program, words, rig.open) });
  const said = await decide(question, on);
  if (!options.json || !options.resume) surroundings.err.write(`${said}\n`);
  if (!options.resume) {
    if (options.json)
      surroundings.out.write(`${JSON.stringify({ run: question.run, stage: question.stage, root, decided: said }, undefined, 2)}\n`);
    return EXIT.done;
  }
  const how = { json: options.json === true, verbose: options.verbose === true, learn: options.learn === true, surroundings };
  return foreground(rig, (runner) => resumeRun(rig.loaded.pipeline, root, runner), how);
}

function hangsOn(run: string, above: string): boolean {
  return run === above || run.startsWith(`${above}.`);
}

interface Meant {
  readonly run: string;
  readonly gate: string | undefined;
  readonly typed: (words: readonly string[]) => string;
}

function theOne(questions: readonly OpenQuestion[], { run, gate, typed }: Meant): OpenQuestion {
  const fitting = questions.filter(({ stage }) => gate === undefined || stage === gate);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (only === undefined) {
    const open = questions.map(({ stage }) => stage);
    const near = gate === undefined ? undefined : nearest(gate, open);
    throw new StagewrightError(
      "gate/not-open",
      gate === undefined ? `run "${run}" asks nothing` : `run "${run}" asks nothing at "${gate}"`,
      {
        hint:
          near === undefined
            ? open.length > 0
              ? `it waits at ${quoted(open)}`
              : `\`${typed(["show", run])}\` says how it stands`
            : `did you mean "${near}"?`,
      },
    );
  }
  const lines = fitting.map((one) => `${one.run}, stage "${one.stage}"`);
  throw new StagewrightError("gate/several", [`run "${run}" asks ${fitting.length} things; which one is meant?`, ...lines].join("\n"), {
    hint: `name the run that asks, for example ${only.run}, or the stage with --gate`,
  });
}

function quoted(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `"${name}"`).join(", ");
}
