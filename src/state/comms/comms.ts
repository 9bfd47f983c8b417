import { join } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { realDisk } from "../../store/index.js";
import { followedLog, type StateWorld, type UnreadLine } from "../followed-log.js";
import { type Heard, heardMessage, type Joining, Message, type NewMessage, type Sent, sentMessage } from "./message.js";
import { nextPart, partsIn } from "./parts.js";
import { saidOn } from "./said-on.js";
import { messageUnder, noThreads, takeMessage, threadFor } from "./threads.js";

export interface CommsOptions extends Partial<StateWorld> {
  readonly now: () => Date;
  /** A file that has grown so long is put aside before the next message. Bytes; default: 4 MiB. */
  readonly rotateAboveBytes?: number;
}

/**
 * Every message in and out on every channel. Reading changes nothing on the disk; it sees what all processes have written.
 *
 * What writes @throws StagewrightError `state/locked` where another process holds the log for half a minute.
 */
export interface Comms {
  readonly path: string;
  /**
   * Writes messages down, each id once, durably, in one write.
   *
   * @returns them as they are written down, also the earlier ones. @throws StagewrightError `state/message`.
   */
  record(messages: readonly NewMessage[]): Promise<readonly Message[]>;
  /** Writes down what came in on a channel; `otherwise` gives the thread of one that belongs to none yet. */
  heard(channel: string, messages: readonly Heard[], otherwise?: (message: Heard) => string | undefined): Promise<readonly Message[]>;
  /** Writes down what was sent: what the dispatcher is to `record`. */
  sent(sent: Sent): Promise<Message>;
  /** To which thread a message belongs. */
  joinThread(joining: Joining): string;
  /** The messages of a thread on all channels, in the order in which they were written down. */
  thread(id: string): readonly Message[];
  /** The message that a channel knows by an id. */
  find(place: Pick<Message, "channel" | "chat">, id: string): Message | undefined;
  /** What was said on a day, as in 2026-12-03, of a time zone. @throws StagewrightError `state/day`, `state/zone`. */
  on(day: string, zone: string): readonly Message[];
  /** The newest so many, the oldest of them first. */
  last(count: number): readonly Message[];
  /** Puts the file aside, if there is one, and gives the new name of it. Nothing is lost by it, and nobody has to wait. */
  rotate(): Promise<string | undefined>;
  /** Lines that count for nothing. */
  readonly unreadable: readonly UnreadLine[];
}

const ROTATE_ABOVE_BYTES = 4 * 1024 * 1024;

/** Opens `comms.jsonl` of the store in the folder `root`. Nothing is made on the disk before there is something to write. */
export function openComms(root: string, options: CommsOptions): Comms {
  const { now, rotateAboveBytes = ROTATE_ABOVE_BYTES, ...machine } = options;
  const { disk = realDisk } = machine;
  const path = join(root, "state", "comms.jsonl");
  const folder = join(root, "state", "comms");
  let threads = noThreads();
  const unreadable: UnreadLine[] = [];
  const log = followedLog({
    ...machine,
    path,
    what: "the record of messages",
    lockedCode: "state/locked",
    aside: () => partsIn(disk, folder).map(({ name }) => join(folder, name)),
    anew: () => {
      threads = noThreads();
      unreadable.length = 0;
    },
    take: (text, place) => {
      const message = messageIn(text);
      if (message === undefined) unreadable.push({ ...place, text });
      else takeMessage(threads, message);
    },
  });
  const read = () => {
    log.readOn();
    return threads;
  };
  const rotate = (): string | undefined => {
    if (log.size.bytes === 0) return undefined;
    const name = nextPart(partsIn(disk, folder).at(-1), now());
    log.putAside(join(folder, name));
    return name;
  };
  const record = (given: readonly NewMessage[]): Promise<readonly Message[]> =>
    log.alone(() => {
      // Those that come together may answer each other.
      const fresh = noThreads();
      const recorded = given.map((one) => {
        const there = threads.byId.get(one.id) ?? fresh.byId.get(one.id);
        if (there !== undefined) return there;
        const message = sound({
          ...one,
          ts: one.ts ?? now().toISOString(),
          thread: one.thread ?? threadFor([fresh, threads], one),
        });
        takeMessage(fresh, message);
        return message;
      });
      if (fresh.messages.length > 0) {
        if (log.size.bytes >= rotateAboveBytes) rotate();
        log.append(fresh.messages);
      }
      return recorded;
    });
  return {
    path,
    record,
    heard: (channel, messages, otherwise) => {
      const time = now();
      return record(
        messages.map((message) => {
          const thread = otherwise?.(message);
          return { ...heardMessage(channel, message, time), ...(thread !== undefined && { otherwise: thread }) };
        }),
      );
    },
    sent: async (sent) => {
      const [message] = await record([sentMessage(sent)]);
      if (message === undefined) throw new RangeError("what is recorded is given back");
      return message;
    },
    joinThread: (joining) => threadFor([read()], joining),
    thread: (id) => [...(read().byThread.get(id) ?? [])],
    find: (place, id) => messageUnder(read(), place, id),
    on: (day, zone) => saidOn(read().byDay, day, zone),
    last: (count) => (count > 0 ? read().messages.slice(-count) : []),
    rotate: () => log.alone(rotate),
    unreadable,
  };
}

/** What is written down of a message: what only tells its thread is left out. @throws StagewrightError `state/message`. */
function sound(message: unknown): Message {
  const { data, error } = Message.safeParse(message);
  if (data !== undefined) return data;
  throw new StagewrightError("state/message", `a message cannot be written down: ${z.prettifyError(error)}`, {
    hint: "a message is { id, channel, direction, from, body }, and more where it is known",
  });
}

function messageIn(text: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
