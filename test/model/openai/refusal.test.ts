import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { ask, failure } from "./asking.js";
import { delta, json, localServer, stream } from "./local-server.js";

const KEY = { OPENAI_API_KEY: "sk-live-abcdef123456" };

test("a server that wants a key and gets none says where the key goes", async (t) => {
  const { origin } = await localServer(t, (_, response) => json(response, 401, { error: { message: "You didn't provide an API key." } }));
  assert.deepEqual(await failure(`openai:${origin}#m`), {
    code: "model/key",
    message: `the server at ${origin}/v1 wants a key and was given none (401): You didn't provide an API key`,
    hint: "put the key into the environment variable STAGEWRIGHT_API_KEY or OPENAI_API_KEY",
  });
});

test("a key that is not taken is named by its variable, and taken out of what the server says", async (t) => {
  const { origin } = await localServer(t, ({ authorization }, response) => json(response, 403, { error: `bad header: ${authorization}` }));
  assert.deepEqual(await failure(`openai:${origin}#m`, { env: KEY }), {
    code: "model/key",
    message: `the server at ${origin}/v1 does not take the key in OPENAI_API_KEY (403): bad header: Bearer [key]`,
    hint: "put a valid key into the environment variable OPENAI_API_KEY",
  });
});

test("a key that no header can hold is refused before anything is sent, and is not shown", async (t) => {
  const { origin, received } = await localServer(t, (_, response) => response.end());
  assert.deepEqual(await failure(`openai:${origin}#m`, { env: { STAGEWRIGHT_API_KEY: "sk-live\nabcdef" } }), {
    code: "model/key",
    message: "the key in the environment variable STAGEWRIGHT_API_KEY holds characters that no key has",
    hint: "look for a space, a line break or a typographic quote that was copied with it",
  });
  assert.deepEqual(received, []);
});

test("an unknown model is answered with the nearest that the server has", async (t) => {
  const { origin } = await localServer(t, ({ path }, response) => {
    if (path === "/v1/models")
      return json(response, 200, { data: [{ id: "llama3.2" }, { id: "qwen3:8b" }, { id: "qwen2.5" }, { id: "mistral" }] });
    json(response, 404, { error: { message: 'model "qwen3" not found, try pulling it first', type: "api_error" } });
  });
  assert.deepEqual(await failure(`openai:${origin}#qwen3`, { env: KEY }), {
    code: "model/not-served",
    message: `the server at ${origin}/v1 has no model "qwen3"`,
    hint: 'of the 4 that it lists, the nearest are "qwen3:8b", "qwen2.5", "llama3.2"',
  });
});

test("a server with no model at all says so, whether one was named or not", async (t) => {
  const { origin } = await localServer(t, ({ path }, response) => json(response, path === "/v1/models" ? 200 : 404, { data: [] }));
  assert.deepEqual(await failure(`openai:${origin}#m`), {
    code: "model/not-served",
    message: `the server at ${origin}/v1 has no model "m"`,
    hint: "it lists no model: load one there",
  });
  assert.deepEqual(await failure(`openai:${origin}`), {
    code: "model/not-served",
    message: `the server at ${origin}/v1 lists no model`,
    hint: "load one there, for example with `ollama pull qwen3`",
  });
});

test("a path that is not there is told apart from a model that is not", async (t) => {
  const { origin } = await localServer(t, (_, response) => json(response, 404, { detail: "Not Found" }));
  assert.deepEqual(await failure(`openai:${origin}/api#m`), {
    code: "model/address",
    message: `the server at ${origin}/api/v1 knows no such path (404): Not Found`,
    hint: "check the address: it is what comes before /chat/completions",
  });
});

test("a server at its limit says how long to wait, in seconds or until when", async (t) => {
  const afters = ["20", "Thu, 19 Mar 2026 10:00:00 GMT", ""];
  const { origin } = await localServer(t, (_, response) => {
    const after = afters.shift() ?? "";
    json(response, 429, { message: "Too many requests." }, after === "" ? {} : { "retry-after": after });
  });
  const hints = [];
  for (let time = 0; time < 3; time += 1) {
    const { code, message, hint } = await failure(`openai:${origin}#m`);
    assert.deepEqual([code, message], ["model/busy", `the server at ${origin}/v1 takes no more requests now (429): Too many requests`]);
    hints.push(hint);
  }
  assert.deepEqual(hints, [
    "it asks to wait 20 s before the next try",
    "it asks to wait until Thu, 19 Mar 2026 10:00:00 GMT",
    "try again later, or with less at once",
  ]);
});

test("what a failing server says is put into one line, be it JSON, a web page, text or nothing", async (t) => {
  const bodies = [
    '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
    "<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
    "<html><body>down</body></html>",
    "out of\n  memory",
    '{"error": {',
    '[{"error":{"message":"overloaded"}}]',
    "",
    `${"x".repeat(400)}`,
  ];
  const left = [...bodies];
  const { origin } = await localServer(t, (_, response) => response.writeHead(503).end(left.shift()));
  const said = [];
  for (const _ of bodies) {
    const { code, message, hint } = await failure(`openai:${origin}#m`);
    assert.deepEqual([code, hint], ["model/server", "its own log says why; it may pass with another try"]);
    said.push(message.replace(`the server at ${origin}/v1 failed `, ""));
  }
  assert.deepEqual(said, [
    "(503): Loading model",
    '(503): a web page titled "502 Bad Gateway"',
    "(503): a web page",
    "(503): out of memory",
    '(503): {"error": {',
    "(503): overloaded",
    "(503)",
    `(503): ${"x".repeat(300)}…`,
  ]);
});

