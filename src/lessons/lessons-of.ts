import { z } from "zod";
import type { EventOf, Kept, RunEvent } from "../core/index.js";
import type { Finding } from "../dsl/index.js";
import { CATEGORIES, type Category, categoryOfRule } from "./category.js";
import { editsBetween } from "./edits.js";
import type { Learning } from "./learn.js";
import { fitted } from "./overlay.js";
import { fencedMessage, Gathered, quoted } from "./quoted.js";
import { shortened } from "./words.js";

type Taught = Learning["lessons"][number];

/** What a run teaches: what is to be learned of it, and what a person has to look at first. */
export interface RunLessons extends Learning {
  readonly run: string;
  readonly pipeline: string;
  /** The lessons files that its stages were given overlays of. */
  readonly files: readonly string[];
  /** What reads like text that the run gathered: no lesson before a person has said so. */
  readonly forPerson: readonly { readonly stage: string; readonly rule: string; readonly text: string }[];
}

export interface LessonsOfOptions {
  /** Gives the value that an event holds, from the journal or from its blob. */
  readonly load: (kept: Kept) => Promise<unknown>;
  readonly categories?: readonly Category[];
}

/** Of one rule, stage and run no more are taken: thirty findings of one kind teach one thing. */
const MOST_OF_A_RULE = 3;
const MOST_EDITS = 5;
const MOST_EVIDENCE = 300;
const MOST_REASON = 400;
/** Their answers are texts of this project, or none at all. */
const OWN_ADAPTERS: ReadonlySet<string> = new Set(["lessons", "instructions", "env"]);
const TOOK_TOO_LONG = /(?:^|[/-])(?:time|timeout|timed|silent)/;

const TriedAnswer = z.object({ model: z.string(), tried: z.array(z.object({ model: z.string(), code: z.string() })).min(1) });
const RankRequest = z.object({ lessons: z.string() });
const RankAnswer = z.object({
  ranked: z.array(z.object({ lesson: z.object({ id: z.string(), lesson: z.string(), fix: z.string().optional() }) })),
});

/**
 * What happened in a run, as lessons. The text of a lesson comes from two places only: the messages of rules and of this
 * program, in which whatever they quote is made short and stands in quotation marks; and what a person wrote at a gate. An
 * error's message, a model's words and gathered text are evidence at most, and evidence never goes into a prompt.
 */
