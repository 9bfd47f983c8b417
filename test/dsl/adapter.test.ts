import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { adapter, effect, implement, query } from "../../src/dsl/index.js";
import { thrown } from "./thrown.js";

const Text = z.string();

test("an adapter is a name and its calls: queries may be made again, effects may not", () => {
  const blog = adapter("blog", { read: query({ takes: Text, gives: Text }), publish: effect({ takes: Text, gives: Text }) });
  assert.deepEqual(blog, {
    adapter: "blog",
    calls: { read: { effect: false, takes: Text, gives: Text }, publish: { effect: true, takes: Text, gives: Text } },
  });
  assert.ok([blog, blog.calls, blog.calls.read, blog.calls.publish].every(Object.isFrozen));
});

test("an adapter's name is in small letters, digits and dashes", () => {
  for (const name of ["", "Blog", "my blog", "1st", "blog.local"]) {
    assert.deepEqual(
      thrown(() => adapter(name, {})),
      { code: "adapter/name", message: `"${name}" cannot name an adapter`, hint: "use small letters, digits and dashes, a letter first" },
    );
  }
});

test("an implementation carries the name of the adapter that it stands behind", async () => {
  const echo = adapter("echo", { say: query({ takes: Text, gives: Text }) });
  const loud = implement(echo, "in capitals", { say: { perform: async (text) => text.toUpperCase() } });
  assert.deepEqual([loud.adapter, loud.title], ["echo", "in capitals"]);
  const context = { key: "", signal: new AbortController().signal };
  assert.equal(await loud.calls.say?.perform("hello", context), "HELLO");
});
