import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { configuredModels, readConfig } from "../src/config/index.js";
import { askModels, type Complete, type CompleteRequest, type Completion } from "../src/model/index.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";

const CALLS = 1_000;
const TIMES = 5;
/** An answer of about 300 tokens. */
const ANSWER = 1_200;
const MB = 1_000_000;

/** What the layer adds to a call, against a bare fetch that reads the same stream from the same server; and how it takes long answers. */
export const modelCalls: Measure = async () => {
  const { server, base } = await started();
  try {
    const { signal } = new AbortController();
    const request = (bytes: number): CompleteRequest => ({
      model: `openai:${base}#${bytes}`,
      messages: [{ role: "user", content: "How many entries does the cache hold?" }],
    });
    const bare = async (bytes: number) => {
      const body = JSON.stringify({ model: String(bytes), messages: request(bytes).messages, stream: true });
      const response = await fetch(`${base}/chat/completions`, { method: "POST", body, headers: { "content-type": "application/json" } });
      return (await response.text()).length;
    };
    const plain = askModels({ env: {} });
    const calls = async (ask: (bytes: number) => Promise<unknown>) => {
      for (let call = 0; call < CALLS; call += 1) await ask(ANSWER);
    };
    const asked = (complete: Complete) => (bytes: number) => complete(request(bytes), { key: "", signal });
    await calls(bare);
    await calls(asked(plain));
    const one = await inTurn(
      TIMES,
      () => msOf(() => calls(asked(plain))),
      () => msOf(() => calls(bare)),
    );
    const all = await inFolder((root) => {
      const complete = withEverything(root, base);
      return inTurn(
        TIMES,
        () => msOf(() => calls((bytes) => complete({ ...request(bytes), model: "small" }, { key: "", signal }))),
        () => msOf(() => calls(bare)),
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
        what: `a call of a model, ${CALLS.toLocaleString("en")} times, against a bare fetch of the same stream`,
        ratio: one.ratio,
        most: 1.3,
        detail: `${each(one.oursMs)}, ${each(one.theirsMs)}`,
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

function withEverything(root: string, base: string): Complete {
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
