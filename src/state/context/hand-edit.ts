import { z } from "zod";
import { canonicalJson } from "../../core/index.js";
import { isStagewrightError, namesByNearness } from "../../dsl/index.js";
import { sha256 } from "../../store/index.js";
import type { Fault } from "../fault.js";
import { jsonPlaces, lineAndColumn } from "../json-places.js";
import { Context, contextText } from "./context.js";
import type { ContextLine, ContextState } from "./context-line.js";
import { changed } from "./operation.js";

/** What lies where the log says that a certain context should lie. */
export type FoundFile =
  | { readonly is: "as written" }
  /** Not there, or left behind by a process that died: to be written anew from the log. */
  | { readonly is: "older" }
  | { readonly is: "edited"; readonly value: Context; readonly found: string }
  | { readonly is: "faulty"; readonly fault: Fault };

export interface Judged {
  readonly state: ContextState;
  /** Of `context.json`; `undefined` where there is none. */
  readonly text: string | undefined;
  /** The lines of the log behind a revision. */
  readonly linesAfter: (revision: number) => readonly ContextLine[];
  readonly at: string;
}

const NAME = "context.json";
/** Who has changed a file that says nothing of it. */
const BY_HAND = "by hand";

export function foundFile(judged: Judged): FoundFile {
  const { state, text } = judged;
  const isDamaged = state.damagedAt !== undefined;
  // A power cut may leave a file without its bytes: nobody wrote that by hand.
  if (text === undefined || /^[\s\0]*$/.test(text)) {
    if (isDamaged) return { is: "faulty", fault: damagedLog(state.damagedAt) };
    return { is: state.before === undefined && text === undefined ? "as written" : "older" };
  }
  if (!isDamaged && text === contextText(state.context)) return { is: "as written" };
  const found = sha256(text);
  if (!isDamaged && (found === state.found || (state.before !== undefined && text === contextText(state.before)))) return { is: "older" };
  const read = contextIn(text, state.context);
  if ("where" in read) return { is: "faulty", fault: read };
  // What the log has is not to be trusted then, and the file is: it is taken as it is.
  const brought = isDamaged ? read : broughtUp(read, judged);
  if ("where" in brought) return { is: "faulty", fault: brought };
  if (!isDamaged && isSame(brought, state.context)) return { is: "older" };
  const by = brought.lastUpdatedBy === state.context.lastUpdatedBy ? null : brought.lastUpdatedBy;
  const revision = Math.max(state.context.revision, read.revision) + 1;
  return { is: "edited", value: { ...brought, revision, lastUpdatedBy: by ?? BY_HAND, lastUpdatedAt: judged.at }, found };
}

/**
 * What was edited while others went on: their operations are done once more, on what the person made of the context. So
 * neither the person's work is lost nor theirs.
 */
function broughtUp(edited: Context, { state, linesAfter }: Judged): Context | Fault {
  if (edited.revision >= state.context.revision) return edited;
  const cannot = (why: string): Fault => ({
    where: NAME,
    what: `the file was edited on revision ${edited.revision}, and revision ${state.context.revision} is there by now: ${why}`,
    doInstead: "put what you changed into the newest one, which `rebuild` writes",
  });
  let context = edited;
  for (const line of linesAfter(edited.revision)) {
    if (line.type !== "operation") return cannot("what was done in between is no longer known one by one");
    try {
      context = changed(context, line.operation, line.at);
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      return cannot(`"${line.operation.op}" by "${line.operation.by}" does not go with your change, for ${error.message}`);
    }
  }
  return context;
}

function isSame(one: Context, other: Context): boolean {
  return canonicalJson({ ...one, revision: 0 }) === canonicalJson({ ...other, revision: 0 });
}

/** What a file says; what it leaves out of revision, by and at is as in the `last` one. */
function contextIn(written: string, last: Context): Context | Fault {
  // Some editors begin a file with a mark of its bytes' order.
  const text = written.replace(/^\uFEFF/, "");
  const { places, fault } = jsonPlaces(text);
  if (fault !== undefined)
    return { where: `${NAME}:${lineAndColumn(text, fault.offset)}`, what: fault.what, doInstead: "correct the line" };
  const raw: unknown = JSON.parse(text);
  const { revision, lastUpdatedBy, lastUpdatedAt } = last;
  const isObject = typeof raw === "object" && raw !== null && !Array.isArray(raw);
  const { data, error } = Context.safeParse(isObject ? { revision, lastUpdatedBy, lastUpdatedAt, ...raw } : raw);
  if (data !== undefined) return data;
  // A key that is written wrong is missing as well: what is said is what the person wrote.
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  const key = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(key === undefined ? [] : [key])];
  const where = `${NAME}:${lineAndColumn(text, offsetOf(places, path))}${path.length === 0 ? "" : ` (${z.core.toDotPath(path)})`}`;
  if (key === undefined) {
    const isMissing = issue?.code === "invalid_type" && !places.has(JSON.stringify(path));
    return isMissing
      ? { where, what: "it is missing", doInstead: "write it; an empty list is `[]`" }
      : { where, what: issue?.message ?? "", doInstead: "correct it" };
  }
  const around = path.slice(0, -1);
  const free = keysAt(around).filter((name) => !places.has(JSON.stringify([...around, name])));
  const [near] = namesByNearness(key, free, { most: 1 / 2 });
  return {
    where,
    what: `there is no key "${key}" here`,
    doInstead: near === undefined ? "take it out" : `did you mean "${near}"? Else take it out`,
  };
}

/** Of a value that is not there: where the one stands that should hold it. */
function offsetOf(places: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number {
  const found = places.get(JSON.stringify(path));
  return found ?? (path.length === 0 ? 0 : offsetOf(places, path.slice(0, -1)));
}

function keysAt([list]: readonly PropertyKey[]): readonly string[] {
  if (list === undefined) return Object.keys(Context.shape);
  const { activeTasks, recentOutputs, blockers, handoffs } = Context.shape;
  const entry = Object.entries({ activeTasks, recentOutputs, blockers, handoffs }).find(([name]) => name === list)?.[1];
  return Object.keys(entry?.element.shape ?? {});
}

function damagedLog(line: number | undefined): Fault {
  return {
    where: `context.log.jsonl:${line}`,
    what: `the line does not follow from those before it, and there is no ${NAME} to go on from`,
    doInstead: `put a copy of ${NAME} or of the log back`,
  };
}
