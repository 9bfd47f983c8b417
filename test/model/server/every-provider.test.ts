import assert from "node:assert/strict";
import { test } from "node:test";
import type { Completion } from "../../../src/model/index.js";
import { ask, failure, fetchInBytes, handTimer } from "./asking.js";
import { framesOf, PROVIDERS, type Provider, type Said } from "./frames.js";
import { modelServer } from "./model-server.js";

/** All that an answer can hold, with letters of one to four bytes. */
const EVERYTHING: Said = {
  parts: [
    { reasoning: "Căutăm „ziua” 🌊." },
    { text: "Bună ⚓ " },
    { text: "ziua." },
    { call: "read", pieces: ['{"path":"no', 'tes/März.md","lines":[1,', "2]}"] },
    { call: "list", pieces: [] },
  ],
  finish: "calls",
  usage: { input: 12, output: 7 },
};

function everything(provider: Provider): Completion {
  const text = { openai: "Bună ⚓ ziua.", anthropic: "Bună ⚓ ziua.", ollama: "Bună ⚓ ziua." }[provider];
  const reasoning = "Căutăm „ziua” 🌊.";
  return {
    text,
    reasoning,
    ...(provider === "ollama"
      ? { finish: "stop" as const }
      : { finish: "other" as const, stopReason: provider === "openai" ? "tool_calls" : "tool_use" }),
    usage: { inputTokens: 12, outputTokens: 7, estimated: false },
    model: "m-1",
    calls: [
      { id: "call00001", name: "read", arguments: { path: "notes/März.md", lines: [1, 2] } },
      { id: "call00002", name: "list", arguments: {} },
    ],
    ...(provider === "anthropic" && { signed: [{ text: reasoning, by: "anthropic", signature: "c2lnbmVk" }] }),
    ...(provider === "ollama" && { signed: [{ text: reasoning, by: "ollama" }] }),
  };
}

const HELLO: Said = { parts: [{ text: "Hello " }, { text: "you." }], usage: { input: 3, output: 4 } };

