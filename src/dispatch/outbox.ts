import { join } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../store/index.js";
import { OutboxLine } from "./outbox-line.js";
import { type DeadLetter, emptyOutbox, foldOutbox, linesOfOutbox, type OutboxState } from "./outbox-state.js";
import { addressOf, Reply } from "./reply.js";
import type { DispatchRules } from "./rules.js";

export interface OutboxOptions extends Pick<SharedLogOptions<OutboxLine, OutboxState>, "disk" | "me" | "pause"> {
  readonly rules: () => DispatchRules;
  /** The names of the channels that there are. */
  readonly channels: () => readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
}

/** What waits to be said to people. Any process may emit; see {@link dispatchDue} for who sends. */
export interface Outbox {
  readonly log: SharedLog<OutboxLine, OutboxState>;
  /**
   * Puts a message in. The same `id` again is the same message, and changes nothing.
   *
   * @returns its id. @throws StagewrightError `dispatch/reply`, `dispatch/chat`.
   */
  emit(reply: z.input<typeof Reply>, id?: string): Promise<string>;
  /** What was given up, in the order in which it was emitted. */
  dead(): readonly DeadLetter[];
  /** Queues a message again that was given up. @throws StagewrightError `dispatch/no-letter`. */
  again(id: string): Promise<void>;
  /** Takes a message off the list of those that were given up. @throws StagewrightError `dispatch/no-letter`. */
  drop(id: string): Promise<void>;
}

/** A log is put in order once it has so many lines. */
const COMPACT_ABOVE = 20_000;
const KEEP_KNOWN = 5_000;

/** Opens the outbox of the store in the folder `root`. */
export function openOutbox(root: string, { rules, channels, now, newId, ...machine }: OutboxOptions): Outbox {
  const log = sharedLog<OutboxLine, OutboxState>({
    path: join(root, "state", "outbox.jsonl"),
    what: "the outbox",
    lockedCode: "dispatch/locked",
    line: OutboxLine,
    empty: emptyOutbox,
    fold: foldOutbox,
    ...machine,
  });
  const decide = (id: string, type: "again" | "dropped") =>
    log.change((state) => {
      if (!state.dead.has(id)) {
        throw new StagewrightError("dispatch/no-letter", `no message "${id}" was given up`, {
          hint: "`stagewright outbox` lists those that were",
        });
      }
      return { add: [{ type, id, at: now().toISOString() }], gives: undefined };
    });
  return {
    log,
    emit: async (given, id = newId()) => {
      const read = Reply.safeParse(given);
      if (!read.success) {
        throw new StagewrightError("dispatch/reply", `this cannot be sent: ${z.prettifyError(read.error)}`, {
          hint: 'a message is { source, action: "reply", chat_id, message }',
        });
      }
      const reply = read.data;
      const to = addressOf(reply.chat_id, rules().chats, channels());
      await log.change((state) => {
        const at = now().toISOString();
        const { channel, chat } = to;
        return { add: state.known.has(id) ? [] : [{ type: "queued", id, at, to: { channel, chat }, reply }], gives: undefined };
      });
      await log.compact(COMPACT_ABOVE, (state) => linesOfOutbox(state, KEEP_KNOWN));
      return id;
    },
    dead: () => [...log.read().dead.values()].sort((a, b) => (a.at < b.at ? -1 : 1)),
    again: (id) => decide(id, "again"),
    drop: (id) => decide(id, "dropped"),
  };
}
