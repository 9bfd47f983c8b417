import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { realTimer } from "../../../src/permits/timer.js";
import { askServer } from "../../../src/permits/told/ask-server.js";
import { ToldCache } from "../../../src/permits/told/told-cache.js";
import { handTimer } from "../rig.js";
import { pageServer } from "./page-server.js";

const options = { env: {}, fetch, timer: realTimer, limitMs: 10_000 };

/** What each kind of server tells, in the shapes of its own pages. */
const SERVERS = [
  {
    name: "llama.cpp tells a slot's context and the number of slots, not whether they share one",
    pages: { "/props": { default_generation_settings: { n_ctx: 4096, params: {} }, total_slots: 4, model_path: "m.gguf" } },
    told: { software: "llama.cpp", windows: [["", 4096]], atLeast: 4096, atMost: 16_384 },
  },
  {
    name: "llama.cpp without its properties is read by its slots",
    pages: {
      "/slots": [
        { id: 0, n_ctx: 2048, is_processing: false },
        { id: 1, n_ctx: 1024, is_processing: true },
      ],
    },
    told: { software: "llama.cpp", windows: [["", 1024]], atLeast: 1024, atMost: 3072 },
  },
  {
    name: "vLLM tells the window and the blocks of its cache",
    pages: {
      "/v1/models": { object: "list", data: [{ id: "qwen", object: "model", max_model_len: 8192 }] },
      "/metrics":
        '# TYPE vllm:cache_config_info gauge\nvllm:cache_config_info{block_size="16",num_cpu_blocks="1024",num_gpu_blocks="573"} 1.0\n',
    },
    told: { software: "vLLM", windows: [["qwen", 8192]], atLeast: 9168, atMost: 9168 },
  },
  {
    name: "a vLLM that tells its tokens is not counted by blocks, and each engine counts",
    pages: {
      "/v1/models": { data: [{ id: "qwen", max_model_len: 8192 }] },
      "/metrics":
        'vllm:cache_config_info{block_size="8",engine="0",kv_cache_size_tokens="10000",num_gpu_blocks="320"} 1.0\n' +
        'vllm:cache_config_info{block_size="8",engine="1",kv_cache_size_tokens="10000",num_gpu_blocks="320"} 1.0\n',
    },
    told: { software: "vLLM", windows: [["qwen", 8192]], atLeast: 20_000, atMost: 20_000 },
  },
  {
    name: "a vLLM whose metrics do not tell has at least its window",
    pages: {
      "/v1/models": { data: [{ id: "qwen", max_model_len: 8192 }] },
      "/metrics": 'vllm:cache_config_info{block_size="16",num_gpu_blocks="None"} 1.0\n',
    },
    told: { software: "vLLM", windows: [["qwen", 8192]], atLeast: 8192, atMost: undefined },
  },
  {
    name: "LM Studio tells the context of what is loaded and how many calls it takes",
    pages: {
      "/api/v1/models": {
        models: [
          { key: "gemma", loaded_instances: [{ id: "gemma", config: { context_length: 4096, parallel: 4 } }] },
          { key: "nomic", loaded_instances: [] },
        ],
      },
    },
    told: { software: "LM Studio", windows: [["gemma", 4096]], atLeast: 4096, atMost: 16_384 },
  },
  {
    name: "an older LM Studio tells the context only",
    pages: {
      "/api/v0/models": {
        data: [
          { id: "qwen", state: "loaded", max_context_length: 32_768, loaded_context_length: 16_384 },
          { id: "llama", state: "not-loaded", max_context_length: 131_072 },
        ],
      },
    },
    told: { software: "LM Studio", windows: [["qwen", 16_384]], atLeast: 16_384, atMost: undefined },
  },
  {
    name: "Ollama tells the context of each model that is loaded",
    pages: {
      "/api/ps": {
        models: [
          { name: "qwen3:latest", size: 9, size_vram: 5, context_length: 4096 },
          { name: "old", size: 1 },
        ],
      },
    },
    told: { software: "Ollama", windows: [["qwen3:latest", 4096]], atLeast: 4096, atMost: undefined },
  },
];

describe("what a server tells of its room", () => {
  for (const { name, pages, told } of SERVERS) {
    test(name, async (t) => {
      const { origin } = await pageServer(t, pages);
      const asked = await askServer(`openai:${origin}/v1`, options);
      assert.ok(asked.isReachable && asked.told);
      const { software, windows, atLeast, atMost } = asked.told;
      assert.deepEqual({ software, windows: [...windows], atLeast, atMost }, told);
    });
  }

  test("a server that has other pages, or nonsense on these, tells nothing", async (t) => {
    const { origin } = await pageServer(t, { "/props": { error: "Unexpected endpoint" }, "/api/ps": "<html>", "/v1/models": { data: [] } });
    assert.deepEqual(await askServer(`openai:${origin}`, options), { isReachable: true, told: undefined });
  });

  test("one that is named as Ollama is asked as such only, with its key", async (t) => {
    const { origin, asked, keys } = await pageServer(t, { "/api/ps": { models: [] } });
    await askServer(`ollama:${origin}`, { ...options, env: { OLLAMA_API_KEY: "k-1", OPENAI_API_KEY: "k-2" } });
    assert.deepEqual([asked, [...keys]], [["/api/ps"], ["Bearer k-1"]]);
  });

  test("where nothing listens, that is said", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    assert.deepEqual(await askServer(`openai:http://127.0.0.1:${port}`, options), { isReachable: false, why: "nothing listens there" });
  });

  test("a server that never answers is given up when the limit is over", async (t) => {
    const { origin, asked } = await pageServer(t, { "/api/ps": null });
    const { timer, goOff } = handTimer();
    const asking = askServer(`ollama:${origin}`, { ...options, timer, limitMs: 1_000 });
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    goOff();
    assert.deepEqual(await asking, { isReachable: false, why: "no answer within 1 s" });
  });

  test("it is asked once a minute, and sooner where it told nothing", async (t) => {
    let now = 0;
    const pages: Record<string, unknown> = {};
    const { origin, asked } = await pageServer(t, pages);
    const cache = new ToldCache(options, () => now);
    const server = `ollama:${origin}`;
    assert.equal(await cache.told(server), undefined);
    pages["/api/ps"] = { models: [{ name: "m", context_length: 2048 }] };
    assert.equal(await cache.told(server), undefined);
    now = 5_000;
    assert.equal((await cache.told(server))?.atLeast, 2048);
    now = 64_999;
    await Promise.all([cache.told(server), cache.told(server)]);
    assert.equal(asked.length, 2);
    now = 65_000;
    await cache.told(server);
    assert.equal(asked.length, 3);
  });
});
