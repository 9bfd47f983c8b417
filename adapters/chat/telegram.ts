import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { z } from "zod";
import { credentialIfAny } from "../../src/credentials/index.js";
import {
  type AnyImplementation,
  type CallContext,
  implement,
  isStagewrightError,
  type Lookup,
  StagewrightError,
} from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { realWait, type Wait } from "../locked.js";
import { mustBeAllowed } from "./allowed-chats.js";
import { type ChatButton, chat, type SentMessage } from "./chat.js";
import { faultOf, heardOf } from "./heard.js";
import { oneProcess } from "./one-process.js";
import { note, type Sending, sendingUnder } from "./sending-log.js";
import { splitText } from "./split-text.js";
import { askTelegram, type TelegramServer, unclear } from "./telegram-api.js";
import { fetchUpdates } from "./telegram-updates.js";

/** In UTF-16 units. */
const LIMIT = 4096;

export interface TelegramOptions {
  readonly cwd: string;
  /** The ids of the chats that are written to and read from; no other is. */
  readonly chats: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  /** Where is kept what came in and what was sent; each bot has a folder of its own in it. */
  readonly folder?: string;
  /** Of another server that speaks the Bot API. */
  readonly apiRoot?: string;
  readonly now?: () => Date;
  readonly wait?: Wait;
  /** How long to wait where Telegram says to; a minute if left out. */
  readonly mostWaitMs?: number;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

interface Bot extends TelegramServer {
  readonly sentPath: string;
  readonly heardPath: string;
}

type Request = z.output<(typeof chat)["calls"]["send"]["takes"]>;

const Answer = z.object({ message_id: z.int(), date: z.int() });

/**
 * A bot on Telegram; its token is TELEGRAM_BOT_TOKEN of `env`, or of the credentials file. Telegram cannot be asked what was sent, so a log in
 * `folder` says before and after each part what became of it: one that was begun and not ended is "unknown", and a person
 * is asked. A relative folder counts from `cwd`.
 *
 * Throws `chat/chats`, `chat/not-allowed`, `chat/token`, `chat/blocked`, `chat/limit`, `chat/refused`, `chat/two-pollers`,
 * `chat/unreachable`, `chat/unclear`, `chat/answer`, `chat/cursor`, `chat/locked`, `adapter/package`.
 */
export function telegram(options: TelegramOptions): AnyImplementation {
  const { cwd, chats, env = process.env, folder = "chat/telegram", now = () => new Date(), wait = realWait } = options;
  const { apiRoot, credentialsFile, mostWaitMs = 60_000, newId = randomUUID } = options;
  const [sendsInTurn, readsInTurn] = [inTurn(), inTurn()];
  const markOf = (key: string) => sha256(key === "" ? newId() : key).slice(0, 32);
  const noId = chats.find((name) => !/^-?[1-9]\d*$/.test(name));
  if (noId !== undefined) {
    throw new StagewrightError("chat/chats", `"${noId}" is not the id of a chat on Telegram, which is a number`, {
      hint: "write the bot a message: the id of its chat is then in heard.jsonl of the bot's folder",
    });
  }

  function ownBot(): Bot {
    const token = credentialIfAny(["TELEGRAM_BOT_TOKEN"], { env, file: credentialsFile })?.reveal() ?? "";
    const id = /^(\d+):[\w-]+$/.exec(token)?.[1];
    if (id === undefined) {
      const found = token === "" ? "there is no token for Telegram" : 'what is in "TELEGRAM_BOT_TOKEN" is not the token of a bot';
      throw new StagewrightError("chat/token", found, { hint: "set TELEGRAM_BOT_TOKEN to the token that @BotFather gave" });
    }
    const own = join(resolve(cwd, folder), id);
    return { token, apiRoot, now, wait, mostWaitMs, sentPath: join(own, "sent.jsonl"), heardPath: join(own, "heard.jsonl") };
  }

  async function send(request: Request, { key, signal }: CallContext): Promise<SentMessage> {
    signal.throwIfAborted();
    mustBeAllowed(chats, request.chat);
    mustBeNumber(request.replyTo);
    const bot = ownBot();
    const mark = markOf(key);
    const parts = splitText(request.text, LIMIT).filter((part) => /\S/.test(part));
    for (let part = 0; part < parts.length; part++) {
      const before = await beginPart(bot, { key: mark, part, of: parts.length }, signal);
      if (before !== undefined) continue;
      await sendPart(bot, { request, parts, part, key: mark }, signal);
    }
    return answerOf(request, await sendingUnder(bot.sentPath, mark));
  }

  return implement(chat, "Telegram", {
    send: {
      perform: (request, context) => sendsInTurn(() => send(request, context)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, request, { signal }) =>
        sendsInTurn(async (): Promise<Lookup<SentMessage>> => {
          signal.throwIfAborted();
          const found = key === "" ? undefined : await sendingUnder(ownBot().sentPath, markOf(key));
          if (found?.isUnclear) return { happened: "unknown" };
          // Of several parts some may be sent: sending goes on behind them.
          if (found === undefined || found.sent.length < found.of) return { happened: "no" };
          return { happened: "yes", answer: answerOf(request, found) };
        }),
    },
    listMessages: {
      perform: (request, { signal }) =>
        readsInTurn(async () => {
          signal.throwIfAborted();
          if (request.chat !== undefined) mustBeAllowed(chats, request.chat);
          const bot = ownBot();
          const all = await oneProcess({ path: `${bot.heardPath}.lock`, signal, wait }, () =>
            fetchUpdates({ path: bot.heardPath, chats, fetch: (offset) => updatesFrom(bot, offset, signal) }),
          );
          return heardOf(all, { chats, chat: request.chat, after: request.after });
        }),
    },
  });
}

async function updatesFrom(bot: Bot, offset: number | undefined, signal: AbortSignal): Promise<readonly unknown[]> {
  const from = { ...(offset !== undefined && { offset }), timeout: 0, allowed_updates: ["message", "callback_query"] as const };
  const answer: unknown = await askTelegram(bot, { isEffect: false, signal, ask: (api, signal) => api.getUpdates(from, signal) });
  const { data, error } = z.array(z.unknown()).safeParse(answer);
  if (data !== undefined) return data;
  throw new StagewrightError("chat/answer", `Telegram's answer to getUpdates is not what was expected at ${faultOf(error)}`, {
    hint: "the server at `apiRoot` may speak another version of the Bot API",
  });
}

interface Part {
  readonly request: Request;
  readonly parts: readonly string[];
  readonly part: number;
  readonly key: string;
}

/** Notes that a part is about to be sent. Gives what is known of the sending where that part has been sent already. */
async function beginPart(
  { sentPath, wait }: Bot,
  { key, part, of }: { readonly key: string; readonly part: number; readonly of: number },
  signal: AbortSignal,
): Promise<Sending | undefined> {
  return oneProcess({ path: `${sentPath}.lock`, signal, wait }, async () => {
    const before = await sendingUnder(sentPath, key);
    if (before?.isUnclear) throw unclear("a sending was begun under this key, and nobody knows what became of it");
    if (before !== undefined && before.of !== of) throw unclear(`under this key ${before.of} parts were begun, not ${of}`);
    if (before !== undefined && before.sent.length > part) return before;
    signal.throwIfAborted();
    await note(sentPath, { key, part, of, became: "begun" });
    return undefined;
  });
}

async function sendPart(bot: Bot, { request, parts, part, key }: Part, signal: AbortSignal): Promise<void> {
  const { chat, replyTo, buttons } = request;
  const noted = { key, part, of: parts.length };
  const isLast = part === parts.length - 1;
  const more = {
    ...(part === 0 && replyTo !== undefined && { reply_parameters: { message_id: Number(replyTo) } }),
    ...(isLast && buttons.length > 0 && { reply_markup: keyboard(buttons) }),
  };
  const sent = await askTelegram(bot, {
    isEffect: true,
    signal,
    ask: (api, signal) => api.sendMessage(chat, parts[part] ?? "", more, signal),
  }).catch(async (error: unknown) => {
    const isUnclear = isStagewrightError(error) && error.code === "chat/unclear";
    if (!isUnclear) await note(bot.sentPath, { ...noted, became: "refused" });
    throw error;
  });
  const { data, error } = Answer.safeParse(sent);
  if (data === undefined) {
    throw new StagewrightError("chat/answer", `Telegram's answer to sendMessage is not what was expected at ${faultOf(error)}`, {
      hint: "it has most likely been sent: look into the chat before it is sent again",
    });
  }
  const at = new Date(data.date * 1000).toISOString();
  await note(bot.sentPath, { ...noted, became: "sent", message: String(data.message_id), at });
}

function answerOf({ chat }: Pick<Request, "chat">, sending: Sending | undefined): SentMessage {
  const messages = (sending?.sent ?? []).map(({ message }) => message);
  const last = sending?.sent.at(-1);
  return { message: last?.message ?? "", messages, chat, at: last?.at ?? "" };
}

function mustBeNumber(replyTo: string | undefined): void {
  if (replyTo === undefined || /^\d+$/.test(replyTo)) return;
  throw new StagewrightError("chat/refused", `"replyTo": "${replyTo}" is not the id of a message on Telegram, which is a number`, {
    hint: "take the `id` of a message that was written, or `message` of one that was sent",
  });
}

function keyboard(buttons: readonly ChatButton[]) {
  return { inline_keyboard: buttons.map(({ id, text }) => [{ text, callback_data: id }]) };
}
