import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Pool, Pools, poolOf } from "../../src/permits/index.js";
import { roomOf, tokensNeeded } from "../../src/permits/room.js";
import type { Told } from "../../src/permits/told/told.js";
import { requestOf, SERVER } from "./rig.js";

const pool = (more: object = {}) => Pool.parse({ server: SERVER, ...more });
const slots: Told = { software: "llama.cpp", windows: new Map([["", 4_096]]), atLeast: 4_096, atMost: 16_384, isSizedByCall: false };
const ollama: Told = {
  software: "Ollama",
  windows: new Map([
    ["qwen3:latest", 4_096],
    ["big", 32_000],
  ]),
  atLeast: 4_096,
  atMost: undefined,
  isSizedByCall: true,
};

describe("the room of a pool", () => {
  for (const [what, config, told, room] of [
    ["what is certain counts where the config says nothing", {}, slots, { kvTokens: 4_096, windowTokens: 4_096, from: "server" }],
    [
      "the config may say that the slots have one each",
      { kvTokens: 16_000 },
      slots,
      { kvTokens: 16_000, windowTokens: 4_096, from: "config" },
    ],
    ["it never raises the pool over the server's", { kvTokens: 99_000 }, slots, { kvTokens: 16_384, windowTokens: 4_096, from: "server" }],
    ["it lowers the window of a call", { contextTokens: 1_000 }, slots, { kvTokens: 4_096, windowTokens: 1_000, from: "server" }],
    ["a call's window is no larger than the pool", { kvTokens: 2_000 }, slots, { kvTokens: 2_000, windowTokens: 2_000, from: "config" }],
    [
      "a pool whose calls size themselves has one window",
      { contextTokens: 9_000 },
      ollama,
      { kvTokens: 9_000, windowTokens: 9_000, from: "server" },
    ],
    ["without anything a default counts for each permit", {}, undefined, { kvTokens: 32_768, windowTokens: 8_192, from: "default" }],
    ["else the config alone", { contextTokens: 1_000, permits: 2 }, undefined, { kvTokens: 2_000, windowTokens: 1_000, from: "config" }],
  ] as const) {
    test(what, () => assert.deepEqual(roomOf(pool(config), told), room));
  }

  test("a model has its own window, also where Ollama names its tag", () => {
    assert.equal(roomOf(pool({ kvTokens: 64_000 }), ollama, { model: "ollama:#big" }).windowTokens, 32_000);
    assert.equal(roomOf(pool({ kvTokens: 64_000 }), ollama, { model: "ollama:#qwen3" }).windowTokens, 4_096);
    assert.equal(roomOf(pool({ kvTokens: 64_000 }), ollama, { model: "ollama:#big", contextTokens: 8_000 }).windowTokens, 8_000);
  });

  test("a call needs what it reads and its answer, or a window where the answer has no limit", () => {
    const named = { name: "local", pool: pool() };
    const room = roomOf(pool(), slots);
    const needed = (more: object, inputTokens: number) => tokensNeeded(named, room, { request: requestOf(more), inputTokens });
    assert.equal(needed({ maxTokens: 200, reasoningTokens: 50 }, 100), 350);
    assert.equal(needed({}, 100), 4_096);
    assert.equal(needed({ maxTokens: 9_000 }, 100), 4_096);
    assert.throws(() => needed({}, 4_096), {
      code: "permit/too-large",
      message:
        'a call of "small" reads 4,096 tokens, and one call of pool "local" may hold 4,096 of 4,096 (as openai:http://127.0.0.1:8080 tells)',
    });
  });
});

describe("the pools of a config", () => {
  test("a pool has four permits, and an address that can be used", () => {
    assert.deepEqual(Pools.parse({ local: { server: SERVER } }), { local: { server: SERVER, permits: 4 } });
    const faultOf = (server: string) => Pool.safeParse({ server }).error?.issues[0]?.message;
    const ways = 'write what it speaks and its address, as in "ollama:http://127.0.0.1:11434" or "openai:http://127.0.0.1:8080"';
    assert.equal(faultOf("anthropic:#x"), `"anthropic:#x" is no server that can be shared: ${ways}`);
    assert.equal(faultOf("ollama:localhost"), `"localhost" is not the address of a server: ${ways}`);
    assert.equal(
      faultOf("openai:http://me:secret@host"),
      'the address of the server at "host" holds a name, a password or a query: leave it out',
    );
    assert.equal(faultOf("ollama:http://host#qwen"), '"http://host#qwen" names a model: a pool is a server, with all of its models');
  });

  test("a model draws on the pool that its entry names, else on that of its server, however that is written", () => {
    const pools = Pools.parse({ local: { server: "ollama:http://localhost:11434" }, gpu: { server: "openai:http://gpu:8000/v1" } });
    const models = {
      a: { model: "openai:http://elsewhere#m", pool: "gpu" },
      b: { model: "ollama:#qwen3" },
      c: { model: "x:", pool: "no" },
    };
    const nameOf = (model: string) => poolOf({ pools, models })(model)?.name;
    assert.deepEqual(["a", "b", "c", "embedded"].map(nameOf), ["gpu", "local", undefined, undefined]);
    assert.deepEqual(
      ["ollama:#x", "openai:http://127.0.0.1:11434/v1#x", "openai:http://gpu:8000#x", "openai:http://gpu:8001#x"].map(nameOf),
      ["local", "local", "gpu", undefined],
    );
  });
});
