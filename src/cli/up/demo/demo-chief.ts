import type { Log } from "../../../chief/index.js";
import type { Channel, Delivered } from "../../../dispatch/index.js";
import type { OpenStore } from "../../open-store.js";
import type { Surroundings } from "../../surroundings.js";
import { chiefOf } from "../chief-of.js";
import type { ChildEnd } from "../run-in-child.js";
import type { UpSettings } from "../up-settings.js";
import { runHere } from "./run-here.js";
import type { SimulatedClock } from "./simulated-clock.js";

interface Needs {
  readonly settings: UpSettings;
  readonly open: OpenStore;
  readonly clock: SimulatedClock;
  readonly log: Log;
  /** Its clock is the simulated one. */
  readonly surroundings: Surroundings;
  /** Puts something between the dispatcher and a channel. */
  readonly over: (channel: Channel) => Channel;
  /** Told of each run that has come to rest. */
  readonly rested: (end: ChildEnd) => Promise<void>;
  /** Told of each message that went out. */
  readonly sent: (delivered: Delivered) => void;
}

/** `up` on a clock that is moved by hand, where runs take place in this process. */
export async function demoChief({ settings, open, clock, log, surroundings, over, rested, sent }: Needs) {
  /** Runs take no time here: they are held until it is told that they were queued, so that all comes in its order. */
  let held: (() => void)[] | undefined;
  const untilTold = () => new Promise<void>((resolve) => (held === undefined ? resolve() : held.push(resolve)));
  const letGo = () => {
    for (const goOn of held ?? []) goOn();
    held = undefined;
  };
  const chief = await chiefOf({
    ...{ open, log, surroundings, over, sent, setTimer: clock.setTimer, configFile: undefined, atOnce: false },
    settings: () => settings,
    isReady: () => true,
    // A machine that sleeps is no matter here.
    longestSleepMs: Number.POSITIVE_INFINITY,
    carryOut: async (work, run, signal) => {
      await untilTold();
      const end = await runHere({ work, run, signal, open, surroundings });
      await rested(end);
      return end;
    },
  });
  const { lanes, runner, gates } = chief;
  return {
    start: () => chief.clock.start(),
    /** Does all that is due now. @returns when more is, in milliseconds since 1970. */
    doDue: async (signal: AbortSignal): Promise<number> => {
      const wakes: (number | undefined)[] = [];
      for (let before = -1; before !== lanes.log.read().known.size; ) {
        before = lanes.log.read().known.size;
        held = [];
        await chief.clock.idle();
        for (const name of Object.keys(settings.channels)) await chief.listenTo(name, signal);
        const more = await chief.deal();
        await runner.look();
        await chief.dispatch(signal);
        letGo();
        await runner.idle();
        await chief.clock.idle();
        wakes.splice(0, wakes.length, more, await chief.dispatch(signal), clock.nextTimer());
      }
      return Math.min(...wakes.map((at) => at ?? Number.POSITIVE_INFINITY));
    },
    /** Approves whatever waits for a person. */
    approveAll: async (by: string): Promise<void> => {
      for (const { run, gate } of await gates.waiting()) {
        await gates.decide({ run, opened: gate.seq }, { decision: "approve" }, { by, where: "command line", seen: gate.digest });
        await gates.goOn(run);
      }
    },
    stop: async (): Promise<void> => {
      void chief.clock.stop();
      await runner.interrupt();
    },
  };
}
