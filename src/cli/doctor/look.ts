import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { agentFaultText } from "../../agents/index.js";
import type { Config } from "../../config/index.js";
import { credentialIfAny } from "../../credentials/index.js";
import { DispatchRules, openOutbox } from "../../dispatch/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import { machineState, poolStatus } from "../../permits/index.js";
import { isProcessGone } from "../../store/index.js";
import { hookHealth, hookStore, jobHealth, jobStore } from "../../triggers/index.js";
import { channelsOf } from "../channels.js";
import { duration } from "../duration.js";
import type { OpenStore } from "../open-store.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import { pidFile, upProcess } from "../up/up-process.js";
import { type UpSettings, upSettings } from "../up/up-settings.js";
import { agentStagesIn } from "./agent-stages.js";
import { agentsOf } from "./agents-of.js";
import { type Finding, right, toLookAt, wrong } from "./finding.js";

interface Looking {
  readonly config: Config;
  readonly configFile: string | undefined;
  readonly open: OpenStore;
  readonly surroundings: Surroundings;
}

/** Looks at all that `up` stands on. It changes nothing but for a file that it puts into the store and takes away again. */
export async function lookAtAll(looking: Looking): Promise<readonly Finding[]> {
  const { config, surroundings, open } = looking;
  const settings = settingsOf(looking);
  const found = "area" in settings ? [settings] : [right("config", configText(looking)), ...(await lookAtChannels(settings, looking))];
  return [
    ...found,
    ...(await lookAtAgents(looking)),
    ...lookAtCredentials(surroundings),
    ...(await lookAtModels(config, surroundings)),
    ...lookAtDisk(open),
    ...lookAtLocks(open),
    ...lookAtClock(open, surroundings),
    ...(await lookAtWork(looking)),
  ];
}

function configText({ config, configFile }: Looking): string {
  if (configFile === undefined) return "there is none in this folder; everything has its default";
  return `${configFile}: ${Object.keys(config).join(", ") || "it says nothing"}`;
}

function settingsOf({ config, surroundings }: Looking): UpSettings | Finding {
  try {
    return upSettings(config, surroundings.cwd);
  } catch (error) {
    return fromError("config", error);
  }
}

function fromError(area: string, error: unknown): Finding {
  if (!isStagewrightError(error)) throw error;
  return wrong(area, error.message.replaceAll("\n", "; "), error.hint);
}

/** How long a channel may take to answer. */
const ANSWERS_WITHIN_MS = 10_000;

async function lookAtChannels({ channels: configured, listen }: UpSettings, { open, surroundings }: Looking): Promise<readonly Finding[]> {
  return Promise.all(
    Object.entries(configured).map(async ([name, settings]): Promise<Finding> => {
      const area = `channel ${name}`;
      try {
        if (settings.kind === "page" && listen === undefined) {
          return wrong(area, "page: nobody can reach it, since `up` listens nowhere", "add `listen: {}` to the config");
        }
        const channel = channelsOf({ [name]: settings }, { root: open.root, surroundings })[name];
        if (channel?.listen === undefined) return right(area, `${settings.kind}: nothing is asked of it until something is sent`);
        await channel.listen(undefined, AbortSignal.timeout(ANSWERS_WITHIN_MS));
        return right(area, `${settings.kind}: it answers`);
      } catch (error) {
        if (isStagewrightError(error)) return wrong(area, error.message, error.hint);
        return wrong(area, error instanceof Error ? error.message : String(error), "see that it can be reached from here");
      }
    }),
  );
}

async function lookAtAgents({ config, configFile, surroundings: { cwd } }: Looking): Promise<readonly Finding[]> {
  try {
    const { agents, faults } = agentsOf(config, configFile, cwd, await agentStagesIn(cwd));
    if (faults.length > 0)
      return faults.map((fault) => wrong("agents", agentFaultText({ ...fault, hint: "" }).replace(/: $/, ""), fault.hint));
    return [right("agents", agents.length === 0 ? "none is named" : agents.map(({ name }) => name).join(", "))];
  } catch (error) {
    return [fromError("agents", error)];
  }
}

/** A credentials file that others can read is refused whichever name is looked for. */
function lookAtCredentials({ env }: Surroundings): readonly Finding[] {
  try {
    credentialIfAny(["STAGEWRIGHT_DOCTOR"], { env });
    return [right("credentials", "no file that others can read")];
  } catch (error) {
    return [fromError("credentials", error)];
  }
}

