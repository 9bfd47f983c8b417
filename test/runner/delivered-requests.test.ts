import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { adapter, deliver, effect, implement, input, pipeline } from "../../src/dsl/index.js";
import { deliveredRequests, startRun } from "../../src/runner/index.js";
import { options } from "./rig.js";

const post = adapter("post", { send: effect({ takes: z.object({ to: z.string() }), gives: z.object({ id: z.string() }) }) });
const request = input(z.object({ to: z.string() }));
const send = deliver("send", { needs: { request }, to: post, call: (post, { request }) => post.send(request) });
const letter = pipeline("letter", { input: request, stages: [send] });

test("what was delivered is known from the journals of all runs, and what failed is not", async () => {
  const real = implement(post, "real", {
    send: {
      perform: async ({ to }) => {
        if (to === "nobody@x.example") throw new Error("no such person");
        return { id: to };
      },
      lookup: async () => ({ happened: "no" }),
    },
  });
  const on = options({ adapters: [real] });
  const known = deliveredRequests(on.store);
  assert.deepEqual(await known("post.send"), []);
  for (const [run, to] of Object.entries({ a: "ana@x.example", b: "nobody@x.example", c: "bo@y.example" })) {
    await startRun(letter, { ...on, run, input: { to } });
    await known("post.send");
  }
  assert.deepEqual(await known("post.send"), [{ to: "ana@x.example" }, { to: "bo@y.example" }]);
  assert.deepEqual(await known("post.other"), []);
});
