import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { LaneWork, type Log } from "../../../chief/index.js";
import { type Channel, type Delivered, dispatchDue, openOutbox } from "../../../dispatch/index.js";
import { type LaneItem, laneRunner, openLanes } from "../../../lanes/index.js";
import { openMemory } from "../../../memory/index.js";
import { openRegistry, openSessions } from "../../../registry/index.js";
import { openContext } from "../../../state/index.js";
import { type Firing, jobClock, jobStore, listJobs } from "../../../triggers/index.js";
import { channelsOf } from "../../channels.js";
import { knownGates } from "../../gates/asking/known-gates.js";
import { findPipeline, loadPipeline } from "../../load-pipeline.js";
import type { OpenStore } from "../../open-store.js";
import { resultOf } from "../../run-result.js";
import type { Surroundings } from "../../surroundings.js";
import { conversationsIn } from "../conversations.js";
import { deskOf, personIn } from "../desk-of.js";
import { knownRuns } from "../known-runs.js";
import { workInLanes } from "../lane-work.js";
import type { ChildEnd } from "../run-in-child.js";
import { saidIn } from "../said.js";
import { standingText } from "../standing-text.js";
import { chatOf, type UpSettings } from "../up-settings.js";
import { whiteboard } from "../whiteboard.js";
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

/** The parts of `up` on a clock that is moved by hand, where runs take place in this process. */
export function demoChief({ settings, open, clock, log, surroundings, over, rested, sent }: Needs) {
  const { root } = open;
  const { cwd } = surroundings;
  const { now, setTimer } = clock;
  const newId = randomUUID;
  const said = saidIn(root, now);
  const conversations = conversationsIn(openSessions(root, { settings: () => settings.conversations, now, newId }));
  const channels = Object.fromEntries(
    Object.entries(channelsOf(settings.channels, { root, surroundings })).map(([name, channel]) => [name, over(channel)]),
  );
  const outbox = openOutbox(root, { rules: () => settings.dispatch, channels: () => Object.keys(channels), now, newId });
  const lanes = openLanes(root, { settings: () => settings.lanes, now });
  const look = () => runner.look();
  const isInLane = (name: string) => [...lanes.log.read().places.keys()].some((id) => id === name || id.startsWith(`${name}+`));
  const registry = openRegistry(root, {
    ...{ now, newId },
    settings: () => settings.registry,
    agents: () => settings.agents,
    models: () => [],
  });
  const memory = openMemory(root, { zone: settings.memory.zone, now });
  const board = whiteboard({ context: openContext(root, { now }), memory, now, log });
  const runs = knownRuns({ registry, open, board, isInLane });
  const work = workInLanes({
    ...{ lanes, open, look, newId, runs },
    chatOf: (deliver) => chatOf(deliver, settings),
    run: async (item, run, signal) => {
      await untilTold();
      const end = await runHere({ work: item, run, signal, open, surroundings });
      await rested(end);
      return end;
    },
    tell: async ({ replyTo = "", thread }, { id, ...told }) => {
      await outbox.emit({ ...told, action: "reply", chat_id: replyTo, ...(thread !== undefined && { thread }) }, id);
    },
    resultOf: async ({ pipeline }, end) => {
      const loaded = await loadPipeline(findPipeline(pipeline, cwd), cwd);
      return loaded.report === undefined ? undefined : resultOf(loaded, end, async () => end);
    },
    finished: (asked, item, reading) => desk.finished({ item, work: asked }, reading),
  });
  const runner = laneRunner({
    ...{ lanes, now, settings: () => settings.lanes },
    start: (item, starting) => {
      log("info", "lanes", `${titleOf(item)} ${LaneWork.parse(item.work).kind === "pipeline" ? "begins" : "goes on"}`);
      return work.start(item, starting);
    },
    ended: (item, ended) => {
      log(ended.outcome === "failed" ? "error" : "info", "lanes", `${titleOf(item)}: ${ended.because ?? ended.outcome}`);
      work.ended(item, ended);
    },
  });
  const jobs = jobStore(root);
  const firing = new Set<Promise<unknown>>();
  /** Runs take no time here: they are held until it is told that they were queued, so that all comes in its order. */
  let held: (() => void)[] | undefined;
  const untilTold = () => new Promise<void>((resolve) => (held === undefined ? resolve() : held.push(resolve)));
  const letGo = () => {
    for (const goOn of held ?? []) goOn();
    held = undefined;
  };
  const jobsClock = jobClock({
    ...{ jobs: settings.jobs, now, setTimer, store: jobs, whatBecame: work.whatBecame },
    // A machine that sleeps is no matter here.
    longestSleepMs: Number.POSITIVE_INFINITY,
    fire: async (fired: Firing) => {
      const ends = work.fire(fired);
      firing.add(ends);
      return ends.finally(() => firing.delete(ends));
    },
  });
  const gates = knownGates({ open, surroundings, resumptions: { add: (run) => work.goOn(run, "gate") } });
  const status = async () => {
    const waiting = (await gates.waiting()).map(({ run, pipeline, gate }) => ({ run, pipeline, stage: gate.stage }));
    const listed = listJobs(settings.jobs, jobs.read(), now());
    return standingText({ lanes: lanes.standing(), gates: waiting, jobs: listed, givenUp: outbox.dead().length });
  };
  const desk = deskOf({
    ...{ folder: join(root, "desk"), lanes, runs, outbox, memory, conversations, said, status, look, surroundings, atOnce: false },
    settings: () => settings,
  });

  const listen = async (signal: AbortSignal): Promise<void> => {
    for (const [name, channel] of Object.entries(channels)) {
      const heard = await channel.listen?.(desk.cursorOf(name), signal);
      if (heard === undefined) continue;
      await said.heard(name, heard.messages, (message) => personIn(settings, name, message));
      await conversations.heard(name, heard.messages);
      await desk.hear(name, heard.messages, heard.cursor);
    }
  };
  const dispatch = (signal: AbortSignal) =>
    dispatchDue({
      ...{ outbox, now, signal, channels: () => channels },
      rules: () => settings.dispatch,
      record: async (delivered) => {
        await said.told(delivered);
        await conversations.told(delivered);
        sent(delivered);
      },
      close: async () => {},
      trouble: (text) => log("warn", "dispatch", text),
    });

  return {
    start: () => jobsClock.start(),
    /** Does all that is due now. @returns when more is, in milliseconds since 1970. */
    doDue: async (signal: AbortSignal): Promise<number> => {
      const wakes: (number | undefined)[] = [];
      for (let before = -1; before !== lanes.log.read().known.size; ) {
        before = lanes.log.read().known.size;
        held = [];
        await jobsClock.idle();
        await listen(signal);
        const more = await desk.takeDue();
        await runner.look();
        await dispatch(signal);
        letGo();
        await Promise.all(firing);
        await jobsClock.idle();
        await runner.idle();
        wakes.splice(0, wakes.length, more, await dispatch(signal), clock.nextTimer());
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
      void jobsClock.stop();
      await runner.interrupt();
    },
  };
}

/** What it is known by in a line of the log. */
function titleOf(item: LaneItem): string {
  const read = LaneWork.parse(item.work);
  return read.kind === "pipeline" ? read.pipeline : read.run;
}
