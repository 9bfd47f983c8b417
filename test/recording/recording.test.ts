import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { adapter, effect, implement, query } from "../../src/dsl/index.js";
import { recording } from "../../src/recording/index.js";

const blog = adapter("blog", {
  read: query({ takes: z.object({ path: z.string() }), gives: z.string() }),
  publish: effect({ takes: z.object({ title: z.string() }), gives: z.object({ path: z.string() }) }),
});

const { signal } = new AbortController();
const query0 = { key: "", signal };

function call(implementation: ReturnType<typeof recording>, name: string) {
  const implemented = implementation.calls[name];
  assert.ok(implemented);
  return implemented;
}

test("a recording answers from its answers and notes each call with request, key and answer", async () => {
  const outside = recording(blog, { read: ({ path }) => `text of ${path}`, publish: async ({ title }) => ({ path: `posts/${title}.md` }) });

  assert.equal(await call(outside, "read").perform({ path: "a.md" }, query0), "text of a.md");
  assert.deepEqual(await call(outside, "publish").perform({ title: "thaw" }, { key: "k1", signal }), { path: "posts/thaw.md" });

  assert.deepEqual(outside.noted, [
    { adapter: "blog", call: "read", request: { path: "a.md" }, key: "", answer: "text of a.md" },
    { adapter: "blog", call: "publish", request: { title: "thaw" }, key: "k1", answer: { path: "posts/thaw.md" } },
  ]);
  assert.equal(outside.title, "recording");
});

test("an effect asked for again under its key gets the same answer and is noted once", async () => {
  const paths = ["1.md", "2.md", "3.md"];
  const outside = recording(blog, { publish: () => ({ path: paths.shift() ?? "" }) });
  const { perform } = call(outside, "publish");

  assert.deepEqual(await perform({ title: "thaw" }, { key: "k1", signal }), { path: "1.md" });
  assert.deepEqual(await perform({ title: "thaw" }, { key: "k1", signal }), { path: "1.md" });
  assert.deepEqual(await perform({ title: "thaw" }, { key: "k2", signal }), { path: "2.md" });
  assert.deepEqual(
    outside.noted.map(({ key }) => key),
    ["k1", "k2"],
  );
});

test("an effect without a key is made each time", async () => {
  const outside = recording(blog, { publish: () => ({ path: "a.md" }) });
  await call(outside, "publish").perform({ title: "thaw" }, query0);
  await call(outside, "publish").perform({ title: "thaw" }, query0);
  assert.equal(outside.noted.length, 2);
});

test("two overlapping tries under one key get one answer", async () => {
  const paths = ["1.md", "2.md"];
  const outside = recording(blog, { publish: async () => ({ path: paths.shift() ?? "" }) });
  const { perform } = call(outside, "publish");
  const both = await Promise.all([perform({ title: "thaw" }, { key: "k1", signal }), perform({ title: "thaw" }, { key: "k1", signal })]);
  assert.deepEqual(both[0], both[1]);
});

test("a lookup says yes for a key that was answered, and no for one that was not or whose try threw", async () => {
  const outside = recording(blog, {
    publish: ({ title }) => {
      if (title === "bad") throw new Error("connection reset");
      return { path: `${title}.md` };
    },
  });
  const { perform, lookup } = call(outside, "publish");
  await perform({ title: "thaw" }, { key: "k1", signal });
  await assert.rejects(perform({ title: "bad" }, { key: "k2", signal }), /connection reset/);

  assert.deepEqual(await lookup?.("k1", {}, query0), { happened: "yes", answer: { path: "thaw.md" } });
  assert.deepEqual(await lookup?.("k2", {}, query0), { happened: "no" });
  assert.deepEqual(await lookup?.("k3", {}, query0), { happened: "no" });
  assert.equal(call(outside, "read").lookup, undefined);
});

test("a query without an answer is read through a real implementation, an effect never is", async () => {
  const real = implement(blog, "folder", {
    read: { perform: async ({ path }) => `really ${path}` },
    publish: { perform: () => assert.fail("a recording did something outside") },
  });
  const outside = recording(blog, {}, { reads: real });

  assert.equal(await call(outside, "read").perform({ path: "a.md" }, query0), "really a.md");
  assert.deepEqual(
    outside.noted.map(({ answer }) => answer),
    ["really a.md"],
  );
  await assert.rejects(call(outside, "publish").perform({ title: "thaw" }, { key: "k1", signal }), {
    code: "recording/no-answer",
    message: 'the recording of "blog" has no answer to its effect "publish"',
    hint: "give one: recording(blog, { publish: (request) => … })",
  });
});

test("an answer comes before reading through", async () => {
  const real = implement(blog, "folder", {
    read: { perform: () => assert.fail("read through") },
    publish: { perform: () => assert.fail("published") },
  });
  const outside = recording(blog, { read: () => "given" }, { reads: real });
  assert.equal(await call(outside, "read").perform({ path: "a.md" }, query0), "given");
});

test("a query that nothing answers says how to answer it, and is not noted", async () => {
  const outside = recording(blog);
  await assert.rejects(call(outside, "read").perform({ path: "a.md" }, query0), {
    code: "recording/no-answer",
    message: 'the recording of "blog" has no answer to its query "read"',
    hint: "give one: recording(blog, { read: (request) => … }), or an implementation to read through: `reads`",
  });
  assert.deepEqual(outside.noted, []);
});

test("an answer to a call that the adapter has not is refused, for those who write plain JavaScript", () => {
  // @ts-expect-error the blog has no call "remove"
  assert.throws(() => recording(blog, { remove: () => null }), {
    code: "recording/unknown-call",
    message: 'the recording of "blog" answers "remove", which is none of its calls',
    hint: 'its calls are "read", "publish"',
  });
  // @ts-expect-error publish gives an object with a path
  recording(blog, { publish: () => "posts/thaw.md" });
  // @ts-expect-error publish takes no path
  recording(blog, { publish: ({ path }) => ({ path }) });
});

test("a recording does not read through another adapter's implementation", () => {
  const git = adapter("git", { log: query({ takes: z.string(), gives: z.string() }) });
  const other = implement(git, "git", { log: { perform: async () => "" } });
  assert.throws(() => recording(blog, {}, { reads: other }), {
    code: "recording/other-adapter",
    message: 'the recording of "blog" is to read through "git"',
    hint: 'give `reads` an implementation of "blog"',
  });
});
