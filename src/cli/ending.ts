import { type RunState, type StageState, takesUntil } from "../core/index.js";
import type { OpenBlocker, OpenRefusal, RunOutcome } from "../runner/index.js";
import type { Colours } from "./colours.js";
import { columns } from "./columns.js";
import { duration } from "./duration.js";
import { answerToFill, askedFields } from "./gates/ask-answer.js";
import { confirmation, markdownOf, type ShownQuestion, takesEdits, valueText } from "./gates/question.js";
import type { JsonSchema } from "./json-schema.js";
import { typedLine } from "./next-lines.js";
import type { OpenStore } from "./open-store.js";
import { counted } from "./progress/event-line.js";
import { runMs, stageNotes, stageTime } from "./progress/stage-line.js";
import { roomAtOf } from "./room.js";
import { utcClock } from "./utc-clock.js";

/** All that is said of a run at its end. */
export interface Ending {
  readonly outcome: RunOutcome;
  /** The pipeline's own words, else what its last stage gave, as text. */
  readonly result: string | undefined;
  readonly questions: readonly ShownQuestion[];
  /** The tasks that cannot go on by themselves, here and in child runs. */
  readonly blockers: readonly OpenBlocker[];
  /** What could not be paid for, here and in child runs. */
  readonly refusals: readonly OpenRefusal[];
}

interface Words {
  readonly program: string;
  readonly open: Pick<OpenStore, "given">;
  readonly colours: Colours;
}

export function endingText({ outcome, result, questions, blockers, refusals }: Ending, words: Words): string {
  const { state, run } = outcome;
  const took = duration(runMs(state, state.at));
  const line = (...typed: readonly string[]) => `  ${typedLine(words.program, typed, words.open)}\n`;
  const { colours } = words;
  const body = result === undefined || result.trim() === "" ? "" : `\n${result.trimEnd()}\n`;
  const times = `\n${stageTable(state)}`;
  switch (outcome.status) {
    case "done": {
      const stopped = state.stopped ? `, stopped at "${state.stopped.stage}": ${state.stopped.because}` : "";
      return `${colours.green("done")}: ${state.pipeline}${stopped}${rehearsal(state)}\n${body}${times}\nrun ${run}, ${took}\n`;
    }
    case "failed":
      return `${colours.red("failed")}: ${failureText(state)}${times}\nrun ${run}, ${took}\nto go on, once the cause is gone:\n${line("resume", run)}${waysBack(
        state,
      )
        .map((to) => line("resume", run, "--from", to))
        .join("")}`;
    case "blocked": {
      const asked = [...questions.map((one) => questionText(one, words)), ...blockers.map((one) => blockerText(one, words))].join("");
      return `${colours.yellow("waits")}: ${state.pipeline}\n${asked}${refusedText(refusals, run, line)}${times}\nrun ${run}, ${took}\n`;
    }
    case "cancelled":
      return `cancelled: ${state.pipeline}\n${times}\nrun ${run}, ${took}\n`;
    case "interrupted":
      return `${colours.yellow("interrupted")}: ${state.pipeline}\n${times}\nrun ${run}, ${took}\nto go on:\n${line("resume", run)}`;
    default:
      return outcome.status satisfies never;
  }
}

/** What could not be paid for, how to go on, and what goes on with all such runs once there is room. */
function refusedText(refusals: readonly OpenRefusal[], root: string, line: (...typed: readonly string[]) => string): string {
  if (refusals.length === 0) return "";
  const told = refusals.map(({ run, stage, refusal: { message, hint } }) => {
    const of = run === root ? "" : ` of run ${run}`;
    return `\n"${stage}"${of}: ${message}\n${hint === undefined ? "" : `  hint: ${hint}\n`}`;
  });
  const roomAt = roomAtOf(refusals);
  const later =
    roomAt === undefined ? "" : `from ${utcClock(roomAt)} on, with all others that have room again:\n${line("resume", "--due")}`;
  return `${told.join("")}to go on:\n${line("resume", root)}${later}`;
}

/** Where the failed stage had gone back to: with its tries spent, only a person goes there again. */
function waysBack({ failure, rollbacks }: RunState): readonly string[] {
  const taken = [...rollbacks.keys()].filter((key) => key.startsWith(`${failure?.stage} `));
  return [...new Set(taken.map((key) => key.slice(key.lastIndexOf(" ") + 1)))];
}

/** What was only noted must not pass for done. */
function rehearsal({ started }: RunState): string {
  const recording = started?.launch.recording;
  if (recording === undefined) return "";
  return recording === true ? ", as a recording: nothing was done outside" : `, from the tape ${recording}: nothing was done outside`;
}

export function stageTable(state: RunState): string {
  return columns(
    state.order.flatMap((name) => {
      const stage = state.stages.get(name);
      return stage
        ? [[name, stage.status, stageTime(stage, state.at), `${stageNotes(stage)}${stageFindings(stage)}`.replace(/^, /, "")]]
        : [];
    }),
    "  ",
  );
}

function stageFindings(stage: StageState): string {
  return stage.status === "done" ? counted(stage.findings) : "";
}

