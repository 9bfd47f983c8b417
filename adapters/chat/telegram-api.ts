import type { Api, GrammyError } from "grammy";
import { StagewrightError } from "../../src/dsl/index.js";
import type { Wait } from "../locked.js";
import { optionalPackage } from "../optional-package.js";
import { codeOf } from "../whole-file.js";

const grammy = () => optionalPackage({ install: "grammy@1", purpose: "to chat on Telegram", load: async () => await import("grammy") });

const TRIES = 4;
const SECONDS = 60;

export type Signal = NonNullable<Parameters<Api["getMe"]>[0]>;

export interface TelegramServer {
  readonly token: string;
  readonly apiRoot: string | undefined;
  readonly now: () => Date;
  readonly wait: Wait;
  /** How long to wait where Telegram says to; past that the call fails and says until when. */
  readonly mostWaitMs: number;
}

export interface TelegramRequest<T> {
  /** False for what only reads, and may be asked again whatever became of it. */
  readonly isEffect: boolean;
  readonly signal: AbortSignal;
  ask(api: Api, signal: Signal): Promise<T>;
}

/**
 * Asks Telegram, and again when it says how long to wait. No error bears the one that grammY threw: the address in it has
 * the token.
 *
 * Throws `chat/token`, `chat/blocked`, `chat/limit`, `chat/refused`, `chat/two-pollers`, `chat/unreachable` where Telegram
 * did nothing, and `chat/unclear` where nobody knows.
 */
export async function askTelegram<T>(server: TelegramServer, { isEffect, signal, ask }: TelegramRequest<T>): Promise<T> {
  const { token, apiRoot, now, wait, mostWaitMs } = server;
  const { Api, GrammyError } = await grammy();
  const api = new Api(token, { timeoutSeconds: SECONDS, ...(apiRoot !== undefined && { apiRoot: apiRoot.replace(/\/+$/, "") }) });
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      // The package's type of a signal is that of an older package, whose signals have the same methods.
      return await ask(api, signal as unknown as Signal);
    } catch (error) {
      if (!(error instanceof GrammyError)) throw noAnswer(error, { isEffect, signal });
      const { retry_after } = error.parameters;
      if (error.error_code !== 429 || retry_after === undefined) throw refusal(error, { token, isEffect });
      const ms = retry_after * 1000;
      if (ms > mostWaitMs || tries === TRIES) throw limited(new Date(now().getTime() + ms));
      // A request that was one too many was not carried out, so that it may be made again.
      await wait(ms, signal);
    }
  }
}

/** What no connection was made for has not happened. */
const NEVER_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

function noAnswer(error: unknown, { isEffect, signal }: Pick<TelegramRequest<unknown>, "isEffect" | "signal">): unknown {
  const code = codeOf(error instanceof Error && "error" in error ? error.error : error);
  if (isEffect && !NEVER_LEFT.has(code ?? "")) return unclear("Telegram did not answer: nobody knows whether it did what it was asked");
  if (signal.aborted) return signal.reason;
  return new StagewrightError("chat/unreachable", `Telegram cannot be reached: ${code ?? "the connection broke"}`, {
    hint: "check the connection, and `apiRoot` where it is set",
  });
}

export function unclear(message: string): StagewrightError {
  return new StagewrightError("chat/unclear", message, { hint: "look into the chat before it is sent again" });
}

function limited(until: Date): StagewrightError {
  return new StagewrightError("chat/limit", `Telegram takes no more requests until ${until.toISOString()}`, { hint: "go on then" });
}

function refusal(error: GrammyError, { token, isEffect }: { readonly token: string; readonly isEffect: boolean }): StagewrightError {
  const { error_code: code, parameters } = error;
  const said = `Telegram said ${code}: ${error.description.replaceAll(token, "[token]")}`;
  if (code === 401 || code === 404) {
    return new StagewrightError("chat/token", said, { hint: "set TELEGRAM_BOT_TOKEN to the token that @BotFather gave" });
  }
  if (code === 403) return new StagewrightError("chat/blocked", said, { hint: "the person must start the bot, or let it in again" });
  if (code === 409) {
    return new StagewrightError("chat/two-pollers", said, {
      hint: "one program alone may fetch a bot's messages: end the other one, or remove the bot's webhook",
    });
  }
  if (code === 429) return new StagewrightError("chat/limit", said, { hint: "send less, or later" });
  if (code >= 500) {
    if (isEffect) return unclear(said);
    return new StagewrightError("chat/unreachable", said, { hint: "ask again later" });
  }
  const moved = parameters.migrate_to_chat_id;
  const hint = moved === undefined ? "change what is sent, or to whom" : `the group has another id now: put ${moved} into \`chats\``;
  return new StagewrightError("chat/refused", said, { hint });
}
