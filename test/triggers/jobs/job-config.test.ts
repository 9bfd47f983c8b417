import assert from "node:assert/strict";
import { test } from "node:test";
import { Jobs } from "../../../src/triggers/index.js";

/** The first thing that is wrong with a job. */
function fault(job: Record<string, unknown>): string {
  const { error } = Jobs.safeParse({ nightly: { pipeline: "publisher", ...job } });
  const [issue] = error?.issues ?? [];
  return issue === undefined ? "nothing" : `${issue.path.join(".")}: ${issue.message}`;
}

test("a job without a zone is refused, for its clock on the wall means nothing", () => {
  for (const job of [{ cron: "0 4 * * *" }, { every: "2h" }, { at: "2026-12-24T08:00" }]) {
    assert.equal(fault(job), 'nightly.zone: expected the name of a time zone, as in "Europe/Bucharest" or "UTC"');
  }
});

test("a zone is a name that the system knows, and no distance", () => {
  const expected = (zone: string) => `nightly.zone: there is no time zone "${zone}": expected a name, as in "Europe/Bucharest" or "UTC"`;
  for (const zone of ["Europe/Bukarest", "+02:00", "", "UTC+2"]) assert.equal(fault({ cron: "0 4 * * *", zone }), expected(zone));
  assert.equal(fault({ cron: "0 4 * * *", zone: "Europe/Bucharest" }), "nothing");
});

test("a job is due by exactly one of at, every and cron", () => {
  assert.equal(fault({ zone: "UTC" }), "nightly: expected one of at, every and cron, found none");
  assert.equal(fault({ zone: "UTC", every: "2h", cron: "0 4 * * *" }), "nightly: expected one of at, every and cron, found 2");
});

test("a pattern that means nothing is refused with what is wrong", () => {
  assert.match(
    fault({ zone: "UTC", cron: "0 25 * * *" }),
    /^nightly\.cron: "0 25 \* \* \*" is no pattern of minute, hour, day, month and day of the week: /,
  );
  assert.equal(
    fault({ zone: "UTC", cron: "0 4 * *" }),
    'nightly.cron: expected minute, hour, day, month and day of the week, as in "30 8 * * 1-5"; "0 4 * *" has 4 of the 5',
  );
  assert.match(fault({ zone: "UTC", cron: "@reboot" }), /is no pattern/);
});

test("a pattern that is never due is refused", () => {
  assert.equal(fault({ zone: "UTC", cron: "0 0 30 2 *" }), 'nightly.cron: "0 0 30 2 *" is never due: there is no such day');
});

test("times and lengths are read strictly", () => {
  const time = 'nightly.at: expected a time, as in "2026-12-24T08:00", or with its distance from UTC';
  for (const at of ["2026-02-30T08:00", "tomorrow", "2026-12-24", "2026-12-24T25:00"]) assert.equal(fault({ zone: "UTC", at }), time);
  assert.equal(fault({ zone: "UTC", every: "2 hours" }), 'nightly.every: expected a length of time, as in "90s", "15m", "2h" or "1d"');
  assert.equal(fault({ zone: "UTC", every: "0m" }), "nightly.every: expected a length of time that is more than none");
  assert.equal(
    fault({ zone: "UTC", cron: "0 4 * * *", countFrom: "2026-01-01T00:00" }),
    "nightly.countFrom: only `every` counts from a time",
  );
});

test("what is not stated is filled in", () => {
  assert.deepEqual(Jobs.parse({ nightly: { cron: "0 4 * * *", zone: "UTC", pipeline: "publisher" } }), {
    nightly: {
      cron: "0 4 * * *",
      zone: "UTC",
      once: false,
      exact: false,
      paused: false,
      pipeline: "publisher",
      input: {},
      overlap: "skip",
      catchUp: "one",
      backOff: { first: "1m", most: "30m" },
      onTimeWithin: "1m",
    },
  });
});
