import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type AnyImplementation, type CallContext, implement, type Lookup } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { realWait, type Wait } from "../locked.js";
import { mustBeAllowed } from "./allowed-chats.js";
import { type ChatButton, chat, type SentMessage } from "./chat.js";
import { heardOf } from "./heard.js";
import { appendLines, parsedLine, textOf } from "./json-lines.js";
import { oneProcess } from "./one-process.js";
import { writtenIn } from "./written-lines.js";

export interface TerminalChatOptions {
  readonly cwd: string;
  /** Where `sent.jsonl` and `inbox.txt` lie. */
  readonly folder?: string;
  /** The names of the conversations; `terminal` alone if left out. */
  readonly chats?: readonly string[];
  /** Shows what is said; on standard error if left out, so that it does not mix with what a program answers. */
  readonly print?: (text: string) => void;
  readonly now?: () => Date;
  readonly wait?: Wait;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

const Sent = z.object({ id: z.string(), chat: z.string(), at: z.string() });

/**
 * A conversation without any account: what is said is printed and written to `sent.jsonl`; people append lines to
 * `inbox.txt`, plain text or JSON. A relative folder counts from `cwd`.
 *
 * Throws `chat/not-allowed`, `chat/cursor`, `chat/locked`.
 */
export function terminalChat(options: TerminalChatOptions): AnyImplementation {
  const { cwd, folder = "chat", chats = ["terminal"], print = onStandardError, now = () => new Date(), wait = realWait } = options;
  const { newId = randomUUID } = options;
  const path = (name: string) => join(resolve(cwd, folder), name);
  const oneByOne = inTurn();
  const idOf = (key: string) => sha256(key === "" ? newId() : key).slice(0, 32);

  async function sentUnder(id: string): Promise<SentMessage | undefined> {
    const records = (await textOf(path("sent.jsonl"))).split("\n").flatMap((line) => Sent.safeParse(parsedLine(line)).data ?? []);
    const found = records.find((one) => one.id === id);
    return found && { message: id, messages: [id], chat: found.chat, at: found.at };
  }

  async function send(request: z.output<(typeof chat)["calls"]["send"]["takes"]>, { key, signal }: CallContext): Promise<SentMessage> {
    signal.throwIfAborted();
    mustBeAllowed(chats, request.chat);
    const id = idOf(key);
    return oneProcess({ path: path("sent.jsonl.lock"), signal, wait }, async () => {
      const before = await sentUnder(id);
      if (before !== undefined) return before;
      signal.throwIfAborted();
      const at = now().toISOString();
      await appendLines(path("sent.jsonl"), [{ id, ...request, at }]);
      print(shown(request));
      return { message: id, messages: [id], chat: request.chat, at };
    });
  }

  return implement(chat, "terminal", {
    send: {
      perform: (request, context) => oneByOne(() => send(request, context)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, _request, { signal }) =>
        oneByOne(async (): Promise<Lookup<SentMessage>> => {
          signal.throwIfAborted();
          const answer = key === "" ? undefined : await sentUnder(idOf(key));
          return answer === undefined ? { happened: "no" } : { happened: "yes", answer };
        }),
    },
    listMessages: {
      async perform({ chat, after }, { signal }) {
        signal.throwIfAborted();
        if (chat !== undefined) mustBeAllowed(chats, chat);
        return heardOf(writtenIn(await textOf(path("inbox.txt"))), { chats, chat, after });
      },
    },
  });
}

interface Shown {
  readonly chat: string;
  readonly text: string;
  readonly buttons: readonly ChatButton[];
}

function shown({ chat, text, buttons }: Shown): string {
  return [
    `[${chat}] ${withoutControls(text)}`,
    ...buttons.map(({ id, text }) => `  (${withoutControls(id)}) ${withoutControls(text)}`),
  ].join("\n");
}

/** A text may hold what others wrote, and must not move a terminal's cursor or change its title. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, "\u{fffd}");
}

function onStandardError(text: string): void {
  process.stderr.write(`${text}\n`);
}
