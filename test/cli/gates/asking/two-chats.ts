import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { ANA, ENV, type FakeTelegram, fakeTelegram, GROUP } from "../../../adapters/chat/fake-telegram.js";
import { type Called, fixture, shell } from "../../shell.js";

const MAIN = join(import.meta.dirname, "../../../../src/cli/main.ts");
const TSX = import.meta.resolve("tsx");
const DEADLY = pathToFileURL(join(import.meta.dirname, "dies-once-written.ts")).href;
const LOOK = ["gates", "--ask", "--once"];

export interface TwoChats {
  readonly cwd: string;
  readonly telegram: FakeTelegram;
  readonly run: string;
  /** Calls the command line in this process. */
  call(args: readonly string[]): Promise<Called>;
  look(): Promise<Called>;
  /** Calls it in a process of its own, which is killed once this text is on the disk. */
  spawned(args: readonly string[], diesOnceWritten?: string): Promise<Called & { readonly signal: NodeJS.Signals | null }>;
  /** The run's events of this type. */
  events(type: string): readonly Readonly<Record<string, unknown>>[];
  /** What was said in a chat. */
  said(chat: string): readonly string[];
  /** What an answer in a chat has to carry. */
  codeFor(chat: string): string;
}

/** A run that waits at its gate, and has been asked about in two chats: one of Ana's, and a group where she is known as "ion". */
export async function twoChats(t: TestContext): Promise<TwoChats> {
  const here = shell(t);
  const { cwd } = here;
  const telegram = await fakeTelegram();
  t.after(() => telegram.close());
  const channels = { telegram: { kind: "telegram", chats: [ANA, GROUP], apiRoot: telegram.url } };
  const places = [
    { chat: `telegram:${ANA}`, people: { [ANA]: "ana" } },
    { chat: `telegram:${GROUP}`, people: { [ANA]: "ion" } },
  ];
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ channels, gates: { places } }));
  // Other processes have no clock but the real one.
  const call = (args: readonly string[]) => here.call(args, { env: { ...ENV }, now: new Date().toISOString() });
  const waits = await call(["run", fixture("post")]);
  assert.equal(waits.code, 3, waits.err);
  const [run = ""] = readdirSync(join(cwd, ".stagewright/runs"));
  const asked = await call(LOOK);
  assert.equal(asked.code, 0, asked.err);
  const said = (chat: string) => telegram.sent.filter(({ chat_id }) => chat_id === chat).map(({ text }) => text);
  assert.deepEqual([said(ANA).length, said(GROUP).length], [1, 1]);
  return {
    ...{ cwd, telegram, run, call, said },
    look: () => call(LOOK),
    spawned: (args, diesOnceWritten = "") =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...ENV, DIES_ONCE_WRITTEN: diesOnceWritten };
        const child = spawn(process.execPath, ["--import", TSX, "--import", DEADLY, MAIN, ...args], {
          cwd,
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
        const text = { out: "", err: "" };
        child.stdout.on("data", (bytes) => {
          text.out += bytes;
        });
        child.stderr.on("data", (bytes) => {
          text.err += bytes;
        });
        child.on("close", (code, signal) => resolve({ code: code ?? -1, signal, ...text }));
      }),
    events: (type) =>
      readFileSync(join(cwd, ".stagewright/runs", run, "journal.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
        .filter((event) => event.type === type),
    codeFor: (chat) => /approve ([0-9a-f]{10})/.exec(said(chat)[0] ?? "")?.[1] ?? "",
  };
}
