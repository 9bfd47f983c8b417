import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { openRegistry, RegistrySettings } from "../../../src/registry/index.js";
import { readRun, replayRun } from "../../../src/runner/index.js";
import { fileStore } from "../../../src/store/index.js";
import { shell } from "../shell.js";

const LIBRARY = JSON.stringify(join(import.meta.dirname, "../../../src/index.ts"));
const Sent = z.object({ text: z.string() });

function room(t: TestContext, { gated = false, agents = "researcher" } = {}) {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const write = (path: string, text: string) => {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(cwd, "node_modules"));
  write("stagewright.config.json", JSON.stringify({ registry: { maxChildren: 2 } }));
  write(
    "pipelines/dossier.ts",
    `import { gate, gather, input, pipeline, rollbackTo } from ${LIBRARY};
import { z } from "zod";
const topic = input(z.object({ topic: z.string() }));
const found = gather("found", {
  needs: { topic },
  output: z.string(),
  run: ({ topic }) => {
    if (topic.topic === "nothing") throw new Error("no sources");
    return "about " + topic.topic;
  },
});
const looked = gate("looked", { tier: 3, shows: found, onReject: rollbackTo(found, { max: 1 }) });
export default pipeline("dossier", { input: topic, stages: ${gated ? "[found, looked]" : "[found]"} });
`,
  );
  write(
    "pipelines/dossiers.ts",
    `import { atLeast, each, gather, input, pipeline } from ${LIBRARY};
import { z } from "zod";
import dossier from "./dossier.ts";
const request = input(z.object({ topics: z.array(z.string()) }));
const all = each("all", {
  needs: { request }, pipeline: dossier, agent: ${JSON.stringify(agents)}, concurrency: 3, succeeds: atLeast(0),
  over: ({ request }) => request.topics.map((topic) => ({ topic })),
});
const text = gather("text", {
  needs: { all },
  output: z.string(),
  run: ({ all }) => all.map((one) => one.status === "done" ? JSON.stringify(one.output) : one.status + ": " + one.reason).join("; "),
});
export const report = ({ outputs }) => String(outputs.text);
export default pipeline("dossiers", { input: request, stages: [all, text] });
`,
  );
  write(
    "agents/researcher/AGENT.md",
    "---\ndescription: Finds things\nlanes: [background]\npipelines: [dossier]\n---\n\n# Find\n\nFind it.\n",
  );
  write("agents/painter/AGENT.md", "---\ndescription: Paints\npipelines: [painting]\n---\n\n# Paint\n\nPaint it.\n");
  const registry = (...agents: readonly string[]) =>
    openRegistry(join(cwd, ".stagewright"), {
      ...{ settings: () => RegistrySettings.parse({}), agents: () => agents, models: () => [] },
      ...{ now: () => new Date(), newId: () => "none" },
    });
  return {
    ...{ cwd, registry },
    call: (args: readonly string[]) => call(args, { env }),
    ask: (topics: readonly string[]) => call(["tell", `/run dossiers ${JSON.stringify({ topics })}`], { env }),
    said: () => {
      const file = join(cwd, ".stagewright/chat/sent.jsonl");
      const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
      return lines.map((line) => Sent.parse(JSON.parse(line)).text);
    },
  };
}

