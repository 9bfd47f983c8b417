import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { verdictOf } from "../../../src/model/index.js";
import { ask, failure } from "./asking.js";
import { delta, json, localServer, stream } from "./local-server.js";

test("an answer in pieces is put together, with its reasoning, its end and its usage", async (t) => {
  const { origin, received } = await localServer(t, (_, response) => {
    stream(response, [
      delta({ role: "assistant", reasoning_content: "A greet" }),
      delta({ reasoning_content: "ing." }),
      delta({ content: "Bună " }),
      delta({ content: "ziua ⚓" }),
      delta({}, "stop"),
      { model: "qwen3-8b-q4", choices: [], usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 } },
      "[DONE]",
    ]);
    response.end();
  });
  assert.deepEqual(await ask(`openai:${origin}#qwen3`, { maxTokens: 100 }), {
    text: "Bună ziua ⚓",
    reasoning: "A greeting.",
    finish: "stop",
    usage: { inputTokens: 12, outputTokens: 7, estimated: false },
    model: "qwen3-8b-q4",
  });
  assert.deepEqual(received, [
    {
      method: "POST",
      path: "/v1/chat/completions",
      authorization: undefined,
      body: {
        model: "qwen3",
        messages: [{ role: "user", content: "Say hello." }],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 100,
      },
    },
  ]);
});

test("a letter whose bytes come in two packets is whole again", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(`data: ${JSON.stringify(delta({ content: "⚓" }, "stop"))}\r\n\r\ndata: [DONE]\r\n\r\n`);
    const middle = bytes.indexOf(0xe2) + 1;
    response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))));
  });
  assert.equal((await ask(`openai:${origin}#m`)).text, "⚓");
});

test("reasoning under its other name is reasoning as well", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ reasoning: "Hm." }), delta({ content: "" }, "stop"), "[DONE]"]);
    response.end();
  });
  const completion = await ask(`openai:${origin}#m`);
  assert.equal(completion.reasoning, "Hm.");
  assert.equal(verdictOf(completion).verdict, "failed");
});

test("usage that is not reported is estimated, and said to be", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ content: "Hello to you." }, "length"), "[DONE]"]);
    response.end();
  });
  const { finish, usage } = await ask(`openai:${origin}#m`);
  // 10 and 13 bytes, at 3.6 to a token.
  assert.deepEqual({ finish, usage }, { finish: "length", usage: { inputTokens: 3, outputTokens: 4, estimated: true } });
});

test("an answer that comes whole, from a server that cannot stream, is taken too", async (t) => {
  const { origin } = await localServer(t, (_, response) =>
    json(response, 200, {
      choices: [{ message: { role: "assistant", content: "Hello." }, finish_reason: "content_filter" }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    }),
  );
  assert.deepEqual(await ask(`openai:${origin}#m`), {
    text: "Hello.",
    finish: "other",
    stopReason: "content_filter",
    usage: { inputTokens: 3, outputTokens: 2, estimated: false },
    model: "m",
  });
});

test("with no model named the first that the server lists is asked", async (t) => {
  const { origin, received } = await localServer(t, ({ path }, response) => {
    if (path === "/v1/models") return json(response, 200, { object: "list", data: [{ id: "gemma-3" }, { id: "qwen3" }] });
    stream(response, [delta({ content: "Hello." }, "stop"), "[DONE]"]);
    response.end();
  });
  await ask(`openai:${origin}/v1`);
  assert.deepEqual(
    received.map(({ method, path, body }) => [
      method,
      path,
      typeof body === "object" && body !== null && "model" in body ? body.model : undefined,
    ]),
    [
      ["GET", "/v1/models", undefined],
      ["POST", "/v1/chat/completions", "gemma-3"],
    ],
  );
});

test("the key goes into the header, from STAGEWRIGHT_API_KEY before OPENAI_API_KEY, without the space around it", async (t) => {
  const { origin, received } = await localServer(t, (_, response) => {
    stream(response, [delta({ content: "Hello." }, "stop"), "[DONE]"]);
    response.end();
  });
  await ask(`openai:${origin}#m`, { env: { OPENAI_API_KEY: "sk-open-1234" } });
  await ask(`openai:${origin}#m`, { env: { OPENAI_API_KEY: "sk-open-1234", STAGEWRIGHT_API_KEY: " sk-own-5678\n" } });
  await ask(`openai:${origin}#m`, { env: { OPENAI_API_KEY: "sk-open-1234", STAGEWRIGHT_API_KEY: " " } });
  assert.deepEqual(
    received.map(({ authorization }) => authorization),
    ["Bearer sk-open-1234", "Bearer sk-own-5678", "Bearer sk-open-1234"],
  );
});

test("a stream that ends without an end is no answer", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ content: "The three causes are: 1." })]);
    response.end();
  });
  assert.deepEqual(await failure(`openai:${origin}#m`), {
    code: "model/cut-off",
    message: `the answer from ${origin}/v1 broke off after 24 characters`,
    hint: "nothing of it is used; the server may have stopped or been restarted: look at its log, then try again",
  });
});

