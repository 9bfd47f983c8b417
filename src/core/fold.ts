import { StagewrightError } from "../dsl/index.js";
import type { EventOf, RunEvent } from "./event.js";
import { type ChildState, type RunState, rollbackKey, type StageState } from "./run-state.js";
import { rowOf, type StageChange } from "./transitions.js";

/** The state before the first event. */
export function emptyRun(): RunState {
  return {
    run: "",
    pipeline: "",
    model: "",
    status: "running",
    started: undefined,
    seq: 0,
    at: "",
    order: [],
    stages: new Map(),
    cursor: 0,
    lastDone: undefined,
    turn: undefined,
    rollbacks: new Map(),
    stopped: undefined,
    failure: undefined,
  };
}

/**
 * Makes a run's state of its events. Goes on from `state` where one is given, and changes it in place: a state is
 * used up by the fold that goes on from it, which keeps each step's cost the same however long the run is.
 *
 * @throws StagewrightError `journal/order` where a number is missing, `journal/impossible` for an event that cannot
 * follow the ones before it.
 */
export function fold(events: Iterable<RunEvent>, state: RunState = emptyRun()): RunState {
  for (const event of events) apply(state, event);
  return state;
}

function apply(state: RunState, event: RunEvent): void {
  if (event.seq !== state.seq + 1) {
    throw new StagewrightError("journal/order", `event ${event.seq} follows event ${state.seq}`, {
      hint: "the journal is damaged: see `stagewright repair`",
    });
  }
  if ((state.started === undefined) !== (event.type === "run-started")) {
    throw new StagewrightError("journal/impossible", `event ${event.seq} is "${event.type}", but a journal begins with one "run-started"`);
  }
  state.seq = event.seq;
  state.at = event.at;
  switch (event.type) {
    case "run-started":
      state.started = event;
      state.run = event.run;
      state.pipeline = event.pipeline;
      state.model = event.model;
      state.order = event.stages;
      for (const name of event.stages) state.stages.set(name, newStage(name));
      return;
    case "run-resumed":
      return resume(state, event);
    case "run-cancelled":
      state.status = "cancelled";
      return;
    case "run-done":
      return finish(state, event);
    case "run-failed":
      state.status = "failed";
      state.failure = event;
      return;
    case "pipeline-changed":
      return reorder(state, event);
    case "reopened":
      goBack(state, event.to, event);
      return;
    case "rolled-back":
      return rollBack(state, event);
    default:
      applyToStage(state, event);
  }
}

type StageEvent = Extract<RunEvent, { readonly stage: string; readonly version: number }>;

