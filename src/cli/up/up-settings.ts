import { CHIEF, DeskSettings } from "../../chief/index.js";
import { type Config, Listen } from "../../config/index.js";
import type { Groups } from "../../core/index.js";
import { type ChannelSettings, DispatchRules } from "../../dispatch/index.js";
import { namesByNearness, StagewrightError } from "../../dsl/index.js";
import { LaneSettings } from "../../lanes/index.js";
import { MemorySettings } from "../../memory/index.js";
import { RegistrySettings, SessionSettings } from "../../registry/index.js";
import { RetentionRules } from "../../retention/index.js";
import type { DeliverTo, Hooks, Jobs } from "../../triggers/index.js";
import { askedPlaces } from "../gates/asking/asked-places.js";
import { findPipeline } from "../load-pipeline.js";

/** What a config says of what `up` does, with nothing left open. */
export interface UpSettings {
  readonly jobs: Jobs;
  readonly hooks: Hooks;
  readonly lanes: LaneSettings;
  readonly desk: DeskSettings;
  readonly dispatch: DispatchRules;
  readonly channels: ChannelSettings;
  readonly places: ReturnType<typeof askedPlaces>;
  readonly groups: Groups;
  readonly registry: RegistrySettings;
  readonly conversations: SessionSettings;
  readonly memory: MemorySettings;
  readonly retention: RetentionRules;
  /** The names of all agents that may run something. */
  readonly agents: readonly string[];
  /** Where hooks and the state of the process are served; not there where nothing asks for it. */
  readonly listen: Listen | undefined;
}

/** The channel that there always is. */
export const TERMINAL = "terminal";

/**
 * What could never run, or never be told, is said before anything starts.
 *
 * @throws StagewrightError `up/lane`, `up/channel`, `up/hook`, `usage/pipeline`, `gates/places`, `dispatch/chat`
 */
export function upSettings(config: Config, cwd: string): UpSettings {
  const { jobs = {}, hooks = {}, groups = {} } = config;
  const dispatch = config.dispatch ?? DispatchRules.parse({});
  const channels = { ...ownTerminal(jobs, hooks), ...config.channels };
  const settings: UpSettings = {
    ...{ jobs, hooks, groups, dispatch, channels },
    lanes: config.lanes ?? LaneSettings.parse({}),
    desk: config.desk ?? DeskSettings.parse({}),
    registry: config.registry ?? RegistrySettings.parse({}),
    conversations: config.conversations ?? SessionSettings.parse({}),
    memory: config.memory ?? MemorySettings.parse({}),
    retention: config.retention ?? RetentionRules.parse({}),
    agents: agentsIn(config),
    places: askedPlaces({ gates: config.gates ?? { places: [] }, channels, dispatch }),
    listen: config.listen ?? (Object.keys(hooks).length === 0 ? undefined : Listen.parse({})),
  };
  assertTargets(settings, cwd);
  return settings;
}

function ownTerminal(jobs: Jobs, hooks: Hooks): ChannelSettings {
  const deliveries = [...Object.values(jobs), ...Object.values(hooks)].map(({ deliver }) => deliver);
  const named = deliveries.flatMap((deliver) => (deliver?.channel === TERMINAL && deliver.to !== undefined ? [deliver.to] : []));
  return { [TERMINAL]: { kind: "terminal", chats: [...new Set(["me", ...named.filter((name) => !name.includes("{{"))])] } };
}

/** The agents that may run something: those that are named, and those that jobs and hooks are where they name none. */
function agentsIn({ jobs = {}, hooks = {}, desk }: Triggers): readonly string[] {
  const own = [...Object.keys(jobs).map((job) => `job-${job}`), ...Object.keys(hooks).map((hook) => `hook-${hook}`)];
  return [...namedAgents({ jobs, hooks, desk }), ...own];
}

type Triggers = Pick<Config, "jobs" | "hooks" | "desk">;

/** The agents that a config names, and the one that needs no naming. */
export function namedAgents({ jobs = {}, hooks = {}, desk }: Triggers): readonly string[] {
  const triggers = [...Object.values(jobs), ...Object.values(hooks).flatMap((hook) => [hook, ...hook.routes]), ...(desk?.intents ?? [])];
  return [CHIEF, ...triggers.flatMap(({ agent }) => agent ?? [])];
}

/** Where something is told: the chat that is named, else the first one of the channel. */
export function chatOf({ channel, to }: DeliverTo, { channels }: Pick<UpSettings, "channels">): string {
  return `${channel}:${to ?? firstChatOf(channels[channel])}`;
}

function firstChatOf(settings: ChannelSettings[string] | undefined): string {
  switch (settings?.kind) {
    case "terminal":
    case "telegram":
    case "page":
      return settings.chats[0] ?? "me";
    case "email":
      return settings.people[0] ?? "";
    case "webhook":
    case undefined:
      return "hook";
  }
}

function assertTargets({ jobs, hooks, desk, lanes, channels }: UpSettings, cwd: string): void {
  const isThere = (kind: "lane" | "channel", name: string, { names, who, place }: Named) => {
    if (names.includes(name)) return;
    const [near] = namesByNearness(name, names, { most: 1 / 2 });
    const meant = near === undefined ? "" : `did you mean "${near}"? `;
    const what =
      kind === "lane"
        ? `waits in the lane "${name}", and there is none of that name`
        : `is delivered to "${name}", and there is no such channel`;
    throw new StagewrightError(`up/${kind}`, `${who} ${what}`, { hint: `${meant}There are ${names.join(", ")}`, place });
  };
  const targetOf = ({ who, place, pipeline, lane, deliver }: Target) => {
    if (pipeline !== undefined) findPipeline(pipeline, cwd);
    if (lane !== undefined) isThere("lane", lane, { names: Object.keys(lanes.lanes), who, place: `${place}.lane` });
    if (deliver !== undefined) isThere("channel", deliver.channel, { names: Object.keys(channels), who, place: `${place}.deliver` });
  };
  for (const [name, { pipeline, lane, deliver }] of Object.entries(jobs)) {
    targetOf({ who: `job "${name}"`, place: `jobs.${name}`, pipeline, lane, deliver });
  }
  for (const [name, hook] of Object.entries(hooks)) {
    for (const [place, target] of [
      [`hooks.${name}`, hook] as const,
      ...hook.routes.map((route, index) => [`hooks.${name}.routes[${index}]`, route] as const),
    ]) {
      targetOf({ who: `hook "${name}"`, place, ...target });
      // What starts no pipeline is a message, and whoever reads it has to have somewhere to answer.
      if (target.agent === undefined || target.pipeline !== undefined || (target.deliver ?? hook.deliver) !== undefined) continue;
      throw new StagewrightError("up/hook", `hook "${name}" brings a text, and nothing says where it is answered`, {
        hint: 'add deliver: { channel: "terminal" }, or the pipeline that it starts',
        place: `${place}.deliver`,
      });
    }
  }
  for (const [index, { pipeline }] of desk.intents.entries()) targetOf({ who: "an intent", place: `desk.intents[${index}]`, pipeline });
}

interface Named {
  readonly names: readonly string[];
  readonly who: string;
  readonly place: string;
}

interface Target {
  readonly who: string;
  readonly place: string;
  readonly pipeline?: string | undefined;
  readonly lane?: string | undefined;
  readonly deliver?: DeliverTo | undefined;
}
