import { join } from "node:path";
import { z } from "zod";
import { asQueued, DeskSettings, frontDesk, type Loop, loop, ownThread } from "../../src/chief/index.js";
import { conversationsIn } from "../../src/cli/up/conversations.js";
import { knownRuns } from "../../src/cli/up/known-runs.js";
import { workInLanes } from "../../src/cli/up/lane-work.js";
import { DispatchRules, dispatchDue, openOutbox } from "../../src/dispatch/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { LaneSettings, laneRunner, openLanes } from "../../src/lanes/index.js";
import { openRegistry, openSessions, RegistrySettings, SessionSettings } from "../../src/registry/index.js";
import { openComms } from "../../src/state/index.js";
import { fileStore } from "../../src/store/index.js";
import { jobClock, jobStore } from "../../src/triggers/index.js";
import type { Chance } from "./chance.js";
import { channelTo, type Provider } from "./chat-world.js";
import { Killed, type Life } from "./machine.js";
import { JOBS } from "./month-jobs.js";
import type { MonthTime } from "./month-time.js";
import type { SimulatedRuns } from "./simulated-runs.js";

export interface MonthProcess {
  start(): Promise<void>;
  /** Fires nothing more; what runs comes to its end. */
  quiet(): void;
  /** Told to end, as by SIGTERM: what runs comes to a safe point. */
  stop(): Promise<void>;
}

interface Needs {
  readonly root: string;
  readonly time: MonthTime;
  readonly life: Life;
  readonly providers: readonly Provider[];
  readonly runs: SimulatedRuns;
  readonly luck: Chance;
  /** Told of what went wrong and no fault of the month explains. */
  readonly trouble: (from: string, error: unknown) => void;
}

const MINUTE = 60_000;
const LOOK_MS = 60 * MINUTE;
const SELDOM_MS = 180 * MINUTE;
const PIPELINES = ["publisher", "dossier", "front-desk", "slow"];
const agents = ["chief", ...Object.keys(JOBS).map((job) => `job-${job}`)];
const dispatchRules = DispatchRules.parse({
  chats: { ana: { channel: "chat", chat: "ana", quiet: { from: "23:00", to: "06:30", zone: "Europe/Bucharest" } } },
  perMinute: { post: 2 },
});
const deskSettings = DeskSettings.parse({ quietMs: 2 * MINUTE, cap: 3, intents: [{ says: ["write the post"], pipeline: "publisher" }] });
const laneSettings = LaneSettings.parse({ lanes: { background: { maxConcurrent: 2 } } });
const registrySettings = RegistrySettings.parse({});
const sessionSettings = SessionSettings.parse({});

