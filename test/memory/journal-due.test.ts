import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { activeMs, journalDue } from "../../src/memory/index.js";

const START = Date.parse("2026-03-19T08:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number) => new Date(START + minutes * MINUTE);
/** Something in every minute. */
const busy = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => at(from + nth));

test("an entry is due after 60 minutes of active time in a quiet moment, and after 90 in any", () => {
  const due = (minutes: number, isQuiet: boolean) => journalDue({ lastEntryAt: at(0), moments: busy(0, minutes), isQuiet });
  assert.deepEqual([due(59, true), due(60, true), due(89, false), due(90, false)], [false, true, false, true]);
});

test("a long time in which nothing happened is not active", () => {
  const moments = [...busy(0, 30), ...busy(600, 629)];
  assert.equal(activeMs({ lastEntryAt: at(0), moments }), 59 * MINUTE);
  assert.equal(journalDue({ lastEntryAt: at(0), moments, isQuiet: true }), false);
  assert.equal(journalDue({ lastEntryAt: at(0), moments: [...moments, at(630)], isQuiet: true }), true);
});

test("a gap counts up to the longest, and not beyond it", () => {
  assert.equal(activeMs({ lastEntryAt: at(0), moments: [at(5), at(10.5)] }), 5 * MINUTE);
  assert.equal(activeMs({ lastEntryAt: at(0), moments: [at(5), at(10.5)], longestGapMs: 6 * MINUTE }), 10.5 * MINUTE);
});

test("what was before the last entry counts for nothing, and without an entry the first moment begins", () => {
  assert.equal(activeMs({ lastEntryAt: at(80), moments: busy(0, 90) }), 10 * MINUTE);
  assert.equal(activeMs({ lastEntryAt: undefined, moments: busy(100, 160) }), 60 * MINUTE);
  assert.equal(journalDue({ lastEntryAt: undefined, moments: [], isQuiet: true }), false);
});

test("active time is the same in whatever order the moments come, never longer than the time itself, and never shrinks", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 500 })), fc.integer({ min: 0, max: 500 }), (minutes, one) => {
      const facts = { lastEntryAt: at(0), moments: minutes.map(at) };
      const active = activeMs(facts);
      assert.equal(activeMs({ ...facts, moments: facts.moments.toReversed() }), active);
      assert.ok(active <= Math.max(0, ...minutes) * MINUTE);
      assert.ok(activeMs({ ...facts, moments: [...facts.moments, at(one)] }) >= active);
    }),
  );
});
