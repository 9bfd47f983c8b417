import { pauseAfter } from "../core/index.js";
import { type ChatQueue, MINUTE_MS, type OutboxState, type Queued, type Sending } from "./outbox-state.js";
import { quietFor } from "./quiet-hours.js";
import type { Address } from "./reply.js";
import type { DispatchRules } from "./rules.js";

/** What is to be done now for one chat. */
export type Delivery =
  /** Nobody knows whether it was sent: ask the channel, and send it only if it was not. */
  | { readonly do: "find out"; readonly to: Address; readonly sending: Sending }
  | { readonly do: "begin"; readonly to: Address; readonly key: string; readonly entries: readonly Queued[] };

export interface Next {
  readonly deliveries: readonly Delivery[];
  /** When to look again, in milliseconds since 1970; `undefined` where nothing but a new message changes anything. */
  readonly wakeAt: number | undefined;
}

export interface Circumstances {
  readonly rules: DispatchRules;
  readonly now: Date;
  /** Whether a sending is under way: by this process, or by another that is alive. */
  readonly isUnderWay: (sending: Sending) => boolean;
}

/**
 * What to do next. In each chat one message goes out at a time: `high` ones first, then in the order in which they came. A
 * message of low priority waits until it can be told with others. Chats do not wait for each other.
 */
export function nextDeliveries(state: OutboxState, { rules, now, isUnderWay }: Circumstances): Next {
  const deliveries: Delivery[] = [];
  let wakeAt = Number.POSITIVE_INFINITY;
  const time = now.getTime();
  const room = roomOf(state, rules, time);
  for (const queue of state.chats.values()) {
    const { to, sending } = queue;
    if (sending !== undefined && isUnderWay(sending)) continue;
    const due = sending === undefined ? dueOf(queue, rules, now) : retryOf(sending, rules);
    if (due === undefined) continue;
    const at = Math.max(due.at, room.freeAt(to.channel));
    if (at > time) {
      wakeAt = Math.min(wakeAt, at);
      continue;
    }
    room.take(to.channel);
    deliveries.push(sending === undefined ? { do: "begin", to, ...sendingOf(due.entries) } : { do: "find out", to, sending });
  }
  return { deliveries, wakeAt: Number.isFinite(wakeAt) ? wakeAt : undefined };
}

interface Due {
  readonly at: number;
  readonly entries: readonly Queued[];
}

function retryOf({ failed, failures, entries }: Sending, { retry }: DispatchRules): Due {
  return { at: failed === undefined ? 0 : Date.parse(failed.at) + pauseAfter(failures, retry), entries };
}

function dueOf({ to, waiting }: ChatQueue, rules: DispatchRules, now: Date): Due | undefined {
  const [urgent] = waiting.high.values();
  if (urgent !== undefined) return { at: 0, entries: [urgent] };
  const awake = now.getTime() + quietOf(to, rules, now);
  const [first] = waiting.normal.values();
  if (first !== undefined) return { at: awake, entries: [first] };
  const [oldest] = waiting.low.values();
  if (oldest === undefined) return undefined;
  const { afterSeconds, most } = rules.digest;
  const at = waiting.low.size >= most ? 0 : Date.parse(oldest.at) + afterSeconds * 1000;
  return { at: Math.max(at, awake), entries: firstOf(waiting.low.values(), most) };
}

function firstOf<T>(values: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const value of values) if (first.push(value) === most) break;
  return first;
}

function quietOf({ channel, chat }: Address, { chats, quiet }: DispatchRules, now: Date): number {
  const named = Object.values(chats).find((one) => one.channel === channel && one.chat === chat);
  const hours = named?.quiet ?? quiet;
  return hours === undefined ? 0 : quietFor(hours, now);
}

/** A message has one key however often it is tried, and so have several that are told together. */
function sendingOf(entries: readonly Queued[]): { readonly key: string; readonly entries: readonly Queued[] } {
  const [first] = entries;
  return { key: entries.length === 1 ? `${first?.id}` : `${first?.id}+${entries.length - 1}`, entries };
}

/** How much each channel takes within a minute, and when it takes more. */
function roomOf(state: OutboxState, { perMinute }: DispatchRules, now: number) {
  const taken = new Map<string, number[]>();
  const timesOf = (channel: string) => {
    const known = taken.get(channel);
    if (known !== undefined) return known;
    const times = (state.sentAt.get(channel) ?? []).filter((time) => time > now - MINUTE_MS && time <= now);
    taken.set(channel, times);
    return times;
  };
  return {
    freeAt: (channel: string): number => {
      const most = perMinute[channel];
      if (most === undefined) return 0;
      const times = timesOf(channel);
      const blocking = times[times.length - most];
      return blocking === undefined ? 0 : blocking + MINUTE_MS;
    },
    take: (channel: string): void => {
      timesOf(channel).push(now);
    },
  };
}
