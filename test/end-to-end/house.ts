import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { z } from "zod";
import { type Message, openComms } from "../../src/state/index.js";
import { ENV, type FakeTelegram, fakeTelegram } from "../adapters/chat/fake-telegram.js";
import { type Called, shell } from "../cli/shell.js";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const TSX = import.meta.resolve("tsx");
const Sent = z.object({ chat: z.string(), text: z.string() });
const Event = z.looseObject({ type: z.string() });

/** A process of the command line that goes on by itself. */
export interface Started {
  readonly pid: number;
  /** Settles once it has printed what fits. */
  hears(pattern: RegExp): Promise<void>;
  readonly ended: Promise<NodeJS.Signals | number | null>;
}

/** A folder with pipelines and a config, in which people and `up` work. */
export interface House {
  readonly cwd: string;
  configure(config: object): void;
  /** Calls the command line. */
  call(args: readonly string[]): Promise<Called>;
  /** One round of `up`; what it starts runs in processes of its own. @throws Error where it does not end well. */
  round(): Promise<Called>;
  /** Starts the command line in a process of its own. */
  start(args: readonly string[]): Started;
  /** What was said at the terminal, the oldest first. */
  saidAtTerminal(): readonly string[];
  /** The names of the runs of a pipeline. */
  runsOf(pipeline: string): Promise<readonly string[]>;
  /** A run's journal, the oldest event first. */
  journal(run: string): readonly z.output<typeof Event>[];
  /** The lines of a file that a pipeline delivers into. */
  delivered(): readonly string[];
  thread(id: string): readonly Message[];
}

export function house(t: TestContext, pipelines: readonly string[]): House {
  const here = shell(t);
  const { cwd } = here;
  const env = { PATH: process.env.PATH ?? "", HOME: home(t), ...ENV };
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").filter(Boolean) : []);
  mkdirSync(join(cwd, "pipelines"));
  // Without it everything would be compiled a second time, as CommonJS.
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of pipelines) {
    const from = JSON.stringify(join(import.meta.dirname, "pipelines", `${name}.ts`));
    writeFileSync(join(cwd, "pipelines", `${name}.ts`), `export * from ${from};\nexport { story as default } from ${from};\n`);
  }
  const configure = (config: object) => writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
  configure({});
  // Other processes have no clock but the real one.
  const call = (args: readonly string[]) => here.call(args, { env, now: new Date().toISOString() });
  const journal = (run: string) =>
    linesOf(join(cwd, ".stagewright/runs", run, "journal.jsonl")).map((line) => Event.parse(JSON.parse(line)));
  return {
    ...{ cwd, configure, call, journal },
    round: async () => {
      const called = await call(["up", "--once"]);
      if (called.code !== 0) throw new Error(called.err);
      return called;
    },
    start: (args) => started(t, { args, cwd, env }),
    saidAtTerminal: () => linesOf(join(cwd, ".stagewright/chat/sent.jsonl")).map((line) => Sent.parse(JSON.parse(line)).text),
    runsOf: async (pipeline) => {
      const folder = join(cwd, ".stagewright/runs");
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.filter((run) => journal(run).some((event) => event.type === "run-started" && event.pipeline === pipeline));
    },
    delivered: () => linesOf(join(cwd, "delivered.txt")),
    thread: (id) => openComms(join(cwd, ".stagewright"), { now: () => new Date() }).thread(id),
  };
}

/** A server that speaks as Telegram does, and ends with the test. */
export async function telegramFor(t: TestContext): Promise<FakeTelegram & { said(chat: string): readonly string[] }> {
  const telegram = await fakeTelegram();
  t.after(() => telegram.close());
  const said = (chat: string) => telegram.sent.filter(({ chat_id }) => chat_id === chat).map(({ text }) => text);
  return Object.assign(telegram, { said });
}

/** Presses a button of the newest question in a chat. */
export function press(telegram: FakeTelegram, chat: string, word: "approve" | "reject"): void {
  const question = telegram.sent.findLast(({ chat_id, text }) => chat_id === chat && /approve [0-9a-f]{10}/.test(text));
  const code = /approve ([0-9a-f]{10})/.exec(question?.text ?? "")?.[1];
  if (question === undefined || code === undefined) throw new Error(`nothing is asked in the chat ${chat}`);
  telegram.press(chat, question.message_id, `${word} ${code}`);
}

/** A place for what belongs to a person and no folder: keys, what machines remember. */
function home(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "home-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface Starting {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function started(t: TestContext, { args, cwd, env }: Starting): Started {
  const child = spawn(process.execPath, ["--import", TSX, MAIN, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  let text = "";
  const waiting: { readonly pattern: RegExp; readonly settle: () => void }[] = [];
  const look = () => {
    for (const { pattern, settle } of waiting) if (pattern.test(text)) settle();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      text += bytes;
      look();
    });
  }
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => child.on("close", (code, signal) => resolve(signal ?? code)));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${basename(MAIN)} could not be started`);
  return {
    ...{ pid, ended },
    hears: (pattern) =>
      new Promise((resolve, reject) => {
        waiting.push({ pattern, settle: resolve });
        look();
        void ended.then(() => reject(new Error(`it has ended, and has not said ${pattern}:\n${text}`)));
      }),
  };
}
