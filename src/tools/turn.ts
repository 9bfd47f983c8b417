import { StagewrightError } from "../dsl/index.js";
import type { ToolCall } from "../model/index.js";
import { sha256 } from "../store/index.js";
import { blockedBy } from "./blocked.js";
import type { Budget } from "./budget.js";
import type { Fired, Guards } from "./guards.js";
import type { History } from "./history.js";
import { nearestOf } from "./nearest.js";
import { oneLine, sentence } from "./one-line.js";
import { runTool, ToolOutcome } from "./outcome.js";
import type { Progress } from "./progress.js";
import { pathOf, type Repeats, type Seen } from "./repeats.js";
import type { Prepared, Tool } from "./tool.js";
import { BLOCKED, type Toolbox } from "./toolbox.js";
import type { Blocked, NotRun, WorkOptions } from "./work.js";
import type { WorkRecord } from "./work-record.js";

export interface Watched {
  readonly record: WorkRecord;
  readonly toolbox: Toolbox;
  readonly guards: Guards;
  readonly budget: Budget;
  readonly repeats: Repeats;
  readonly progress: Progress;
  readonly history: History;
  readonly signal: AbortSignal;
  readonly options: Pick<WorkOptions, "call" | "mayBlock" | "notRun" | "read" | "spill">;
}

/** What ends the work in the middle of a turn. */
export type Ending = { readonly fired: Fired } | { readonly blocked: Blocked };

/** How a call stands before anything is run. */
type Found =
  | { readonly is: "ready"; readonly tool: Tool; readonly prepared: Prepared }
  | (NotRun & { readonly is: Exclude<NotRun["is"], "left"> });

/**
 * Runs the calls of one turn, one behind the other: a later one may build on what an earlier one did. Each gets its one result.
 * When a guard fires, or the model says that it is blocked, the calls that are left are not run.
 */
export async function runCalls(calls: readonly ToolCall[], watched: Watched): Promise<Ending | undefined> {
  for (const [index, call] of calls.entries()) {
    if (call.name === BLOCKED && watched.options.mayBlock === true) {
      const blocked = await blockedOf(call, watched);
      if (blocked === undefined) continue;
      await leave(calls.slice(index + 1), "the task is blocked", watched);
      return { blocked };
    }
    const fired = await runCall(call, watched);
    if (fired === undefined) continue;
    await leave(calls.slice(index), fired.message, watched);
    return { fired };
  }
  return undefined;
}

/** The calls that are left are entered as such, and get their results. */
async function leave(calls: readonly ToolCall[], why: string, { record, options }: Watched): Promise<void> {
  const message = sentence(`not run: ${why}`);
  for (const call of calls) await options.notRun?.(call.name, argumentsOf(call), { is: "left", message });
  record.closeCalls(message);
}

/** What could not be read is told apart by its text. */
function argumentsOf({ arguments: given, unreadable }: ToolCall): Readonly<Record<string, unknown>> {
  return unreadable === undefined ? given : { unreadable };
}

/** Why the model cannot go on; none where it has not said it in the way that it must be said. */
async function blockedOf(call: ToolCall, { record, options }: Watched): Promise<Blocked | undefined> {
  const said = call.unreadable === undefined ? blockedBy(call.arguments) : { complaint: "its arguments are no JSON object" };
  if ("complaint" in said) {
    const message = sentence(`"${BLOCKED}" was not taken: ${said.complaint}`);
    await options.notRun?.(call.name, argumentsOf(call), { is: "badArguments", message });
    record.result(call, "badArguments", message);
    return undefined;
  }
  record.result(call, "succeeded", "The task rests as blocked.");
  return said;
}

