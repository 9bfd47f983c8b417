import { sha256 } from "../../store/index.js";
import type { Heard } from "./desk-line.js";
import type { DeskSettings } from "./desk-settings.js";
import type { DeskState, DeskThread } from "./desk-state.js";

/** Messages of a thread that are dealt with together. */
export interface Batch {
  readonly thread: string;
  /** The same for the same messages, also after a crash. */
  readonly item: string;
  /** Word for word; at least one. */
  readonly messages: readonly Heard[];
  /** Older ones, of which only so much is said. */
  readonly overflow: readonly Heard[];
  /** Work that has to be ended first. */
  readonly interrupts: readonly string[];
}

export interface Next {
  readonly batches: readonly Batch[];
  /** When to look again, in milliseconds since 1970. */
  readonly wakeAt: number | undefined;
}

/**
 * What has its turn: a message that rules can read at once, alone, however busy its thread is; of the others those whose
 * thread is quiet, and not busy unless what comes in interrupts.
 */
export function nextBatches(state: DeskState, settings: DeskSettings, now: number, isClear: (heard: Heard) => boolean): Next {
  const batches: Batch[] = [];
  let wakeAt: number | undefined;
  for (const thread of state.threads.values()) {
    if (thread.begun !== undefined) {
      batches.push(begunBatch(thread, thread.begun, settings));
      continue;
    }
    const waiting = [...thread.waiting.values()];
    const clear = waiting.find(isClear);
    if (clear !== undefined) {
      batches.push(batchOf(thread, [clear], settings));
      continue;
    }
    const last = waiting.at(-1);
    if (last === undefined || (thread.busy.size > 0 && settings.whileBusy !== "interrupt")) continue;
    const quietAt = Date.parse(last.at) + settings.quietMs;
    if (quietAt <= now) batches.push(batchOf(thread, settings.whileBusy === "follow-up" ? waiting.slice(0, 1) : waiting, settings));
    else wakeAt = Math.min(wakeAt ?? quietAt, quietAt);
  }
  return { batches, wakeAt };
}

/** What was begun before a crash is gone on with as it was, whatever came in since. */
function begunBatch(thread: DeskThread, { ids }: { readonly ids: readonly string[] }, settings: DeskSettings): Batch {
  return batchOf(
    thread,
    ids.flatMap((id) => thread.waiting.get(id) ?? []),
    settings,
  );
}

function batchOf({ id, busy }: DeskThread, messages: readonly Heard[], { cap }: DeskSettings): Batch {
  const item = itemOf(id, messages);
  return {
    thread: id,
    item,
    messages: messages.slice(-cap),
    overflow: messages.slice(0, -cap),
    interrupts: [...busy].filter((one) => one !== item),
  };
}

function itemOf(thread: string, messages: readonly Heard[]): string {
  return `desk-${sha256(JSON.stringify([thread, messages[0]?.id])).slice(0, 24)}`;
}

const SHOWN = 60;

/** What was said, in one text. */
export function textOf({ messages, overflow }: Batch): string {
  const said = messages.map(({ text }) => text.trim()).join("\n");
  return overflow.length === 0 ? said : `${overflowText(overflow)}\n\n${said}`;
}

/** How many older messages there were, and how each begins. */
export function overflowText(overflow: readonly Heard[]): string {
  const lines = overflow.map(({ text }) => `- ${beginningOf(text)}`);
  return [`${overflow.length} earlier message${overflow.length === 1 ? "" : "s"}, of which only the beginning is kept:`, ...lines].join(
    "\n",
  );
}

function beginningOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= SHOWN
    ? line
    : `${[...line]
        .slice(0, SHOWN - 1)
        .join("")
        .trimEnd()}…`;
}
