import assert from "node:assert/strict";
import { test } from "node:test";
import { isStagewrightError } from "../../src/dsl/index.js";
import { Completion, describeModel, models } from "../../src/model/index.js";

const WAYS =
  'a model is "embedded", or a provider, a server\'s address and a model: "openai:http://127.0.0.1:8080#qwen3" for an ' +
  'OpenAI-compatible server, "anthropic:#claude-sonnet-4-5" or "ollama:#qwen3", whose addresses need not be written';

async function ask(model: string, signal = new AbortController().signal): Promise<unknown> {
  const complete = models({ env: {} }).calls.complete;
  assert.ok(complete);
  return complete.perform({ model, messages: [{ role: "user", content: '```json\n{"greeting":"hello"}\n```' }] }, { key: "", signal });
}

test("the embedded model answers with no server, no key and no download", async () => {
  const completion = Completion.parse(await ask("embedded"));
  assert.equal(
    completion.text,
    "# What the facts say\n\nThe `greeting` is `hello`.\n\n*This post was composed without a language model.*\n",
  );
  assert.deepEqual(
    { ...completion, text: "" },
    { text: "", finish: "stop", usage: { inputTokens: 9, outputTokens: 29, estimated: true }, model: "embedded" },
  );
});

test("a model of no known kind is an error that says which there are", async () => {
  for (const name of ["gpt-5", "", "Embedded", "qwen3:8b", "openai", "Ollama:#qwen3"]) {
    await assert.rejects(ask(name), (error) => {
      assert.ok(isStagewrightError(error));
      assert.deepEqual([error.code, error.message, error.hint], ["model/unknown", `there is no model "${name}"`, WAYS]);
      return true;
    });
  }
});

test("a call that is cancelled before it begins throws the reason", async () => {
  const reason = new Error("stopped by Ctrl-C");
  await assert.rejects(ask("embedded", AbortSignal.abort(reason)), reason);
});

test("a model can be described before anything runs", () => {
  assert.equal(describeModel("embedded"), "embedded: text composed without a language model");
  assert.equal(describeModel("openai:http://127.0.0.1:8080"), "openai: the first model that http://127.0.0.1:8080/v1 lists");
  assert.equal(describeModel("openai:http://127.0.0.1:11434/#qwen3:8b"), 'openai: "qwen3:8b" at http://127.0.0.1:11434/v1');
});

test("Anthropic and Ollama have an address that need not be written", () => {
  assert.equal(describeModel("anthropic:#claude-sonnet-4-5"), 'anthropic: "claude-sonnet-4-5" at https://api.anthropic.com/v1');
  assert.equal(describeModel("anthropic:"), "anthropic: the first model that https://api.anthropic.com/v1 lists");
  assert.equal(describeModel("anthropic:https://h/proxy/v1/messages#m"), 'anthropic: "m" at https://h/proxy/v1');
  assert.equal(describeModel("ollama:#qwen3:8b"), 'ollama: "qwen3:8b" at http://127.0.0.1:11434/api');
  assert.equal(describeModel("ollama:http://box:11434/api/chat#m"), 'ollama: "m" at http://box:11434/api');
});

test("a model where the address should be is told how both are written", () => {
  assert.throws(() => describeModel("ollama:qwen3"), {
    code: "model/address",
    message: '"qwen3" is not the address of a server',
    hint: 'write it with http:// or https://, or leave it out for http://127.0.0.1:11434, for example "ollama:#qwen3"',
  });
  assert.throws(() => describeModel("anthropic:claude-sonnet-4-5"), {
    code: "model/address",
    message: '"claude-sonnet-4-5" is not the address of a server',
    hint: 'write it with http:// or https://, or leave it out for https://api.anthropic.com, for example "anthropic:#claude-sonnet-4-5"',
  });
});

test("Ollama's other address is told apart from its own", () => {
  assert.throws(() => describeModel("ollama:http://127.0.0.1:11434/v1#qwen3"), {
    code: "model/address",
    message: '"http://127.0.0.1:11434/v1" is where Ollama speaks as an OpenAI-compatible server',
    hint: 'write "openai:http://127.0.0.1:11434/v1#<model>" for that, or "ollama:http://127.0.0.1:11434#<model>" for its own way',
  });
});

test("a base URL with a version is taken as it is, another one gets /v1", () => {
  const base = (address: string) => describeModel(`openai:${address}#m`).replace('openai: "m" at ', "");
  assert.equal(base("http://h:1"), "http://h:1/v1");
  assert.equal(base("http://h:1/v1/"), "http://h:1/v1");
  assert.equal(base("https://h/proxy"), "https://h/proxy/v1");
  assert.equal(base("https://h/openai/v1"), "https://h/openai/v1");
  assert.equal(base("https://h/v1beta/openai/"), "https://h/v1beta/openai");
  assert.equal(base("http://h/v1/chat/completions"), "http://h/v1");
});

test("an address that is none is an error that shows how to write one", () => {
  for (const address of ["", "localhost:8080", "ftp://h", "not a url"]) {
    assert.throws(() => describeModel(`openai:${address}#m`), {
      code: "model/address",
      message: `"${address}" is not the address of a server`,
      hint: 'write it with http:// or https://, for example "openai:http://127.0.0.1:8080#qwen3"',
    });
  }
});

test("a key in the address is refused and not repeated, since the name of a model is printed and recorded", () => {
  const variables = {
    openai: "STAGEWRIGHT_API_KEY or OPENAI_API_KEY",
    anthropic: "ANTHROPIC_API_KEY",
    ollama: "OLLAMA_API_KEY",
  };
  for (const [provider, variable] of Object.entries(variables)) {
    for (const address of ["http://me:s3cret-key@h:1/v1", "http://h:1/v1?key=s3cret-key"]) {
      assert.throws(
        () => describeModel(`${provider}:${address}#m`),
        (error) => {
          assert.ok(isStagewrightError(error));
          assert.equal(error.code, "model/address");
          assert.equal(error.message, 'the address of the server at "h:1" holds a name, a password or a query');
          assert.equal(error.hint, `leave it out: a key is read from the environment variable ${variable}`);
          assert.ok(!error.stack?.includes("s3cret-key"));
          return true;
        },
      );
    }
  }
});