/** `up` as `chiefOf` puts it together, on the disk and the timers of one life. */
export function monthProcess({ root, time, life, providers, runs: simulated, luck, trouble }: Needs): MonthProcess {
  const { now } = time;
  const { me, disk, pause, setTimer, isGone } = life;
  const world = { me, disk, pause };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `${me.startedAt}-${ids}`;
  };
  const failed = (from: string) => (error: unknown) => {
    if (!life.isDead && !(error instanceof Killed)) trouble(from, error);
  };

  const comms = openComms(root, { now, ...world });
  const conversations = conversationsIn(openSessions(root, { settings: () => sessionSettings, now, newId, ...world }));
  const channels = Object.fromEntries(providers.map((there) => [there.name, channelTo(there, life, luck)]));
  const outbox = openOutbox(root, { rules: () => dispatchRules, channels: () => Object.keys(channels), now, newId, ...world });
  const lanes = openLanes(root, { settings: () => laneSettings, now, ...world });
  const look = () => runner.look();
  const inLanes = () => new Set([...lanes.log.read().places.keys()].map((id) => id.replace(/\+.*$/, "")));
  const registry = openRegistry(root, {
    ...{ now, newId, isGone, ...world },
    settings: () => registrySettings,
    agents: () => agents,
    models: () => [],
  });
  const open = { ...simulated.open, store: fileStore(join(root, "runs"), disk) };
  // What the whiteboard shows is no part of what has to be accounted for.
  const board = { began: async () => {}, waits: async () => {}, ended: async () => {}, checkpoint: async () => {} };
  const runs = knownRuns({ registry, open, board, inLanes });
  const work = workInLanes({
    ...{ trouble: failed("lanes"), now, setTimer, lanes, open, look, newId, runs },
    chatOf: ({ channel, to }) => `${channel}:${to ?? "me"}`,
    run: (item, run, signal) => simulated.run(life, item, run, signal),
    tell: async ({ replyTo = "", thread, session }, { id, ...said }) => {
      const more = { ...(thread !== undefined && { thread }), ...(session !== undefined && { session }) };
      await outbox.emit({ ...said, action: "reply", chat_id: replyTo, ...more }, id);
    },
    resultOf: async () => undefined,
    finished: (asked, item, reading) => desk.finished({ item, work: asked }, reading),
  });
  const runner = laneRunner({
    ...{ lanes, now, me, isGone, settings: () => laneSettings },
    start: work.start,
    ended: work.ended,
  });
  const clock = jobClock({
    ...{ jobs: JOBS, now, setTimer, me, store: jobStore(root, world), longestSleepMs: LOOK_MS },
    isGone: ({ owner }) => isGone(`${owner.host}~${owner.pid}~${owner.startedAt}`),
    ...{ fire: work.fire, whatBecame: work.whatBecame, foundAs: work.foundAs, trouble: failed("clock") },
  });
  const desk = frontDesk({
    ...{ folder: join(root, "desk"), now, ...world },
    settings: () => deskSettings,
    queue: async (asked, item) => {
      if (!PIPELINES.includes(asked.pipeline)) {
        throw new StagewrightError("usage/pipeline", `there is no pipeline "${asked.pipeline}"`, { hint: "there are others" });
      }
      const owner = asked.thread ?? asked.source;
      const { before } = await lanes.enqueue({ id: item, lane: "main", owner, work: z.json().parse(asked) });
      await runs.expect(item, asked);
      await look();
      return asQueued({ item, lane: "main", work: asked, before });
    },
    stop: async (item) => {
      await lanes.cancel(item);
      await look();
    },
    reply: async ({ channel, chat, thread }, message, id) => {
      const reply = {
        source: "chief",
        action: "reply" as const,
        chat_id: `${channel}:${chat}`,
        message,
        thread,
        priority: "high" as const,
      };
      await outbox.emit(reply, `desk:${id}`);
    },
    status: async () => `${registry.standing().running} run`,
    teach: async ({ pipeline }) => `Noted for "${pipeline}".`,
    pipelineAnswered: () => undefined,
    threadOf: (channel, { chat }, otherwise) => comms.joinThread({ channel, chat, otherwise }),
    isForGate: () => false,
    personOf: () => undefined,
    reader: {
      pipeline: "front-desk",
      input: async (text, { channel, chat }) => ({ text, before: [...conversations.before(channel, chat)] }),
    },
  });

  const listenTo = async (name: string, signal: AbortSignal): Promise<void> => {
    const heard = await channels[name]?.listen?.(desk.cursorOf(name), signal);
    if (heard === undefined) return;
    await comms.heard(name, heard.messages, (message) => ownThread(name, message, undefined));
    await conversations.heard(name, heard.messages);
    await desk.hear(name, heard.messages, heard.cursor);
  };
  const deal = async (): Promise<number | undefined> => {
    const { places } = lanes.log.read();
    await desk.settle((item) => places.has(item));
    return desk.takeDue();
  };
  const dispatch = (signal: AbortSignal) =>
    dispatchDue({
      ...{ outbox, now, signal, me },
      channels: () => channels,
      rules: () => dispatchRules,
      record: async (delivered) => {
        await comms.sent(delivered);
        await conversations.told(delivered);
      },
      close: async ({ reply: { session } }) => {
        if (session !== undefined) await conversations.close(session);
      },
    });
  const every = (from: string, pollMs: number, act: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>): Loop =>
    loop({ act: async (signal) => (await act(signal)) ?? undefined, now, setTimer, pollMs, failed: failed(from) });
  const loops = [
    every("lanes", LOOK_MS, () => runner.look()),
    every("dispatch", LOOK_MS, dispatch),
    every("desk", LOOK_MS, deal),
    every("runs", SELDOM_MS, work.settle),
    every("sessions", SELDOM_MS, conversations.expire),
    ...providers.map(({ name, isDown: _ }) => every(`channel ${name}`, LOOK_MS, (signal) => listenTo(name, signal))),
  ];

  return {
    start: async () => {
      await registry.settleOrphans(({ id }) => runs.askedAs(id) !== undefined);
      await runner.look();
      await clock.start();
      await clock.idle();
      for (const one of loops) one.start();
    },
    quiet: () => void clock.stop(),
    stop: async () => {
      void clock.stop();
      await runner.interrupt();
      await Promise.all(loops.map((one) => one.stop()));
    },
  };
}
