import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { type AnyImplementation, adapter, effect, implement, query, StagewrightError } from "../../src/dsl/index.js";
import { fromTape, parseTape, recordTo, tapeRecorder } from "../../src/recording/index.js";

const git = adapter("git", {
  log: query({ takes: z.object({ repo: z.string(), day: z.string() }), gives: z.array(z.string()) }),
  head: query({ takes: z.void(), gives: z.string() }),
  tag: effect({ takes: z.string(), gives: z.string() }),
});

const { signal } = new AbortController();

function tape(...lines: readonly string[]) {
  return parseTape(['{"tape":1}', ...lines].join("\n"), { place: "day.jsonl" });
}

function call(implementation: AnyImplementation, name: string, request: unknown, key = ""): Promise<unknown> {
  const implemented = implementation.calls[name];
  assert.ok(implemented);
  return implemented.perform(request, { key, signal });
}

const thursday = '{"adapter":"git","call":"log","request":{"repo":"a","day":"2026-03-19"},"answer":["thaw"]}';
const friday = '{"adapter":"git","call":"log","request":{"repo":"a","day":"2026-03-20"},"answer":["frost"]}';

test("a call is found by its request, whatever the order of its keys or of the calls", async () => {
  const outside = fromTape(tape(thursday, friday, '{"adapter":"git","call":"head","answer":"4f2a"}'), git);
  assert.deepEqual(await call(outside, "log", { day: "2026-03-20", repo: "a" }), ["frost"]);
  assert.equal(await call(outside, "head", undefined), "4f2a");
  assert.deepEqual(await call(outside, "log", { repo: "a", day: "2026-03-19" }), ["thaw"]);
  assert.equal(outside.title, "tape");
});

test("a call that the tape holds several times gets the answers in turn, then the last again", async () => {
  const again = thursday.replace("thaw", "thaw again");
  const outside = fromTape(tape(thursday, friday, again), git);
  const request = { repo: "a", day: "2026-03-19" };
  assert.deepEqual(await call(outside, "log", request), ["thaw"]);
  assert.deepEqual(await call(outside, "log", request), ["thaw again"]);
  assert.deepEqual(await call(outside, "log", request), ["thaw again"]);
});

test("an effect is answered once for each key, and its lookup knows what this process answered", async () => {
  const outside = fromTape(
    tape(
      '{"adapter":"git","call":"tag","request":"v1","answer":"first"}',
      '{"adapter":"git","call":"tag","request":"v1","answer":"second"}',
    ),
    git,
  );
  const lookup = outside.calls.tag?.lookup;
  assert.deepEqual(await lookup?.("k1", "v1", { key: "k1", signal }), { happened: "no" });
  assert.equal(await call(outside, "tag", "v1", "k1"), "first");
  assert.equal(await call(outside, "tag", "v1", "k1"), "first");
  assert.equal(await call(outside, "tag", "v1", "k2"), "second");
  assert.deepEqual(await lookup?.("k1", "v1", { key: "k1", signal }), { happened: "yes", answer: "first" });
});

test("an error on the tape is thrown, ours as ours and others with their code", async () => {
  const outside = fromTape(
    tape(
      '{"adapter":"git","call":"tag","request":"v1","error":{"code":"git/no-repository","message":"no repository here","hint":"give --repo"}}',
      '{"adapter":"git","call":"tag","request":"v2","error":{"code":"ENOENT","message":"no git program"}}',
      '{"adapter":"git","call":"tag","request":"v3","error":{"message":"connection reset"}}',
      '{"adapter":"git","call":"tag","request":"v3","answer":"done"}',
      '{"adapter":"git","call":"tag","request":"v4","error":{"code":"git/broken","message":"broken"}}',
    ),
    git,
  );
  await assert.rejects(
    call(outside, "tag", "v1", "k1"),
    new StagewrightError("git/no-repository", "no repository here", { hint: "give --repo" }),
  );
  await assert.rejects(call(outside, "tag", "v2", "k2"), { name: "Error", code: "ENOENT", message: "no git program" });
  await assert.rejects(call(outside, "tag", "v3", "k3"), new Error("connection reset"));
  assert.equal(await call(outside, "tag", "v3", "k3"), "done");
  await assert.rejects(call(outside, "tag", "v4", "k4"), new StagewrightError("git/broken", "broken"));
});

const hint = "record the tape again with --record, or add the line by hand";

