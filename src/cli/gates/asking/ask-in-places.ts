import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type AskedPlace, asking, secretIn } from "../../../asking/index.js";
import { loop } from "../../../chief/index.js";
import type { Config } from "../../../config/index.js";
import { AGENT_VARIABLE } from "../../../core/index.js";
import { DispatchRules, dispatchDue, openOutbox } from "../../../dispatch/index.js";
import { StagewrightError } from "../../../dsl/index.js";
import { channelsOf } from "../../channels.js";
import type { ExitCode } from "../../exit-code.js";
import type { OpenStore } from "../../open-store.js";
import { setTimer } from "../../set-timer.js";
import { nowOf, type Surroundings, untilSignal } from "../../surroundings.js";
import { resumptions } from "../resumptions.js";
import { askedPlaces } from "./asked-places.js";
import { knownGates } from "./known-gates.js";

interface AskingInPlaces {
  readonly config: Config;
  readonly open: OpenStore;
  /** Asks, takes what has been answered, and ends. */
  readonly once: boolean;
  readonly everySeconds: number;
  readonly json: boolean;
  readonly surroundings: Surroundings;
}

/** Asks at the places of the configuration, and goes on with what is decided, until a signal comes. */
export async function askInPlaces({ config, open, once, everySeconds, json, surroundings }: AskingInPlaces): Promise<ExitCode> {
  const { env, out, err } = surroundings;
  if (env[AGENT_VARIABLE] !== undefined) {
    throw new StagewrightError("gate/may-not", "nobody is asked from within a run: what runs unattended brings no decisions", {
      hint: "start it yourself, outside of the run",
    });
  }
  const dispatch = config.dispatch ?? DispatchRules.parse({});
  const settings = config.channels ?? {};
  const places = askedPlaces({ gates: config.gates ?? { places: [] }, channels: settings, dispatch });
  if (places.length === 0) {
    throw new StagewrightError("gates/places", "the configuration names no place where people are asked", {
      hint: 'write gates: { places: [{ chat: "telegram:4711", people: { "4711": "ana" } }] }, and the channel in `channels`',
    });
  }
  const now = () => nowOf(surroundings);
  const tell = (text: string) =>
    json
      ? out.write(`${JSON.stringify({ at: now().toISOString(), says: text })}\n`)
      : out.write(`${now().toISOString().slice(0, 19)}Z ${text}\n`);
  const trouble = (text: string) => err.write(`${now().toISOString().slice(0, 19)}Z ${text}\n`);
  const channels = channelsOf(settings, { root: open.root, surroundings });
  const outbox = openOutbox(open.root, { rules: () => dispatch, channels: () => Object.keys(channels), now, newId: randomUUID });
  const goingOn = resumptions({ open, surroundings });
  const folder = join(open.root, "asking");
  const asks = asking({
    ...{ folder, outbox, now, tell, commandLine: surroundings.program },
    gates: knownGates({ open, surroundings, resumptions: goingOn }),
    places: () => places,
    groups: () => config.groups ?? {},
    secret: await secretIn(folder),
  });
  const send = (signal: AbortSignal) =>
    dispatchDue({
      ...{ outbox, now, signal },
      rules: () => dispatch,
      channels: () => channels,
      record: (delivered) => asks.sent(delivered),
      close: async () => {},
      trouble,
    });
  const round = async (signal: AbortSignal): Promise<number | undefined> => {
    for (const channel of listenedTo(places)) {
      try {
        const heard = await channels[channel]?.listen?.(asks.cursor(channel), signal);
        if (heard !== undefined) await asks.hear(channel, heard);
      } catch (error) {
        if (signal.aborted) throw error;
        // A place that cannot be reached keeps nobody else from answering.
        trouble(`nothing could be heard on "${channel}": ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await asks.carryOut();
    await asks.ask();
    return send(signal);
  };
  if (once) {
    const { signal } = new AbortController();
    await round(signal);
    const code = await goingOn.stop({ finishes: true });
    // What went on may wait at its next gate by now.
    await asks.ask();
    await send(signal);
    return code;
  }
  const rounds = loop({
    act: round,
    ...{ now, setTimer, pollMs: everySeconds * 1_000 },
    failed: (error) => trouble(error instanceof Error ? error.message : String(error)),
  });
  trouble(`asking at ${places.map(({ chat }) => chat).join(", ")}; Ctrl-C ends it`);
  rounds.start();
  await untilSignal(surroundings);
  await rounds.stop();
  return goingOn.stop();
}

/** Only where an answer can count: on the others something else may listen. */
function listenedTo(places: readonly AskedPlace[]): readonly string[] {
  return [...new Set(places.map(({ channel }) => channel))];
}
