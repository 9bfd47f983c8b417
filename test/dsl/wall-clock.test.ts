import assert from "node:assert/strict";
import { test } from "node:test";
import { wallClock } from "../../src/dsl/index.js";

test("the clock on the wall goes with its zone, also over a change of the clocks and the end of a day", () => {
  const shown = (zone: string, at: string) => {
    const { day, time, offset } = wallClock(zone)(new Date(at));
    return `${day} ${time} ${offset}`;
  };
  assert.equal(shown("Europe/Bucharest", "2026-03-29T00:59:59Z"), "2026-03-29 02:59 +02:00");
  assert.equal(shown("Europe/Bucharest", "2026-03-29T01:00:00Z"), "2026-03-29 04:00 +03:00");
  assert.equal(shown("America/St_Johns", "2026-01-01T03:15:00Z"), "2025-12-31 23:45 -03:30");
  assert.equal(shown("UTC", "2026-01-01T00:00:00Z"), "2026-01-01 00:00 +00:00");
});
