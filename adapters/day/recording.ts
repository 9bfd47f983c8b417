import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { day } from "./day.js";
import { markOf } from "./notes.js";

type DayCalls = (typeof day)["calls"];

export interface DayRecordingOptions {
  readonly answers?: Answers<DayCalls>;
  /** Where the sources are read; it may be real, since reading changes nothing. Without it nothing has happened on any day. */
  readonly reads?: AnyImplementation;
}

/** A day for a rehearsal: writes nothing down, and remembers what was claimed and learned. `answers` take the place of that. */
export function dayRecording({ answers = {}, reads }: DayRecordingOptions = {}): Recording {
  const topics = new Map<string, string[]>();
  const learned = new Set<string>();
  const real = async (topic: string, signal: AbortSignal): Promise<string[]> =>
    day.calls.claimed.gives.parse((await reads?.calls.claimed?.perform({ topic }, { key: "", signal })) ?? []);
  const claimed = async (topic: string, signal: AbortSignal) => topics.get(topic) ?? (await real(topic, signal));
  return recording(
    day,
    {
      ...(reads === undefined && {
        messages: instead([]),
        runs: instead([]),
        notes: instead({ log: null, journal: [] }),
        context: instead({ activeTasks: [], blockers: [], handoffs: [], priorities: [], fault: null }),
        corrections: instead([]),
        health: instead([]),
        lessons: instead({ text: "" }),
        lessonNames: instead([]),
      }),
      claimed({ topic }, { signal }) {
        signal.throwIfAborted();
        return claimed(topic, signal);
      },
      async claim({ topic, keys, forgetOthers }, { key, signal }) {
        signal.throwIfAborted();
        const known = await claimed(topic, signal);
        const fresh = [...new Set(keys)].filter((one) => !known.includes(one));
        topics.set(topic, [...(forgetOthers ? known.filter((one) => keys.includes(one)) : known), ...fresh]);
        return { mark: markOf(key), fresh };
      },
      addNote({ day }, { key, signal }) {
        signal.throwIfAborted();
        return { path: `recording:${day}.md`, mark: markOf(key) };
      },
      learn({ name, description }, { key, signal }) {
        signal.throwIfAborted();
        const isNew = !learned.has(description);
        learned.add(description);
        return { mark: markOf(key), id: `recording:${markOf(description).slice(0, 12)}`, isNew, path: `recording:${name}.jsonl` };
      },
      ...answers,
    },
    reads ? { reads } : {},
  );
}

/** For a call that only reads, where there is nothing to read. */
function instead<T>(answer: T): (request: unknown, context: { readonly signal: AbortSignal }) => T {
  return (_, { signal }) => {
    signal.throwIfAborted();
    return answer;
  };
}
