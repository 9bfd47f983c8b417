import type { Agent } from "./agent.js";
import type { AgentFault } from "./fault.js";
import { nameHint } from "./known-name.js";

/** What a trigger starts, and for whom. */
export interface TriggerTarget {
  readonly agent?: string | undefined;
  readonly pipeline?: string | undefined;
}

/** A stage whose runs are an agent's. */
export interface StageTarget {
  /** The pipeline's file, as it is called in faults. */
  readonly file: string;
  readonly stage: string;
  readonly agent: string;
  readonly pipeline: string;
}

/** The agents, what may start them, and what there is for them to name. */
export interface Wiring {
  readonly agents: readonly Agent[];
  /** Agents whose files have faults of their own: they are there. */
  readonly refused?: readonly string[];
  /** By their names, as the config has them. */
  readonly jobs?: Readonly<Record<string, TriggerTarget>> | undefined;
  /** What a route leaves out is the hook's own. */
  readonly hooks?: Readonly<Record<string, TriggerTarget & { readonly routes?: readonly TriggerTarget[] | undefined }>> | undefined;
  /** The front desk: the agents that it hands messages to, and what starts at certain words. */
  readonly desk?: { readonly agents?: readonly string[] | undefined; readonly intents?: readonly TriggerTarget[] | undefined } | undefined;
  /** The stages of pipelines that hand their runs over. */
  readonly stages?: readonly StageTarget[] | undefined;
  readonly channels: readonly string[];
  readonly lanes: readonly string[];
  readonly pipelines: readonly string[];
  /** Short names, and the words that stand for a model. A name with a colon is one in full, and is not looked for here. */
  readonly models: readonly string[];
  readonly tools: readonly string[];
  /** How the config is called in faults. */
  readonly configFile?: string;
}

interface Trigger extends TriggerTarget {
  /** Where it stands, if not in the config. */
  readonly file?: string;
  /** Its place in the config, as a path. */
  readonly place: string;
  /** The place of the name of its agent, where that is another. */
  readonly agentPlace?: string;
}

/** What is wrong with how agents are wired: names that lead nowhere, and agents that nothing starts or that have nothing to do. */
export function wiringFaults(wiring: Wiring): readonly AgentFault[] {
  const triggers = triggersOf(wiring);
  return [
    ...triggers.flatMap((trigger) => triggerFaults(trigger, wiring)),
    ...wiring.agents.flatMap((agent) => [...unwiredFaults(agent, triggers), ...nameFaults(agent, wiring)]),
  ];
}

function triggersOf({ jobs = {}, hooks = {}, desk = {}, stages = [] }: Wiring): readonly Trigger[] {
  return [
    ...Object.entries(jobs).map(([name, { agent, pipeline }]) => ({ place: `jobs.${name}`, agent, pipeline })),
    ...Object.entries(hooks).flatMap(([name, { agent, pipeline, routes = [] }]) => {
      const place = `hooks.${name}`;
      const routed = routes.map((route, index): Trigger => {
        const own = `${place}.routes[${index}]`;
        return {
          place: own,
          agentPlace: route.agent === undefined ? place : own,
          agent: route.agent ?? agent,
          pipeline: route.pipeline ?? pipeline,
        };
      });
      return [{ place, agent, pipeline }, ...routed];
    }),
    ...(desk.intents ?? []).map(({ agent, pipeline }, index) => ({ place: `desk.intents[${index}]`, agent, pipeline })),
    ...stages.map(({ file, stage, agent, pipeline }) => ({ file, place: `stage "${stage}"`, agent, pipeline })),
    ...(desk.agents ?? []).map((agent, index) => ({ place: `desk.agents[${index}]`, agent })),
  ];
}

function triggerFaults({ place, agentPlace, agent: name, pipeline, ...where }: Trigger, wiring: Wiring): readonly AgentFault[] {
  const { agents, refused = [], configFile = "stagewright.config.ts" } = wiring;
  const { file = configFile } = where;
  if (name === undefined || refused.includes(name)) return [];
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) {
    // It is said where it stands, and not once more for each route that takes it from there.
    if (agentPlace !== undefined && agentPlace !== place) return [];
    const key = place.startsWith("desk.agents") ? place : `${place}.agent`;
    const names = [...agents.map((one) => one.name), ...refused];
    return [{ file, key, what: `there is no agent "${name}"`, hint: nameHint(name, names) }];
  }
  if (pipeline === undefined || agent.pipelines.includes(pipeline)) return [];
  const what = `the agent "${name}" may not start the pipeline "${pipeline}"`;
  return [{ file, key: `${place}.pipeline`, what, hint: `add it to "pipelines" of ${agent.file}, or name another agent` }];
}

function unwiredFaults({ name, file, pipelines, channels }: Agent, triggers: readonly Trigger[]): readonly AgentFault[] {
  const faults: AgentFault[] = [];
  if (!triggers.some(({ agent }) => agent === name)) {
    faults.push({
      file,
      what: `nothing starts the agent "${name}"`,
      hint: `name it in a job, a hook or an intent of the config, or in a stage: agent: "${name}"`,
    });
  }
  if (pipelines.length === 0 && channels.length === 0) {
    faults.push({
      file,
      what: `the agent "${name}" may start no pipeline and speak in no channel`,
      hint: "name some in `pipelines` or `channels`, or take its folder away",
    });
  }
  return faults;
}

const KINDS = [
  ["lanes", "lane"],
  ["channels", "channel"],
  ["pipelines", "pipeline"],
  ["tools", "tool"],
] as const;

function nameFaults(agent: Agent, wiring: Wiring): readonly AgentFault[] {
  const faultAt = (key: string, kind: string, name: string, names: readonly string[]): readonly AgentFault[] => {
    if (names.includes(name)) return [];
    const line = agent.lines.get(key);
    return [
      { file: agent.file, ...(line !== undefined && { line }), key, what: `there is no ${kind} "${name}"`, hint: nameHint(name, names) },
    ];
  };
  const { model } = agent;
  return [
    ...(model === undefined || model.includes(":") ? [] : faultAt("model", "model", model, wiring.models)),
    ...KINDS.flatMap(([key, kind]) => agent[key].flatMap((name, index) => faultAt(`${key}[${index}]`, kind, name, wiring[key]))),
  ];
}
