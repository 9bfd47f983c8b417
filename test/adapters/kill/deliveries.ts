import { z } from "zod";
import { calDav, calendar, icsFolder } from "../../../adapters/calendar/index.js";
import { chat, telegram, terminalChat } from "../../../adapters/chat/index.js";
import { clipboard, localClipboard } from "../../../adapters/clipboard/index.js";
import { email, localMailbox } from "../../../adapters/email/index.js";
import { gitHubIssues, issues, markdownFolder } from "../../../adapters/issues/index.js";
import { type AdapterRef, type AnyImplementation, type AnyPipeline, deliver, input, pipeline } from "../../../src/dsl/index.js";

/** One effect of an adapter, as a pipeline of one delivery. */
export interface Delivery {
  readonly ref: AdapterRef;
  readonly call: string;
  readonly request: object;
  real(folder: string, env: Readonly<Record<string, string | undefined>>): AnyImplementation;
}

const DINNER = { summary: "Dinner", start: "2026-03-20T19:30", end: "2026-03-20T21:30", timeZone: "Europe/Bucharest" };
const TO = [{ name: "", address: "ben@example.org" }];

export const deliveries: Readonly<Record<string, Delivery>> = {
  send: { ref: email, call: "send", request: { to: TO, subject: "Hello", text: "Hello" }, real: (cwd) => localMailbox({ cwd }) },
  createEvent: { ref: calendar, call: "createEvent", request: DINNER, real: (cwd) => icsFolder({ cwd, timeZone: "Europe/Bucharest" }) },
  calDavEvent: {
    ref: calendar,
    call: "createEvent",
    request: DINNER,
    // The address of the calendar, too, comes to the process in its environment.
    real: (_cwd, env) => calDav({ url: env.CALDAV_URL ?? "", user: "ana", passwordFrom: "CALDAV_PASSWORD", env }),
  },
  say: {
    ref: chat,
    call: "send",
    request: { chat: "terminal", text: "Hello" },
    real: (cwd) => terminalChat({ cwd, print: () => undefined }),
  },
  telegram: {
    ref: chat,
    call: "send",
    // Of a long text each part is noted by itself.
    request: { chat: "77", text: "word ".repeat(1000) },
    real: (cwd, env) => telegram({ cwd, chats: ["77"], env, apiRoot: env.TELEGRAM_URL ?? "" }),
  },
  comment: { ref: issues, call: "comment", request: { number: 1, body: "Found it." }, real: (cwd) => markdownFolder({ cwd }) },
  create: { ref: issues, call: "create", request: { title: "New", body: "Text" }, real: (cwd) => markdownFolder({ cwd }) },
  saveItem: { ref: clipboard, call: "saveItem", request: { text: "Found it." }, real: (cwd) => localClipboard({ cwd }) },
  gitHubComment: {
    ref: issues,
    call: "comment",
    request: { repo: "ana/notes", number: 1, body: "Found it." },
    // The address of the server, and its token, come to the process in its environment.
    real: (_cwd, env) => gitHubIssues({ env, baseUrl: env.GITHUB_URL ?? "" }),
  },
};

export function pipelineOf({ ref, call, request }: Delivery): AnyPipeline {
  const start = input(z.object({}));
  const done = deliver("done", {
    needs: { start },
    to: ref,
    // Which call it is, is known only here: each is made by its name, with a request that its schema takes.
    call: async (adapter) => (adapter as Readonly<Record<string, (asked: object) => Promise<unknown>>>)[call]?.(request),
  });
  return pipeline("kill", { input: start, stages: [done] });
}