export async function lessonsOf(events: readonly RunEvent[], { load, categories = CATEGORIES }: LessonsOfOptions): Promise<RunLessons> {
  const started = events.find((event): event is EventOf<"run-started"> => event.type === "run-started");
  const pipeline = started?.pipeline ?? "";
  const gathered = await gatheredIn(events, load);
  const taught: Taught[] = [];
  const forPerson: RunLessons["forPerson"][number][] = [];
  const counts = new Map<string, number>();
  const model = started?.model;
  const teach = (stage: string, lesson: Omit<Taught, "source">, forStage = stage) => {
    const source = { pipeline, stage, ...(lesson.by === undefined && model !== undefined && { agent: model }) };
    taught.push({ ...lesson, source, ...(forStage !== "" && { stage: forStage }) });
  };
  const teachFinding = (finding: Finding, event: { readonly stage: string; readonly seq: number }, forStage: string) => {
    const { rule, severity, message } = finding;
    const key = `${forStage} ${rule}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (severity === "info" || count > MOST_OF_A_RULE) return;
    const { text, isGathered } = fencedMessage(message, gathered);
    if (isGathered) forPerson.push({ stage: event.stage, rule, text });
    else {
      const evidence = shortened(`event ${event.seq}: ${message}`, MOST_EVIDENCE);
      teach(event.stage, { category: categoryOfRule(rule, categories), severity, description: text, rule, evidence }, forStage);
    }
  };

  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case "attempt-failed":
        ofFailure(event, { forStage: sentBackTo(events, index) ?? event.stage, teach, teachFinding });
        break;
      case "stage-done":
        for (const finding of event.findings) if (finding.severity !== "info") teachFinding(finding, event, event.stage);
        break;
      case "gate-decided":
        await ofDecision(event, { events: events.slice(0, index), load, teach });
        break;
      case "rolled-back":
        if (event.because === "rejected") break;
        if (event.because.startsWith("failed")) {
          const description = `What ${quoted(event.to)} gave did not get past ${quoted(event.from)}.`;
          teach(event.from, { category: "ROLLBACK", severity: "info", description }, event.to);
        } else {
          const description = `The decision ${quoted(event.from)} went the way ${quoted(event.because)}, back to ${quoted(event.to)}.`;
          const evidence = shortened(event.findings.map(({ message }) => message).join("; "), MOST_EVIDENCE);
          teach(event.from, { category: "PIVOT", severity: "warning", description, ...(evidence !== "" && { evidence }) }, event.to);
        }
        break;
      case "reopened":
        teach(event.to, {
          category: "ROLLBACK",
          severity: "warning",
          description: `A person went back to ${quoted(event.to)}.`,
          by: event.by,
        });
        break;
      case "called":
        await ofCall(event, { load, teach });
        break;
      case "budget-refused":
        teach(event.stage, {
          category: "BUDGET",
          severity: "info",
          description: `A call of stage ${quoted(event.stage)} was not made, since the budget did not allow it.`,
          evidence: shortened(event.message, MOST_EVIDENCE),
        });
        break;
      case "effect-settled":
        if (event.outcome.happened === "no") {
          teach(event.stage, {
            category: "EFFECT",
            severity: "warning",
            description: `An effect of stage ${quoted(event.stage)} did not happen.`,
            evidence: shortened(event.outcome.why, MOST_EVIDENCE),
          });
        }
        break;
      case "effect-unclear":
        teach(event.stage, {
          category: "EFFECT",
          severity: "warning",
          description: `Nobody could say whether an effect of stage ${quoted(event.stage)} had happened.`,
          evidence: shortened(event.why, MOST_EVIDENCE),
        });
        break;
      case "child-ended":
        if (event.status === "failed") ofLateChild(event, events, index, teach);
        break;
      case "run-failed":
        ofLateFailure(event, events, teach);
        break;
      default:
      // Nothing went wrong there, or its end says so.
    }
  }
  const { files, shown } = await overlaysIn(events, load);
  return {
    at: events.at(-1)?.at ?? "",
    run: started?.run ?? "",
    pipeline,
    lessons: taught,
    shown,
    isDone: events.some(({ type }) => type === "run-done"),
    files,
    forPerson,
  };
}

type Teach = (stage: string, lesson: Omit<Taught, "source">, forStage?: string) => void;

/** All that came from outside or from a model. */
async function gatheredIn(events: readonly RunEvent[], load: LessonsOfOptions["load"]): Promise<Gathered> {
  const gathered = new Gathered();
  for (const event of events) {
    if (event.type === "run-started") gathered.add(await load(event.input));
    else if (event.type === "stage-done" || event.type === "stage-taken") gathered.add(await load(event.output));
    else if ((event.type === "attempt-failed" || event.type === "child-ended") && event.output) gathered.add(await load(event.output));
    else if (event.type === "called" && !OWN_ADAPTERS.has(event.adapter)) {
      if ("answer" in event.outcome) gathered.add(await load(event.outcome.answer));
      else gathered.add(event.outcome.error.message);
    }
  }
  return gathered;
}

/** The stage that a failure is the fault of, where the run went back to it: that one is to do better. */
function sentBackTo(events: readonly RunEvent[], index: number): string | undefined {
  const next = events[index + 1];
  const failed = events[index];
  return next?.type === "rolled-back" && failed?.type === "attempt-failed" && next.from === failed.stage ? next.to : undefined;
}

function ofFailure(
  event: EventOf<"attempt-failed">,
  how: {
    readonly forStage: string;
    readonly teach: Teach;
    readonly teachFinding: (finding: Finding, event: EventOf<"attempt-failed">, forStage: string) => void;
  },
): void {
  const { stage, cause, message, findings, seq } = event;
  const { forStage, teach, teachFinding } = how;
  const evidence = shortened(`event ${seq}: ${message}`, MOST_EVIDENCE);
  switch (cause) {
    case "dod":
    case "review":
    case "output":
      for (const finding of findings) teachFinding(finding, event, forStage);
      return;
    case "verdict": {
      const kind = findings[0]?.rule.split("/")[1] ?? "no answer";
      const description = `The answer of stage ${quoted(stage)} was none: ${kind.replaceAll("-", " ")}.`;
      teach(stage, { category: kind === "timed-out" ? "TIMEOUT" : "VERDICT", severity: "warning", description, evidence }, forStage);
      return;
    }
    case "time-limit":
      teach(stage, {
        category: "TIMEOUT",
        severity: "warning",
        description: `Stage ${quoted(stage)} took longer than its time limit.`,
        evidence,
      });
      return;
    case "error":
      teach(stage, { category: "ERROR", severity: "info", description: `Stage ${quoted(stage)} broke off with an error.`, evidence });
      return;
    case "rejected":
    case "children":
      // The decision says it, and so do the children's own journals.
      return;
    default:
      cause satisfies never;
  }
}

/** A rejection is taught in the person's words, an edit by what was changed. */
async function ofDecision(
  event: EventOf<"gate-decided">,
  { events, load, teach }: { readonly events: readonly RunEvent[]; readonly load: LessonsOfOptions["load"]; readonly teach: Teach },
): Promise<void> {
  const opened = events.findLast((one): one is EventOf<"gate-opened"> => one.type === "gate-opened" && one.stage === event.stage);
  // What a policy asks about is shown by the stage that is about to do it.
  const shows = opened === undefined || opened.effect !== undefined ? event.stage : opened.shows;
  if (event.decision === "reject") {
    const description = shortened(event.reason ?? "", MOST_REASON);
    if (description !== "") teach(event.stage, { category: "APPROVAL", severity: "error", description, by: event.by }, shows);
    return;
  }
  if (event.decision !== "edit" || event.value === undefined) return;
  const made = events.findLast(
    (one): one is EventOf<"stage-done"> | EventOf<"stage-taken"> =>
      (one.type === "stage-done" || one.type === "stage-taken") && one.stage === shows,
  );
  if (made === undefined) return;
  const edits = editsBetween(await load(made.output), await load(event.value));
  for (const { path, before, after } of edits.slice(0, MOST_EDITS)) {
    const where = path === "" || /^(?:markdown|text|body)$/.test(path) ? "" : ` in ${quoted(path)}`;
    const description =
      before === ""
        ? `A person put in ${quoted(after)}${where}.`
        : after === ""
          ? `A person took out ${quoted(before)}${where}.`
          : `A person changed ${quoted(before)} to ${quoted(after)}${where}.`;
    teach(event.stage, { category: "APPROVAL", severity: "warning", description, by: event.by }, shows);
  }
}

async function ofCall(
  { stage, adapter, name, outcome }: EventOf<"called">,
  { load, teach }: { readonly load: LessonsOfOptions["load"]; readonly teach: Teach },
): Promise<void> {
  if ("error" in outcome) {
    const isSlow = TOOK_TOO_LONG.test(outcome.error.code);
    const description = `A call of ${quoted(`${adapter}.${name}`)} ${isSlow ? "took too long" : "failed"} (${quoted(outcome.error.code)}).`;
    const evidence = shortened(outcome.error.message, MOST_EVIDENCE);
    teach(stage, { category: isSlow ? "TIMEOUT" : "ERROR", severity: "info", description, evidence });
    return;
  }
  if (adapter !== "model") return;
  const answer = TriedAnswer.safeParse(await load(outcome.answer));
  if (!answer.success) return;
  for (const { model, code } of answer.data.tried) {
    teach(stage, {
      category: "FALLBACK",
      severity: "info",
      description: `The model ${quoted(model)} failed with ${quoted(code)}, and another call answered.`,
      evidence: `${quoted(answer.data.model)} answered`,
    });
  }
}

function ofLateChild(event: EventOf<"child-ended">, events: readonly RunEvent[], index: number, teach: Teach): void {
  const ofStage = events.slice(0, index).filter((one) => "stage" in one && one.stage === event.stage && one.type.startsWith("child-"));
  const begun = ofStage.findLast((one) => one.type === "child-started" && one.item === event.item);
  const task = begun?.type === "child-started" ? begun.task : undefined;
  const done = ofStage.filter((one) => one.type === "child-ended" && one.status === "done").length;
  const what = task === undefined ? `an item of ${quoted(event.stage)}` : `task ${quoted(task)} of ${quoted(event.stage)}`;
  const isLate = done > 0;
  teach(event.stage, {
    category: isLate ? "LATE" : "ERROR",
    severity: isLate ? "warning" : "info",
    description: isLate ? `After others were done, ${what} failed.` : `The first to end, ${what}, failed.`,
    ...(event.reason !== undefined && { evidence: shortened(event.reason, MOST_EVIDENCE) }),
  });
}

/** A failure when half of the stages were done already costs what they cost. */
function ofLateFailure(event: EventOf<"run-failed">, events: readonly RunEvent[], teach: Teach): void {
  const started = events.find((one): one is EventOf<"run-started"> => one.type === "run-started");
  const done = new Set(events.flatMap((one) => (one.type === "stage-done" || one.type === "stage-taken" ? [one.stage] : [])));
  done.delete(event.stage);
  if (started === undefined || done.size * 2 < started.stages.length) return;
  teach(event.stage, {
    category: "LATE",
    severity: "error",
    description: `Stage ${quoted(event.stage)} failed when most of the run was done: have what it needs checked earlier.`,
    evidence: shortened(event.message, MOST_EVIDENCE),
  });
}

/** Which lessons went into which prompts. */
async function overlaysIn(
  events: readonly RunEvent[],
  load: LessonsOfOptions["load"],
): Promise<Pick<RunLessons, "files"> & { shown: string[] }> {
  const files = new Set<string>();
  const shown = new Set<string>();
  for (const event of events) {
    if (event.type !== "called" || event.adapter !== "lessons" || !("answer" in event.outcome)) continue;
    const request = RankRequest.safeParse(await load(event.request));
    if (request.success) files.add(request.data.lessons);
    const answer = RankAnswer.safeParse(await load(event.outcome.answer));
    if (!answer.success) continue;
    const ranked = answer.data.ranked.map(({ lesson: { id, lesson, fix } }) => ({
      lesson: { id, description: lesson, ...(fix !== undefined && { fix }) },
    }));
    for (const { lesson } of fitted(ranked).chosen) shown.add(lesson.id);
  }
  return { files: [...files].sort(), shown: [...shown].sort() };
}
