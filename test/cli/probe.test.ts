import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { modelServer } from "../model/server/model-server.js";
import { valueIn } from "../probe/value-in.js";
import { shell } from "./shell.js";

/** Calls what it is told to call; of `spoiled` tools with a day that nobody asked for. */
function obedientServer(t: Parameters<typeof modelServer>[0], spoiled?: string) {
  return modelServer(t, "openai", ({ body }) => {
    const [{ content: task }] = body.messages as [{ content: string }];
    const last = (body.messages as { content: string }[]).at(-1)?.content ?? "";
    const end = /last token is (\S+)/.exec(last)?.[1];
    if (end !== undefined) return { says: { parts: [{ text: end }] } };
    const token = /the next token is (\S+)/.exec(last)?.[1] ?? /the token (\S+);/.exec(task)?.[1];
    const name = token === undefined ? (/Call the tool "(\w+)"/.exec(task)?.[1] ?? "save_note") : "next_token";
    const lines = task.split("\n").filter((line) => / = /.test(line));
    const args = token === undefined ? (valueIn(lines) as object) : { token };
    return {
      says: { parts: [{ call: name, pieces: [JSON.stringify(name === spoiled ? { ...args, day: "today" } : args)] }], finish: "calls" },
    };
  });
}

test("a probe prints its rates with their intervals, keeps the result, and ends with 0", async (t) => {
  const { call, cwd } = shell(t);
  const { model } = await obedientServer(t);
  const { code, out, err } = await call(["probe", model, "--trials", "2", "--chains", "1", "--steps", "2"]);
  const [file = ""] = readdirSync(join(cwd, ".stagewright/probes"));
  assert.equal(
    out,
    `${model} (m-1)

  kind      right     rate   95 % interval
  flat      2 of 2    1.000  0.34 to 1.00
  nested    2 of 2    1.000  0.34 to 1.00
  optional  2 of 2    1.000  0.34 to 1.00
  union     2 of 2    1.000  0.34 to 1.00
  array     2 of 2    1.000  0.34 to 1.00
  bait      2 of 2    1.000  0.34 to 1.00
  all       12 of 12  1.000  0.76 to 1.00

chance that all calls of a chain are right: 1.00 over 5 (0.25 to 1.00), 1.00 over 10 (0.06 to 1.00)
measured: 1 of 1 chains of 2 calls came to their end

passed: 1.000 of the calls were right, expected 0.95
kept in .stagewright/probes/${file}, where routes look for it
`,
  );
  assert.equal(err.split("\n")[0], "2 of 13 tried, 2 right");
  assert.equal(code, 0);
});

test("a model under the least rate ends with 1 and says what went wrong, own tools included", async (t) => {
  const { call, cwd } = shell(t);
  const { model } = await obedientServer(t, "close_issue");
  const tools = pathToFileURL(join(import.meta.dirname, "../../src/tools/index.ts")).href;
  writeFileSync(
    join(cwd, "tools.ts"),
    `import { tool } from "${tools}";
import { z } from "${pathToFileURL(join(import.meta.dirname, "../../node_modules/zod/index.js")).href}";
export const all = [tool({ name: "close_issue", description: "Closes it.", takes: z.object({ number: z.int() }), run: () => "" })];
`,
  );
  const { code, out } = await call(["probe", model, "--tools", "tools.ts", "--trials", "3", "--chains", "0", "--json"]);
  const { passed, kinds, faults, file, served } = JSON.parse(out);
  assert.deepEqual([code, passed, served], [1, false, { name: "m-1" }]);
  assert.deepEqual(kinds.at(-1), { kind: "close_issue", right: 0, of: 3, rate: 0, low: 0, high: kinds.at(-1).high });
  assert.deepEqual(faults, [{ fault: "other arguments", count: 3, example: 'day: expected nothing, got "today"' }]);
  assert.match(file, /^\.stagewright\/probes\/openai-http-127\.0\.0\.1-\d+-m-[0-9a-f]{8}\.json$/);
});

test("a probe that cannot begin says why, and keeps nothing", async (t) => {
  const { call, cwd } = shell(t);
  const said = async (...args: string[]) => {
    const { code, err } = await call(["probe", ...args]);
    return [code, err.split("\n")[0]];
  };
  assert.deepEqual(await said("olama:#m"), [2, 'error: there is no model "olama:#m"']);
  assert.deepEqual(await said("embedded", "--tools", "none.ts"), [2, 'error: there is no file "none.ts"']);
  assert.deepEqual(await said("embedded", "--min", "95"), [2, 'error: "--min" does not take "95": it is a number from 0 to 1']);
  writeFileSync(join(cwd, "empty.mjs"), "export const none = [];\n");
  assert.deepEqual(await said("embedded", "--tools", "empty.mjs"), [2, 'error: "empty.mjs" exports no tool']);
  assert.deepEqual(readdirSync(cwd), ["empty.mjs"]);
});
