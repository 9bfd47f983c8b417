import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { agentFaultText, loadAgents, wiringFaults } from "../../src/agents/index.js";
import { LaneSettings } from "../../src/lanes/index.js";
import { MemoryRules } from "../../src/memory/index.js";

const ROOT = join(import.meta.dirname, "../..");
const { agents, faults } = loadAgents(join(ROOT, "agents"), { memory: MemoryRules, shownAs: "agents" });

test("all agents that ship are loaded without a fault", () => {
  assert.deepEqual(faults.map(agentFaultText), []);
  assert.deepEqual(
    agents.map(({ name }) => name),
    ["builder", "chief", "overnight", "publisher", "researcher", "workboard"],
  );
});

test("they name pipelines that ship, and lanes that there are without a config", () => {
  const pipelines = agents.flatMap((agent) => agent.pipelines).filter((name) => existsSync(join(ROOT, "pipelines", `${name}.ts`)));
  const found = wiringFaults({
    agents,
    desk: { agents: agents.map(({ name }) => name) },
    channels: ["terminal"],
    lanes: Object.keys(LaneSettings.parse({}).lanes),
    pipelines,
    models: [],
    tools: [],
  });
  assert.deepEqual(found.map(agentFaultText), []);
});
