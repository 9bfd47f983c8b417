import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/index.js";
import { GROUP_PREFIX, type Groups } from "../core/index.js";
import { type AnyPipeline, type Deciders, type Overdue, StagewrightError } from "../dsl/index.js";
import {
  deliveredRequests,
  type Environment,
  fileSources,
  type RunnerOptions,
  type SpawnChild,
  systemEnvironment,
} from "../runner/index.js";
import { agentStages } from "./doctor/agent-stages.js";
import type { Launch } from "./launch.js";
import { type LoadedConfig, loadConfig } from "./load-config.js";
import type { LoadedPipeline } from "./load-pipeline.js";
import { modelsOf } from "./models-of.js";
import { didYouMean } from "./nearest.js";
import type { OpenStore } from "./open-store.js";
import { pipelinesIn } from "./pipeline-tree.js";
import { signedBy } from "./signed-by.js";
import type { Surroundings } from "./surroundings.js";
import { type TapeFile, tapeFile } from "./tape-file.js";
import { readTape, wireAdapters } from "./wire-adapters.js";

/** All that the command line has put together to carry a run out. */
export interface Rig {
  readonly loaded: LoadedPipeline;
  /** The folder that the run was started in. */
  readonly cwd: string;
  readonly open: OpenStore;
  readonly options: RunnerOptions & { readonly environment: Environment };
  readonly tape: TapeFile | undefined;
  /** The one that was named, or that of the folder. */
  readonly config: Config;
  /** What a model's name stands for. */
  readonly modelText: (name: string) => string;
  readonly notices: Notices;
}

/** Sentences for the person who waits: for whom a call waits, what is tried instead. Whoever draws over the screen takes them over. */
export interface Notices {
  tell: (sentence: string) => void;
}

interface Parts {
  readonly loaded: LoadedPipeline;
  readonly launch: Launch;
  /** The folder that the run was started in: what it names relatively is found from there. */
  readonly cwd: string;
  readonly open: OpenStore;
  readonly input: unknown;
  /** As it was asked for; without it the routes decide, where there are any. */
  readonly model: string | undefined;
  /** Whether the run is there already. */
  readonly goesOn: boolean;
  readonly surroundings: Surroundings;
}

/** @throws StagewrightError `config/…` where the config is not right, `model/…` for a model that is not known. */
export async function buildRig({ loaded, launch, cwd, open, input, model, goesOn, surroundings }: Parts): Promise<Rig> {
  const { env, err } = surroundings;
  const read = withBudget(await loadConfig(cwd, launch.config), launch);
  const { config } = read;
  const tapeGiven = typeof launch.recording === "string" ? await readTape(launch.recording, cwd) : undefined;
  const system = surroundings.environment ?? systemEnvironment;
  const environment = clockOf(tapeGiven?.now, system);
  const notices: Notices = { tell: (sentence) => err.write(`${sentence}\n`) };
  const { models, textOf } = await modelsOf(read, {
    env,
    home: env.HOME ?? homedir(),
    root: open.root,
    // Money is counted and keys rest by the real clock, whatever the tape says.
    now: () => system.now(),
    random: () => system.random(),
    tell: (sentence) => notices.tell(sentence),
  });
  if (model !== undefined) textOf(model);
  assertGroups(loaded.pipeline, config.groups ?? {});
  const isRecording = launch.recording !== undefined;
  const wired = await wireAdapters(loaded, { cwd, model: models, input, isRecording, tape: tapeGiven });
  // A tape, or a model of the pipeline's own, may know other names.
  if (wired.includes(models)) for (const name of modelsNamed(loaded.pipeline)) textOf(name);
  const tape = launch.record === undefined ? undefined : await tapeFile(launch.record, { cwd, now: environment.now(), goesOn, env });
  const router = config.routes && (await import("./config-router.js")).configRouter(config, open);
  const spawn = launch.spawns && (await spawning({ loaded, read, open, cwd, now: () => system.now() }));
  const chosen = model ?? (router !== undefined && !goesOn ? "route" : undefined);
  return {
    loaded,
    cwd,
    open,
    tape,
    config,
    modelText: textOf,
    notices,
    options: {
      store: open.store,
      adapters: tape === undefined ? wired : wired.map((one) => tape.wrap(one)),
      environment,
      sources: fileSources(cwd, lessonFolders(cwd)),
      folder: cwd,
      // Whatever a run has started decides nothing in a person's name.
      by: signedBy(surroundings),
      ...(config.guards && { guards: config.guards }),
      ...(config.policies && {
        policies: (await import("../gates/index.js")).policiesIn(cwd, config.policies, { delivered: deliveredRequests(open.store) }),
      }),
      ...(config.groups && { groups: config.groups }),
      ...(config.sessions && { sessions: config.sessions }),
      ...(chosen !== undefined && { model: chosen }),
      ...(router !== undefined && { router }),
      ...(spawn && { spawn }),
    },
  };
}

