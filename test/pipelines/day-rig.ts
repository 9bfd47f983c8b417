import assert from "node:assert/strict";
import { join } from "node:path";
import { type CalendarEvent, calendar } from "../../adapters/calendar/index.js";
import { type Correction, type DayMessage, type DayRun, dayRecording } from "../../adapters/day/index.js";
import { calendarRecording, chatRecording } from "../../adapters/index.js";
import type { AnyImplementation, AnyPipeline } from "../../src/dsl/index.js";
import { models } from "../../src/model/index.js";
import { fileSources, readRun, startRun } from "../../src/runner/index.js";
import { type MemoryStore, memoryStore } from "../../src/store/index.js";
import { assertReplays, countedEnvironment, fakeModel, options } from "../runner/rig.js";

const ROOT = join(import.meta.dirname, "../..");

/** 19 March 2026, 08:00 in UTC, 10:00 in Bucharest: what the clock of these tests begins with. */
export const DAY = "2026-03-19";
export const ZONE = "Europe/Bucharest";

type Answers = NonNullable<NonNullable<Parameters<typeof dayRecording>[0]>["answers"]>;

export interface Surroundings {
  readonly runs?: readonly DayRun[];
  readonly messages?: readonly DayMessage[];
  readonly corrections?: readonly Correction[];
  /** An error is what the calendar answers with. */
  readonly events?: readonly CalendarEvent[] | Error;
  readonly day?: Answers;
  /** What models answer, in turn; without it the embedded writer answers. An error is what a model fails with. */
  readonly said?: readonly (string | Error)[];
  /** The same for several runs, one after the other. */
  readonly store?: MemoryStore;
  readonly recordings?: ReturnType<typeof recordings>;
  /** Where the clock stands, in ms after the beginning. */
  readonly laterMs?: number;
}

export function recordings({ runs = [], messages = [], corrections = [], events = [], day = {} }: Surroundings) {
  const inSpan = (request: { readonly from: string; readonly to: string }) => {
    if (events instanceof Error) throw events;
    return events.filter(({ start, end }) => Date.parse(start) < Date.parse(request.to) && Date.parse(end) > Date.parse(request.from));
  };
  return {
    day: dayRecording({ answers: { runs: () => [...runs], messages: () => [...messages], corrections: () => [...corrections], ...day } }),
    calendar: calendarRecording({ answers: { listEvents: inSpan } }),
    chat: chatRecording(),
  };
}

let runs = 0;

/** Runs a pipeline of the day on recordings, holds its replay against it, and says what was sent. */
export async function ran(pipeline: AnyPipeline, input: object, around: Surroundings = {}) {
  const used = around.recordings ?? recordings(around);
  const fake = around.said === undefined ? undefined : fakeModel(...around.said);
  const counted = countedEnvironment();
  const environment = { ...counted, now: () => new Date(counted.now().getTime() + (around.laterMs ?? 0)) };
  const on = options({
    store: around.store ?? memoryStore(),
    environment,
    adapters: [used.day, used.calendar, used.chat, fake?.implementation ?? models({ env: {} })] satisfies AnyImplementation[],
    sources: fileSources(ROOT),
  });
  runs += 1;
  const run = `r${runs}`;
  const before = used.chat.noted.length;
  const outcome = await startRun(pipeline, { ...on, run, input: { zone: ZONE, ...input } });
  const sent = () =>
    used.chat.noted.slice(before).flatMap(({ call, request }) => (call === "send" ? [(request as { readonly text: string }).text] : []));
  const outputOf = async (stage: string): Promise<unknown> => {
    const { state, load } = await readRun(on.store, run);
    const output = state.stages.get(stage)?.output;
    return output && load(output);
  };
  if (outcome.status !== "blocked") await assertReplays(pipeline, run, on.store);
  const { stopped } = (await readRun(on.store, run)).state;
  return { ...{ outcome, run, on, used, outputOf, stopped }, sent: sent(), prompts: fake?.prompts ?? [] };
}

export function runOf(more: Partial<DayRun> & Pick<DayRun, "run" | "pipeline">): DayRun {
  return {
    ...{ parent: null, status: "done", startedAt: `${DAY}T00:10:00.000Z`, lastAt: `${DAY}T00:30:00.000Z`, usd: 0, because: null },
    ...{ failedAt: null, waits: [], failures: [], rejections: [], lessons: [] },
    ...more,
  };
}

/** A run that waits at a gate. */
export function waiting(run: string, since: string, says: string | null = null): DayRun {
  return runOf({ run, pipeline: "publisher", status: "blocked", lastAt: since, waits: [{ stage: "approve", on: "gate", since, says }] });
}

export function event(summary: string, start: string, end: string, more: Partial<CalendarEvent> = {}): CalendarEvent {
  return calendar.calls.listEvents.gives.element.parse({
    ...{ uid: summary, occurrence: null, summary, start, end, isAllDay: false, timeZone: ZONE, status: "confirmed", isBusy: true },
    ...{ location: null, description: null, organizer: null, attendees: [] },
    ...more,
  });
}

export function message(id: string, direction: "in" | "out", body: string, more: Partial<DayMessage> = {}): DayMessage {
  const from = direction === "in" ? "ana" : "publisher";
  return { id, at: `${DAY}T07:00:00.000Z`, channel: "terminal", direction, from, subject: null, body, thread: "t1", ...more };
}

export function assertDone({ outcome }: { readonly outcome: Awaited<ReturnType<typeof startRun>> }): void {
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
}