test("a call that the tape does not hold shows the nearest one it holds and where the two part", async () => {
  const other = '{"adapter":"git","call":"log","request":{"repo":"b","day":"2026-03-20"},"answer":[]}';
  await assert.rejects(call(fromTape(tape(other, thursday), git), "log", { repo: "a", day: "2026-03-18" }), {
    code: "tape/no-call",
    message:
      'day.jsonl holds no call "git.log" with this request; the nearest, line 3, differs in "day": asked "2026-03-18", held "2026-03-19"',
    hint,
    place: "day.jsonl:3",
  });
  await assert.rejects(call(fromTape(tape(other), git), "log", { repo: "a", day: "2026-03-18" }), {
    message:
      'day.jsonl holds no call "git.log" with this request; the nearest, line 2, differs in "repo": asked "a", held "b", and in 1 more place',
  });
  await assert.rejects(call(fromTape(tape(other), git), "log", { repo: "a", day: "2026-03-18", "by whom": { name: "Ida" }, since: [] }), {
    message:
      'day.jsonl holds no call "git.log" with this request; the nearest, line 2, differs in "repo": asked "a", held "b", and in 3 more places',
  });
});

test("a field that only one of the two has is shown as nothing in the other, with its path", async () => {
  const held = tape('{"adapter":"git","call":"log","request":{"repo":"a","paths":["src",{"not a name":1}]},"answer":[]}');
  await assert.rejects(call(fromTape(held, git), "log", { repo: "a", paths: ["src"] }), {
    message:
      'day.jsonl holds no call "git.log" with this request; the nearest, line 2, differs in "paths[1]["not a name"]": asked nothing, held 1',
  });
  await assert.rejects(call(fromTape(tape('{"adapter":"git","call":"tag","request":"v1","answer":""}'), git), "tag", "v2"), {
    message:
      'day.jsonl holds no call "git.tag" with this request; the nearest, line 2, differs in the whole request: asked "v2", held "v1"',
  });
});

test("two long texts are shown from shortly before the place where they part", async () => {
  const text = (day: string) => `${"The facts of the day stand below. ".repeat(4)}Day: ${day}. ${"Write plainly. ".repeat(9)}`;
  const held = tape(JSON.stringify({ adapter: "git", call: "tag", request: text("Friday"), answer: "" }));
  await assert.rejects(call(fromTape(held, git), "tag", text("Thursday")), {
    message:
      'day.jsonl holds no call "git.tag" with this request; the nearest, line 2, differs in the whole request: ' +
      "asked …y stand below. Day: Thursday. Write plainly. Write plainly. …, " +
      "held …y stand below. Day: Friday. Write plainly. Write plainly. Wr…",
  });
});

test("a call of which the tape holds no entry at all is told what it holds", async () => {
  const files = '{"adapter":"files","call":"read","request":"a","answer":""}';
  await assert.rejects(call(fromTape(tape(files, thursday, friday), git), "head", undefined), {
    code: "tape/no-call",
    message: 'day.jsonl holds no call "git.head"; it holds "files.read", "git.log"',
    hint,
    place: "day.jsonl",
  });
  await assert.rejects(call(fromTape(tape(), git), "head", undefined), {
    message: 'day.jsonl holds no call "git.head"; it holds no calls at all',
  });
  await assert.rejects(call(fromTape({ entries: [{ adapter: "git", call: "tag", request: "v1", answer: "" }] }, git), "tag", "v2"), {
    message: 'the tape holds no call "git.tag" with this request; the nearest differs in the whole request: asked "v2", held "v1"',
    place: "the tape",
  });
});

test("an answer that the adapter's schema refuses is named with its line", async () => {
  await assert.rejects(call(fromTape(tape('{"adapter":"git","call":"head","answer":["4f2a"]}'), git), "head", undefined), {
    code: "tape/answer",
    message: 'the answer to "git.head" is not what the adapter gives: Invalid input: expected string, received array',
    hint: "correct the line, or record the tape again with --record",
    place: "day.jsonl:2",
  });
  await assert.rejects(call(fromTape(tape(thursday.replace('"thaw"', "7")), git), "log", { repo: "a", day: "2026-03-19" }), {
    message: 'the answer to "git.log" is not what the adapter gives: "0": Invalid input: expected string, received number',
  });
});

// ---- recording a tape -------------------------------------------------------------------------------------------