async function runCall(call: ToolCall, watched: Watched): Promise<Fired | undefined> {
  const { record, guards, budget, repeats, progress, history, signal, options } = watched;
  const over = budget.over();
  if (over) return over;
  if (record.counts.calls >= guards.calls) {
    return { reason: "guard/calls", message: `the stage has made the ${guards.calls} calls that it may make` };
  }
  const found = foundFor(call, watched.toolbox);
  const ready = found.is === "ready" ? found : undefined;
  const seen: Seen = {
    name: call.name,
    arguments: argumentsOf(call),
    tool: ready?.tool,
    prepared: ready?.prepared,
  };
  const repetition = repeats.about(seen);
  if (repetition.is === "fired") return repetition.fired;
  const warning = repetition.is === "warned" ? repetition.message : undefined;
  if (found.is !== "ready") {
    await options.notRun?.(call.name, seen.arguments, found);
    end(record, call, { end: found.is, text: found.message, warning });
    return undefined;
  }
  const { tool, prepared } = found;
  const { name } = tool.spec;
  const { resultChars, windowChars } = guards;
  const context = { signal, call: call.id, read: options.read?.() ?? [...record.read] };
  const make = () => runTool({ name, prepared, context, spill: options.spill, resultChars, windowChars });
  const about = { kind: tool.kind, reads: prepared.reads, writes: prepared.writes };
  const outcome = outcomeOf(name, await (options.call?.(name, call.arguments, make, about) ?? make()));
  history.called(tool);
  if (outcome.outcome === "failed") {
    end(record, call, { end: "failed", text: outcome.message, warning });
    return undefined;
  }
  const { text, digest, chars, kept } = outcome;
  repeats.succeeded(seen, digest);
  progress.brought("result", name, digest);
  const { reads, writes } = prepared;
  if (reads) record.read.push(reads);
  if (writes) progress.brought("file", pathOf(writes.path), sha256(writes.content ?? JSON.stringify(call.arguments)));
  if (kept !== undefined) record.counts.kept += 1;
  record.evidence.push({
    call: call.id,
    tool: name,
    kind: tool.kind,
    round: record.counts.rounds,
    arguments: call.arguments,
    digest,
    chars,
    ...(kept !== undefined && { kept }),
    ...(writes && { wrote: pathOf(writes.path) }),
  });
  end(record, call, { end: "succeeded", text, warning });
  return undefined;
}

interface Ended {
  readonly end: "succeeded" | "failed" | "unknown" | "denied" | "badArguments";
  readonly text: string;
  readonly warning: string | undefined;
}

function end(record: WorkRecord, call: ToolCall, { end, text, warning }: Ended): void {
  if (warning !== undefined) record.counts.told += 1;
  record.result(call, end, warning === undefined ? text : `${text}\n\n[${sentence(warning.charAt(0).toUpperCase() + warning.slice(1))}]`);
}

const LONGEST_NAME = 64;
const LONGEST_QUOTE = 80;
const LONGEST_COMPLAINT = 300;
const MOST_NAMES = 12;

function foundFor(call: ToolCall, toolbox: Toolbox): Found {
  const shown = oneLine(call.name, LONGEST_NAME);
  const tool = toolbox.find(call.name);
  if (tool === undefined) {
    const names = toolbox.specs.map(({ name }) => name);
    if (toolbox.isDenied(call.name)) {
      const others = names.length === 0 ? "it has none" : `it has ${listed(names)}`;
      return { is: "denied", message: `"${shown}" may not be used in this stage; ${others}.` };
    }
    const nearest = nearestOf(call.name, names);
    return {
      is: "unknown",
      message: `There is no tool "${shown}"; ${nearest === undefined ? "this stage has none" : `the nearest is "${nearest}"`}.`,
    };
  }
  const notRun = (complaint: string): Found => ({ is: "badArguments", message: sentence(`"${shown}" was not run: ${complaint}`) });
  if (call.unreadable !== undefined)
    return notRun(`its arguments are no JSON object, they begin ${JSON.stringify(oneLine(call.unreadable, LONGEST_QUOTE))}`);
  try {
    const prepared = tool.prepare(call.arguments);
    return "complaint" in prepared ? notRun(prepared.complaint) : { is: "ready", tool, prepared };
  } catch (error) {
    // What a schema or a tool's own `reads` and `writes` throw at, the model can still give in another way.
    return notRun(`its arguments cannot be used: ${oneLine(error instanceof Error ? error.message : String(error), LONGEST_COMPLAINT)}`);
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  return names.length > MOST_NAMES ? `${shown.join(", ")} and ${names.length - MOST_NAMES} more` : shown.join(", ");
}

/** What a journal gives back may come from another version, or from an edited file. */
function outcomeOf(name: string, given: unknown): ToolOutcome {
  const parsed = ToolOutcome.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StagewrightError("tools/outcome", `what was given back for a call of "${name}" is not the outcome of a tool`, {
    hint: "`call` must give what its `make` gave, unchanged",
  });
}