test("a run hands over to an agent, rests, and goes on with what came of it; the person is told once, at the end", async (t) => {
  const { call, ask, said, registry, cwd } = room(t);
  await ask(["tides", "nothing", "moons"]);
  const { code, err } = await call(["up", "--once"]);
  assert.equal(code, 0, err);
  const texts = said();
  assert.equal(texts.length, 2, texts.join("\n"));
  assert.match(texts[1] ?? "", /^dossiers: done \(run desk-/);
  assert.match(texts[1] ?? "", /"about tides"; failed: no sources; "about moons"$/);
  const [tree] = registry().tree();
  assert.ok(tree);
  assert.deepEqual(
    tree.children.map(({ run: { agent, depth, stand } }) => [agent, depth, stand.state === "ended" && stand.how]),
    [
      ["researcher", 1, "done"],
      ["researcher", 1, "failed"],
      ["researcher", 1, "done"],
    ],
  );
  assert.equal(registry().standing().results, 0);
  const store = fileStore(join(cwd, ".stagewright/runs"));
  const child = await readRun(store, tree.children[0]?.run.id ?? "");
  assert.equal(child.state.started?.parent, undefined);
  assert.equal(child.state.started?.launch.agent, "researcher");
  const { default: dossiers } = await import(join(cwd, "pipelines/dossiers.ts"));
  assert.equal((await replayRun(dossiers, tree.run.id, { store })).identical, true);
  await call(["up", "--once"]);
  assert.equal(said().length, 2);
});

test("an agent's run may spend what the run above it has left of its money and its tokens", async (t) => {
  const { call, registry, cwd } = room(t);
  writeFileSync(join(cwd, "topics.json"), JSON.stringify({ topics: ["tides"] }));
  await registry("dossiers").spawn({ id: "above", agent: "dossiers", task: null });
  const budget = ["--budget-usd", "0.5", "--budget-tokens", "900"];
  const { code, err } = await call(["run", "dossiers", "--spawns", "--run", "above", ...budget, "--input", "topics.json"]);
  assert.equal(code, 3, err);
  const [child] = [...registry().log.read().runs.values()].filter(({ parent }) => parent === "above");
  const { budgetUsd, budgetTokens } = z.object({ budgetUsd: z.number(), budgetTokens: z.number() }).parse(child?.task);
  assert.deepEqual({ budgetUsd, budgetTokens }, { budgetUsd: 0.5, budgetTokens: 900 });
});

test("what an agent's run waits for is told to whoever has asked for the one above it", async (t) => {
  const { call, ask, said, registry } = room(t, { gated: true });
  await ask(["tides"]);
  await call(["up", "--once"]);
  assert.match(said().at(-1) ?? "", /^dossier: waits for a person: stagewright approve desk-[0-9a-f]+\.all\.v1\.1$/);
  const child = registry().tree()[0]?.children[0]?.run.id ?? "";
  const { code, err } = await call(["approve", child]);
  assert.equal(code, 0, err);
  await call(["up", "--once"]);
  assert.match(said().at(-1) ?? "", /^dossiers: done/);
  assert.equal(registry().standing().running, 0);
});

test("an agent that nobody knows, or that may not start the pipeline, is a failure that says so", async (t) => {
  for (const [agents, says] of [
    ["resercher", /failed: there is no agent "resercher"/],
    ["painter", /failed: the agent "painter" may not start the pipeline "dossier"/],
  ] as const) {
    const { call, ask, said } = room(t, { agents });
    await ask(["tides"]);
    await call(["up", "--once"]);
    assert.match(said().at(-1) ?? "", says);
  }
});

test("when the run above is cancelled, nothing below it goes on, and no gate of it waits", async (t) => {
  const { call, ask, registry } = room(t, { gated: true });
  await ask(["tides", "moons"]);
  await call(["up", "--once"]);
  const [tree] = registry().tree();
  assert.equal((await call(["gates"])).out.match(/looked/g)?.length, 2);
  assert.equal((await call(["cancel", tree?.run.id ?? ""])).code, 0);
  await call(["up", "--once"]);
  assert.deepEqual(
    registry()
      .tree()[0]
      ?.children.map(({ run: { stand } }) => stand.state === "ended" && stand.how),
    ["terminated", "terminated"],
  );
  assert.doesNotMatch((await call(["gates"])).out, /looked/);
});

test("by hand, without `up`, an agent's runs are runs as any others", async (t) => {
  const { call, cwd } = room(t);
  writeFileSync(join(cwd, "request.json"), '{"topics":["tides"]}');
  const { code, out, err } = await call(["run", "dossiers", "--input", "request.json"]);
  assert.equal(code, 0, err);
  assert.match(out + err, /about tides/);
});

test("doctor and `agents` take a stage for what starts an agent, and say where one names an agent that there is none of", async (t) => {
  const right = await room(t).call(["agents"]);
  // The painter's pipeline is not there, and nothing starts it.
  assert.doesNotMatch(right.out, /nothing starts the agent "researcher"/);
  assert.match(right.out, /nothing starts the agent "painter"/);
  const { out } = await room(t, { agents: "resercher" }).call(["doctor"]);
  assert.match(out, /pipelines\/dossiers\.ts: stage "all"\.agent: there is no agent "resercher"/);
  assert.match(out, /did you mean "researcher"\?/);
});