function applyToStage(state: RunState, event: StageEvent): void {
  const { seq, type }: RunEvent = event;
  const stage = stageOf(state, event.stage, event);
  switch (event.type) {
    case "stage-started":
      change(stage, event.type, event);
      openAttempt(stage, event);
      break;
    case "called":
      change(stage, event.type, event);
      stage.calls.set(event.call, event);
      break;
    case "effect-intended":
      change(stage, event.type, event);
      stage.effects.set(event.effect, { intent: event });
      break;
    case "effect-settled":
      change(stage, event.type, event);
      settle(stage, event);
      break;
    case "effect-unclear":
      change(stage, event.type, event);
      stage.waiting = { on: "effect", effect: event };
      break;
    case "effect-answered":
      change(stage, event.type, event);
      stage.waiting = undefined;
      settle(stage, event);
      break;
    case "attempt-failed":
      change(stage, event.retriesLeft > 0 ? "attempt-failed" : "attempt-failed-for-good", event);
      stage.failedAttempts += 1;
      stage.failure = event;
      stage.faults = event.findings;
      break;
    case "stage-done":
      change(stage, event.type, event);
      stage.output = event.output;
      stage.findings = event.findings;
      stage.fingerprint = event.fingerprint;
      stage.endedAt = event.at;
      if (event.turn) state.turn = { stage: event.stage, ...event.turn };
      advance(state, stage);
      break;
    case "stage-taken":
      change(stage, event.type, event);
      stage.version = event.version;
      stage.output = event.output;
      stage.fingerprint = event.fingerprint;
      stage.startedAt = stage.endedAt = event.at;
      advance(state, stage);
      break;
    case "gate-opened":
      change(stage, event.waits ? "gate-opened" : "gate-informed", event);
      stage.gate = event;
      if (event.waits) stage.waiting = { on: "gate", gate: event };
      break;
    case "gate-decided":
      change(stage, event.type, event);
      stage.decision = event;
      stage.waiting = undefined;
      break;
    case "child-started":
      change(stage, event.type, event);
      stage.children.set(event.item, childOfEvent(event));
      break;
    case "child-waiting":
      change(stage, event.type, event);
      childOf(stage, event).waiting = event.on;
      break;
    case "child-ended":
      change(stage, event.type, event);
      childOf(stage, event).ended = event;
      childOf(stage, event).waiting = undefined;
      break;
    case "children-waiting":
      change(stage, event.type, event);
      stage.waiting = { on: "children", children: event.children };
      break;
    case "budget-refused":
      change(stage, event.type, event);
      stage.waiting = { on: "budget", refusal: event };
      break;
    case "stage-blocked":
      change(stage, event.type, event);
      stage.waiting = { on: "blocker", blocker: event };
      break;
    case "unblocked":
      change(stage, event.type, event);
      stage.waiting = undefined;
      stage.unblocked.push(event);
      break;
    case "task-held":
      stage.held.set(event.task, event);
      break;
    case "task-released":
      stage.held.delete(event.task);
      break;
    default:
      event satisfies never;
      throw new StagewrightError("journal/impossible", `event ${seq} is "${type}", which this version does not know`, {
        hint: "use the version of stagewright that wrote it",
      });
  }
  if (state.status !== "running" && state.status !== "blocked") return;
  // The stage at the cursor says so: another one may wait behind a stage that was put in before it.
  state.status = state.stages.get(state.order[state.cursor] ?? "")?.status === "blocked" ? "blocked" : "running";
}

/** The row of every change, looked up once: a fold passes here for each event. */
const rows = new Map<StageChange, { readonly from: ReadonlySet<string>; readonly to: StageState["status"] }>();

function change(stage: StageState, what: StageChange, event: RunEvent): void {
  let row = rows.get(what);
  if (row === undefined) {
    const { from, to } = rowOf(what);
    row = { from: new Set(from), to };
    rows.set(what, row);
  }
  if (!row.from.has(stage.status)) {
    throw new StagewrightError(
      "journal/impossible",
      `event ${event.seq} is "${event.type}", but stage "${stage.name}" is ${stage.status}`,
      {
        hint: "the journal is damaged: see `stagewright repair`",
      },
    );
  }
  stage.status = row.to;
}

function newStage(name: string): StageState {
  return {
    name,
    status: "pending",
    version: 0,
    attempt: 0,
    failedAttempts: 0,
    output: undefined,
    findings: [],
    failure: undefined,
    fingerprint: undefined,
    calls: new Map(),
    effects: new Map(),
    children: new Map(),
    held: new Map(),
    unblocked: [],
    decision: undefined,
    gate: undefined,
    waiting: undefined,
    brought: [],
    faults: [],
    startedAt: undefined,
    endedAt: undefined,
    history: [],
  };
}

function stageOf(state: RunState, name: string, event: RunEvent): StageState {
  const stage = state.stages.get(name);
  if (stage) return stage;
  throw noStage(name, event);
}

function noStage(name: string, event: RunEvent): StagewrightError {
  return new StagewrightError("journal/impossible", `event ${event.seq} is about stage "${name}", which this run does not have`);
}

function openAttempt(stage: StageState, event: EventOf<"stage-started">): void {
  if (event.attempt === 1) {
    stage.version = event.version;
    stage.startedAt = event.at;
    stage.failedAttempts = 0;
  }
  stage.attempt = event.attempt;
  stage.calls = new Map();
}

