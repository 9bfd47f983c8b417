import { type ChildState, canonicalJson, type EventOf, type Kept } from "../core/index.js";
import type { AnyPipeline, Finding } from "../dsl/index.js";
import { sha256 } from "../store/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { issuesOf } from "./bound-adapters.js";
import { type Executed, failed } from "./executed.js";
import { jsonValue } from "./json-value.js";
import type { Child } from "./world.js";

export interface EndedChild {
  readonly run: string;
  readonly status: EventOf<"child-ended">["status"];
  readonly output: Kept | undefined;
  readonly reason: string | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Runs a child for each input, and gives how they ended, in their order; or why this stage cannot go on yet.
 *
 * K1. All children are on record before the first one starts.
 * K2. However they run side by side, their ends are noted in the order of the items.
 * K3. A child that an earlier version of the stage finished, with the same input, is taken over if that version failed
 *     for another child's sake: what was done for one item is not done again because of another.
 */
export async function childrenOf(
  context: AttemptContext,
  pipeline: AnyPipeline,
  inputs: readonly unknown[],
  { concurrency, agent }: { readonly concurrency: number; readonly agent?: string | undefined },
): Promise<{ readonly is: "ended"; readonly children: readonly EndedChild[] } | Executed> {
  const fault = inputFault(pipeline, inputs);
  if (fault) return fault;
  const { at, stageState, world } = context;
  const { stage, version, attempt } = at;
  const children = inputs.map((input, index) => childAt(context, index + 1, input));
  for (const { item, run, digest } of children) {
    if (!stageState.children.has(item)) context.note({ type: "child-started", stage, version, attempt, item, child: run, digest });
  }
  await world.journal.commit();
  const open = children
    .filter(({ item }) => stageState.children.get(item)?.ended === undefined)
    .map((child) => ({ ...child, ...(agent !== undefined && { agent }) }));
  const news = await world.children(pipeline, at, open, concurrency);
  if (news === "interrupted") return { is: "interrupted" };
  const waiting: string[] = [];
  for (const [index, { item, run }] of open.entries()) {
    const ended = news[index];
    // One that had no turn yet waits for its turn.
    if (ended === undefined || ended.status === "waiting") waiting.push(run);
    else context.note({ type: "child-ended", stage, version, attempt, item, child: run, ...ended });
  }
  if (waiting.length > 0) {
    context.note({ type: "children-waiting", stage, version, attempt, children: waiting });
    return { is: "waiting" };
  }
  return { is: "ended", children: children.map(({ item, run }) => endOf(run, stageState.children.get(item))) };
}

function inputFault(pipeline: AnyPipeline, inputs: readonly unknown[]): Executed | undefined {
  const faults = inputs.flatMap((input, index) => {
    const parsed = pipeline.input.output?.safeParse(input);
    return parsed && !parsed.success ? [`item ${index + 1}: ${issuesOf(parsed.error).join("; ")}`] : [];
  });
  if (faults.length === 0) return undefined;
  const message = `pipeline "${pipeline.name}" does not take what it is given: ${faults.join("; ")}`;
  return failed(
    "children",
    message,
    faults.map((fault): Finding => ({ rule: "run/input", severity: "error", message: fault })),
  );
}

/** The child of an item. In a tree it is named by its task, and known again by its basis. */
export function childAt(
  { at, state, stageState }: AttemptContext,
  item: number,
  given: unknown,
  task?: { readonly name: string; readonly basis: string },
): Child & { readonly digest: string } {
  const input = jsonValue(given, `the input of item ${item}`);
  const digest = sha256(canonicalJson(input));
  const started = stageState.children.get(item);
  if (started) return { item, run: started.run, input, digest };
  const last = stageState.history.at(-1);
  const isSame = (child: ChildState) => (task ? child.basis === task.basis : child.digest === digest);
  const same =
    last?.failure?.cause === "children" ? [...last.children.values()].find((child) => isDone(child) && isSame(child)) : undefined;
  return { item, input, digest, run: same?.run ?? `${state.run}.${at.stage}.v${at.version}.${task?.name ?? item}` };
}

function isDone(child: ChildState): boolean {
  return child.ended?.status === "done" || child.ended?.status === "skipped";
}

function endOf(run: string, child: ChildState | undefined): EndedChild {
  const ended = child?.ended;
  const status = ended?.status ?? "failed";
  const finding: Finding = { rule: "children", severity: "error", message: `run "${run}": ${ended?.reason ?? "it did not end"}` };
  return { run, status, output: ended?.output, reason: ended?.reason, findings: status === "failed" ? [finding] : [] };
}
