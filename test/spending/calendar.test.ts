import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { calendarOf } from "../../src/spending/index.js";

const instant = (text: string) => new Date(text);

test("a day begins when it does in its time zone", () => {
  const at = instant("2026-12-02T22:30:00Z");
  const days = ["UTC", "Europe/Bucharest", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"].map((zone) =>
    calendarOf(zone).dayOf(at),
  );
  assert.deepEqual(days, ["2026-12-02", "2026-12-03", "2026-12-02", "2026-12-03", "2026-12-03"]);
});

test("a month ends with its last day there", () => {
  const calendar = calendarOf("Europe/Bucharest");
  assert.equal(calendar.monthOf(instant("2026-11-30T21:59:59Z")), "2026-11");
  assert.equal(calendar.monthOf(instant("2026-11-30T22:00:00Z")), "2026-12");
  assert.equal(calendar.nextMonth(instant("2026-11-30T21:59:59Z")).toISOString(), "2026-11-30T22:00:00.000Z");
  assert.equal(calendar.nextMonth(instant("2026-12-01T00:00:00Z")).toISOString(), "2026-12-31T22:00:00.000Z");
});

test("the day on which clocks are put forward has 23 hours, and the one on which they are put back has 25", () => {
  const calendar = calendarOf("Europe/Bucharest");
  const hours = (start: string) => (calendar.nextDay(instant(start)).getTime() - instant(start).getTime()) / 3_600_000;
  assert.equal(hours("2026-03-28T22:00:00Z"), 23);
  assert.equal(hours("2026-10-24T21:00:00Z"), 25);
});

test("a day that begins at one o'clock, for there is no midnight, begins then", () => {
  // In Santiago the clocks went from 23:59 on 5 September 2026 to 01:00.
  const calendar = calendarOf("America/Santiago");
  const next = calendar.nextDay(instant("2026-09-05T20:00:00Z"));
  assert.equal(calendar.clockOf(next), "2026-09-06 01:00");
  assert.equal(next.toISOString(), "2026-09-06T04:00:00.000Z");
});

test("a day that a zone left out is not waited for", () => {
  const calendar = calendarOf("Pacific/Apia");
  assert.equal(calendar.dayOf(calendar.nextDay(instant("2011-12-30T00:00:00Z"))), "2011-12-31");
});

test("without a zone it is the machine's, and where that has none, UTC", () => {
  const known = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  assert.equal(calendarOf().timeZone, known === "Etc/Unknown" ? "UTC" : known);
});

test("the next day is the first moment that is not of this one, in every zone", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const moments = fc.date({ min: instant("2010-01-01"), max: instant("2035-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(zones, moments, (zone, at) => {
      const calendar = calendarOf(zone);
      const next = calendar.nextDay(at);
      assert.ok(next > at);
      assert.ok(calendar.dayOf(next) > calendar.dayOf(at));
      assert.equal(calendar.dayOf(new Date(next.getTime() - 1)), calendar.dayOf(at));
      const month = calendar.nextMonth(at);
      assert.ok(calendar.monthOf(month) > calendar.monthOf(at));
      assert.equal(calendar.monthOf(new Date(month.getTime() - 1)), calendar.monthOf(at));
    }),
  );
});