function settle(stage: StageState, event: EventOf<"effect-settled"> | EventOf<"effect-answered">): void {
  const effect = stage.effects.get(event.effect);
  if (effect === undefined) {
    throw new StagewrightError(
      "journal/impossible",
      `event ${event.seq} settles an effect of stage "${stage.name}" that was never intended`,
    );
  }
  effect.settled = event;
}

function childOfEvent({ child: run, digest, task, basis, seq }: EventOf<"child-started">): ChildState {
  return { run, digest, task, basis, seq };
}

function childOf(stage: StageState, event: EventOf<"child-ended" | "child-waiting">) {
  const child = stage.children.get(event.item);
  if (child) return child;
  throw new StagewrightError("journal/impossible", `event ${event.seq} is about a child of stage "${stage.name}" that was never started`);
}

function advance(state: RunState, stage: StageState): void {
  state.lastDone = { stage: stage.name, version: stage.version };
  state.cursor = Math.max(state.cursor, state.order.indexOf(stage.name, state.cursor) + 1);
  // A stage that was put in between two finished ones (`pipeline-changed`) has finished ones behind it.
  while (state.stages.get(state.order[state.cursor] ?? "")?.status === "done") state.cursor += 1;
}

/** A stage that waits for its children, for word of an effect or for money asks again; one that waits for a person's word goes on waiting. */
function resume(state: RunState, event: EventOf<"run-resumed">): void {
  const stage = state.stages.get(state.order[state.cursor] ?? "");
  if (event.model !== undefined) {
    state.model = event.model;
    // What was asked of one model answers no question to another: the try under way asks anew.
    if (stage) stage.calls = new Map();
  }
  if (stage?.waiting === undefined || stage.waiting.on === "gate" || stage.waiting.on === "blocker") return;
  change(stage, "asked-again", event);
  for (const child of stage.children.values()) child.waiting = undefined;
  stage.waiting = undefined;
  state.status = "running";
}

function finish(state: RunState, event: EventOf<"run-done">): void {
  state.status = "done";
  state.turn = undefined;
  if (!event.stopped) return;
  state.stopped = event.stopped;
  for (const name of state.order.slice(state.cursor)) {
    const stage = stageOf(state, name, event);
    if (stage.status !== "done") change(stage, "run-stopped", event);
  }
}

function rollBack(state: RunState, event: EventOf<"rolled-back">): void {
  state.rollbacks.set(rollbackKey(event), event.time);
  goBack(state, event.to, event);
  for (const name of event.hands) stageOf(state, name, event).brought = event.findings;
}

/** Every stage from `to` on is to run again, also one that was left out; what it made is kept as an older version. */
function goBack(state: RunState, to: string, event: RunEvent): void {
  const target = state.order.indexOf(to);
  if (target < 0) throw noStage(to, event);
  for (const name of state.order.slice(target)) reopen(stageOf(state, name, event), event);
  state.cursor = Math.min(target, state.cursor);
  state.turn = undefined;
  state.failure = undefined;
  state.stopped = undefined;
  state.status = "running";
}

function reopen(stage: StageState, event: RunEvent): void {
  const hasRun = stage.status !== "pending";
  change(stage, "gone-back", event);
  if (!hasRun || stage.version === 0) return;
  const { version, output, findings, failure, children, held, history } = stage;
  history.push({ version, output, findings, failure, children });
  Object.assign(stage, newStage(stage.name), { status: stage.status, version, held, history, fingerprint: undefined });
}

/** The pipeline has changed: stages that are new are pending, stages that are gone leave the order. */
function reorder(state: RunState, { stages: names, fingerprints }: EventOf<"pipeline-changed">): void {
  state.order = names;
  for (const name of names) if (!state.stages.has(name)) state.stages.set(name, newStage(name));
  for (const [name, fingerprint] of Object.entries(fingerprints)) {
    const stage = state.stages.get(name);
    if (stage?.status === "done") stage.fingerprint = fingerprint;
  }
  const open = names.findIndex((name) => state.stages.get(name)?.status !== "done");
  state.cursor = open < 0 ? names.length : open;
}
