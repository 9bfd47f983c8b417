import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readDate } from "../../../adapters/feeds/read-date.js";

describe("a date of a feed", () => {
  it("is read in the forms that feeds have", () => {
    const dates: readonly [string, string][] = [
      ["Tue, 17 Mar 2026 10:00:00 GMT", "2026-03-17T10:00:00.000Z"],
      ["17 March 2026 10:00 +0130", "2026-03-17T08:30:00.000Z"],
      ["Tues, 17-Mar-26 10:00:00 PDT", "2026-03-17T17:00:00.000Z"],
      ["Tue, 17 Mar 99 10:00:00 Z", "1999-03-17T10:00:00.000Z"],
      ["Tue, 17 Mar 2026 10:00:00 +0000 (UTC)", "2026-03-17T10:00:00.000Z"],
      ["17 Mar 2026", "2026-03-17T00:00:00.000Z"],
      [" 2026-03-17T10:00:00Z ", "2026-03-17T10:00:00.000Z"],
      ["2026-03-17t10:00:00.123456+02:00", "2026-03-17T08:00:00.123Z"],
      ["2026-03-17 10:00:00", "2026-03-17T10:00:00.000Z"],
      ["2026-03-17T10:00", "2026-03-17T10:00:00.000Z"],
      ["20260317T100000Z", "2026-03-17T10:00:00.000Z"],
      ["2026-03-17", "2026-03-17T00:00:00.000Z"],
      ["2026-03", "2026-03-01T00:00:00.000Z"],
      ["2026", "2026-01-01T00:00:00.000Z"],
      ["2026-03-17T24:00:00Z", "2026-03-18T00:00:00.000Z"],
      ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"],
    ];
    for (const [text, expected] of dates) assert.equal(readDate(text), expected, text);
  });

  it("is none where it is no day or no time", () => {
    for (const text of [
      "",
      "today",
      "31 Feb 2026",
      "2026-02-29",
      "2026-13-01",
      "2026-03-17T25:00Z",
      "2026-03-17T24:01Z",
      "17 Foo 2026",
      "Tue, 17 Mar 2026 10:00 XYZ",
      "2026-03-17T10:00+19:00",
    ]) {
      assert.equal(readDate(text), null, text);
    }
    assert.equal(readDate(null), null);
  });

  it("is the same moment, however it is written", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, minutes) => {
          const moment = new Date(Math.floor(date.getTime() / 1_000) * 1_000);
          assert.equal(readDate(moment.toUTCString()), moment.toISOString());
          assert.equal(readDate(moment.toISOString()), moment.toISOString());
          const zone = `${minutes < 0 ? "-" : "+"}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}:${String(Math.abs(minutes) % 60).padStart(2, "0")}`;
          const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 19);
          assert.equal(readDate(`${local}${zone}`), moment.toISOString());
        },
      ),
    );
  });
});
