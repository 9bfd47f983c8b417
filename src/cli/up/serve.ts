import { join } from "node:path";
import { type Level, type Loop, loop, openLog } from "../../chief/index.js";
import type { Config } from "../../config/index.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import type { OpenStore } from "../open-store.js";
import { setTimer } from "../set-timer.js";
import { nowOf, type Surroundings, untilSignal } from "../surroundings.js";
import { type Chief, chiefOf } from "./chief-of.js";
import { pageChats } from "./pages/page-link.js";
import { takeStore } from "./up-process.js";
import { upSettings } from "./up-settings.js";
import { watchedConfig } from "./watched-config.js";

export interface Serving {
  readonly config: Config;
  readonly configFile: string | undefined;
  readonly open: OpenStore;
  /** Does what is due now, and ends. */
  readonly once: boolean;
  /** Prints the log as JSON lines. */
  readonly json: boolean;
  /** What is below it is not logged. */
  readonly level: Level;
  readonly surroundings: Surroundings;
}

/** How often it is looked whether other processes have put something into the lanes or the outbox. */
const LOOK_MS = 1_000;
/** How often it is looked whether a gate waits: at the runs of the store, each by its stamp. */
const ASK_MS = 5_000;
/** How often the config file is looked at. */
const CONFIG_MS = 500;
/** How often it is looked whether people have written, by the kind of a channel: what a provider may be asked. */
const LISTEN_MS = { terminal: 500, page: 500, telegram: 2_000, email: 30_000, webhook: 60_000 };
const CHECKPOINT_MS = 60_000;
const EXPIRE_MS = 600_000;
const PRUNE_MS = 3_600_000;
const HEALTH_MS = 7_200_000;

/**
 * The chief of staff: runs jobs by the clock, takes what hooks and people bring, asks at gates, and says what is to be
 * said, until a signal comes. Then nothing more is begun, and what runs comes to a safe point: the next `up` goes on with it.
 *
 * @throws StagewrightError `up/…` for what could never run, and where another process serves the store
 */
