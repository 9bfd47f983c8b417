import { type Message, openComms, type StateWorld } from "../../src/state/index.js";
import type { DayMessage } from "./day.js";

/** A message, with the id of the one that it answers where that is known. */
export interface Said extends DayMessage {
  readonly answers?: string;
}

type World = Partial<StateWorld> & { readonly now: () => Date };

/** So many messages are looked at for corrections: those of some weeks. */
const MOST = 5_000;

/** What was written on a day, on every channel, the oldest first. */
export function messagesOn(root: string, day: string, zone: string, world: World): DayMessage[] {
  return openComms(root, world).on(day, zone).map(dayMessage);
}

/** The newest messages of all channels, the oldest of them first. */
export function lastMessages(root: string, world: World): readonly Said[] {
  const comms = openComms(root, world);
  return comms.last(MOST).map((message) => {
    const answers = message.answers === undefined ? undefined : comms.find(message, message.answers)?.id;
    return { ...dayMessage(message), ...(answers !== undefined && { answers }) };
  });
}

function dayMessage({ id, ts: at, channel, direction, from, subject, body, thread }: Message): DayMessage {
  return { id, at, channel, direction, from, subject: subject ?? null, body, thread };
}