test("any other refusal is told with what the server says of it", async (t) => {
  const { origin } = await localServer(t, (_, response) => json(response, 400, { error: { message: "tools are not supported" } }));
  assert.deepEqual(await failure(`openai:${origin}#m`, { env: KEY }), {
    code: "model/refused",
    message: `the server at ${origin}/v1 refused the request (400): tools are not supported`,
    hint: "the request is as the run's folder shows it; the server may not know a field of it, such as `tools` or `schema`",
  });
});

test("a redirect is not followed, and named", async (t) => {
  const { origin, received } = await localServer(t, (_, response) =>
    response.writeHead(301, { location: "https://elsewhere.example/v1" }).end(),
  );
  assert.deepEqual(await failure(`openai:${origin}#m`, { env: KEY }), {
    code: "model/address",
    message: `the server at ${origin}/v1 points to https://elsewhere.example/v1`,
    hint: "name the address that it points to",
  });
  // Asked twice: fetch refuses a redirect without a word on where it leads.
  assert.deepEqual(
    received.map(({ method, path }) => [method, path]),
    [
      ["POST", "/v1/chat/completions"],
      ["POST", "/v1/chat/completions"],
    ],
  );
});

test("a failure in the middle of a stream is a failure, as an event or as a field of its own", async (t) => {
  const ends = [
    `data: {"error":{"message":"CUDA error for sk-live-abcdef123456"}}\n\n`,
    `error: {"message":"slot lost"}\n\n`,
    `data: {"error":{}}\n\n`,
  ];
  const { origin } = await localServer(t, (_, response) => {
    stream(response, [delta({ content: "Once" })]);
    response.end(ends.shift());
  });
  const messages = [];
  for (let time = 0; time < 3; time += 1) {
    const { code, message } = await failure(`openai:${origin}#m`, { env: KEY });
    messages.push([code, message.replace(`the server at ${origin}/v1 `, "")]);
  }
  assert.deepEqual(messages, [
    ["model/server", "failed while it answered: CUDA error for [key]"],
    ["model/server", "failed while it answered: slot lost"],
    ["model/server", "failed while it answered"],
  ]);
});

test("an answer that is no chat completion is named as such", async (t) => {
  const bodies = ["<html><head><title>Welcome to nginx!</title></head></html>", "", "data: {not json}\n\n"];
  const { origin } = await localServer(t, (_, response) => {
    const body = bodies.shift() ?? "";
    response.writeHead(200, { "content-type": body.startsWith("data:") ? "text/event-stream" : "text/html" }).end(body);
  });
  const messages = [];
  for (let time = 0; time < 3; time += 1) {
    const { code, message, hint } = await failure(`openai:${origin}#m`);
    assert.deepEqual([code, hint], ["model/answer", "check that the address is that of an OpenAI-compatible server"]);
    messages.push(message.replace(`the server at ${origin}/v1 answered with something else than a chat completion: `, ""));
  }
  assert.deepEqual(messages, ['a web page titled "Welcome to nginx!"', "nothing", "{not json}"]);
});

test("a list of models in no known form is named as such", async (t) => {
  const { origin } = await localServer(t, (_, response) => json(response, 200, { tags: [] }));
  assert.deepEqual(await failure(`openai:${origin}`), {
    code: "model/answer",
    message: `${origin}/v1/models does not list models in the OpenAI format`,
    hint: "check that the address is that of an OpenAI-compatible server, or name the model after a #",
  });
});

test("a list of models that is refused is told like any other refusal", async (t) => {
  const { origin } = await localServer(t, (_, response) => json(response, 401, {}));
  assert.equal((await failure(`openai:${origin}`)).message, `the server at ${origin}/v1 wants a key and was given none (401): {}`);
});

test("where no server is running, the way to start one is given", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const { port } = address;
  server.close();
  await once(server, "close");
  assert.deepEqual(await failure(`openai:http://127.0.0.1:${port}#m`, { env: KEY }), {
    code: "model/unreachable",
    message: `no server is running at http://127.0.0.1:${port}`,
    hint: `start one there, for example \`llama-server -m model.gguf --port ${port}\` or \`OLLAMA_HOST=127.0.0.1:${port} ollama serve\`, or name another address`,
  });
});

test("what keeps a request from arriving is told by its cause", async () => {
  const causes = ["ENOTFOUND", "ECONNRESET", "UND_ERR_HEADERS_TIMEOUT", "ECONNREFUSED", undefined];
  const told = [];
  for (const code of causes) {
    const broken: typeof fetch = () =>
      Promise.reject(new TypeError("fetch failed", code === undefined ? {} : { cause: Object.assign(new Error("x"), { code }) }));
    const error = await failure("openai:https://models.example#m", { env: KEY, fetch: broken });
    told.push([error.code, error.message]);
  }
  assert.deepEqual(told, [
    ["model/unreachable", "the name of the server https://models.example leads to no address"],
    ["model/unreachable", "the server at https://models.example cannot be reached (ECONNRESET)"],
    ["model/silent", "the server at https://models.example sent nothing for 300 seconds"],
    ["model/unreachable", "no server is running at https://models.example"],
    ["model/unreachable", "the server at https://models.example cannot be reached"],
  ]);
});

test("nothing is asked twice: whoever runs the stage decides on another try", async (t) => {
  const { origin, received } = await localServer(t, (_, response) => json(response, 500, {}));
  await assert.rejects(ask(`openai:${origin}#m`), { code: "model/server" });
  assert.equal(received.length, 1);
});
