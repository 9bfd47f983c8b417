import { z } from "zod";
import { blog, ghost, gitRepository, localFolder, wordPress } from "../../../adapters/blog/index.js";
import { calDav, calendar, icsFolder } from "../../../adapters/calendar/index.js";
import { chat, telegram, terminalChat } from "../../../adapters/chat/index.js";
import { clipboard, localClipboard } from "../../../adapters/clipboard/index.js";
import { codingAgent, codingAgents } from "../../../adapters/coding-agent/index.js";
import { day, dayFolder } from "../../../adapters/day/index.js";
import { email, localMailbox, mailServer } from "../../../adapters/email/index.js";
import { gitHubIssues, issues, markdownFolder } from "../../../adapters/issues/index.js";
import { type AdapterRef, type AnyImplementation, type AnyPipeline, deliver, input, pipeline } from "../../../src/dsl/index.js";
import { bookingDelivery } from "../booking/kill-delivery.js";
import { rulesOf } from "../coding-agent/shop.js";

/** One effect of an adapter, as a pipeline of one delivery. */
export interface Delivery {
  readonly ref: AdapterRef;
  readonly call: string;
  /** A part of it may be known to the test alone, and comes in the environment. */
  readonly request: object | ((env: Variables) => object);
  real(folder: string, env: Variables): AnyImplementation;
}

type Variables = Readonly<Record<string, string | undefined>>;

const DINNER = { summary: "Dinner", start: "2026-03-20T19:30", end: "2026-03-20T21:30", timeZone: "Europe/Bucharest" };
const TO = [{ name: "", address: "ben@example.org" }];

const POST = { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." };
const ISSUE = { repo: "ana/notes", number: 1 };

/** An account of a server whose ports come to the process in its environment. */
const onServer: Delivery["real"] = (_cwd, env) => {
  const at = (port = "0") => ({ host: "127.0.0.1", port: Number(port), secure: false });
  const account = { name: "home", address: "me@example.org", user: "user1", passwordFrom: "MAIL_PASSWORD" };
  return mailServer({ accounts: [{ ...account, imap: at(env.IMAP_PORT), smtp: at(env.SMTP_PORT) }], env });
};
const onGitHub: Delivery["real"] = (_cwd, env) => gitHubIssues({ env, baseUrl: env.GITHUB_URL ?? "" });
const author = { name: "Ana", address: "ana@example.org" };

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
  reserve: bookingDelivery,
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
    real: onGitHub,
  },
  gitHubLabel: { ref: issues, call: "label", request: { ...ISSUE, add: ["parked"], remove: ["bug"] }, real: onGitHub },
  gitHubClose: { ref: issues, call: "close", request: { ...ISSUE, reason: "completed", comment: "Done." }, real: onGitHub },
  gitHubReopen: { ref: issues, call: "reopen", request: { ...ISSUE, comment: "It is back." }, real: onGitHub },
  gitHubCreate: { ref: issues, call: "create", request: { repo: "ana/notes", title: "New", body: "Text" }, real: onGitHub },
  // The one mail that is there: its number, and that of its folder.
  draftReply: { ref: email, call: "draftReply", request: { text: "Yes.", answers: { id: "1.1773910000" } }, real: onServer },
  smtp: { ref: email, call: "send", request: { to: TO, subject: "Hello", text: "Hello" }, real: onServer },
  claim: { ref: day, call: "claim", request: { topic: "nudge", keys: ["gate-1"] }, real: (cwd) => dayFolder({ cwd }) },
  addNote: {
    ref: day,
    call: "addNote",
    request: { day: "2026-03-19", title: "Evening", text: "It thawed." },
    real: (cwd) => dayFolder({ cwd }),
  },
  learn: {
    ref: day,
    call: "learn",
    request: { name: "post", description: "Keep titles short.", by: "ana", evidence: "too long", of: "m1" },
    real: (cwd) => dayFolder({ cwd }),
  },
  publish: { ref: blog, call: "publish", request: POST, real: (cwd) => localFolder({ cwd }) },
  push: {
    ref: blog,
    call: "publish",
    request: POST,
    real: (cwd, env) => gitRepository({ cwd, remote: env.BLOG_REMOTE ?? "", author, env }),
  },
  wordPress: {
    ref: blog,
    call: "publish",
    request: POST,
    real: (_cwd, env) => wordPress({ url: env.BLOG_URL ?? "", user: "ana", env }),
  },
  build: {
    ref: codingAgent,
    call: "build",
    request: ({ SHOP, SHOP_AT }) => ({ repo: SHOP, branch: "stagewright/kill", from: SHOP_AT, agent: "mends", text: "Mend the prices." }),
    real: (cwd, env) => codingAgents({ cwd, env, rules: rulesOf() }),
  },
  pushBranch: {
    ref: codingAgent,
    call: "push",
    request: ({ SHOP, SHOP_AT }) => ({ repo: SHOP, branch: "stagewright/kill", commit: SHOP_AT }),
    real: (cwd, env) => codingAgents({ cwd, env, rules: rulesOf() }),
  },
  ghost: { ref: blog, call: "publish", request: POST, real: (_cwd, env) => ghost({ url: env.BLOG_URL ?? "", env }) },
};

export function pipelineOf({ ref, call, request }: Delivery, env: Variables): AnyPipeline {
  const start = input(z.object({}));
  const asked = typeof request === "function" ? request(env) : request;
  const done = deliver("done", {
    needs: { start },
    to: ref,
    // Which call it is, is known only here: each is made by its name, with a request that its schema takes.
    call: async (adapter) => (adapter as Readonly<Record<string, (request: object) => Promise<unknown>>>)[call]?.(asked),
  });
  return pipeline("kill", { input: start, stages: [done] });
}
