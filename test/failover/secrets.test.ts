import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { coolDownFiles } from "../../src/failover/index.js";
import { PROVIDERS, type Provider } from "../model/server/frames.js";
import { type Answering, modelServer, type Received } from "../model/server/model-server.js";
import { refuses, rig } from "./rig.js";

/** With all that JSON and addresses spell in a way of their own. */
const KEY = 'sk-live/ab+cd="ef\\12345678901234567890';

/** The key as anyone might come to show it. */
function spellings(key: string): readonly string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  return [key, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(key)];
}

const shown = ({ headers }: Received) => headers.authorization ?? `x-api-key: ${headers["x-api-key"]}`;
const escaped = (request: Received) => JSON.stringify(shown(request)).replaceAll("/", "\\/");

/** Everything that can go wrong with the key in it. */
function misbehaviours(provider: Provider): Readonly<Record<string, (request: Received) => Answering>> {
  const json = { "content-type": "application/json" };
  const error = (request: Received) => `{"error":{"type":"api_error","message":${escaped(request)}}}`;
  const frame = (request: Received) => (provider === "ollama" ? `${error(request)}\n` : `event: error\ndata: ${error(request)}\n\n`);
  const statuses = [307, 400, 401, 402, 403, 404, 408, 413, 418, 429, 500, 503, 529];
  return {
    ...Object.fromEntries(statuses.map((status) => [`status ${status} with JSON`, (request) => refuses(status, { body: error(request) })])),
    "a plain complaint": (request) => refuses(500, { body: `bad header ${shown(request)}` }),
    "a complaint that is cut in the middle of the key": (request) => refuses(500, { body: `${"x".repeat(280)}${shown(request)}` }),
    "a complaint in a complaint": (request) =>
      refuses(400, { body: JSON.stringify({ error: `{"error":{"message":${escaped(request)}}}` }) }),
    "broken JSON": (request) => refuses(400, { body: `{"error": ${escaped(request)}` }),
    "a web page": (request) => refuses(502, { body: `<title>${shown(request)}</title>` }),
    "a redirect": () => refuses(302, { headers: { location: `https://elsewhere.example/?key=${encodeURIComponent(KEY)}` } }),
    "words of a window that is too small": (request) =>
      refuses(400, { body: `{"error":{"code":"context_length_exceeded","message":${escaped(request)}}}` }),
    "no answer at all": (request) => refuses(200, { headers: json, body: `{"received": ${escaped(request)}}` }),
    "an error in the stream": (request) => ({ fails: { after: 1, frame: frame(request) } }),
    "an error as a field of the stream": (request) => ({ fails: { after: 1, frame: `error: {"message":${escaped(request)}}\n\n` } }),
    "a stream of something else": (request) => ({ fails: { after: 1, frame: `data: {"x": ${escaped(request)}\n\n` } }),
    "a cut stream": () => ({ breaksAfter: 1 }),
    "an answer that shows it": (request) => ({
      says: {
        parts: [
          { reasoning: `R ${shown(request)}` },
          { text: `T ${shown(request)}` },
          { call: "read", pieces: [`{"a":${escaped(request)}}`] },
        ],
      },
    }),
  };
}

for (const provider of PROVIDERS) {
  test(`${provider}: the key is in nothing that comes of a call, whatever the server does with it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "stagewright-secrets-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    for (const [what, answer] of Object.entries(misbehaviours(provider))) {
      const server = await modelServer(t, provider, answer, ["other", KEY]);
      const { ask, told } = rig({
        catalog: { big: { model: server.model, keys: ["KEY_A"] } },
        env: { KEY_A: KEY },
        settings: { tries: 2 },
        coolDowns: coolDownFiles(join(folder, what)),
      });
      const came: unknown = await ask({ model: "big" }).catch((error: unknown) => error);
      const all = [
        inspect(came, { depth: 10, showHidden: true }),
        JSON.stringify(came),
        came instanceof Error ? came.message : "",
        inspect(told),
      ];
      for (const spelling of spellings(KEY)) {
        assert.ok(!all.some((text) => text.includes(spelling)), `${what}: the key is shown`);
      }
      assert.ok(!all.some((text) => text.includes("sk-live")), `${what}: a part of the key is shown`);
      const sent = server.received.filter((request) => request.method === "POST");
      assert.ok(sent.length > 0 && sent.every((request) => shown(request).includes(KEY)), `${what}: the key was sent`);
    }
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) assert.ok(!(await readFile(join(name.parentPath, name.name), "utf8")).includes("sk-live"));
    }
  });
}

test("a placeholder for a key is no secret, and stays a word of the answer", async (t) => {
  const server = await modelServer(t, "openai", [{ says: { parts: [{ text: "I run on ollama." }] } }]);
  const { text } = await rig({ env: { OPENAI_API_KEY: "ollama" } }).ask({ model: server.model });
  assert.equal(text, "I run on ollama.");
});
