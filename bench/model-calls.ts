import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createParser } from "eventsource-parser";
import type * as ConfigModule from "../src/config/index.js";
import type * as ModelModule from "../src/model/index.js";
import type { Complete, CompleteRequest, Completion } from "../src/model/index.js";
import { cpuMsOf, inFolder, inTurn, type Measure, msOf } from "./measure.js";

/** What is shipped is measured: run from source, each call would pay for the loader's wrappers too. */
const DIST = join(dirname(import.meta.dirname), "dist", "src");

/** In rounds so short that what else the machine does falls on both sides. */
const CALLS = 100;
const ROUNDS = 20;
const WARM_UP = 5;
/** An answer of about 300 tokens. */
const ANSWER = 1_200;
const MB = 1_000_000;

/**
 * What the layer adds to a call, against a bare fetch of the same stream from the same server, and how it takes long answers. The bare
 * fetch is taken twice: once it only takes the bytes in, which is less than anybody needs, and once it does what every caller has to:
 * it reads the events and their JSON, and joins the text.
 */
export const modelCalls: Measure = async () => {
  if (!existsSync(DIST)) return [{ what: "a call of a model", skipped: "dist/ is not there: npm run build" }];
  // The same modules as those whose types are imported, compiled.
  const { askModels }: typeof ModelModule = await import(pathToFileURL(join(DIST, "model", "index.js")).href);
  const { server, base } = await started();
  try {
    const { signal } = new AbortController();
    const request = (bytes: number): CompleteRequest => ({
      model: `openai:${base}#${bytes}`,
      messages: [{ role: "user", content: "How many entries does the cache hold?" }],
    });
    const bare = async (bytes: number) => {
      const body = JSON.stringify({ model: String(bytes), messages: request(bytes).messages, stream: true });
      return await fetch(`${base}/chat/completions`, { method: "POST", body, headers: { "content-type": "application/json" } });
    };
    const bytesOf = async (bytes: number) => (await bare(bytes)).text();
    const textOf = async (bytes: number) => answerIn(await bare(bytes));
    const plain = askModels({ env: {} });
    const calls = async (ask: (bytes: number) => Promise<unknown>) => {
      for (let call = 0; call < CALLS; call += 1) await ask(ANSWER);
    };
    const asked = (complete: Complete) => (bytes: number) => complete(request(bytes), { key: "", signal });
    const ours = () => calls(asked(plain));
    for (let round = 0; round < WARM_UP; round += 1) for (const work of [ours, () => calls(bytesOf), () => calls(textOf)]) await work();
    const against = (theirs: (bytes: number) => Promise<unknown>, cost: typeof msOf) =>
      inTurn(
        ROUNDS,
        () => cost(ours),
        () => cost(() => calls(theirs)),
      );
    const toBytes = await against(bytesOf, msOf);
    const toText = await against(textOf, msOf);
    const cpu = await against(bytesOf, cpuMsOf);
    const all = await inFolder(async (root) => {
      const complete = await withEverything(root, base);
      return inTurn(
        ROUNDS,
        () => msOf(() => calls((bytes) => complete({ ...request(bytes), model: "small" }, { key: "", signal }))),
        () => msOf(() => calls(bytesOf)),
      );
    });
    const long = await inTurn(
      3,
      () => msOf(() => asked(plain)(10 * MB)),
      () => msOf(() => asked(plain)(5 * MB)),
    );
    const kept = await heapOver(() => asked(plain)(10 * MB));
    const each = (ms: number) => `${((ms / CALLS) * 1_000).toFixed(0)} µs`;
    return [
      {
        what: `a call of a model, ${(CALLS * ROUNDS).toLocaleString("en")} times, against a bare fetch that takes in the same bytes`,
        ratio: toBytes.ratio,
        most: 1.3,
        detail: `${each(toBytes.oursMs)}, ${each(toBytes.theirsMs)}`,
      },
      {
        what: "the same against a bare fetch that reads the events and joins the text",
        ratio: toText.ratio,
        most: 1.3,
        detail: `${each(toText.oursMs)}, ${each(toText.theirsMs)}`,
      },
      {
        what: "the first of the two in time of the processor",
        ratio: cpu.ratio,
        detail: `${each(cpu.oursMs)}, ${each(cpu.theirsMs)}`,
      },
      {
        what: "the same with a budget, a ledger and a permit for each call",
        ratio: all.ratio,
        detail: `${each(all.oursMs)}, ${each(all.theirsMs)}`,
      },
      {
        what: "a streamed answer of 10 MB against one of 5 MB, time",
        ratio: long.ratio,
        most: 2.2,
        detail: `${long.oursMs.toFixed(0)} ms, ${long.theirsMs.toFixed(0)} ms`,
      },
      {
        what: "the most memory that those 10 MB take while they come in, against their size",
        ratio: kept / (10 * MB),
        most: 4,
        detail: `${(kept / MB).toFixed(0)} MB`,
      },
    ];
  } finally {
    server.kill();
  }
};

/** The text of a stream, by the least that a caller has to do. */
async function answerIn(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") text += JSON.parse(data).choices[0]?.delta.content ?? "";
    },
  });
  for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
  return text;
}

async function withEverything(root: string, base: string): Promise<Complete> {
  const { configuredModels, readConfig }: typeof ConfigModule = await import(pathToFileURL(join(DIST, "config", "index.js")).href);
  const config = readConfig(
    {
      models: {
        small: {
          model: `openai:${base}#${ANSWER}`,
          pool: "local",
          prices: [{ from: "2026-01-01", inputPerMillion: 0.1, outputPerMillion: 0.4 }],
        },
      },
      budgets: { dayUsd: 1_000 },
      pools: { local: { server: `openai:${base}`, contextTokens: 8_192, kvTokens: 65_536 } },
    },
    "bench",
  );
  const { calls } = configuredModels(config, {
    env: { STAGEWRIGHT_STATE: join(root, "state") },
    home: tmpdir(),
    root,
    now: () => new Date(),
    random: Math.random,
    tell: () => {},
  });
  // It was bound to the interface of `model`, whose one call this is.
  return calls.complete?.perform as Complete;
}

/** How much the heap grew at most while an answer came in, in bytes. */
async function heapOver(ask: () => Promise<Completion>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  let isOver = false;
  const answer = ask().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, process.memoryUsage().heapUsed);
    await setImmediate();
  }
  await answer;
  return most - before;
}

async function started(): Promise<{ readonly server: ChildProcess; readonly base: string }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "model-server.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  if (server.stdout === null) throw new Error("the server has no output");
  const [port] = await once(server.stdout, "data");
  return { server, base: `http://127.0.0.1:${String(port).trim()}/v1` };
}
