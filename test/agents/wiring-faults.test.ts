import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Agent, agentFaultText, type Wiring, wiringFaults } from "../../src/agents/index.js";
import { Hooks, Jobs } from "../../src/triggers/index.js";

const NAMES = {
  channels: ["terminal", "telegram"],
  lanes: ["main", "cron"],
  pipelines: ["publisher", "dossier", "front-desk"],
  models: ["embedded", "route", "large"],
  tools: [],
};

function agent(name: string, more: Partial<Agent> = {}): Agent {
  return {
    name,
    file: `agents/${name}/AGENT.md`,
    description: "x",
    tools: [],
    lanes: [],
    pipelines: ["publisher"],
    channels: [],
    instruction: "Do it.",
    lines: new Map(),
    ...more,
  };
}

function faults(wiring: Pick<Wiring, "agents"> & Partial<Wiring>): readonly string[] {
  return wiringFaults({ ...NAMES, ...wiring }).map(agentFaultText);
}

test("agents that something starts and that name what there is have no fault", () => {
  const jobs = Jobs.parse({ publisher: { cron: "30 0 * * *", zone: "UTC", pipeline: "publisher", agent: "publisher" } });
  const hooks = Hooks.parse({ voice: { path: "/voice", proof: "none", agent: "chief", message: "{{body.text}}" } });
  const agents = [
    agent("publisher", { model: "large", lanes: ["cron"], channels: ["terminal"] }),
    agent("chief", { pipelines: ["front-desk"], model: "ollama:#qwen3" }),
    agent("researcher", { pipelines: ["dossier"] }),
  ];
  const desk = { agents: ["chief"], intents: [{ says: ["dossier"], pipeline: "dossier", agent: "researcher" }] };
  assert.deepEqual(faults({ agents, jobs, hooks, desk }), []);
  assert.deepEqual(faults({ agents: [] }), []);
});

test("an agent that nothing starts is told", () => {
  assert.deepEqual(faults({ agents: [agent("publisher")], jobs: { other: { pipeline: "publisher" } } }), [
    'agents/publisher/AGENT.md: nothing starts the agent "publisher": name it in a job, a hook or an intent of the config, or in a stage: agent: "publisher"',
  ]);
});

test("an agent that has nothing to start and nowhere to speak is told", () => {
  const desk = { agents: ["idle", "talker"] };
  assert.deepEqual(
    faults({ agents: [agent("idle", { pipelines: [] }), agent("talker", { pipelines: [], channels: ["terminal"] })], desk }),
    [
      'agents/idle/AGENT.md: the agent "idle" may start no pipeline and speak in no channel: name some in `pipelines` or `channels`, or take its folder away',
    ],
  );
});

test("a trigger for an agent that there is none of is told with the nearest name, wherever the trigger stands", () => {
  const desk = { agents: ["publsher"], intents: [{ pipeline: "publisher", agent: "publishr" }] };
  const agents = [agent("publisher")];
  const jobs = { night: { pipeline: "publisher", agent: "publisher" }, day: { pipeline: "publisher", agent: "zz" } };
  const hooks = { voice: { agent: "nobody", routes: [{ pipeline: "publisher" }, { agent: "pubisher" }] } };
  assert.deepEqual(faults({ agents, jobs, hooks, desk, configFile: "ours.ts" }), [
    'ours.ts: jobs.day.agent: there is no agent "zz": there is "publisher"',
    'ours.ts: hooks.voice.agent: there is no agent "nobody": there is "publisher"',
    'ours.ts: hooks.voice.routes[1].agent: there is no agent "pubisher": did you mean "publisher"?',
    'ours.ts: desk.intents[0].agent: there is no agent "publishr": did you mean "publisher"?',
    'ours.ts: desk.agents[0]: there is no agent "publsher": did you mean "publisher"?',
  ]);
  assert.deepEqual(faults({ agents: [], desk: { agents: ["chief"] } }), [
    'stagewright.config.ts: desk.agents[0]: there is no agent "chief": there is none yet',
  ]);
});

test("a trigger for an agent whose file has a fault is not told to be for none", () => {
  assert.deepEqual(faults({ agents: [], refused: ["publisher"], jobs: { night: { agent: "publisher", pipeline: "dossier" } } }), []);
});

