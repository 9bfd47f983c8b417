import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { chatChannel, terminalChat } from "../../../adapters/index.js";
import { loop } from "../../chief/index.js";
import { AGENT_VARIABLE } from "../../core/index.js";
import { DispatchRules, dispatchDue, openOutbox } from "../../dispatch/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { LaneSettings, laneRunner, openLanes } from "../../lanes/index.js";
import { type Jobs, jobClock, jobStore } from "../../triggers/index.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findPipeline } from "../load-pipeline.js";
import type { OpenStore } from "../open-store.js";
import { setTimer } from "../set-timer.js";
import { nowOf, type Surroundings, untilSignal } from "../surroundings.js";
import { jobRuns } from "./job-runs.js";
import { runInChild } from "./run-in-child.js";

export interface Serving {
  readonly jobs: Jobs;
  readonly configFile: string | undefined;
  readonly open: OpenStore;
  /** Does what is due now, and ends. */
  readonly once: boolean;
  readonly surroundings: Surroundings;
}

const CHANNEL = "terminal";
/** How often it is looked whether other processes have put something into the lanes or the outbox. */
const LOOK_MS = 1_000;
/** How long a run has to come to a safe point when all is told to end. */
const GRACE_MS = 60_000;

/**
 * Runs the jobs of the config, each in a process of its own, until a signal comes. Then nothing more is begun, and what
 * runs comes to a safe point: the next `up` goes on with it.
 */
export async function serve({ jobs, configFile, open, once, surroundings }: Serving): Promise<ExitCode> {
  const { err, cwd, env } = surroundings;
  const settings = LaneSettings.parse({});
  assertJobs(jobs, { cwd, lanes: Object.keys(settings.lanes) });
  const now = () => nowOf(surroundings);
  const say = (text: string) => err.write(`${now().toISOString().slice(0, 19)}Z ${text}\n`);
  const trouble = (error: unknown) => say(error instanceof Error ? error.message : String(error));
  const lanes = openLanes(open.root, { settings: () => settings, now });
  const rules = DispatchRules.parse({});
  const channels = {
    [CHANNEL]: chatChannel(
      terminalChat({
        cwd: open.root,
        chats: ["me", ...Object.values(jobs).flatMap(({ deliver }) => deliver?.to ?? [])],
        print: (text) => say(text),
        now,
      }),
    ),
  };
  const outbox = openOutbox(open.root, { rules: () => rules, channels: () => Object.keys(channels), now, newId: randomUUID });
  const stop = new AbortController();
  const dispatch = () =>
    dispatchDue({
      ...{ outbox, now, signal: stop.signal },
      rules: () => rules,
      channels: () => channels,
      record: async () => {},
      close: async () => {},
      trouble: say,
    });
  const runs = jobRuns({
    lanes,
    open,
    look: () => runner.look(),
    run: (work, run, signal) =>
      runInChild({
        ...{ work, run, signal, cwd, open, trigger: "cron", config: configFile, graceMs: GRACE_MS },
        // Whatever the clock starts is no person, and approves nothing that it asks for.
        env: { ...env, [AGENT_VARIABLE]: work.agent },
      }),
    tell: async (job, run, message) => {
      const deliver = jobs[job]?.deliver;
      if (deliver === undefined) return;
      await outbox.emit({ source: job, action: "reply", chat_id: `${CHANNEL}:${deliver.to ?? "me"}`, message }, run);
    },
  });
  const runner = laneRunner({
    ...{ lanes, now, settings: () => settings },
    start: (item, starting) => {
      say(`${item.owner} ${starting.interrupted ? "goes on" : "begins"} (run ${item.id})`);
      return runs.start(item, starting);
    },
    ended: (item, ended) => {
      say(`${item.owner}: ${ended.because ?? ended.outcome}`);
      runs.ended(item, ended);
    },
  });
  const clock = jobClock({
    ...{ jobs, now, store: jobStore(open.root), fire: runs.fire, whatBecame: runs.whatBecame },
    ...{ setTimer, trouble },
  });
  await runner.look();
  await clock.start();
  await clock.idle();
  if (once) {
    await clock.stop();
    await runner.idle();
    await dispatch();
    return EXIT.done;
  }
  say(`${Object.keys(jobs).length} jobs; Ctrl-C ends this, and what runs can be gone on with`);
  // One time after the other: two of a process that send at once would not know of each other.
  const looks = [() => runner.look().then(() => undefined), dispatch].map((act) =>
    loop({ act, now, setTimer, pollMs: LOOK_MS, failed: trouble }),
  );
  for (const look of looks) look.start();
  await untilSignal(surroundings);
  say("ending: nothing more is begun, and what runs comes to a safe point");
  // Not waited for: what is told to end is not over for the clock, and the next process finds it in its lane.
  void clock.stop();
  await runner.interrupt();
  stop.abort();
  await Promise.all(looks.map((look) => look.stop()));
  return EXIT.interrupted;
}

/** What could never run, or never be told, is said before the clock starts. */
function assertJobs(jobs: Jobs, { cwd, lanes }: { readonly cwd: string; readonly lanes: readonly string[] }): void {
  for (const [name, { pipeline, lane = "cron", deliver }] of Object.entries(jobs)) {
    findPipeline(pipeline, cwd);
    if (!lanes.includes(lane)) {
      throw new StagewrightError("up/lane", `job "${name}" waits in the lane "${lane}", and there is none of that name`, {
        hint: `there are ${lanes.join(", ")}`,
        place: join("jobs", name, "lane"),
      });
    }
    if (deliver !== undefined && deliver.channel !== CHANNEL) {
      throw new StagewrightError("up/channel", `job "${name}" is delivered to "${deliver.channel}", and \`up\` has no such channel`, {
        hint: `it has "${CHANNEL}"; a program of your own may have others, see docs/dispatch.md`,
        place: join("jobs", name, "deliver"),
      });
    }
  }
}
