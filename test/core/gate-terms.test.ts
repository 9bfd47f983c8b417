import assert from "node:assert/strict";
import { test } from "node:test";
import { decidersAt, decidersText, isTooLate, overdueAt, timesOverdue, whyNotDecide, withoutGroups } from "../../src/core/index.js";

const at = "2026-03-19T12:00:00.000Z";
const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(Date.parse(at) + hours * HOUR_MS);

test("a gate without a time is never overdue", () => {
  assert.equal(overdueAt({ at }), undefined);
  assert.equal(timesOverdue({ at }, later(1_000)), 0);
  assert.deepEqual(decidersAt({ at }, later(1_000)), {});
});

test("a gate that reminds is asked again each time that the time has passed, and for the same people", () => {
  const gate = { at, overdue: { afterMs: 2 * HOUR_MS, does: "remind" as const }, mayDecide: { people: ["ana"] } };
  assert.deepEqual(overdueAt(gate), later(2));
  assert.deepEqual(
    [0, 1.99, 2, 3.99, 4, 7].map((hours) => timesOverdue(gate, later(hours))),
    [0, 0, 1, 1, 2, 3],
  );
  assert.deepEqual(decidersAt(gate, later(9)), { people: ["ana"] });
});

test("a clock that was put back makes nothing overdue", () => {
  assert.equal(timesOverdue({ at, overdue: { afterMs: HOUR_MS, does: "remind" } }, later(-5)), 0);
});

test("a gate that escalates may also be decided by others from then on, each named once", () => {
  const overdue = { afterMs: HOUR_MS, does: "escalate" as const, to: ["bo", "ana"] };
  const gate = { at, overdue, mayDecide: { people: ["ana"], notAsker: true } };
  assert.deepEqual(decidersAt(gate, later(0.9)), { people: ["ana"], notAsker: true });
  assert.deepEqual(decidersAt(gate, later(1)), { people: ["ana", "bo"], notAsker: true });
  assert.deepEqual(decidersAt({ at, overdue }, later(1)), {}, "where anybody may decide, anybody still may");
});

test("a group stands for its members, and one that is not there for nobody", () => {
  const groups = { leads: ["ana", "bo"], none: [] };
  assert.deepEqual(withoutGroups({ people: ["group:leads", "ana", "carl"], notAsker: true }, groups), {
    people: ["ana", "bo", "carl"],
    notAsker: true,
  });
  assert.deepEqual(withoutGroups({ people: ["group:lead"] }, groups), { people: [] });
  assert.deepEqual(withoutGroups({ notAsker: true }, groups), { notAsker: true });
  assert.equal(whyNotDecide("carl", withoutGroups({ people: ["group:leads"] }, groups), "x"), '"carl" is none of them');
  assert.equal(decidersText({ people: ["group:leads", "carl"] }), "the group leads or carl");
});

test("a gate takes decisions up to its last instant, and for ever without a limit", () => {
  assert.deepEqual(
    [0, 2, 2.001].map((hours) => isTooLate({ at, expiresMs: 2 * HOUR_MS }, later(hours))),
    [false, false, true],
  );
  assert.equal(isTooLate({ at }, later(1_000)), false);
});
