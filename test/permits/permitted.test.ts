import assert from "node:assert/strict";
import { test } from "node:test";
import { type CompleteRequest, Completion } from "../../src/model/index.js";
import { machineState, Pool, permitted } from "../../src/permits/index.js";
import { filesIn, processOn, requestOf, SERVER, stateFolder } from "./rig.js";

const answer = Completion.parse({
  text: "x",
  finish: "stop",
  usage: { inputTokens: 1, outputTokens: 1, estimated: false },
  model: "m",
});

test("a call holds a permit while it is made, with the limits of its model's entry, and gives it back when it fails", async (t) => {
  const state = stateFolder(t);
  const seen: CompleteRequest[] = [];
  const held: number[] = [];
  const found = { name: "local", pool: Pool.parse({ server: SERVER, contextTokens: 2_000 }), entry: { model: "openai:#m", maxTokens: 70 } };
  const complete = permitted(
    async (request) => {
      seen.push(request);
      held.push(filesIn(state).length);
      if (seen.length === 2) throw new Error("cut off");
      return answer;
    },
    {
      poolOf: (model) => (model === "small" ? found : undefined),
      permits: processOn(state).permits,
      tell: () => {},
      tokensOf: () => 30,
    },
  );
  const context = { key: "", signal: t.signal };
  assert.equal(await complete(requestOf(), context), answer);
  await assert.rejects(complete(requestOf(), context), /^Error: cut off$/);
  await complete(requestOf({ model: "far" }), context);
  assert.deepEqual(held, [1, 1, 0]);
  assert.deepEqual(filesIn(state), []);
  assert.deepEqual(seen[0], { ...requestOf(), maxTokens: 70, contextTokens: 2_000 });
  assert.deepEqual(seen[2], requestOf({ model: "far" }));
});

test("the state of a machine lies where the environment says", () => {
  assert.equal(machineState({ STAGEWRIGHT_STATE: "/a", XDG_STATE_HOME: "/b" }, "/h"), "/a");
  assert.equal(machineState({ XDG_STATE_HOME: "/b" }, "/h"), "/b/stagewright");
  assert.equal(machineState({}, "/h"), "/h/.local/state/stagewright");
});
