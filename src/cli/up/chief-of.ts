import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { asking, secretIn } from "../../asking/index.js";
import { LaneWork, type Log, type SetTimer } from "../../chief/index.js";
import { credentialIfAny } from "../../credentials/index.js";
import { type Channel, type Channels, type Delivered, dispatchDue, type Listened, openOutbox } from "../../dispatch/index.js";
import { type LaneItem, laneRunner, openLanes } from "../../lanes/index.js";
import { openMemory } from "../../memory/index.js";
import { openRegistry, openSessions } from "../../registry/index.js";
import { openContext } from "../../state/index.js";
import {
  type HookWork,
  hookHealth,
  hookQueue,
  hookServer,
  hookStore,
  jobClock,
  jobHealth,
  jobStore,
  listJobs,
} from "../../triggers/index.js";
import { channelsOf } from "../channels.js";
import { knownGates } from "../gates/asking/known-gates.js";
import { findPipeline, loadPipeline } from "../load-pipeline.js";
import type { OpenStore } from "../open-store.js";
import { runPruner } from "../prune-runs.js";
import { resultOf } from "../run-result.js";
import { setTimer as realTimer } from "../set-timer.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import { conversationsIn } from "./conversations.js";
import { deskOf, personIn } from "./desk-of.js";
import { knownRuns } from "./known-runs.js";
import { resumptionOf, workInLanes } from "./lane-work.js";
import { openPages } from "./pages/open-pages.js";
import { type CarryOut, inChildren } from "./run-in-child.js";
import { saidIn } from "./said.js";
import { standingText } from "./standing-text.js";
import { takeDown } from "./take-down.js";
import { chatOf, TERMINAL, type UpSettings } from "./up-settings.js";
import { whiteboard } from "./whiteboard.js";

interface Needs {
  /** As they are now: they change while it runs. */
  readonly settings: () => UpSettings;
  readonly configFile: string | undefined;
  readonly open: OpenStore;
  readonly log: Log;
  /** Whether it takes anything that comes in. */
  readonly isReady: () => boolean;
  /** Runs what lies in a lane to where it rests. Default: in a process of its own, whose crash is nobody else's. */
  readonly carryOut?: CarryOut;
  readonly setTimer?: SetTimer;
  /** The clock of the jobs is looked at again at least so often. Default: a minute, since a machine may sleep. */
  readonly longestSleepMs?: number;
  /** Puts something between the dispatcher and a channel. */
  readonly over?: (channel: Channel) => Channel;
  /** Told of each message that went out. */
  readonly sent?: (delivered: Delivered) => void;
  /** Told of each channel on whose page somebody has written. */
  readonly written?: (channel: string) => void;
  /** Waits for nothing: for a look that ends. */
  readonly atOnce: boolean;
  readonly surroundings: Surroundings;
}

