import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { Channel, Incoming } from "../../src/dispatch/index.js";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../../src/store/index.js";

const Line = z.object({
  key: z.string(),
  at: z.string(),
  way: z.enum(["out", "in"]),
  chat: z.string(),
  text: z.string(),
  subject: z.string().optional(),
});
type Line = z.output<typeof Line>;

interface Lines {
  readonly all: Line[];
  readonly keys: Map<string, number>;
}

export interface PageChannelOptions extends Pick<SharedLogOptions<Line, Lines>, "disk" | "me" | "pause"> {
  /** Where `page.jsonl` lies. */
  readonly folder: string;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** A channel whose other end is a web page: it follows by server-sent events, and writes by a form. */
export interface PageChannel extends Channel {
  /**
   * Answers a page that follows a chat: first what it has missed since its `Last-Event-ID`, then each message as it goes
   * out. See https://html.spec.whatwg.org/multipage/server-sent-events.html
   */
  follow(chat: string, request: IncomingMessage, response: ServerResponse): void;
  /** Takes in what somebody wrote on the page. The same id again is the same message. */
  write(chat: string, text: string, id?: string): Promise<void>;
}

export function pageChannel({ folder, now, newId, ...machine }: PageChannelOptions): PageChannel {
  const log: SharedLog<Line, Lines> = sharedLog<Line, Lines>({
    path: join(folder, "page.jsonl"),
    what: "the messages of the page",
    lockedCode: "channel/locked",
    line: Line,
    empty: () => ({ all: [], keys: new Map() }),
    fold: (lines, line) => {
      if (lines.keys.has(line.key)) return lines;
      lines.keys.set(line.key, lines.all.push(line) - 1);
      return lines;
    },
    ...machine,
  });
  /** A log that cannot be read now tells nobody anything, and undoes nothing that is on the disk: it is read with the next message. */
  const linesNow = (): readonly Line[] => {
    try {
      return log.read().all;
    } catch {
      return [];
    }
  };
  const followers = new Set<() => void>();
  const add = async (line: Line) => {
    await log.change(({ keys }) => ({ add: keys.has(line.key) ? [] : [line], gives: undefined }));
    for (const tell of followers) tell();
  };
  return {
    send: async ({ chat, text, subject }, key) => {
      await add({ key, at: now().toISOString(), way: "out", chat, text, ...(subject !== undefined && { subject }) });
      return [key];
    },
    lookup: async (key) => (log.read().keys.has(key) ? { happened: "yes", answer: [key] } : { happened: "no" }),
    listen: async (after = "0") => {
      const { all } = log.read();
      // What another process has said is told here.
      for (const tell of followers) tell();
      const messages = all.slice(Number(after)).filter(({ way }) => way === "in");
      return { messages: messages.map(incomingOf), cursor: String(all.length) };
    },
    write: (chat, text, id = newId()) => add({ key: `in:${id}`, at: now().toISOString(), way: "in", chat, text }),
    follow: (chat, request, response) => {
      // Before anything is answered, for it may not be readable.
      const { all, keys } = log.read();
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
      const last = request.headers["last-event-id"];
      let place = typeof last === "string" ? (keys.get(last) ?? -1) + 1 : firstShown(all, chat);
      let isFull = false;
      // A page that takes nothing is told nothing more until it does: what it has missed stands in the log.
      const tell = () => {
        for (const lines = linesNow(); !isFull && place < lines.length; place += 1) {
          const line = lines[place];
          if (line?.chat === chat) isFull = !response.write(eventOf(line));
        }
      };
      const goOn = () => {
        isFull = false;
        tell();
      };
      // A first line at once, so that the page knows that it is connected.
      response.write(`: connected\nretry: ${RETRY_MS}\n\n`);
      tell();
      followers.add(tell);
      response.on("drain", goOn);
      request.once("close", () => followers.delete(tell));
    },
  };
}

/** How soon a page that was cut off tries again. */
const RETRY_MS = 2_000;
const SHOWN_AT_FIRST = 100;

/** Where the last messages of a chat begin, however much was said in others since. */
function firstShown(all: readonly Line[], chat: string): number {
  let left = SHOWN_AT_FIRST;
  let place = all.length;
  while (place > 0 && left > 0) {
    place -= 1;
    if (all[place]?.chat === chat) left -= 1;
  }
  return place;
}

function eventOf({ key, way, text, subject, at }: Line): string {
  return `id: ${key}\nevent: message\ndata: ${JSON.stringify({ way, text, subject, at })}\n\n`;
}

function incomingOf({ key, chat, text, at }: Line): Incoming {
  return { id: key, chat, from: { id: null, name: chat }, text, at };
}
