import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type CalendarEvent, type Conflicts, type Created, calendar, icsFolder } from "../../../adapters/calendar/index.js";
import { folderOf, icsText } from "./ics.js";

const { signal } = new AbortController();
const YEAR = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };

function calendarOf(t: TestContext, files: Readonly<Record<string, string>>, timeZone = "Europe/Berlin") {
  const cwd = folderOf(t, files);
  const { calls } = icsFolder({ cwd, timeZone, now: () => new Date("2026-03-19T18:00:00Z") });
  const ask = async (call: keyof typeof calendar.calls, request: object, key = "") =>
    calls[call]?.perform(calendar.calls[call].takes.parse(request), { key, signal });
  return {
    cwd,
    list: async (request: object = YEAR) => (await ask("listEvents", request)) as CalendarEvent[],
    conflicts: async (request: object) => (await ask("checkConflicts", request)) as Conflicts,
    create: async (request: object, key: string) => (await ask("createEvent", request, key)) as Created,
    folder: join(cwd, "calendar"),
  };
}

/** The starts of the only series, in a range. */
async function starts(t: TestContext, lines: readonly string[], range: object = YEAR, zone?: string) {
  const { list } = calendarOf(t, { "a.ics": icsText(["UID:a", "SUMMARY:A", ...lines]) }, zone);
  return (await list(range)).map(({ start }) => start);
}

describe("a folder of .ics files", () => {
  it("is empty as long as nobody wrote into it; one that is asked for by name must be there", async (t) => {
    const { cwd, list } = calendarOf(t, {});
    assert.deepEqual(await list(), []);
    await assert.rejects(list({ ...YEAR, calendar: "work" }), {
      code: "calendar/none",
      message: `there is no calendar at "${join(cwd, "work")}"`,
      hint: "name a folder of .ics files, or one such file",
    });
  });

  it("one file is a calendar to read, and none to write into", async (t) => {
    const { cwd, list, create } = calendarOf(t, {});
    const file = join(cwd, "all.ics");
    writeFileSync(
      file,
      icsText(["UID:a", "SUMMARY:A", "DTSTART:20260105T080000Z"]) + icsText(["UID:b", "SUMMARY:B", "DTSTART:20260106T080000Z"]),
    );
    assert.deepEqual(
      (await list({ ...YEAR, calendar: "all.ics" })).map(({ uid }) => uid),
      ["a", "b"],
    );
    await assert.rejects(create({ calendar: "all.ics", summary: "C", start: "2026-03-20", end: "2026-03-21" }, "k1"), {
      code: "calendar/not-a-folder",
      message: `"${file}" is one file, which events are not written into`,
    });
  });

  it("what is no calendar is named with the reason, and other files are passed over", async (t) => {
    const { folder, list } = calendarOf(t, { "notes.txt": "no calendar", "empty.ics": "" });
    mkdirSync(join(folder, "sub.ics"));
    assert.deepEqual(await list(), []);
    writeFileSync(join(folder, "b.ics"), "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n");
    await assert.rejects(list(), ({ code, message, place }) => {
      assert.deepEqual([code, place], ["calendar/file", join(folder, "b.ics")]);
      assert.match(message, /^".*b\.ics" cannot be read: /);
      return true;
    });
    writeFileSync(join(folder, "b.ics"), icsText(["UID:a", "SUMMARY:A"]));
    await assert.rejects(list(), { message: `"${join(folder, "b.ics")}" cannot be read: the event "A" does not say when it starts` });
  });

  it("a series of whole days loses the day that a time in UTC takes out where the calendar is", async (t) => {
    const series = ["DTSTART;VALUE=DATE:20260216", "RRULE:FREQ=DAILY;UNTIL=20260219", "EXDATE:20260217T230000Z"];
    assert.deepEqual(await starts(t, series), ["2026-02-16", "2026-02-17", "2026-02-19"]);
  });

  it("a series with a rule that is no rule, or that makes too much, is named", async (t) => {
    await assert.rejects(
      starts(t, ["DTSTART:20260105T080000Z", "RRULE:FREQ=MINUTELY"], { ...YEAR, to: "2026-01-20T00:00:00Z" }),
      ({ code, message, hint }) => {
        assert.equal(code, "calendar/too-many");
        assert.match(message, /^the event "A" in ".*a\.ics" happens more than 10000 times in this range$/);
        assert.equal(hint, "ask for a shorter range, or correct its rule");
        return true;
      },
    );
    await assert.rejects(starts(t, ["DTSTART:20260105T080000Z", "RRULE:FREQ=SOMETIMES"]), ({ code, message }) => {
      assert.match(code, /^calendar\/(rule|file)$/);
      assert.match(message, /a\.ics"/);
      return true;
    });
  });

  it("a zone that nobody knows is refused, with the file and the name", async (t) => {
    const { list, folder } = calendarOf(t, { "a.ics": icsText(["UID:a", "SUMMARY:A", "DTSTART;TZID=Home:20260701T100000"]) });
    const place = join(folder, "a.ics");
    await assert.rejects(list(), {
      code: "calendar/zone",
      message: `"${place}" has a time in the zone "Home", which neither this machine nor the file knows`,
      hint: "give the zone its IANA name, such as Europe/Berlin, or export the calendar with its time zones",
      place,
    });
  });

  it("a new event is a file of its own, with its zone's clocks described, and read back as it was given", async (t) => {
    const { folder, list, create } = calendarOf(t, {});
    const { address } = await create(
      {
        summary: "Dinner, at Vicolo",
        start: "2026-03-20T19:30",
        end: "2026-03-20T21:30",
        timeZone: "Europe/Bucharest",
        location: "Str. Lungă 1",
        description: "4 people\nby the window",
        attendees: ["ana@example.org"],
        status: "tentative",
      },
      "k1",
    );
    assert.deepEqual(readdirSync(folder), [address.slice(folder.length + 1)]);
    const text = readFileSync(address, "utf8");
    for (const line of [
      "DTSTAMP:20260319T180000Z",
      "DTSTART;TZID=Europe/Bucharest:20260320T193000",
      "TZID:Europe/Bucharest",
      "TZOFFSETFROM:+0200",
      "SUMMARY:Dinner\\, at Vicolo",
    ]) {
      assert.ok(text.split("\r\n").includes(line), line);
    }
    const [event] = await list();
    assert.deepEqual(
      [event?.summary, event?.location, event?.description, event?.attendees, event?.status, event?.isBusy],
      ["Dinner, at Vicolo", "Str. Lungă 1", "4 people\nby the window", ["ana@example.org"], "tentative", true],
    );
  });

  it("a start and an end of different kinds, a zone that is none and an event without a name are refused by the schema", () => {
    const { takes } = calendar.calls.createEvent;
    const good = { summary: "A", start: "2026-03-20T19:30", end: "2026-03-20T21:30" };
    assert.equal(takes.safeParse(good).success, true);
    for (const wrong of [
      { end: "2026-03-21" },
      { timeZone: "Bucharest" },
      { summary: "" },
      { start: "2026-02-30T10:00" },
      { start: "19:30" },
    ]) {
      assert.equal(takes.safeParse({ ...good, ...wrong }).success, false, JSON.stringify(wrong));
    }
  });
});
