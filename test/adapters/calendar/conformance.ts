import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type CalendarEvent, type Conflicts, type Created, calendar } from "../../../adapters/calendar/index.js";
import type { AnyImplementation, Lookup } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";

export interface CalendarSubject {
  readonly name: string;
  /** A calendar in Bucharest that holds the events given, each as the lines of a VEVENT. */
  open(t: TestContext, events: readonly (readonly string[])[]): AnyImplementation;
}

const { signal } = new AbortController();
const STANDUP = [
  "UID:standup",
  "SUMMARY:Stand-up",
  "DTSTART;TZID=Europe/Bucharest:20260319T100000",
  "DTEND;TZID=Europe/Bucharest:20260319T103000",
];
const HOLIDAY = ["UID:holiday", "SUMMARY:Holiday", "DTSTART;VALUE=DATE:20260320", "DTEND;VALUE=DATE:20260321"];
const DINNER = { summary: "Dinner", start: "2026-03-20T19:30", end: "2026-03-20T21:30" };

/** What every calendar keeps to, beside what every adapter does. */
export function calendarConforms({ name, open }: CalendarSubject): void {
  const opened = (t: TestContext, events: readonly (readonly string[])[]) => {
    const { calls } = open(t, events);
    const ask = async (call: keyof typeof calendar.calls, request: object, key = "") =>
      calls[call]?.perform(calendar.calls[call].takes.parse(request), { key, signal });
    return {
      list: async (from: string, to: string) => (await ask("listEvents", { from, to })) as CalendarEvent[],
      conflicts: async (request: object) => (await ask("checkConflicts", request)) as Conflicts,
      create: async (request: object, key: string) => (await ask("createEvent", request, key)) as Created,
      lookup: async (request: object, key: string) =>
        (await calls.createEvent?.lookup?.(key, calendar.calls.createEvent.takes.parse(request), { key, signal })) as Lookup<Created>,
    };
  };

  describe(`${name} keeps a calendar`, () => {
    it("events are listed in order, times with the offset of their zone, days as days", async (t) => {
      const { list } = opened(t, [HOLIDAY, STANDUP]);
      const events = await list("2026-03-19T00:00:00+02:00", "2026-03-21T00:00:00+02:00");
      assert.deepEqual(
        events.map(({ summary, start, end, isAllDay, timeZone }) => [summary, start, end, isAllDay, timeZone]),
        [
          ["Stand-up", "2026-03-19T10:00:00+02:00", "2026-03-19T10:30:00+02:00", false, "Europe/Bucharest"],
          ["Holiday", "2026-03-20", "2026-03-21", true, null],
        ],
      );
    });

    it("what only touches a range is not in it", async (t) => {
      const { list, conflicts } = opened(t, [STANDUP, HOLIDAY]);
      assert.deepEqual(await list("2026-03-19T10:30:00+02:00", "2026-03-20T00:00:00+02:00"), []);
      const { isFree } = await conflicts({ start: "2026-03-19T10:30", end: "2026-03-20T00:00" });
      assert.equal(isFree, true);
    });

    it("a conflict is named, with the times that are taken; the event that moves is no conflict with itself", async (t) => {
      const { conflicts } = opened(t, [STANDUP, HOLIDAY]);
      const request = { start: "2026-03-19T10:15", end: "2026-03-19T11:00", timeZone: "Europe/Bucharest" };
      const found = await conflicts(request);
      assert.deepEqual([found.isFree, found.conflicts.map(({ uid }) => uid)], [false, ["standup"]]);
      assert.deepEqual(found.busy, [{ start: "2026-03-19T08:00:00.000Z", end: "2026-03-19T08:30:00.000Z" }]);
      assert.equal((await conflicts({ ...request, timeZone: "Europe/London" })).isFree, true);
      assert.equal((await conflicts({ ...request, ignore: "standup" })).isFree, true);
      assert.equal((await conflicts({ start: "2026-03-20T12:00", end: "2026-03-20T13:00" })).isFree, false);
    });

    it("an event is created once for each key, with times as its zone's clocks show them", async (t) => {
      const { create, lookup } = opened(t, []);
      assert.deepEqual(await lookup(DINNER, "key-1"), { happened: "no" });
      const { uid, address, ...times } = await create(DINNER, "key-1");
      assert.match(uid, /^[0-9a-f]{32}@stagewright$/);
      assert.notEqual(address, "");
      assert.deepEqual(times, { start: "2026-03-20T19:30:00+02:00", end: "2026-03-20T21:30:00+02:00" });
      assert.deepEqual(await lookup(DINNER, "key-1"), { happened: "yes", answer: { uid, address, ...times } });
      const elsewhere = await create({ ...DINNER, timeZone: "America/New_York" }, "key-2");
      assert.deepEqual([elsewhere.start, elsewhere.end], ["2026-03-20T19:30:00-04:00", "2026-03-20T21:30:00-04:00"]);
      const days = await create({ summary: "Trip", start: "2026-03-20", end: "2026-03-22" }, "key-3");
      assert.deepEqual([days.start, days.end], ["2026-03-20", "2026-03-22"]);
      // In this hour of autumn the clock shows each time twice.
      const second = await create({ summary: "Second", start: "2026-10-25T03:30:00+02:00", end: "2026-10-25T05:00:00+02:00" }, "key-4");
      assert.equal(Date.parse(second.start), Date.parse("2026-10-25T01:30:00Z"));
    });

    it("an event that ends before it begins is refused", async (t) => {
      const { create, lookup } = opened(t, []);
      await assert.rejects(create({ ...DINNER, end: DINNER.start }, "key-1"), {
        code: "calendar/order",
        message: 'an event from "2026-03-20T19:30" to "2026-03-20T19:30" ends before it has begun',
        hint: "say when it is over; of whole days that is the first free one, so that one day lasts to the next",
      });
      assert.deepEqual(await lookup(DINNER, "key-1"), { happened: "no" });
    });
  });

  conforms({
    name,
    ref: calendar,
    open: (t) => ({
      implementation: open(t, [STANDUP, HOLIDAY]),
      samples: [
        { call: "listEvents", request: { from: "2026-03-19T00:00:00Z", to: "2026-03-22T00:00:00Z" } },
        { call: "checkConflicts", request: { start: "2026-03-19", end: "2026-03-20" } },
        { call: "createEvent", request: DINNER },
      ],
    }),
  });
}