interface Spawning extends Pick<Parts, "loaded" | "open" | "cwd"> {
  readonly read: LoadedConfig;
  readonly now: () => Date;
}

/** Loaded only where a stage names an agent: its files are in YAML. */
async function spawning({ loaded, read: { config, file }, open, cwd, now }: Spawning): Promise<SpawnChild | undefined> {
  const stages = agentStages(loaded, cwd);
  if (stages.length === 0) return undefined;
  const [{ agentsOf }, { handOver }] = await Promise.all([import("./doctor/agents-of.js"), import("./up/hand-over.js")]);
  return handOver({ config, agents: agentsOf(config, file, cwd, stages).agents, open, cwd, now });
}

/** The models that stages name for themselves, so that a wrong name is said before anything runs. */
function modelsNamed(pipeline: AnyPipeline): readonly string[] {
  const stages = pipelinesIn(pipeline).flatMap((one) => one.stages);
  return stages.flatMap(({ settings: { model } }) => (typeof model === "string" ? [model] : []));
}

/** A group that is not there could never decide: that is said before anything runs. */
function assertGroups(pipeline: AnyPipeline, groups: Groups): void {
  for (const { name, settings } of pipelinesIn(pipeline).flatMap((one) => one.stages)) {
    // The gate's factory has checked their types.
    const mayDecide = settings.mayDecide as Deciders | undefined;
    const overdue = settings.overdue as Overdue | undefined;
    const people = [...(mayDecide?.people ?? []), ...(overdue?.does === "escalate" ? overdue.to : [])];
    const unknown = people.find((one) => one.startsWith(GROUP_PREFIX) && !Object.hasOwn(groups, one.slice(GROUP_PREFIX.length)));
    if (unknown === undefined) continue;
    const group = unknown.slice(GROUP_PREFIX.length);
    throw new StagewrightError("gate/group", `gate "${name}" is decided by the group "${group}", and there is none of that name`, {
      hint: didYouMean(group, Object.keys(groups), "`groups` in stagewright.config.ts names the people of each group"),
    });
  }
}

/** A tape stops the clock at the moment when it was recorded. */
function clockOf(now: string | undefined, environment: Environment): Environment {
  if (now === undefined) return environment;
  return { now: () => new Date(now), id: () => environment.id(), random: () => environment.random() };
}

/** What whoever has started a run allows it to spend never widens what the config allows. */
function withBudget(read: LoadedConfig, { budgetUsd, budgetTokens }: Launch): LoadedConfig {
  if (budgetUsd === undefined && budgetTokens === undefined) return read;
  const { budgets } = read.config;
  const own = {
    ...(budgetUsd !== undefined && { runUsd: Math.min(budgets?.runUsd ?? budgetUsd, budgetUsd) }),
    ...(budgetTokens !== undefined && { runTokens: Math.min(budgets?.runTokens ?? budgetTokens, budgetTokens) }),
  };
  return { ...read, config: { ...read.config, budgets: { ...budgets, ...own } } };
}

/** The user's own lessons first, then those that come with the package, which lies two or three folders up. */
export function lessonFolders(cwd: string): readonly string[] {
  return [join(cwd, "lessons"), ...["../../lessons", "../../../lessons"].map((path) => fileURLToPath(new URL(path, import.meta.url)))];
}