/** What belongs to each other in `up`: each part can be looked at by itself, and none does anything before it is told to. */
export async function chiefOf({ settings, open, log, isReady, atOnce, surroundings, setTimer = realTimer, ...needs }: Needs) {
  const { cwd, env, program } = surroundings;
  const carryOut = needs.carryOut ?? inChildren(needs.configFile, open, surroundings, { spawns: true });
  const { root } = open;
  const now = () => nowOf(surroundings);
  const trouble = (from: string) => (error: unknown) => log("error", from, error instanceof Error ? error.message : String(error));
  const newId = randomUUID;

  const said = saidIn(root, now);
  const conversations = conversationsIn(openSessions(root, { settings: () => settings().conversations, now, newId }));
  const folder = join(root, "asking");
  const secret = await secretIn(folder);
  const pages = openPages({ root, channels: () => settings().channels, secret, now, newId, written: (name) => needs.written?.(name) });
  const over = needs.over ?? ((channel: Channel) => channel);
  const channels = channelsIn({ settings, root, log, surroundings, page: pages.channel, over });
  const outbox = openOutbox(root, { rules: () => settings().dispatch, channels: () => Object.keys(settings().channels), now, newId });
  const lanes = openLanes(root, { settings: () => settings().lanes, now });
  const look = () => runner.look();
  /** A resumption has the name of its run, a plus, and one of its own. */
  const inLanes = () => new Set([...lanes.log.read().places.keys()].map((id) => id.replace(/\+.*$/, "")));
  const registry = openRegistry(root, {
    ...{ now, newId },
    settings: () => settings().registry,
    agents: () => settings().agents,
    models: () => [],
    tearDown: (run) => takeDown({ run, lanes, open, look }),
    trouble: (text, fields) => log("warn", "registry", text, fields),
  });
  const memory = openMemory(root, { zone: settings().memory.zone, now });
  const board = whiteboard({ context: openContext(root, { now }), memory, now, log });
  const runs = knownRuns({ registry, open, board, inLanes });
  const work = workInLanes({
    ...{ lanes, open, look, newId, runs, now, setTimer, trouble: trouble("lanes") },
    chatOf: (deliver) => chatOf(deliver, settings()),
    run: carryOut,
    tell: async ({ replyTo = "", thread, session }, { id, ...said }) => {
      const more = { ...(thread !== undefined && { thread }), ...(session !== undefined && { session }) };
      await outbox.emit({ ...said, action: "reply", chat_id: replyTo, ...more }, id);
    },
    resultOf: async ({ pipeline }, end) => {
      if (end.status !== "done") return undefined;
      const loaded = await loadPipeline(findPipeline(pipeline, cwd), cwd);
      // A value that is no text means little in a chat.
      return loaded.report === undefined ? undefined : resultOf(loaded, end, async () => end);
    },
    finished: (asked, item, reading) => desk.finished({ item, work: asked }, reading),
  });
  const runner = laneRunner({
    ...{ lanes, now, settings: () => settings().lanes, trouble: trouble("lanes") },
    start: (item, starting) => {
      log("info", "lanes", `${titleOf(item)} ${starting.interrupted ? "goes on" : "begins"} (run ${item.id})`, { lane: item.lane });
      return work.start(item, starting);
    },
    ended: (item, ended) => {
      const says = `${titleOf(item)}: ${ended.because ?? ended.outcome}`;
      log(ended.outcome === "failed" ? "error" : "info", "lanes", says, { lane: item.lane });
      work.ended(item, ended);
    },
  });
  const jobs = jobStore(root);
  const pruner = runPruner(open, now);
  const clock = jobClock({
    ...{ jobs: settings().jobs, now, store: jobs, setTimer },
    ...{ fire: work.fire, whatBecame: work.whatBecame, foundAs: work.foundAs, trouble: trouble("clock") },
    ...(needs.longestSleepMs !== undefined && { longestSleepMs: needs.longestSleepMs }),
  });

  const gates = knownGates({ open, surroundings, resumptions: { add: (run) => work.goOn(run, "gate") } });
  const asks = asking({
    ...{ folder, outbox, now, gates, commandLine: program, secret },
    places: () => settings().places,
    groups: () => settings().groups,
    tell: (text) => log("info", "gates", text),
    threadOf: (run) => runs.askerOf(run)?.thread,
  });
  const status = async () => {
    const waiting = (await gates.waiting()).map(({ run, pipeline, gate }) => ({ run, pipeline, stage: gate.stage }));
    const listed = listJobs(settings().jobs, jobs.read(), now());
    return standingText({ lanes: lanes.standing(), gates: waiting, jobs: listed, givenUp: outbox.dead().length });
  };
  const desk = deskOf({
    ...{ folder: join(root, "desk"), settings, lanes, runs, outbox, memory, conversations, said, status, look, surroundings, atOnce },
  });

  const hooksTaken = hookStore(root);
  const hooks = hookQueue({
    ...{ store: hooksTaken, now, setTimer, trouble: trouble("hooks") },
    work: async (hook) => {
      const { pipeline } = hook;
      if (pipeline === undefined) await hearText(hook);
      else await work.take({ ...hook, pipeline });
      log("info", "hooks", `hook "${hook.hook}" has brought something (${hook.id})`);
    },
  });
  /** What starts no pipeline is a text, from a voice or another device: the desk reads it as if it came from where it is answered. */
  const hearText = async ({ id, hook, message, body, deliver, at }: HookWork) => {
    const to = chatOf(deliver ?? { channel: TERMINAL }, settings());
    const [channel = "", ...chat] = to.split(":");
    const text = message ?? textIn(body);
    const heard = { id: `hook/${id}`, chat: chat.join(":"), from: { id: null, name: hook }, text, at };
    await said.heard(channel, [heard], () => undefined);
    await conversations.heard(channel, [heard]);
    await desk.hear(channel, [heard]);
  };
  const server = hookServer({
    ...{ hooks: settings().hooks, queue: hooks, now, newId, trouble: trouble("hooks") },
    secretOf: (name) => credentialIfAny([name], { env })?.reveal(),
    own: pages.answer,
    pages: (path) => {
      if (path !== "/live" && path !== "/ready") return undefined;
      const standing = { ready: isReady(), pid: process.pid, jobs: Object.keys(settings().jobs).length, lanes: lanes.standing() };
      const headers = { "content-type": "application/json" };
      return { status: path === "/live" || standing.ready ? 200 : 503, text: JSON.stringify(standing), headers };
    },
  });

  /** Since when a channel has not answered. */
  const silent = new Map<string, string>();
  const listened = async (name: string, signal: AbortSignal): Promise<Listened | undefined> => {
    try {
      const heard = await channels()[name]?.listen?.(desk.cursorOf(name), signal);
      silent.delete(name);
      return heard;
    } catch (error) {
      if (!signal.aborted && !silent.has(name)) silent.set(name, now().toISOString());
      throw error;
    }
  };

  return {
    ...{ lanes, runner, clock, hooks, server, pages, gates, trouble },
    /** Ends in the registry what a process has left behind that nobody goes on with. */
    settleOrphans: () => registry.settleOrphans(({ id }) => runs.askedAs(id) !== undefined),
    /** Says how runs ended that somebody else has gone on with. */
    settle: work.settle,
    /** Brings what agents have done to the runs that want it: these go on. */
    announce: async (): Promise<void> => {
      await registry.announceDue({
        // One that runs looks for itself, and rests again before it is told.
        canTake: async ({ id }) => !inLanes().has(id) && (await open.store.owner(id)) === undefined,
        wasTold: async (child) => lanes.log.read().known.has(resumptionOf(registry.get(child)?.parent ?? "", child)),
        announce: (parent, _child, key) => work.goOn(parent.id, "agent", key),
      });
    },
    /** Leaves a note to whoever goes on after this process, from time to time. */
    checkpoint: () =>
      board.checkpoint(
        status,
        lanes.standing().every(({ running }) => running.length === 0),
      ),
    /** Ends conversations in which nobody has said anything for long. */
    expire: conversations.expire,
    /** Takes runs off the disk that ended long enough ago. */
    prune: async (): Promise<void> => {
      const gone = await pruner.remove(await pruner.due(settings().retention));
      if (gone.length > 0)
        log("info", "runs", `${gone.length} ${gone.length === 1 ? "run" : "runs"} that ended long ago removed`, { runs: gone });
    },
    /** Hears what people wrote on a channel. */
    listenTo: async (name: string, signal: AbortSignal): Promise<void> => {
      const heard = await listened(name, signal);
      if (heard === undefined) return;
      await said.heard(name, heard.messages, (message) => personIn(settings(), name, message));
      // Those who ask at gates come first; what is no answer to them is the desk's, and so is how far was listened.
      const messages = await asks.hear(name, heard);
      await conversations.heard(name, messages);
      await desk.hear(name, messages, heard.cursor);
    },
    /** Carries out what people have answered at gates. */
    carryOut: asks.carryOut,
    /** Asks at gates where people are; for this every run of the store is looked at. */
    ask: asks.ask,
    /** Deals with what people wrote. @returns when there is more to deal with. */
    deal: async (): Promise<number | undefined> => {
      const { places } = lanes.log.read();
      await desk.settle((item) => places.has(item));
      return desk.takeDue();
    },
    /** Sends what is due. @returns when more is. */
    dispatch: (signal: AbortSignal) =>
      dispatchDue({
        ...{ outbox, now, signal, channels },
        rules: () => settings().dispatch,
        record: async (delivered) => {
          await said.told(delivered);
          await conversations.told(delivered);
          await asks.sent(delivered);
          needs.sent?.(delivered);
        },
        close: async ({ reply: { session } }) => {
          if (session !== undefined) await conversations.close(session);
        },
        trouble: (text, fields) => log("warn", "dispatch", text, fields),
      }),
    /** Says what is wrong with jobs, hooks and channels; under one name each, so that it is said once, however often it is seen. */
    health: async (): Promise<void> => {
      const mute = [...silent].map(([name, since]) => ({
        key: `channels/silent ${name} ${since}`,
        message: `channel "${name}" has not answered since ${since.slice(0, 19)}Z`,
      }));
      const found = [...jobHealth(settings().jobs, jobs.read(), now().getTime()), ...hookHealth(hooksTaken.read()), ...mute];
      for (const { key, message } of found) {
        log("warn", "health", message);
        const chat_id = chatOf({ channel: TERMINAL }, settings());
        await outbox.emit({ source: "health", action: "reply", chat_id, message }, `health:${key}`);
      }
    },
  };
}
export type Chief = Awaited<ReturnType<typeof chiefOf>>;

