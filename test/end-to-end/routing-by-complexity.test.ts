import assert from "node:assert/strict";
import { test } from "node:test";
import { modelServer } from "../model/server/model-server.js";
import { house } from "./house.js";

test("an easy stage is written by the small model and a hard one by the large, in a run that somebody asked for", async (t) => {
  const { configure, call, round, saidAtTerminal, runsOf, journal } = house(t, ["thaw"]);
  const small = await modelServer(t, "openai", [{ says: { parts: [{ text: "Thin ice" }] } }]);
  const large = await modelServer(t, "openai", [{ says: { parts: [{ text: "It melts from below." }] } }]);
  configure({
    models: { small: { model: small.model }, large: { model: large.model } },
    routes: { tiers: { low: ["small"], middle: ["large"], high: ["large"] }, complexity: { thresholds: [0.25, 0.4] } },
  });

  await call(["tell", '/run thaw {"about": "lakes"}']);
  await round();
  assert.match(saidAtTerminal().at(-1) ?? "", /^thaw: done \(run \S+\)\n\nThin ice: It melts from below\.$/);
  const prompts = ({ received }: typeof small) =>
    received.filter(({ method }) => method === "POST").map(({ body }) => JSON.stringify(body));
  assert.equal(prompts(small).length, 1);
  assert.match(prompts(small)[0] ?? "", /A title for a text about lakes/);
  assert.equal(prompts(large).length, 1);
  assert.match(prompts(large)[0] ?? "", /weigh what is known about lakes/);

  const [run = ""] = await runsOf("thaw");
  assert.equal(journal(run).at(-1)?.type, "run-done");
  const { out } = await call(["route", "explain", "thaw", "essay"]);
  assert.match(out, /^thaw, stage essay\n {2}model {2}large\n {2}why {4}complexity 0\.\d+: (?:middle|high)/);
});