async function lookAtModels({ models = {}, pools = {} }: Config, { env }: Surroundings): Promise<readonly Finding[]> {
  const state = machineState(env, homedir());
  const found = await Promise.all(
    Object.entries(pools).map(async ([name, pool]): Promise<Finding> => {
      const { isReachable, server, why, software } = await poolStatus({ name, pool }, { state, env });
      if (isReachable) return right(`models, pool ${name}`, `${server} answers${software === undefined ? "" : ` (${software})`}`);
      return wrong(`models, pool ${name}`, `${server} cannot be reached: ${why}`, "start the server, or correct its address in `pools`");
    }),
  );
  const keyless = Object.entries(models).flatMap(([name, { keys = [] }]): readonly Finding[] => {
    const missing = keys.filter((key) => (env[key] ?? "") === "");
    return missing.length === 0 ? [] : [wrong(`model ${name}`, `${missing.join(", ")} is not set`, "set it, or take it off `keys`")];
  });
  const named = Object.keys(models);
  return [...found, ...keyless, ...(keyless.length === 0 ? [right("models", named.length === 0 ? "embedded" : named.join(", "))] : [])];
}

const LEAST_FREE_BYTES = 200_000_000;

function lookAtDisk({ root }: OpenStore): readonly Finding[] {
  const probe = join(root, `doctor-${process.pid}.tmp`);
  const isNew = !existsSync(root);
  try {
    mkdirSync(root, { recursive: true });
    writeFileSync(probe, "");
    rmSync(probe);
    const { bavail, bsize } = statfsSync(root);
    const free = bavail * bsize;
    if (isNew) rmSync(root, { recursive: true });
    const text = `${root} can be written to; ${(free / 1e9).toFixed(1)} GB are free`;
    return [
      free < LEAST_FREE_BYTES ? toLookAt("disk", text, "make room: a run that finds none left stops where it is") : right("disk", text),
    ];
  } catch (error) {
    return [
      wrong("disk", `${root} cannot be written to: ${error instanceof Error ? error.message : String(error)}`, "give this user the folder"),
    ];
  }
}

/** Locks of processes that are gone count for nothing, and are cleared away by the next one that wants them. */
function lookAtLocks({ root }: OpenStore): readonly Finding[] {
  const stale = locksIn(root, 3).filter((path) => isProcessGone(basename(path).replace(/^(choosing|\d+)~/, "")));
  const isStalePid = existsSync(pidFile(root)) && upProcess(root) === undefined;
  return [
    stale.length === 0
      ? right("locks", "none is left behind")
      : toLookAt(
          "locks",
          `${stale.length} left behind by processes that are gone: ${stale[0]}`,
          "nothing is to be done: they hold nobody up",
        ),
    ...(isStalePid ? [toLookAt("locks", "`up` has ended without a word", "start it again: it goes on with what it was at")] : []),
  ];
}

function locksIn(folder: string, depth: number): readonly string[] {
  if (!existsSync(folder) || depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [];
    return entry.name.endsWith("lock") ? readdirSync(path).map((name) => join(path, name)) : locksIn(path, depth - 1);
  });
}

const CLOCKS_DIFFER_MS = 60_000;

/** What was written last cannot have been written in the future. */
function lookAtClock({ root }: OpenStore, surroundings: Surroundings): readonly Finding[] {
  const now = nowOf(surroundings);
  const folder = join(root, "logs");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const last = Math.max(0, ...names.map((name) => statSync(join(folder, name)).mtimeMs));
  const text = `${now.toISOString().slice(0, 19)}Z, zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (last - now.getTime() <= CLOCKS_DIFFER_MS) return [right("clock", text)];
  const ahead = duration(last - now.getTime());
  return [toLookAt("clock", `${text}: something was logged ${ahead} later than now`, "see that the clock was not set back")];
}

async function lookAtWork({ config, open, surroundings }: Looking): Promise<readonly Finding[]> {
  const { root, store } = open;
  const now = nowOf(surroundings);
  const health = jobHealth(config.jobs ?? {}, jobStore(root).read(), now.getTime());
  const undone = hookHealth(hookStore(root).read());
  const rules = config.dispatch ?? DispatchRules.parse({});
  const dead = openOutbox(root, { rules: () => rules, channels: () => [], now: () => now, newId: randomUUID }).dead();
  const served = upProcess(root);
  const runs = await store.runs();
  return [
    served === undefined
      ? toLookAt("up", "no process serves this store", `start it: ${surroundings.program} up`)
      : right("up", `process ${served.pid}${served.url === undefined ? "" : ` at ${served.url}`}`),
    ...(health.length === 0 ? [right("jobs", `${Object.keys(config.jobs ?? {}).length}, nothing is wrong with them`)] : []),
    ...health.map(({ message }) => wrong("jobs", message, `${surroundings.program} jobs says how they stand`)),
    ...(undone.length === 0 ? [right("hooks", `${Object.keys(config.hooks ?? {}).length}, nothing that they took was given up`)] : []),
    ...undone.map(({ message }) => toLookAt("hooks", message, "mend what it says, and have it sent again")),
    dead.length === 0
      ? right("outbox", "nothing was given up")
      : toLookAt("outbox", `${dead.length} messages were given up`, `${surroundings.program} outbox lists them`),
    right("runs", `${runs.length} in the store`),
  ];
}
