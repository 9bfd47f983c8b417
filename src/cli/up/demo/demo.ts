import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { openLog } from "../../../chief/index.js";
import type { Channel, Delivered } from "../../../dispatch/index.js";
import { readRun, systemEnvironment } from "../../../runner/index.js";
import { appendText, realDisk } from "../../../store/index.js";
import { EXIT, type ExitCode } from "../../exit-code.js";
import { loadConfig } from "../../load-config.js";
import { type OpenStore, openStore } from "../../open-store.js";
import { type Surroundings, untilSignal } from "../../surroundings.js";
import { upSettings } from "../up-settings.js";
import { demoChief } from "./demo-chief.js";
import { demoFolder } from "./demo-folder.js";
import { FROM, SCENES, type Scene, TO } from "./scenes.js";
import { simulatedClock } from "./simulated-clock.js";

interface Demo {
  readonly surroundings: Surroundings;
  /** How long the day takes, in milliseconds. Default: a minute. */
  readonly lastsMs?: number;
}

const A_MINUTE_MS = 60_000;
const PERSON = "you";

/**
 * Shows a day of `up` in a minute: by a simulated clock, in a folder of its own that stays, with no account and nothing
 * from outside. Ctrl-C ends it at once.
 */
export async function demo({ surroundings, lastsMs = A_MINUTE_MS }: Demo): Promise<ExitCode> {
  const { out, program } = surroundings;
  const folder = demoFolder();
  const clock = simulatedClock(new Date(FROM));
  const open = openStore(undefined, folder);
  const tell = (who: string, text: string) => out.write(linesOf(clock.now(), who, text));
  const inside: Surroundings = {
    ...surroundings,
    cwd: folder,
    // Nothing of the person's own is read: no credentials, no settings.
    env: { HOME: folder },
    err: { ...surroundings.err, write: (text) => tell("up", text.replace(/^\[me\] /, "").trimEnd()) },
    canAsk: false,
    environment: { now: clock.now, id: systemEnvironment.id, random: systemEnvironment.random },
  };
  const { config } = await loadConfig(folder);
  const log = openLog({
    ...{ folder: join(open.root, "logs"), now: clock.now, level: () => "info" as const },
    tell: ({ from, says }) => (from === "terminal" ? tell("up", says.replace(/^\[me\] /, "")) : tell(from, says)),
  });
  const line = cutLine();
  const last = new Map<string, string>();
  const chief = await demoChief({
    ...{ settings: upSettings(config, folder), open, clock, log, surroundings: inside, over: line.over },
    rested: async ({ state }) => {
      for (const lesson of await lessonsGiven(open, state.run)) tell("lessons", `${state.pipeline} was told: ${lesson}`);
    },
    sent: ({ sources, provider }: Delivered) => {
      const [id] = provider;
      if (id !== undefined) for (const source of sources) last.set(source, id);
    },
  });
  const play = async ({ does }: Scene): Promise<void> => {
    if ("cutsLine" in does) return line.cut();
    if ("approves" in does) {
      tell(PERSON, "(approves the post at the terminal)");
      return chief.approveAll(PERSON);
    }
    tell(PERSON, does.says);
    const replyTo = does.to === undefined ? undefined : last.get(does.to);
    const said = JSON.stringify({ chat: "me", who: PERSON, text: does.says, ...(replyTo !== undefined && { replyTo }) });
    appendText(realDisk, join(open.root, "chat", "inbox.txt"), `${said}\n`, { durably: false });
  };

  const ending = new AbortController();
  void untilSignal(surroundings).then(() => ending.abort());
  const { signal } = ending;
  out.write(`a day from 22:00 to 22:00 (UTC), on a simulated clock and with no account; Ctrl-C ends it\nit happens in ${folder}\n\n`);
  await chief.start();
  const end = Date.parse(TO);
  const scenes = [...SCENES];
  while (!signal.aborted) {
    const due = await chief.doDue(signal);
    const [scene] = scenes;
    const next = Math.min(due, scene === undefined ? end : Date.parse(scene.at), end);
    const passes = next - clock.now().getTime();
    await wait((passes / (end - Date.parse(FROM))) * lastsMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    clock.moveTo(next);
    if (next >= end) break;
    if (scene === undefined || Date.parse(scene.at) > next) continue;
    scenes.shift();
    await play(scene);
  }
  await chief.stop();
  out.write(`\nall of it lies in ${folder}, which may be deleted; look around with\n  cd ${folder} && ${program} runs\n`);
  return signal.aborted ? EXIT.interrupted : EXIT.done;
}

/** Between the dispatcher and a channel: once it is cut, the next message does not get through at the first try. */
function cutLine(): { cut(): void; over(channel: Channel): Channel } {
  let isCut = false;
  return {
    cut: () => {
      isCut = true;
    },
    over: (channel) => ({
      ...channel,
      send: async (...message) => {
        if (!isCut) return channel.send(...message);
        isCut = false;
        throw new Error("the line was cut");
      },
    }),
  };
}

const Ranking = z.object({ ranked: z.array(z.object({ lesson: z.object({ lesson: z.string() }) })) });

/** The lessons that stood in a run's prompts, as its journal holds them. */
async function lessonsGiven({ store }: OpenStore, run: string): Promise<readonly string[]> {
  const { events, load } = await readRun(store, run);
  const given = await Promise.all(
    events.map(async (event) => {
      if (event.type !== "called" || event.adapter !== "lessons" || !("answer" in event.outcome)) return [];
      return Ranking.parse(await load(event.outcome.answer)).ranked.map(({ lesson }) => lesson.lesson);
    }),
  );
  return given.flat();
}

/** `07:00:05 up       …`; what follows in other lines stands below its beginning. */
function linesOf(now: Date, who: string, text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const indent = " ".repeat(18);
  return [
    `${now.toISOString().slice(11, 19)} ${who.padEnd(8)} ${first}`,
    ...rest.map((more) => (more === "" ? "" : indent + more)),
    "",
  ].join("\n");
}