/** Where it failed, what was found there, and what was tried before. */
function failureText({ failure, stages, pipeline }: RunState): string {
  if (failure === undefined) return `${pipeline}\n`;
  const { findings = [], hint } = stages.get(failure.stage)?.failure ?? {};
  const lines = [
    `${pipeline}, at "${failure.stage}": ${failure.message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...findings
      .filter((finding) => !failure.message.includes(finding.message))
      .map(({ severity, rule, message }) => `  ${severity} ${rule}: ${message}`),
    ...(failure.tried.length > 0 ? ["tried:", ...failure.tried.map((one) => `  ${one}`)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What is asked, about what, and the lines that decide it. */
export function questionText(shown: ShownQuestion, { program, open }: Pick<Words, "program" | "open">): string {
  const { question } = shown;
  const { waiting, run, stage } = question;
  const line = (...typed: readonly string[]) => `  ${typedLine(program, typed, open)}\n`;
  const value = valueText(shown.shown)
    .replace(/\n$/, "")
    .split("\n")
    .map((text) => `  | ${text}`.trimEnd())
    .join("\n");
  if (waiting.on === "effect") {
    return `\n"${stage}" was cut off, and nobody can say whether it happened: ${waiting.effect.why}\nwhat was to be sent:\n${value}\ndecide with\n${line("approve", run, "--it-happened")}${line("approve", run, "--do-it")}`;
  }
  const { gate } = waiting;
  const expires = takesUntil(gate);
  const until = expires === undefined ? "" : `, until ${expires.toISOString()}`;
  const says = gate.says === undefined ? "" : `\n${gate.says}\n`;
  const head = `${says}\n"${stage}" (tier ${gate.tier}${until}) shows "${gate.shows}":\n${value}\n`;
  const reject = line("reject", run, "--reason", "…");
  if (gate.asks !== undefined) {
    // The journal keeps the question's JSON Schema as plain JSON.
    const asks = gate.asks as JsonSchema;
    const fields = askedFields(asks).map((field) => `  ${field}\n`);
    return `${head}and asks for\n${fields.join("")}decide with\n${line("approve", run, "--answer", answerToFill(asks))}${reject}`;
  }
  const sure = confirmation(question);
  const confirm = sure === undefined ? [] : ["--confirm", sure];
  const file = `${gate.shows}.${typeof shown.shown === "string" || markdownOf(shown.shown) !== undefined ? "md" : "json"}`;
  const edit = takesEdits(question) ? line("approve", run, "--edit", file, ...confirm) : "";
  return `${head}decide with\n${line("approve", run, ...confirm)}${edit}${reject}`;
}

/** What a task waits for, and the line that says that it has come. */
function blockerText({ run, stage, blocker }: OpenBlocker, { program, open }: Pick<Words, "program" | "open">): string {
  const on = blocker.waitingOn === undefined ? "" : `\n  waiting on: ${blocker.waitingOn}`;
  return `\n"${stage}" of run ${run} is blocked: ${blocker.reason}${on}\nonce that has come:\n  ${typedLine(program, ["unblock", run, "--note", "…"], open)}\n`;
}

/** The same for programs. */
export function endingJson(
  { outcome, questions, blockers, refusals }: Ending,
  { program, open }: Pick<Words, "program" | "open">,
): unknown {
  const { state, run, status } = outcome;
  const [refused] = refusals;
  return {
    run,
    pipeline: state.pipeline,
    status,
    ...(status === "done" && !state.stopped && { output: outcome.output }),
    ...(state.stopped && { stopped: state.stopped }),
    ...(state.failure && { failure: { stage: state.failure.stage, message: state.failure.message, tried: state.failure.tried } }),
    ...(questions.length > 0 && { questions: questions.map(questionJson) }),
    ...(blockers.length > 0 && {
      blockers: blockers.map(({ run, stage, blocker: { reason, waitingOn } }) => ({ run, stage, reason, ...(waitingOn && { waitingOn }) })),
    }),
    ...(refused && { waiting: refusedJson(refused, refusals) }),
    ...((status === "interrupted" || refused) && { resume: typedLine(program, ["resume", run], open) }),
    stages: state.order.flatMap((name) => state.stages.get(name) ?? []).map(stageJson(state.at)),
  };
}

function refusedJson({ run, stage, refusal: { message } }: OpenRefusal, refusals: readonly OpenRefusal[]): object {
  const roomAt = roomAtOf(refusals);
  return { on: "budget", run, stage, message, ...(roomAt !== undefined && { roomAt }) };
}

function questionJson({ question, shown }: ShownQuestion): unknown {
  const { run, stage, waiting } = question;
  if (waiting.on === "effect") return { run, stage, on: "effect", why: waiting.effect.why, shown };
  const { tier, shows, digest, asks } = waiting.gate;
  const expiresAt = takesUntil(waiting.gate)?.toISOString();
  return {
    run,
    stage,
    on: "gate",
    tier,
    shows,
    digest,
    shown,
    ...(asks !== undefined && { asks }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

export function stageJson(at: string) {
  return (stage: StageState) => ({
    name: stage.name,
    status: stage.status,
    version: stage.version,
    attempts: stage.attempt,
    ...(stage.startedAt !== undefined && { startedAt: stage.startedAt, ms: Date.parse(stage.endedAt ?? at) - Date.parse(stage.startedAt) }),
    findings: stage.findings,
  });
}
