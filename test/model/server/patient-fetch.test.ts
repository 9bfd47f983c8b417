import assert from "node:assert/strict";
import { test } from "node:test";
import { FETCH_GIVES_UP_MS, patientFetch } from "../../../src/model/server/patient-fetch.js";
import { ask, failure, handTimer } from "./asking.js";
import { modelServer } from "./model-server.js";

test("a wait of more than 300 seconds is one that fetch can do: its own limits are off, and ours still hold", async (t) => {
  const made: object[] = [];
  class Agent {
    constructor(options: object) {
      made.push(options);
    }
  }
  const patient = await patientFetch(() => Promise.resolve({ Agent }));
  assert.notEqual(patient, fetch);
  assert.deepEqual(made, [{ headersTimeout: 0, bodyTimeout: 0 }]);
  const server = await modelServer(t, "openai", [{ hangsAfter: 2 }]);
  const { timer, fire, heard, starts } = handTimer();
  const asked = failure(server.model, { timer, limits: { firstTokenMs: 900_000, betweenTokensMs: 600_000 } });
  await heard(2);
  fire();
  assert.equal((await asked).message, `"m" at ${server.base} went silent in the middle of its answer, for 600 seconds`);
  assert.deepEqual(starts, [900_000, 600_000]);
});

test("with the package undici a call with a long limit is answered as any other", async (t) => {
  const server = await modelServer(t, "openai", [{}]);
  const { text } = await ask(server.model, { request: { firstTokenMs: FETCH_GIVES_UP_MS + 1 } });
  assert.equal(text, "Hello.");
  const agent = await patientFetch();
  const response = await agent(`${server.base}/models`);
  assert.equal(response.status, 200);
  assert.notEqual(agent, fetch);
  await response.text();
});

test("without the package undici it is Node's own fetch", async () => {
  assert.equal(await patientFetch(() => Promise.reject(new Error("not installed"))), fetch);
});

test("where fetch gave up before the limit of the call, the hint names what to install", async () => {
  const gives = (code: string) => () => Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) }));
  const tells = async (limits: object) => {
    const { code, message, hint } = await failure("openai:https://models.example#m", { fetch: gives("UND_ERR_HEADERS_TIMEOUT"), limits });
    return [code, message, hint];
  };
  assert.deepEqual(await tells({ firstTokenMs: 900_000 }), [
    "model/silent",
    "the server at https://models.example sent nothing for 300 seconds",
    "Node's fetch waits no longer: to wait 900 seconds, `npm install undici@7`",
  ]);
  assert.deepEqual(await tells({}), [
    "model/silent",
    "the server at https://models.example sent nothing for 300 seconds",
    "a shorter prompt, a smaller model or a faster machine may help; the server's own log says what it was doing",
  ]);
});

test("where fetch gave up in the middle of an answer the model was silent, and the connection did not break", async () => {
  const gaveUp = Object.assign(new Error("Body Timeout Error"), { code: "UND_ERR_BODY_TIMEOUT" });
  const frames = ['data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const frame = frames.shift();
      if (frame === undefined) controller.error(new TypeError("terminated", { cause: gaveUp }));
      else controller.enqueue(new TextEncoder().encode(frame));
    },
  });
  const broken: typeof fetch = () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  const { code, hint } = await failure("openai:https://models.example#m", { fetch: broken, limits: { betweenTokensMs: 600_000 } });
  assert.deepEqual([code, hint], ["model/silent", "Node's fetch waits no longer: to wait 600 seconds, `npm install undici@7`"]);
});
