import type { z } from "zod";
import { asQueued, DeskSettings, frontDesk, type QueuedWork, type Work } from "../../../src/chief/index.js";
import type { Incoming } from "../../../src/dispatch/index.js";
import { StagewrightError } from "../../../src/dsl/index.js";
import { emptyFolder } from "../../store/files/folder.js";

const START = Date.parse("2026-03-19T12:00:00Z");
const PIPELINES = ["publisher", "dossier", "front-desk"];

/** A desk whose lane, outbox and clock are a test's. What it did is kept by id, as the real ones do. */
export function deskRoom(settings: z.input<typeof DeskSettings> = {}, folder = emptyFolder()) {
  let time = START;
  let heard = 0;
  /** What each next call of the outside does: fail, before it has done anything or after. */
  const faults: ("before" | "after" | undefined)[] = [];
  const queued = new Map<string, QueuedWork>();
  const replies = new Map<string, { to: string; text: string }>();
  const stopped: string[] = [];
  const taught: { pipeline: string; text: string; by: string }[] = [];
  const outside = async <T>(act: () => T): Promise<T> => {
    const fault = faults.shift();
    if (fault === "before") throw new Error("killed");
    const result = act();
    if (fault === "after") throw new Error("killed");
    return result;
  };
  const open = () =>
    frontDesk({
      folder,
      settings: () => DeskSettings.parse({ quietMs: 0, ...settings }),
      now: () => new Date(time),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      queue: (work: Work, item: string) =>
        outside(() => {
          if (!PIPELINES.includes(work.pipeline)) {
            throw new StagewrightError("pipeline/unknown", `there is no pipeline "${work.pipeline}"`, {
              hint: 'did you mean "publisher"?',
            });
          }
          const known = queued.get(item);
          if (known !== undefined) return known;
          const mine = asQueued({ item, lane: "main", work, before: queued.size });
          queued.set(item, mine);
          return mine;
        }),
      stop: async (item) => {
        stopped.push(item);
      },
      reply: ({ channel, chat }, text, id) =>
        outside(() => {
          if (!replies.has(id)) replies.set(id, { to: `${channel}:${chat}`, text });
        }),
      status: async () => "Nothing runs.",
      teach: async (lesson) => {
        taught.push(lesson);
        return `Kept for "${lesson.pipeline}".`;
      },
      pipelineAnswered: (_, { answers }) => (answers?.startsWith("post") === true ? "publisher" : undefined),
      threadOf: (channel, { answers, thread }, otherwise) =>
        answers?.startsWith("post") === true ? "run:r1" : thread === undefined ? otherwise : `${channel}:${thread}`,
      isForGate: (_, { answers }) => answers === "gate-1",
      personOf: (_, { from }) => from.id ?? undefined,
      reader: { pipeline: "front-desk", input: async (text, { thread }) => ({ text, thread }) },
    });
  let desk = open();
  const message = (text: string, more: Partial<Incoming> = {}): Incoming => {
    heard += 1;
    return { id: `i${heard}`, chat: "1", from: { id: null, name: "Ana" }, text, at: new Date(time).toISOString(), ...more };
  };
  return {
    folder,
    faults,
    queued,
    replies,
    stopped,
    taught,
    message,
    desk: () => desk,
    restart: () => {
      desk = open();
    },
    hear: async (text: string, more: Partial<Incoming> = {}) => {
      const one = message(text, more);
      await desk.hear("terminal", [one], one.id);
      return one;
    },
    take: async () => {
      const wakeAt = await desk.takeDue();
      return wakeAt === undefined ? undefined : wakeAt - time;
    },
    later: (ms: number) => {
      time += ms;
    },
    said: () => [...replies.values()].map(({ text }) => text),
    works: () => [...queued.values()].map(({ work: { pipeline, input } }) => ({ pipeline, input })),
  };
}
