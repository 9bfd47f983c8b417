import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestNames } from "../../src/model/nearest-names.js";

test("the nearest names come first, and no more than are asked for", () => {
  assert.deepEqual(nearestNames("qwen3", ["llama3.2", "gemma", "qwen2", "mistral-small"], 2), ["qwen2", "gemma"]);
});

test("a name that holds the wanted one is nearer than one that is a letter off", () => {
  assert.deepEqual(nearestNames("qwen3", ["qwen2", "Qwen3:8b-q4"]), ["Qwen3:8b-q4", "qwen2"]);
});

test("no names are near where there are none", () => {
  assert.deepEqual(nearestNames("qwen3", []), []);
});
