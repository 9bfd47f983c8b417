import { homedir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { secretIn } from "../../asking/index.js";
import type { RunState } from "../../core/index.js";
import type { ChannelSettings } from "../../dispatch/index.js";
import { LaneSettings, type LaneStanding, openLanes } from "../../lanes/index.js";
import { machineState, poolStatus } from "../../permits/index.js";
import type { Store } from "../../store/index.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { stateOrDamage } from "../find-run.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { type OpenRun, statusText } from "../status/status-text.js";
import { pageChats, pageLinks } from "../up/pages/page-link.js";
import { type UpProcess, upProcess } from "../up/up-process.js";
import { utcClock } from "../utc-clock.js";

interface StatusOptions extends PrintOptions, StoreOption, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright status", "stagewright status --json"]);
  command.action(async (options: StatusOptions) => {
    const { env, cwd } = surroundings;
    const { config } = await loadConfig(cwd, options.config);
    const state = machineState(env, homedir());
    const pools = await Promise.all(Object.entries(config.pools ?? {}).map(([name, pool]) => poolStatus({ name, pool }, { state, env })));
    const { store, root } = openStore(options.store, cwd);
    const runs = await openRuns(store);
    const now = surroundings.environment?.now() ?? new Date();
    const served = upProcess(root);
    const settings = config.lanes ?? LaneSettings.parse({});
    const lanes = openLanes(root, { settings: () => settings, now: () => now }).standing();
    const pages = await pagesOf(served, config.channels ?? {}, root);
    if (options.json) surroundings.out.write(`${JSON.stringify({ now, up: served ?? null, pages, lanes, pools, runs }, undefined, 2)}\n`);
    else surroundings.out.write(`${servedText(served, pages, lanes)}${statusText(pools, runs, now)}`);
    end(EXIT.done);
  });
}

type Pages = Awaited<ReturnType<typeof pagesOf>>;

/** The links to the pages that are served. Whoever has one may write as that chat, so that they are shown only to who reads the secret. */
async function pagesOf(served: UpProcess | undefined, channels: ChannelSettings, root: string) {
  if (served?.url === undefined || pageChats(channels).length === 0) return [];
  return pageLinks(channels, { url: served.url, secret: await secretIn(join(root, "asking")) });
}

/** Nothing where nobody serves the store and nothing waits to be: most stores have no `up`. */
function servedText(served: UpProcess | undefined, pages: Pages, lanes: readonly LaneStanding[]): string {
  const busy = lanes.filter(({ running, waiting }) => running.length + waiting > 0);
  const lines = busy.map(({ lane, running, waiting }) => `  ${lane}: ${running.length} running, ${waiting} waiting`);
  const shown = pages.map(({ channel, chat, url }) => `  page "${channel}" for ${chat}: ${url}`);
  if (served === undefined) return lines.length === 0 ? "" : ["nobody serves the lanes: stagewright up", ...lines, "", ""].join("\n");
  return [`up: process ${served.pid}${served.url === undefined ? "" : ` at ${served.url}`}`, ...shown, ...lines, "", ""].join("\n");
}

/** What can be read; a damaged journal is for `runs` to tell of. */
async function openRuns(store: Store): Promise<readonly OpenRun[]> {
  const open: OpenRun[] = [];
  for (const run of await store.runs()) {
    const state = await stateOrDamage(store, run);
    if (state instanceof Error || (state.status !== "running" && state.status !== "blocked")) continue;
    const status = state.status === "blocked" ? "waits" : (await store.owner(run)) === undefined ? "interrupted" : "running";
    open.push({ run, pipeline: state.pipeline, status, at: placeOf(state) });
  }
  return open;
}

function placeOf(state: RunState): string {
  const waiting = [...state.stages.values()].find((stage) => stage.waiting !== undefined);
  if (state.status === "blocked" && waiting?.waiting !== undefined) {
    const { on } = waiting.waiting;
    const roomAt = on === "budget" ? waiting.waiting.refusal.roomAt : undefined;
    return `${on} at stage ${waiting.name}${roomAt === undefined ? "" : `, until ${utcClock(roomAt)}`}`;
  }
  const name = state.order[state.cursor];
  return name === undefined ? "its end" : `stage ${name}`;
}
