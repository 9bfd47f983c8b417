import type { z } from "zod";
import type { Channel, Dispatching, Outgoing, Queued } from "../../src/dispatch/index.js";
import { DispatchRules, dispatchDue, openOutbox, type Reply } from "../../src/dispatch/index.js";
import { thisProcess } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";

export const START = Date.parse("2026-03-19T12:00:00Z");

/** A channel that keeps what it was asked to send, and goes wrong as told. */
export class FakeChannel implements Channel {
  readonly arrived: (Outgoing & { readonly key: string })[] = [];
  /** What each next call of `send` does first; `lost`: it arrives, and the answer does not. */
  readonly faults: ("down" | "lost" | "final")[] = [];
  canTell = true;

  async send(message: Outgoing, key: string): Promise<readonly string[]> {
    const fault = this.faults.shift();
    if (fault === "down") throw new Error("the line is down");
    if (fault === "final") throw new Error("no such chat");
    this.arrived.push({ ...message, key });
    if (fault === "lost") throw new Error("the answer was lost");
    return [`p${this.arrived.length}`];
  }

  async lookup(key: string) {
    if (!this.canTell) return { happened: "unknown" as const };
    const at = this.arrived.findIndex((one) => one.key === key);
    return at < 0 ? { happened: "no" as const } : { happened: "yes" as const, answer: [`p${at + 1}`] };
  }

  isFinal(error: unknown): boolean {
    return error instanceof Error && error.message === "no such chat";
  }

  get texts(): readonly string[] {
    return this.arrived.map(({ text }) => text);
  }
}

/** An outbox with one channel, a clock that stands still, and what was recorded. */
export function dispatchRoom(rules: z.input<typeof DispatchRules> = {}, folder = emptyFolder()) {
  let time = START;
  let ids = 0;
  const channel = new FakeChannel();
  const read = DispatchRules.parse({ chats: { ana: { channel: "fake", chat: "1" }, bo: { channel: "fake", chat: "2" } }, ...rules });
  const now = () => new Date(time);
  const outbox = openOutbox(folder, {
    rules: () => read,
    channels: () => ["fake"],
    now,
    newId: () => {
      ids += 1;
      return `m${ids}`;
    },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const recorded: { key: string; provider: readonly string[]; sources: readonly string[] }[] = [];
  const closed: string[] = [];
  const trouble: string[] = [];
  const dispatching: Dispatching = {
    outbox,
    rules: () => read,
    channels: () => ({ fake: channel }),
    me: thisProcess(),
    now,
    signal: new AbortController().signal,
    record: async ({ key, provider, sources }) => {
      recorded.push({ key, provider, sources });
    },
    close: async ({ id }: Queued) => {
      closed.push(id);
    },
    trouble: (text) => trouble.push(text),
  };
  const say = (message: string, more: Partial<z.input<typeof Reply>> = {}, id?: string) =>
    outbox.emit({ source: "briefing", action: "reply", chat_id: "ana", message, ...more }, id);
  return {
    folder,
    channel,
    outbox,
    dispatching,
    recorded,
    closed,
    trouble,
    say,
    dispatch: async (more: Partial<Dispatching> = {}) => {
      const wakeAt = await dispatchDue({ ...dispatching, ...more });
      return wakeAt === undefined ? undefined : (wakeAt - time) / 1000;
    },
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    setTime: (at: string) => {
      time = Date.parse(at);
    },
  };
}