test("a trigger that starts a pipeline which its agent may not start is told", () => {
  const agents = [agent("publisher")];
  const jobs = { night: { pipeline: "dossier", agent: "publisher" } };
  const hooks = { sent: { agent: "publisher", pipeline: "publisher", routes: [{ pipeline: "front-desk" }] } };
  const hint = 'add it to "pipelines" of agents/publisher/AGENT.md, or name another agent';
  assert.deepEqual(faults({ agents, jobs, hooks }), [
    `stagewright.config.ts: jobs.night.pipeline: the agent "publisher" may not start the pipeline "dossier": ${hint}`,
    `stagewright.config.ts: hooks.sent.routes[0].pipeline: the agent "publisher" may not start the pipeline "front-desk": ${hint}`,
  ]);
});

test("a lane, channel, pipeline, model or tool that there is none of is told at its line", () => {
  const lines = new Map([
    ["model", 3],
    ["channels[1]", 7],
  ]);
  const wrong = agent("publisher", {
    model: "lage",
    lanes: ["main", "corn"],
    channels: ["terminal", "signal"],
    pipelines: ["publisher", "dosier"],
    tools: ["search"],
    lines,
  });
  assert.deepEqual(faults({ agents: [wrong], desk: { agents: ["publisher"] } }), [
    'agents/publisher/AGENT.md:3: model: there is no model "lage": did you mean "large"?',
    'agents/publisher/AGENT.md: lanes[1]: there is no lane "corn": did you mean "cron"?',
    'agents/publisher/AGENT.md:7: channels[1]: there is no channel "signal": there are "terminal", "telegram"',
    'agents/publisher/AGENT.md: pipelines[1]: there is no pipeline "dosier": did you mean "dossier"?',
    'agents/publisher/AGENT.md: tools[0]: there is no tool "search": there is none yet',
  ]);
});

test("an agent is told to be started by nothing exactly where no trigger names it", () => {
  const name = fc.constantFrom("a", "b", "c");
  const target = fc.record({ agent: fc.option(name, { nil: undefined }) });
  const wirings = fc.record({
    agents: fc.uniqueArray(name).map((names) => names.map((one) => agent(one))),
    jobs: fc.dictionary(fc.constantFrom("x", "y"), target),
    hooks: fc.dictionary(
      fc.constantFrom("x", "y"),
      fc.record({ agent: fc.option(name, { nil: undefined }), routes: fc.array(target, { maxLength: 2 }) }),
    ),
    desk: fc.record({ agents: fc.array(name, { maxLength: 2 }), intents: fc.array(target, { maxLength: 2 }) }),
  });
  fc.assert(
    fc.property(wirings, ({ agents, jobs, hooks, desk }) => {
      const named = [...Object.values(jobs), ...Object.values(hooks).flatMap((hook) => [hook, ...hook.routes]), ...desk.intents].map(
        (one) => one.agent,
      );
      const started = new Set<string | undefined>([...named, ...desk.agents]);
      const found = wiringFaults({ ...NAMES, agents, jobs, hooks, desk });
      for (const { name, file } of agents) {
        assert.equal(
          found.some((fault) => fault.file === file && fault.what.startsWith("nothing starts")),
          !started.has(name),
        );
      }
      const known = new Set<string | undefined>(agents.map((one) => one.name));
      const unknown = [...started].filter((one) => one !== undefined && !known.has(one));
      assert.equal(
        found.some(({ what }) => what.startsWith("there is no agent")),
        unknown.length > 0,
      );
    }),
  );
});

test("a stage that hands its runs over starts its agent, which has to be there and to be allowed to", () => {
  const stage = (agent: string, pipeline = "dossier") => ({ file: "pipelines/dossiers.ts", stage: "all", agent, pipeline });
  const agents = [agent("researcher", { pipelines: ["dossier"] })];
  assert.deepEqual(faults({ agents, stages: [stage("researcher")] }), []);
  assert.deepEqual(faults({ agents, stages: [stage("researcher"), stage("resercher"), stage("researcher", "publisher")] }), [
    'pipelines/dossiers.ts: stage "all".agent: there is no agent "resercher": did you mean "researcher"?',
    'pipelines/dossiers.ts: stage "all".pipeline: the agent "researcher" may not start the pipeline "publisher": add it to "pipelines" of agents/researcher/AGENT.md, or name another agent',
  ]);
});
