import type { EventOf, RunEvent, RunState } from "../../core/index.js";
import type { AnyPipeline, Finding } from "../../dsl/index.js";
import { CompleteRequest, Completion } from "../../model/index.js";
import { pipelineOfChild, readRun } from "../../runner/index.js";
import type { Store } from "../../store/index.js";

/** How one model did in one run of the pipeline. */
export interface Scorecard {
  readonly model: string;
  readonly run: string;
  /** How the run ended: `done`, `failed`, or `blocked` where it waits for a person or for money. */
  readonly status: RunState["status"];
  /** What kept it from being done. */
  readonly message?: string;
  /** The stages that it ran itself; what another run had gathered is not among them. */
  readonly stages: readonly { readonly stage: string; readonly ms: number; readonly attempts: number }[];
  /** From the first of those stages to the end. */
  readonly ms: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly tokensPerSecond: number | undefined;
  /** Tries of stages, of all versions. */
  readonly attempts: number;
  /** By kind: what was found in the first version of each stage, and in the last. */
  readonly findings: readonly { readonly kind: string; readonly before: number; readonly after: number }[];
  /** What the last version says that its facts do not carry. */
  readonly ungrounded: number;
  /** Results of tools that were errors, and calls that were written as text. */
  readonly toolFailures: number;
  /** Dollars; not there where no call had a price. */
  readonly usd: number | undefined;
}

/** Kinds of fault that say something is not in the facts. */
const UNGROUNDED: ReadonlySet<string> = new Set(["grounding", "claims", "code-claims"]);

/** Reads a run's journal, and those of its child runs, as a scorecard. */
export async function scorecardOf(
  store: Store,
  pipeline: AnyPipeline,
  { model, run }: { readonly model: string; readonly run: string },
): Promise<Scorecard> {
  const { events, state } = await readRun(store, run);
  const asked = await askedIn(store, pipeline, run);
  const attempts = eventsOf(events, "stage-started");
  const ran = [...new Set(attempts.map(({ stage }) => stage))];
  const failures = eventsOf(events, "attempt-failed").flatMap(({ findings }) => findings);
  const findings = findingsOf(events);
  const first = attempts[0]?.at ?? state.at;
  const callMs = asked.reduce((sum, { ms }) => sum + ms, 0);
  const outputTokens = asked.reduce((sum, { completion }) => sum + completion.usage.outputTokens, 0);
  const paid = asked.flatMap(({ completion }) => completion.cost?.usd ?? []);
  const asText = failures.filter(({ rule }) => rule === "verdict/markup-only").length;
  const message = state.failure?.message ?? waitsFor(state);
  return {
    model,
    run,
    status: state.status,
    ...(message !== undefined && { message }),
    stages: ran.map((stage) => ({
      stage,
      ms: msOf(events, stage),
      attempts: attempts.filter((event) => event.stage === stage).length,
    })),
    ms: Date.parse(state.at) - Date.parse(first),
    calls: asked.length,
    inputTokens: asked.reduce((sum, { completion }) => sum + completion.usage.inputTokens, 0),
    outputTokens,
    tokensPerSecond: callMs > 0 ? (outputTokens / callMs) * 1_000 : undefined,
    attempts: attempts.length,
    findings,
    ungrounded: findings.filter(({ kind }) => UNGROUNDED.has(kind)).reduce((sum, { after }) => sum + after, 0),
    toolFailures: new Set(asked.flatMap(({ errors }) => errors)).size + asText,
    usd: paid.length === 0 ? undefined : paid.reduce((sum, usd) => sum + usd, 0),
  };
}

function waitsFor({ stages }: RunState): string | undefined {
  for (const { name, waiting } of stages.values()) {
    if (waiting) return waiting.on === "budget" ? waiting.refusal.message : `stage "${name}" waits on ${waiting.on}`;
  }
  return undefined;
}

function eventsOf<T extends RunEvent["type"]>(events: readonly RunEvent[], type: T): readonly EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

/** The time of all tries of a stage, from the start of each to its end. */
function msOf(events: readonly RunEvent[], stage: string): number {
  let sum = 0;
  let startedAt: string | undefined;
  for (const event of events) {
    if (!("stage" in event) || event.stage !== stage) continue;
    if (event.type === "stage-started") startedAt = event.at;
    const isEnd = event.type === "stage-done" || event.type === "attempt-failed" || event.type === "gate-opened";
    if (!isEnd || startedAt === undefined) continue;
    sum += Date.parse(event.at) - Date.parse(startedAt);
    startedAt = undefined;
  }
  return sum;
}

function findingsOf(events: readonly RunEvent[]): Scorecard["findings"] {
  const first = new Map<string, readonly Finding[]>();
  const last = new Map<string, readonly Finding[]>();
  for (const event of events) {
    if (event.type !== "stage-done" && event.type !== "attempt-failed") continue;
    if (!first.has(event.stage)) first.set(event.stage, event.findings);
    last.set(event.stage, event.findings);
  }
  const before = countedByKind([...first.values()].flat());
  const after = countedByKind([...last.values()].flat());
  const kinds = [...new Set([...before.keys(), ...after.keys()])].sort();
  return kinds.map((kind) => ({ kind, before: before.get(kind) ?? 0, after: after.get(kind) ?? 0 }));
}

/** `grounding/number` is of the kind `grounding`. */
function countedByKind(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) {
    const kind = rule.split("/", 1)[0] ?? rule;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

interface Asked {
  readonly completion: Completion;
  readonly ms: number;
  /** The calls whose results were errors, as the request shows them. */
  readonly errors: readonly string[];
}

/** The model's answers in a run and in its child runs. */
async function askedIn(store: Store, pipeline: AnyPipeline, run: string): Promise<readonly Asked[]> {
  const { events, load } = await readRun(store, run);
  const asked: Asked[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type === "child-started") {
      const nested = await pipelineOfChild(store, pipeline, event.stage, event.child);
      if (nested) asked.push(...(await askedIn(store, nested, event.child)));
    }
    if (event.type !== "called" || event.adapter !== "model" || "error" in event.outcome) continue;
    const completion = Completion.parse(await load(event.outcome.answer));
    const { messages } = CompleteRequest.parse(await load(event.request));
    // A call's own line tells when it ended; what stands before it, when it began.
    const ms = Date.parse(event.at) - Date.parse(events[index - 1]?.at ?? event.at);
    const errors = messages.flatMap((message) => (message.role === "tool" && message.isError ? [`${event.stage} ${message.call}`] : []));
    asked.push({ completion, ms, errors });
  }
  return asked;
}