const Anything = z.unknown();
const store = adapter("store", { get: query({ takes: Anything, gives: Anything }), put: effect({ takes: Anything, gives: Anything }) });

/** Answers with how often it was called, and throws at every third call. */
function counting(): AnyImplementation {
  let count = 0;
  const perform = async (request: unknown) => {
    count += 1;
    if (count % 3 === 0) throw new StagewrightError("store/busy", `busy at call ${count}`, { hint: "wait" });
    return { count, request };
  };
  return implement(store, "counting", { get: { perform }, put: { perform } });
}

test("a tape recorded from an implementation answers as that implementation did", async () => {
  const json = fc.oneof(
    fc.constantFrom("a", "b", null),
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  );
  const calls = fc.array(fc.tuple(fc.constantFrom("get", "put"), json), { maxLength: 12 });
  const play = async (implementation: AnyImplementation, made: readonly (readonly [string, unknown])[]) => {
    const outcomes: unknown[] = [];
    for (const [index, [name, request]] of made.entries()) {
      outcomes.push(await call(implementation, name, request, name === "put" ? `k${index}` : "").catch((error: unknown) => error));
    }
    return outcomes;
  };
  await fc.assert(
    fc.asyncProperty(calls, async (made) => {
      const recorder = tapeRecorder();
      const real = await play(recorder.record(counting()), made);
      assert.deepEqual(await play(fromTape(parseTape(recorder.text()), store), made), real);
    }),
    { numRuns: 100 },
  );
});

test("a recorded tape holds the clock and every call of every adapter, as it ended", async () => {
  const recorder = tapeRecorder({ now: new Date("2026-03-19T18:00:00Z") });
  const first = recorder.record(counting());
  const second = recorder.record(
    implement(git, "git", {
      log: { perform: () => Promise.reject("a string") },
      head: { perform: () => Promise.reject(Object.assign(new Error("no git program"), { code: "ENOENT" })) },
      tag: { perform: () => Promise.reject(new Error("connection reset")) },
    }),
  );
  assert.equal(first.title, "counting");
  await call(first, "get", { b: 1, a: 2 });
  await assert.rejects(call(second, "head", undefined));
  await call(first, "put", "x", "k1");
  await assert.rejects(call(first, "get", "y"));
  await assert.rejects(call(second, "tag", "v1", "k2"));
  await call(second, "log", { repo: "a", day: "b" }).catch(() => {});

  assert.equal(
    recorder.text(),
    `{"tape":1,"now":"2026-03-19T18:00:00.000Z"}
{"adapter":"store","call":"get","request":{"b":1,"a":2},"answer":{"count":1,"request":{"b":1,"a":2}}}
{"adapter":"git","call":"head","error":{"code":"ENOENT","message":"no git program"}}
{"adapter":"store","call":"put","request":"x","answer":{"count":2,"request":"x"}}
{"adapter":"store","call":"get","request":"y","error":{"code":"store/busy","message":"busy at call 3","hint":"wait"}}
{"adapter":"git","call":"tag","request":"v1","error":{"message":"connection reset"}}
{"adapter":"git","call":"log","request":{"repo":"a","day":"b"},"error":{"message":"a string"}}
`,
  );
});

test("a call that was cut off is not put on the tape, and an effect that a lookup finds done is", async () => {
  const lines: string[] = [];
  const cut = new AbortController();
  const recorded = recordTo(
    implement(git, "git", {
      log: { perform: async () => [] },
      head: { perform: async () => "" },
      tag: {
        perform: async () => {
          cut.abort();
          throw new Error("aborted");
        },
        lookup: async (key) => (key === "k1" ? { happened: "yes", answer: "tagged" } : { happened: "unknown" }),
      },
    }),
    (line) => lines.push(line),
  );
  const tag = recorded.calls.tag;
  await assert.rejects(async () => tag?.perform("v1", { key: "k1", signal: cut.signal }), new Error("aborted"));
  assert.deepEqual(lines, []);
  assert.deepEqual(await tag?.lookup?.("k2", "v2", { key: "k2", signal }), { happened: "unknown" });
  assert.deepEqual(await tag?.lookup?.("k1", "v1", { key: "k1", signal }), { happened: "yes", answer: "tagged" });
  assert.deepEqual(lines, ['{"adapter":"git","call":"tag","request":"v1","answer":"tagged"}']);
  assert.equal(recorded.calls.head?.lookup, undefined);
});