export async function serve({ config, configFile, open, once, json, level, surroundings }: Serving): Promise<ExitCode> {
  const { out, err, cwd } = surroundings;
  let settings = upSettings(config, cwd);
  let isReady = false;
  const now = () => nowOf(surroundings);
  const log = openLog({
    ...{ folder: join(open.root, "logs"), now, level: () => level },
    tell: ({ at, says, ...line }) =>
      json ? out.write(`${JSON.stringify({ at, ...line, says })}\n`) : err.write(`${at.slice(0, 19)}Z ${says}\n`),
  });
  /** A loop for each channel that there is now. */
  const heard = new Map<string, Loop>();
  const taken = once ? undefined : await takeStore(open.root);
  try {
    const chief = await chiefOf({
      ...{ configFile, open, log, surroundings, atOnce: once },
      settings: () => settings,
      isReady: () => isReady,
      written: (name) => heard.get(name)?.poke(),
    });
    const { runner, clock, hooks, server, pages, trouble } = chief;
    await chief.settleOrphans();
    await runner.look();
    await clock.start();
    await clock.idle();
    await hooks.start();
    if (once) {
      await dueNow(chief, Object.keys(settings.channels));
      return EXIT.done;
    }
    let isListening = false;
    const listen = async (): Promise<void> => {
      if (isListening || settings.listen === undefined) return;
      isListening = true;
      const { url } = await server.listen(settings.listen);
      taken?.reachedAt(url);
      log("info", "up", `${count(settings.hooks, "hook")} at ${url}`);
    };
    await listen();
    let toldOfPages = "";
    const tellOfPages = (): void => {
      const { channels, listen } = settings;
      const names = pageChats(channels).map(({ channel, chat }) => `${channel}:${chat}`);
      if (names.join() === toldOfPages) return;
      toldOfPages = names.join();
      if (names.length === 0) return;
      // The links themselves are keys, and have no place in a log.
      if (listen !== undefined) log("info", "up", `pages for ${names.join(", ")}: \`${surroundings.program} status\` shows their links`);
      else log("warn", "up", `nobody can reach the pages for ${names.join(", ")}: add \`listen: {}\` to the config`);
    };
    const watched = watchedConfig(cwd, configFile);
    const reload = async (): Promise<void> => {
      const changed = await watched.changed();
      if (changed === undefined) return;
      const next = upSettings(changed, cwd);
      server.change(next.hooks);
      settings = next;
      pages.change();
      await clock.change(next.jobs);
      await listen();
      await followChannels();
      tellOfPages();
      log("info", "up", `"${configFile}" was changed, and is followed from now on`);
    };
    const every = (from: string, pollMs: number, act: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>) =>
      loop({ act: async (signal) => (await act(signal)) ?? undefined, now, setTimer, pollMs, failed: trouble(from) });
    // One time after the other each: two of a process that send at once would not know of each other.
    const loops = [
      every("lanes", LOOK_MS, () => runner.look()),
      every("dispatch", LOOK_MS, chief.dispatch),
      every("desk", LOOK_MS, chief.deal),
      every("answers", LOOK_MS, chief.carryOut),
      every("gates", ASK_MS, chief.ask),
      every("runs", LOOK_MS, chief.settle),
      every("agents", LOOK_MS, chief.announce),
      every("health", HEALTH_MS, chief.health),
      every("memory", CHECKPOINT_MS, chief.checkpoint),
      every("sessions", EXPIRE_MS, chief.expire),
      every("runs", PRUNE_MS, chief.prune),
      every("config", CONFIG_MS, reload),
    ];
    const followChannels = async (): Promise<void> => {
      for (const [name, one] of heard) {
        if (Object.hasOwn(settings.channels, name)) continue;
        heard.delete(name);
        await one.stop();
      }
      for (const [name, { kind }] of Object.entries(settings.channels)) {
        if (heard.has(name)) continue;
        const one = every(name, LISTEN_MS[kind], (signal) => chief.listenTo(name, signal));
        heard.set(name, one);
        one.start();
      }
    };
    await followChannels();
    tellOfPages();
    for (const one of loops) one.start();
    isReady = true;
    log("info", "up", `${count(settings.jobs, "job")}; Ctrl-C ends this, and what runs can be gone on with`);
    log("info", "up", `write to it with \`${surroundings.program} tell "what runs?"\``);
    await untilSignal(surroundings);
    isReady = false;
    log("info", "up", "ending: nothing more is begun, and what runs comes to a safe point");
    const closed = isListening ? server.close() : undefined;
    // Those who follow would hold it open for ever.
    pages.end();
    await closed;
    await hooks.stop();
    // Not waited for: what is told to end is not over for the clock, and the next process finds it in its lane.
    void clock.stop();
    await runner.interrupt();
    await Promise.all([...loops, ...heard.values()].map((one) => one.stop()));
    return EXIT.interrupted;
  } finally {
    taken?.giveBack();
  }

  /** One round of all; what it brings into the lanes is waited for. */
  async function dueNow({ lanes, runner, clock, hooks, trouble, ...chief }: Chief, channels: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    for (const name of channels) await chief.listenTo(name, signal).catch(trouble(name));
    await hooks.stop();
    for (let before = -1; before !== lanes.log.read().known.size; ) {
      before = lanes.log.read().known.size;
      await chief.deal();
      await chief.carryOut();
      await chief.ask();
      await chief.settle();
      await chief.dispatch(signal);
      await runner.look();
      await runner.idle();
      await chief.announce();
    }
    // The clock waits for what was taken out of its lane before it began, too.
    await chief.settle();
    await clock.stop();
    await chief.health();
    await chief.dispatch(signal);
    await chief.prune();
  }
}

function count(all: object, what: string): string {
  const { length } = Object.keys(all);
  return `${length} ${what}${length === 1 ? "" : "s"}`;
}