test("a connection that breaks in the middle is no answer", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ reasoning_content: "Let me" })]);
    setImmediate(() => response.destroy());
  });
  const { code } = await failure(`openai:${origin}#m`);
  assert.equal(code, "model/cut-off");
});

test("a connection that breaks after the finish reason has given a whole answer", async (t) => {
  const { origin } = await localServer(t, (_, response, request) => {
    stream(response, [delta({ content: "Hello." }, "stop")]);
    setImmediate(() => request.socket.destroy());
  });
  const { text, usage } = await ask(`openai:${origin}#m`);
  assert.deepEqual([text, usage.estimated], ["Hello.", true]);
});

test("cancelling closes the connection and throws the reason", async (t) => {
  const controller = new AbortController();
  const reason = new Error("the time limit of 5 s is over");
  let closed: Promise<unknown> | undefined;
  const { origin } = await localServer(t, (_, response) => {
    closed = once(response, "close");
    stream(response, [delta({ content: "Once upon a" })]);
    controller.abort(reason);
  });
  await assert.rejects(ask(`openai:${origin}#m`, { signal: controller.signal }), reason);
  await closed;
});

test("cancelling before the first byte throws the reason too", async (t) => {
  const controller = new AbortController();
  const reason = new Error("cancelled by a person");
  const { origin } = await localServer(t, () => controller.abort(reason));
  await assert.rejects(ask(`openai:${origin}#m`, { signal: controller.signal }), reason);
});

test("Mistral's lists of parts are read as text and reasoning, in pieces and whole", async (t) => {
  const thinking = (text: string) => ({ type: "thinking", thinking: [{ type: "text", text }] });
  const pieces = [
    { choices: [{ delta: { content: [thinking("I ")] } }] },
    { choices: [{ delta: { content: [thinking("think."), { type: "text", text: "Hel" }] } }] },
    { choices: [{ delta: { content: "lo" } }] },
    {
      choices: [
        {
          delta: {
            content: [
              { type: "text", text: "." },
              { type: "reference", reference_ids: [1] },
            ],
          },
          finish_reason: "stop",
        },
      ],
    },
  ];
  const whole = [
    { type: "thinking", thinking: "I think." },
    { type: "text", text: "Hello." },
  ];
  let isFirst = true;
  const { origin } = await localServer(t, (_, response) => {
    if (!isFirst) return json(response, 200, { choices: [{ message: { content: whole }, finish_reason: "stop" }] });
    isFirst = false;
    stream(response, [...pieces, "[DONE]"]);
    response.end();
  });
  for (const _ of ["in pieces", "whole"]) {
    const { text, reasoning } = await ask(`openai:${origin}#m`);
    assert.deepEqual([text, reasoning], ["Hello.", "I think."]);
  }
});

test("of two fields for reasoning the one that holds some counts", async (t) => {
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ reasoning_content: "", reasoning: "Hm." }), delta({ content: "Hello." }, "stop"), "[DONE]"]);
    response.end();
  });
  const { text, reasoning } = await ask(`openai:${origin}#m`);
  assert.deepEqual([text, reasoning], ["Hello.", "Hm."]);
});
