import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import type { CompleteRequest, Completion, ToolCall } from "../../src/model/index.js";
import { probe, probeFiles } from "../../src/probe/index.js";
import { tool } from "../../src/tools/index.js";
import { valueIn } from "./value-in.js";

const options = {
  model: "ollama:#m",
  trials: 4,
  chains: 2,
  chainSteps: 3,
  seed: 1,
  min: 0.95,
  at: new Date(0),
  served: { version: "1.2" },
};

/** What a model that does as it is told calls. */
function obedient({ messages }: CompleteRequest): Omit<ToolCall, "id"> | undefined {
  const task = messages[0]?.content ?? "";
  const last = messages.at(-1)?.content ?? "";
  if (task.startsWith("Follow a chain")) {
    const token = /the next token is (\S+)/.exec(last)?.[1] ?? (messages.length === 1 ? /the token (\S+);/.exec(task)?.[1] : undefined);
    return token === undefined ? undefined : { name: "next_token", arguments: { token } };
  }
  const name = /Call the tool "(\w+)"/.exec(task)?.[1] ?? "save_note";
  const lines = task.split("\n").filter((line) => / = /.test(line));
  return { name, arguments: (valueIn(lines) ?? {}) as Record<string, unknown> };
}

/** A model that does as it is told, but for what `spoil` makes of it. */
function asked(
  spoil: (call: Omit<ToolCall, "id"> | undefined, count: number, request: CompleteRequest) => Partial<Completion> = () => ({}),
) {
  let count = 0;
  return async (request: CompleteRequest): Promise<Completion> => {
    const call = obedient(request);
    count += 1;
    return {
      text: call ? "" : (/last token is (\S+)/.exec(request.messages.at(-1)?.content ?? "")?.[1] ?? ""),
      finish: "stop",
      usage: { inputTokens: 10, outputTokens: 2, estimated: false },
      model: "m",
      ...(call && { calls: [{ id: `c${count}`, ...call }] }),
      ...spoil(call, count, request),
    };
  };
}

test("a model that does as it is told passes with every call", async () => {
  const result = await probe({ ...options, complete: asked() });
  assert.deepEqual(
    result.kinds.map(({ kind, right, of }) => [kind, right, of]),
    ["flat", "nested", "optional", "union", "array", "bait"].map((kind) => [kind, 4, 4]),
  );
  assert.deepEqual([result.passed, result.calls.right, result.calls.of, result.faults], [true, 24, 24, []]);
  assert.deepEqual([result.chains.right, result.chains.of], [2, 2]);
  assert.deepEqual(result.served, { name: "m", version: "1.2" });
  // 24 single calls, and twice three calls and an answer.
  assert.deepEqual(result.tokens, { input: 320, output: 64 });
});

test("each way to be wrong has its name and an example", async () => {
  const ways: readonly [string, string, Parameters<typeof asked>[0]][] = [
    ["no call", 'it said "I would call it."', () => ({ text: "I would call it.", calls: [] })],
    [
      "call as text",
      'model "m" wrote a tool call as text (dialect "hermes") and gave no answer',
      () => ({ text: '<tool_call>{"name": "save_note", "arguments": {}}</tool_call>', calls: [] }),
    ],
    ["unknown tool", 'it called "create_note"', () => ({ calls: [{ id: "c", name: "create_note", arguments: {} }] })],
    [
      "another tool",
      'it called "search_archive" and not "save_note"',
      () => ({ calls: [{ id: "c", name: "search_archive", arguments: {} }] }),
    ],
    [
      "unreadable arguments",
      '"{title: Ice"',
      (call) => ({ calls: [{ id: "c", name: call?.name ?? "", arguments: {}, unreadable: "{title: Ice" }] }),
    ],
    [
      "other arguments",
      'pages: expected 55, got "55"',
      (call) => ({ calls: call ? [{ id: "c", ...call, arguments: { ...call.arguments, pages: String(call.arguments.pages) } }] : [] }),
    ],
    [
      "more than one call",
      "it called 2 times",
      (call) => ({
        calls: call
          ? [
              { id: "c", ...call },
              { id: "d", ...call },
            ]
          : [],
      }),
    ],
  ];
  for (const [fault, example, spoil] of ways) {
    const result = await probe({
      ...options,
      trials: 1,
      chains: 0,
      complete: asked((call, count, request) => (count === 1 ? (spoil?.(call, count, request) ?? {}) : {})),
    });
    assert.deepEqual([fault, result.faults.map(({ count, ...seen }) => [seen.fault, count])], [fault, [[fault, 1]]]);
    if (fault !== "other arguments") assert.equal(result.faults[0]?.example, example);
    else assert.match(result.faults[0]?.example ?? "", /^pages: expected \d+, got "\d+"$/);
    assert.deepEqual([result.calls.right, result.calls.of, result.passed], [5, 6, false]);
  }
});

test("leaving out and null are the same where nothing was asked for", async () => {
  const withNulls = asked((call) => ({ calls: call ? [{ id: "c", ...call, arguments: { ...call.arguments, note: null } }] : [] }));
  assert.equal((await probe({ ...options, chains: 0, complete: withNulls })).passed, true);
});

test("a chain ends at its first wrong call, and a last token that is not named is wrong too", async () => {
  const stuck = asked((call, _, { messages }) =>
    call?.name === "next_token" && messages.length > 1 ? { calls: [{ id: "c", name: "next_token", arguments: { token: "t-1" } }] } : {},
  );
  assert.deepEqual([(await probe({ ...options, complete: stuck })).chains.right], [0]);
  const silent = asked((call) => (call ? {} : { text: "Done." }));
  const { chains, faults, calls } = await probe({ ...options, chains: 1, complete: silent });
  assert.deepEqual([chains.right, chains.of, calls.rate], [0, 1, 1]);
  assert.match(faults[0]?.example ?? "", /^its answer does not name t-\d{6}: "Done\."$/);
});

test("own tools are tried beside the built-in ones, and one that no arguments can be made up for is left out and said", async () => {
  const move = tool({ name: "move_issue", description: "Moves it.", takes: z.object({ to: z.enum(["open", "done"]) }), run: () => "" });
  const odd = tool({ name: "odd", description: "Odd.", takes: z.object({ code: z.string().regex(/^[A-Z]{3}$/) }), run: () => "" });
  const result = await probe({ ...options, tools: [move.spec, odd.spec], complete: asked() });
  assert.deepEqual(
    result.kinds.map(({ kind }) => kind),
    ["flat", "nested", "optional", "union", "array", "bait", "move_issue"],
  );
  assert.deepEqual(result.leftOut, [{ tool: "odd", why: 'it has "pattern"' }]);
  assert.equal(result.passed, true);
});

test("what the server turns down is no fault of the model: it ends the probe", async () => {
  const complete = async () => {
    throw new Error("no server is running");
  };
  await assert.rejects(probe({ ...options, complete }), /no server is running/);
});

test("a result is kept a file a model, and a file that cannot be read counts for none", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "probe-"));
  t.after(() => rm(root, { recursive: true }));
  const files = probeFiles(root);
  assert.equal(await files.read("ollama:#m"), undefined);
  const result = await probe({ ...options, complete: asked() });
  const path = await files.write(result);
  await files.write({ ...result, model: "ollama:#M" });
  assert.deepEqual(await files.read("ollama:#m"), result);
  assert.equal((await readdir(join(root, "probes"))).length, 2);
  await writeFile(path, "{");
  assert.equal(await files.read("ollama:#m"), undefined);
});
