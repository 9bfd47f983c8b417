import { join, resolve } from "node:path";
import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { openContext } from "../../src/state/index.js";
import { type Disk, type Owner, realDisk, thisProcess } from "../../src/store/index.js";
import type { Jobs } from "../../src/triggers/index.js";
import { openClaims } from "./claims.js";
import { lastMessages, messagesOn } from "./comms.js";
import { correctionsIn } from "./corrections.js";
import { type DayContext, day } from "./day.js";
import { type FreeBytes, freeBytesAt, troublesOf } from "./health.js";
import { lessonFiles } from "./lesson-files.js";
import { addNote, isNoted, journalOf, logOf, markOf } from "./notes.js";
import { runsBetween } from "./runs.js";
import { spanOfDay } from "./span.js";

export interface DayFolderOptions {
  readonly cwd: string;
  /** The folder of the store. A relative one counts from `cwd`, as do the next two. */
  readonly root?: string;
  /** Where the daily logs and the notes to the next instance lie; `memory` in the store, if left out. */
  readonly memory?: string;
  /** The lessons that are written to; those that come with the package are read where it has none of their name. */
  readonly lessons?: string;
  readonly shippedLessons?: readonly string[];
  /** The jobs of the config; if left out, what the log of jobs knows of them. */
  readonly jobs?: () => Jobs | undefined;
  readonly freeBytes?: FreeBytes;
  readonly now?: () => Date;
  readonly disk?: Disk;
  readonly me?: Owner;
}

/**
 * The sources of a day as they lie on this machine: the store's runs, messages, context, jobs and outbox, the daily logs and
 * the lessons. Reading changes nothing.
 *
 * Throws `day/locked`, `lessons/locked`, `state/locked`.
 */
export function dayFolder(options: DayFolderOptions): AnyImplementation {
  const { cwd, freeBytes = freeBytesAt, now = () => new Date(), disk = realDisk, me = thisProcess() } = options;
  const { jobs = () => undefined } = options;
  const root = resolve(cwd, options.root ?? ".stagewright");
  const memory = options.memory === undefined ? join(root, "memory") : resolve(cwd, options.memory);
  const lessons = lessonFiles(resolve(cwd, options.lessons ?? "lessons"), { disk, me }, options.shippedLessons);
  const claims = openClaims(root, { disk, me });

  return implement(day, "folder of the store", {
    messages: {
      async perform({ day, zone }, { signal }) {
        signal.throwIfAborted();
        return messagesOn(root, day, zone, { now, disk, me });
      },
    },
    runs: {
      async perform({ day, zone }, { signal, at }) {
        signal.throwIfAborted();
        return [...(await runsBetween({ root, ...spanOfDay(day, zone), without: at?.run, signal }))];
      },
    },
    notes: {
      async perform({ day, zone }, { signal }) {
        signal.throwIfAborted();
        return { log: (await logOf(memory, day)) ?? null, journal: journalOf(memory, spanOfDay(day, zone)) };
      },
    },
    context: {
      async perform(_, { signal }) {
        signal.throwIfAborted();
        return contextIn(root, { now, disk, me });
      },
    },
    corrections: {
      async perform({ since }, { signal }) {
        signal.throwIfAborted();
        return [...correctionsIn(lastMessages(root, { now, disk, me }), since)];
      },
    },
    health: {
      async perform(limits, { signal, at }) {
        signal.throwIfAborted();
        return troublesOf({ ...limits, root, now: now(), jobs, freeBytes, without: at?.run, signal });
      },
    },
    lessons: {
      async perform({ name }, { signal }) {
        signal.throwIfAborted();
        return { text: lessons.text(name) };
      },
    },
    lessonNames: {
      async perform(_, { signal }) {
        signal.throwIfAborted();
        return lessons.names();
      },
    },
    claimed: {
      async perform({ topic }, { signal }) {
        signal.throwIfAborted();
        return [...claims.claimed(topic)];
      },
    },
    claim: {
      async perform({ topic, keys, forgetOthers }, { key, signal }) {
        signal.throwIfAborted();
        const mark = markOf(key);
        return { mark, fresh: [...(await claims.claim({ mark, topic, keys, forgetOthers, at: now().toISOString() }))] };
      },
      async lookup(key) {
        const mark = markOf(key);
        const fresh = claims.freshOf(mark);
        return fresh === undefined ? { happened: "no" } : { happened: "yes", answer: { mark, fresh: [...fresh] } };
      },
    },
    addNote: {
      async perform(note, { key, signal }) {
        signal.throwIfAborted();
        const mark = markOf(key);
        return { path: await addNote(memory, { ...note, mark }, { disk, me }), mark };
      },
      async lookup(key, { day }) {
        const mark = markOf(key);
        if (!isNoted(await logOf(memory, day), mark)) return { happened: "no" };
        return { happened: "yes", answer: { path: join(memory, `${day}.md`), mark } };
      },
    },
    learn: {
      async perform({ name, description, by, evidence, of }, { key, signal }) {
        signal.throwIfAborted();
        const mark = markOf(key);
        const before = claims.learnedUnder(mark);
        if (before === undefined) {
          const at = now().toISOString();
          const file = lessons.own(name);
          const lesson = { category: "APPROVAL", severity: "warning" as const, description, by, evidence, source: { pipeline: name } };
          const { added, seenAgain } = await file.learn({ at, run: `message ${of}`, lessons: [lesson] });
          // A crash here leaves a lesson that is learned again, from the same message: that changes nothing.
          const id = added[0]?.id ?? seenAgain[0]?.id ?? "";
          await claims.noteLearned({ type: "learned", at, mark, id, isNew: added.length > 0, path: file.path });
        }
        return learnedAnswer(mark);
      },
      async lookup(key) {
        const mark = markOf(key);
        return claims.learnedUnder(mark) === undefined ? { happened: "no" } : { happened: "yes", answer: learnedAnswer(mark) };
      },
    },
  });

  function learnedAnswer(mark: string) {
    const { id = "", isNew = false, path = "" } = claims.learnedUnder(mark) ?? {};
    return { mark, id, isNew, path };
  }
}

function contextIn(root: string, world: { readonly now: () => Date; readonly disk: Disk; readonly me: Owner }): DayContext {
  const { context, fault } = openContext(root, world).read();
  const { activeTasks, blockers, handoffs, priorities } = context;
  return {
    activeTasks,
    blockers,
    handoffs: handoffs.map(({ task, from, to, at }) => ({ task, from, to, at })),
    priorities,
    fault: fault === undefined ? null : `${fault.where}: ${fault.what}`,
  };
}
