import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type CalendarEvent, type Conflicts, calendar } from "../../../adapters/calendar/index.js";
import type { AnyImplementation } from "../../../src/dsl/index.js";
import { icsText } from "./ics.js";

export interface WrittenSubject {
  readonly name: string;
  /** A calendar in a zone that holds these files. */
  open(t: TestContext, files: Readonly<Record<string, string>>, timeZone: string): AnyImplementation;
}

const { signal } = new AbortController();
const YEAR = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };

/** What was written by other programs is read the same from everywhere. */
export function readsWhatIsWritten({ name, open }: WrittenSubject): void {
  function calendarOf(t: TestContext, files: Readonly<Record<string, string>>, timeZone = "Europe/Berlin") {
    const { calls } = open(t, files, timeZone);
    const ask = async (call: keyof typeof calendar.calls, request: object) =>
      calls[call]?.perform(calendar.calls[call].takes.parse(request), { key: "", signal });
    return {
      list: async (request: object = YEAR) => (await ask("listEvents", request)) as CalendarEvent[],
      conflicts: async (request: object) => (await ask("checkConflicts", request)) as Conflicts,
    };
  }

  /** The starts of the only series, in a range. */
  async function starts(t: TestContext, lines: readonly string[], range: object = YEAR, zone?: string) {
    const { list } = calendarOf(t, { "a.ics": icsText(["UID:a", "SUMMARY:A", ...lines]) }, zone);
    return (await list(range)).map(({ start }) => start);
  }

  describe(`${name}: a series`, () => {
    it("of whole days loses the day that a time in a zone takes out, and no other", async (t) => {
      const series = ["DTSTART;VALUE=DATE:20260216", "RRULE:FREQ=DAILY;UNTIL=20260223"];
      const all = ["16", "17", "18", "19", "20", "21", "22", "23"].map((day) => `2026-02-${day}`);
      const without = all.filter((day) => day !== "2026-02-18");
      assert.deepEqual(await starts(t, series), all);
      for (const out of ["EXDATE;TZID=Europe/Berlin:20260218T000000", "EXDATE;VALUE=DATE:20260218"]) {
        assert.deepEqual(await starts(t, [...series, out]), without, out);
      }
    });

    it("in a zone loses what UTC takes out, ends where UTC ends it, and keeps its time on the clock", async (t) => {
      const series = [
        "DTSTART;TZID=Europe/Berlin:20160725T100000",
        "DTEND;TZID=Europe/Berlin:20160725T110000",
        "RRULE:FREQ=WEEKLY;UNTIL=20160822T080000Z",
        "EXDATE:20160808T080000Z",
      ];
      assert.deepEqual(await starts(t, series, { from: "2016-01-01T00:00:00Z", to: "2017-01-01T00:00:00Z" }), [
        "2016-07-25T10:00:00+02:00",
        "2016-08-01T10:00:00+02:00",
        "2016-08-15T10:00:00+02:00",
        "2016-08-22T10:00:00+02:00",
      ]);
    });

    it("goes on at its time on the clock over both changes of the clocks", async (t) => {
      const daily = ["DTSTART;TZID=Europe/Berlin:20260327T100000", "RRULE:FREQ=DAILY;COUNT=4"];
      assert.deepEqual(await starts(t, daily), [
        "2026-03-27T10:00:00+01:00",
        "2026-03-28T10:00:00+01:00",
        "2026-03-29T10:00:00+02:00",
        "2026-03-30T10:00:00+02:00",
      ]);
      // On the one day there is no 02:30, and a series has none that day; on the other it comes twice, and the first counts.
      const early = (day: string) => [`DTSTART;TZID=Europe/Berlin:${day}T023000`, "RRULE:FREQ=DAILY;COUNT=3"];
      assert.deepEqual(await starts(t, early("20260328")), [
        "2026-03-28T02:30:00+01:00",

        "2026-03-30T02:30:00+02:00",
        "2026-03-31T02:30:00+02:00",
      ]);
      assert.deepEqual(await starts(t, early("20261024")), [
        "2026-10-24T02:30:00+02:00",
        "2026-10-25T02:30:00+02:00",
        "2026-10-26T02:30:00+01:00",
      ]);
    });

    it("without an end is counted from its start, however long ago that was", async (t) => {
      const range = { from: "2026-03-01T00:00:00Z", to: "2026-03-15T00:00:00Z" };
      assert.deepEqual(await starts(t, ["DTSTART;TZID=Europe/Berlin:19990105T090000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"], range), [
        "2026-03-10T09:00:00+01:00",
      ]);
      assert.deepEqual(
        await starts(t, ["DTSTART;VALUE=DATE:20000229", "RRULE:FREQ=YEARLY"], { from: "2023-01-01T00:00:00Z", to: "2029-01-01T00:00:00Z" }),
        ["2024-02-29", "2028-02-29"],
      );
      assert.deepEqual(await starts(t, ["DTSTART:20260126T080000Z", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=3"]), [
        "2026-01-26T08:00:00+00:00",
        "2026-02-23T08:00:00+00:00",
        "2026-03-30T08:00:00+00:00",
      ]);
    });

    it("has the days that were added, each once", async (t) => {
      const series = ["DTSTART:20260105T080000Z", "RRULE:FREQ=WEEKLY;COUNT=2", "RDATE:20260112T080000Z,20260114T080000Z"];
      assert.deepEqual(await starts(t, series), ["2026-01-05T08:00:00+00:00", "2026-01-12T08:00:00+00:00", "2026-01-14T08:00:00+00:00"]);
    });

    it("one of it that was moved is where it was moved to, and one that was cancelled is gone", async (t) => {
      const zone = "TZID=Europe/Berlin";
      const series = ["UID:a", "SUMMARY:A", `DTSTART;${zone}:20260302T100000`, `DTEND;${zone}:20260302T110000`, "RRULE:FREQ=DAILY;COUNT=4"];
      const moved = ["UID:a", "SUMMARY:A\\, later", "RECURRENCE-ID:20260303T090000Z", `DTSTART;${zone}:20260303T150000`, "DURATION:PT2H"];
      const cancelled = [
        "UID:a",
        "SUMMARY:A",
        `RECURRENCE-ID;${zone}:20260304T100000`,
        `DTSTART;${zone}:20260304T100000`,
        "STATUS:CANCELLED",
      ];
      const { list } = calendarOf(t, { "a.ics": icsText(series, moved, cancelled) });
      assert.deepEqual(
        (await list()).map(({ summary, start, end, occurrence }) => [summary, start, end.slice(11, 16), occurrence]),
        [
          ["A", "2026-03-02T10:00:00+01:00", "11:00", "2026-03-02T10:00:00+01:00"],
          ["A, later", "2026-03-03T15:00:00+01:00", "17:00", "2026-03-03T09:00:00+00:00"],
          ["A", "2026-03-05T10:00:00+01:00", "11:00", "2026-03-05T10:00:00+01:00"],
        ],
      );
    });
  });

  describe(`${name}: the zone of an event`, () => {
    const event = (tzid: string) => ["UID:a", "SUMMARY:A", `DTSTART;TZID=${tzid}:20260701T100000`];

    it("without a description in the file is the one that this machine knows by the name", async (t) => {
      for (const [tzid, start] of [
        ["Europe/Bucharest", "2026-07-01T10:00:00+03:00"],
        ["/freeassociation.sourceforge.net/America/New_York", "2026-07-01T10:00:00-04:00"],
      ] as const) {
        const { list } = calendarOf(t, { "a.ics": icsText(event(tzid)) });
        assert.deepEqual(
          (await list()).map((one) => one.start),
          [start],
        );
      }
    });

    it("that only the file describes is read by its rules, also for a series", async (t) => {
      const zone = [
        "BEGIN:VTIMEZONE",
        "TZID:W. Europe Standard Time",
        ...[
          "BEGIN:STANDARD",
          "DTSTART:16010101T030000",
          "TZOFFSETFROM:+0200",
          "TZOFFSETTO:+0100",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
          "END:STANDARD",
        ],
        ...[
          "BEGIN:DAYLIGHT",
          "DTSTART:16010101T020000",
          "TZOFFSETFROM:+0100",
          "TZOFFSETTO:+0200",
          "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
          "END:DAYLIGHT",
        ],
        "END:VTIMEZONE",
      ].join("\r\n");
      const series = ["UID:a", "SUMMARY:A", "DTSTART;TZID=W. Europe Standard Time:20260328T100000", "RRULE:FREQ=DAILY;COUNT=3"];
      const text = icsText(series).replace("BEGIN:VEVENT", `${zone}\r\nBEGIN:VEVENT`);
      const { list } = calendarOf(t, { "a.ics": text });
      assert.deepEqual(
        (await list()).map(({ start, timeZone }) => [start, timeZone]),
        [
          ["2026-03-28T10:00:00+01:00", "W. Europe Standard Time"],
          ["2026-03-29T10:00:00+02:00", "W. Europe Standard Time"],
          ["2026-03-30T10:00:00+02:00", "W. Europe Standard Time"],
        ],
      );
    });

    it("that is not named is the calendar's own", async (t) => {
      assert.deepEqual(await starts(t, ["DTSTART:20260701T100000"], YEAR, "Asia/Kathmandu"), ["2026-07-01T10:00:00+05:45"]);
    });
  });

  describe(`${name}: an event`, () => {
    it("what an event says is read as it was meant: status, free time, people, text with its signs", async (t) => {
      const { list } = calendarOf(t, {
        "a.ics": icsText([
          "UID:a",
          "SUMMARY:Lunch\\, with Ana\\; bring",
          "  cake",
          "DESCRIPTION:One\\nTwo",
          "LOCATION:Café",
          "DTSTART:20260105T110000Z",
          "DTEND:20260105T120000Z",
          "STATUS:TENTATIVE",
          "TRANSP:TRANSPARENT",
          "ORGANIZER;CN=Ana:MAILTO:ana@example.org",
          "ATTENDEE;CN=Ben:mailto:ben@example.org",
          "ATTENDEE:mailto:me@example.org",
        ]),
      });
      assert.deepEqual(await list(), [
        {
          uid: "a",
          occurrence: null,
          summary: "Lunch, with Ana; bring cake",
          start: "2026-01-05T11:00:00+00:00",
          end: "2026-01-05T12:00:00+00:00",
          isAllDay: false,
          timeZone: "UTC",
          status: "tentative",
          isBusy: false,
          location: "Café",
          description: "One\nTwo",
          organizer: "ana@example.org",
          attendees: ["ben@example.org", "me@example.org"],
        },
      ]);
    });

    it("busy times that touch are one, and what is only noted takes up none", async (t) => {
      const event = (uid: string, start: string, end: string, ...more: readonly string[]) =>
        icsText([`UID:${uid}`, `DTSTART:20260105T${start}Z`, `DTEND:20260105T${end}Z`, ...more]);
      const { conflicts } = calendarOf(t, {
        "1.ics": event("1", "080000", "090000"),
        "2.ics": event("2", "083000", "093000"),
        "3.ics": event("3", "093000", "100000", "STATUS:TENTATIVE"),
        "4.ics": event("4", "110000", "120000", "TRANSP:TRANSPARENT"),
        "5.ics": event("5", "130000", "140000"),
      });
      const { busy, conflicts: found } = await conflicts({ start: "2026-01-05", end: "2026-01-06" });
      assert.deepEqual(busy, [
        { start: "2026-01-05T08:00:00.000Z", end: "2026-01-05T10:00:00.000Z" },
        { start: "2026-01-05T13:00:00.000Z", end: "2026-01-05T14:00:00.000Z" },
      ]);
      assert.deepEqual(
        found.map(({ uid }) => uid),
        ["1", "2", "3", "5"],
      );
    });

    it("a whole day takes up the day where the calendar is", async (t) => {
      const { conflicts } = calendarOf(t, { "a.ics": icsText(["UID:a", "DTSTART;VALUE=DATE:20260105"]) }, "Asia/Tokyo");
      const { busy } = await conflicts({ start: "2026-01-04T12:00:00Z", end: "2026-01-05T00:00:00Z" });
      assert.deepEqual(busy, [{ start: "2026-01-04T15:00:00.000Z", end: "2026-01-05T15:00:00.000Z" }]);
      assert.equal((await conflicts({ start: "2026-01-05T15:00:00Z", end: "2026-01-05T16:00:00Z" })).isFree, true);
    });
  });
}
