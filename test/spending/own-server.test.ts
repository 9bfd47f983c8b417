import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnServer } from "../../src/spending/index.js";

test("a server on this machine, at a private address or at a name without a dot is one's own", () => {
  const own = [
    "embedded",
    "ollama:#qwen3:8b",
    "openai:http://127.0.0.1:8080#qwen3",
    "openai:http://[::1]:8080#qwen3",
    "openai:http://localhost:8080/v1#qwen3",
    "openai:http://192.168.1.20:8000#qwen3",
    "openai:http://10.0.0.5",
    "openai:http://172.31.0.5",
    "openai:http://[fd12::7]:8080#qwen3",
    "ollama:http://box:11434#qwen3",
    "openai:http://box.local:8080#qwen3",
  ];
  assert.deepEqual(
    own.filter((model) => !isOwnServer(model)),
    [],
  );
});

test("any other server is a provider's", () => {
  const others = [
    "openai:https://api.openai.com#gpt-5.1",
    "anthropic:#claude-sonnet-4-5",
    "ollama:https://ollama.com#qwen3",
    "ollama:#qwen3-coder:480b-cloud",
    "openai:http://172.32.0.5",
    "openai:http://127.0.0.1.example.org#qwen3",
    "small",
    "",
  ];
  assert.deepEqual(others.filter(isOwnServer), []);
});