const Spoken = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/** What a device heard: the body itself, or its field `text`. */
function textIn(body: HookWork["body"]): string {
  return Spoken.safeParse(body).data ?? JSON.stringify(body);
}

/** What it is known by in a line of the log. */
function titleOf({ owner, work }: LaneItem): string {
  const read = LaneWork.safeParse(work).data;
  // What a person or another run has asked for lies under the name of a thread or a run, which says little.
  return read?.kind === "pipeline" && (read.thread !== undefined || read.source.startsWith("run ")) ? read.pipeline : owner;
}

interface Making extends Pick<Needs, "settings" | "log" | "surroundings"> {
  readonly root: string;
  readonly over: (channel: Channel) => Channel;
  readonly page: (name: string) => Channel;
}

/** The channels as they are configured now: made anew where that has changed, for some keep a connection. */
function channelsIn({ settings, root, log, surroundings, page, over }: Making): () => Channels {
  const err = { ...surroundings.err, write: (text: string) => log("info", TERMINAL, text.trimEnd()) };
  let made: { readonly of: string; readonly channels: Channels } | undefined;
  return () => {
    const of = JSON.stringify(settings().channels);
    if (made?.of !== of) {
      const all = channelsOf(settings().channels, { root, page, surroundings: { ...surroundings, err } });
      made = { of, channels: Object.fromEntries(Object.entries(all).map(([name, channel]) => [name, over(channel)])) };
    }
    return made.channels;
  };
}