for (const provider of PROVIDERS) {
  const are = framesOf(provider, HELLO).frames.length;

  test(`${provider}: an answer is put together: text, reasoning, calls, end and usage`, async (t) => {
    const server = await modelServer(t, provider, [{ says: EVERYTHING }]);
    assert.deepEqual(await ask(server.model), everything(provider));
  });

  test(`${provider}: it does not matter where the bytes are cut, in a letter or in a JSON token`, async (t) => {
    const server = await modelServer(t, provider, [{ says: EVERYTHING }]);
    for (const size of [1, 2, 3, 7]) assert.deepEqual(await ask(server.model, { fetch: fetchInBytes(size) }), everything(provider));
  });

  test(`${provider}: lines that end in CRLF and signs of life between them change nothing`, async (t) => {
    const server = await modelServer(t, provider, [{ says: EVERYTHING, crlf: true, keepsAlive: true }]);
    assert.deepEqual(await ask(server.model), everything(provider));
    assert.deepEqual(await ask(server.model, { fetch: fetchInBytes(1) }), everything(provider));
  });

  test(`${provider}: an answer with its reason to finish is whole, though nothing says that it is over`, async (t) => {
    const server = await modelServer(t, provider, [{ says: EVERYTHING, isEndless: true }]);
    assert.deepEqual(await ask(server.model), everything(provider));
  });

  test(`${provider}: a stream under a wrong content type is read all the same`, async (t) => {
    const server = await modelServer(t, provider, [{ says: EVERYTHING, contentType: "text/plain" }]);
    assert.deepEqual(await ask(server.model), everything(provider));
  });

  test(`${provider}: an answer at its limit says so, and without a count the tokens are estimated`, async (t) => {
    const server = await modelServer(t, provider, [{ says: { parts: [{ text: "Hello to you." }], finish: "length" } }]);
    assert.deepEqual(await ask(server.model), {
      text: "Hello to you.",
      finish: "length",
      // 10 and 13 bytes, at 3.6 to a token.
      usage: { inputTokens: 3, outputTokens: 4, estimated: true },
      model: "m-1",
    });
  });

  test(`${provider}: an answer that breaks off is none, wherever it does`, async (t) => {
    // The last frame is the one that only says that all is over.
    const lastNeeded = are - framesOf(provider, HELLO).ends - (provider === "openai" ? 1 : 0);
    for (let frame = 0; frame < lastNeeded; frame += 1) {
      const server = await modelServer(t, provider, [
        { says: HELLO, breaksAfter: frame },
        { says: HELLO, endsInside: frame },
      ]);
      for (const way of ["breaks", "ends"]) {
        const { code, message, hint } = await failure(server.model);
        assert.equal(code, "model/cut-off", `${way} in frame ${frame}: ${message}`);
        assert.match(message, new RegExp(`^the answer from ${server.base} broke off after (0|6|10) characters$`));
        assert.equal(hint, "nothing of it is used; the server may have stopped or been restarted: look at its log, then try again");
      }
    }
  });

  test(`${provider}: a model that never begins is silent, by name`, async (t) => {
    const server = await modelServer(t, provider, [{ says: HELLO, hangsAfter: 0 }]);
    const { timer, fire, starts, heard } = handTimer();
    const asked = failure(server.model, { timer, limits: { firstTokenMs: 90_000 } });
    await heard(1);
    fire();
    const { code, message, hint } = await asked;
    assert.deepEqual([code, message], ["model/silent", `"m" at ${server.base} said nothing for 90 seconds`]);
    assert.equal(hint, "a shorter prompt, a smaller model or a faster machine may help; the server's own log says what it was doing");
    assert.deepEqual(starts, [90_000]);
  });

  test(`${provider}: a model that goes silent between two tokens is so too, whatever keeps the line alive`, async (t) => {
    const upToFirst = framesOf(provider, HELLO).frames.findIndex((frame) => frame.includes("Hello ")) + 1;
    const server = await modelServer(t, provider, [{ says: HELLO, hangsAfter: upToFirst, keepsAlive: true }]);
    const { timer, fire, starts, heard } = handTimer();
    const asked = failure(server.model, { timer, request: { betweenTokensMs: 1_000 } });
    await heard(2);
    fire();
    const { code, message } = await asked;
    assert.deepEqual([code, message], ["model/silent", `"m" at ${server.base} went silent in the middle of its answer, for 1 second`]);
    assert.deepEqual(starts, [300_000, 1_000]);
    await server.closed[0];
  });

  // Anthropic keeps the budget itself, by its wire form.
  if (provider !== "anthropic")
    test(`${provider}: reasoning over its budget is cut off, as an answer that came to its limit; the connection is closed`, async (t) => {
      const thought = "It could be this, or it could be so. ";
      const says = { parts: [...Array.from({ length: 8 }, () => ({ reasoning: thought })), { text: "So." }] };
      const after = framesOf(provider, says).frames.findLastIndex((frame) => frame.includes(thought)) + 1;
      const server = await modelServer(t, provider, [{ says, hangsAfter: after }, { says }]);
      const { text, reasoning, finish } = await ask(server.model, { request: { reasoningTokens: 50 } });
      // 50 tokens are 180 bytes: the fifth piece passes them.
      assert.deepEqual([text, reasoning, finish], ["", thought.repeat(5), "length"]);
      await server.closed[0];
      const whole = await ask(server.model, { request: { reasoningTokens: 100 } });
      assert.deepEqual([whole.text, whole.reasoning, whole.finish], ["So.", thought.repeat(8), "stop"]);
    });

  test(`${provider}: each token starts the wait anew, and nothing is left running when the answer is there`, async (t) => {
    const server = await modelServer(t, provider, [{ says: HELLO }]);
    const { timer, starts, heard, isRunning } = handTimer();
    await Promise.all([ask(server.model, { timer }), heard(3)]);
    assert.deepEqual([starts, isRunning()], [[300_000, 120_000], false]);
  });

  test(`${provider}: a server that holds the line after a whole answer is not waited for`, async (t) => {
    // In one packet, so that the reason to finish is there when the last token is.
    const server = await modelServer(t, provider, [{ says: HELLO, isPacked: true, hangsAfter: 1 }]);
    const { timer, fire, heard } = handTimer();
    const asked = ask(server.model, { timer });
    await heard(3);
    setImmediate(fire);
    assert.equal((await asked).text, "Hello you.");
  });

  test(`${provider}: cancelling in the middle closes the connection and throws the reason`, async (t) => {
    const controller = new AbortController();
    const reason = new Error("cancelled by a person");
    const server = await modelServer(t, provider, [{ says: HELLO, hangsAfter: are - 2 }]);
    const { timer, heard, isRunning } = handTimer();
    const asked = ask(server.model, { timer, signal: controller.signal });
    await heard(2);
    controller.abort(reason);
    await assert.rejects(asked, reason);
    await server.closed[0];
    assert.equal(isRunning(), false);
  });

  test(`${provider}: an unknown model is answered with the nearest that the server has`, async (t) => {
    const server = await modelServer(
      t,
      provider,
      [{ refuses: { status: 404, body: '{"error":{"type":"not_found_error","message":"model: m"}}' } }],
      ["large", "mini", "medium"],
    );
    const { code, message, hint } = await failure(`${provider}:${server.origin}#mni`);
    assert.deepEqual(
      [code, message, hint],
      [
        "model/not-served",
        `the server at ${server.base} has no model "mni"`,
        'of the 3 that it lists, the nearest are "mini", "medium", "large"',
      ],
    );
    assert.equal(server.received[1]?.path, { openai: "/v1/models", anthropic: "/v1/models?limit=1000", ollama: "/api/tags" }[provider]);
  });

  test(`${provider}: with no model named the first that the server lists is asked`, async (t) => {
    const server = await modelServer(t, provider, [{}], ["large", "mini"]);
    await ask(`${provider}:${server.origin}`);
    assert.deepEqual(
      server.received.map(({ body }) => body.model),
      [undefined, "large"],
    );
    const empty = await modelServer(t, provider, [{}], []);
    const { code, message } = await failure(`${provider}:${empty.origin}`);
    assert.deepEqual([code, message], ["model/not-served", `the server at ${empty.base} lists no model`]);
  });

  test(`${provider}: a server at its limit says for how long, as a fact that a program can use`, async (t) => {
    const facts = [
      { "retry-after": "20" },
      { "retry-after": "1.5" },
      { "retry-after-ms": "250", "retry-after": "1" },
      { "retry-after": "Thu, 19 Mar 2026 10:00:00 GMT" },
      { "retry-after": "soon" },
    ];
    const server = await modelServer(
      t,
      provider,
      facts.map((headers) => ({ refuses: { status: 429, headers, body: '{"error":{"message":"Too many requests."}}' } })),
    );
    const told = [];
    for (const _ of facts) {
      const error = await failure(server.model);
      assert.equal(error.message, `the server at ${server.base} takes no more requests now (429): Too many requests`);
      const { code, hint, status, retryAfterMs, retryAt } = { status: 0, retryAfterMs: 0, retryAt: "", ...error, hint: error.hint };
      assert.deepEqual([code, status], ["model/busy", 429]);
      told.push([retryAfterMs ?? retryAt, hint]);
    }
    assert.deepEqual(told, [
      [20_000, "it asks to wait 20 s before the next try"],
      [1_500, "it asks to wait 1.5 s before the next try"],
      [250, "it asks to wait 0.25 s before the next try"],
      ["2026-03-19T10:00:00.000Z", "it asks to wait until Thu, 19 Mar 2026 10:00:00 GMT"],
      [undefined, "try again later, or with less at once"],
    ]);
  });

  test(`${provider}: a redirect is not followed, and a key in it is not shown`, async (t) => {
    const server = await modelServer(t, provider, [
      { refuses: { status: 307, headers: { location: "https://elsewhere.example/?echo=sk-live-abcdef123456" } } },
    ]);
    const { code, message, hint } = await failure(server.model, { env: KEYS });
    assert.deepEqual(
      [code, message, hint],
      [
        "model/address",
        `the server at ${server.base} points to https://elsewhere.example/?echo=[key]`,
        "name the address that it points to",
      ],
    );
    // Asked twice: fetch refuses a redirect without a word on where it leads.
    assert.equal(server.received.length, 2);
  });

  test(`${provider}: what is no answer is named as such`, async (t) => {
    const bodies = [
      ["text/html", "<html><head><title>Welcome to nginx!</title></head></html>"],
      ["application/json", '{"detail": "sk-live-abcdef123456 is fine"}'],
      ["text/plain", "hello"],
    ];
    const server = await modelServer(
      t,
      provider,
      bodies.map(([type = "", body = ""]) => ({ refuses: { status: 200, headers: { "content-type": type }, body } })),
    );
    const told = [];
    for (const _ of bodies) {
      const { code, message } = await failure(server.model, { env: KEYS });
      told.push([code, message.replace(/^.* answered with something else than /, "")]);
    }
    const what = { openai: "a chat completion", anthropic: "a message of the Messages API", ollama: "a chat answer of Ollama" }[provider];
    assert.deepEqual(told, [
      ["model/answer", `${what}: a web page titled "Welcome to nginx!"`],
      ["model/answer", `${what}: [key] is fine`],
      ["model/answer", `${what}: hello`],
    ]);
  });

  test(`${provider}: the tag that a server's parser left beside a real call is dropped, and the call is kept`, async (t) => {
    const parts = [{ text: "<tool_call>" }, { call: "read", pieces: ['{"path":"a.py"}'] }];
    const server = await modelServer(t, provider, [
      { says: { parts, finish: "calls" } },
      { says: { parts: [{ text: "I look.\n</tool_call>\n<|tool_calls_end|>" }, ...parts.slice(1)], finish: "calls" } },
      { says: { parts: [{ text: "<tool_call>" }] } },
    ]);
    const answers = [await ask(server.model), await ask(server.model), await ask(server.model)];
    assert.deepEqual(
      answers.map(({ text, calls = [] }) => [text, calls.map(({ name }) => name)]),
      [
        ["", ["read"]],
        ["I look.", ["read"]],
        // Without a call it is for the verdict to say what this is.
        ["<tool_call>", []],
      ],
    );
  });

  test(`${provider}: the ids of calls are our own and go on from those of the transcript`, async (t) => {
    const says: Said = { parts: [{ call: "list", pieces: ["{}"] }], finish: "calls" };
    const server = await modelServer(t, provider, [{ says }]);
    const messages = [
      { role: "user", content: "Look." },
      { role: "assistant", content: "", calls: [{ id: "call00002", name: "list", arguments: {} }] },
      { role: "tool", call: "call00002", content: "a.md" },
    ];
    const { calls = [] } = await ask(server.model, { request: { messages } });
    assert.deepEqual(
      calls.map(({ id }) => id),
      ["call00003"],
    );
  });

  test(`${provider}: the key is sent in its header, and is in no body`, async (t) => {
    const server = await modelServer(t, provider, [{ refuses: { status: 401, body: '{"error":"bad sk-live-abcdef123456"}' } }, {}]);
    const { code, message } = await failure(server.model, { env: KEYS });
    const variable = { openai: "STAGEWRIGHT_API_KEY", anthropic: "ANTHROPIC_API_KEY", ollama: "OLLAMA_API_KEY" }[provider];
    assert.deepEqual([code, message], ["model/key", `the server at ${server.base} does not take the key in ${variable} (401): bad [key]`]);
    await ask(server.model, { env: KEYS });
    for (const { headers, body } of server.received) {
      const sent = provider === "anthropic" ? headers["x-api-key"] : headers.authorization;
      assert.equal(sent, provider === "anthropic" ? "sk-live-abcdef123456" : "Bearer sk-live-abcdef123456");
      assert.ok(!JSON.stringify(body).includes("sk-live"));
    }
    const bare = await modelServer(t, provider, [{ refuses: { status: 401 } }]);
    const error = await failure(bare.model);
    assert.equal(error.message, `the server at ${bare.base} wants a key and was given none (401)`);
  });
}

const KEYS = {
  STAGEWRIGHT_API_KEY: "sk-live-abcdef123456",
  ANTHROPIC_API_KEY: "sk-live-abcdef123456",
  OLLAMA_API_KEY: "sk-live-abcdef123456",
};
