import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Artifact, blockedReason, type Claim, refusalsOf } from "../../src/evidence/index.js";

const SINCE = 1_000_000;
const file = (sha256: string, more: { bytes?: number; changedMs?: number } = {}) =>
  ({ is: "file", bytes: 5, changedMs: SINCE + 1, sha256, ...more }) as const;

const claim = (more: Partial<Claim> = {}): Claim => ({ text: "Done.", shown: [], succeeded: 1, artifacts: [], sinceMs: SINCE, ...more });
const messages = (more: Partial<Claim>) => refusalsOf(claim(more)).map(({ message }) => message);
const ofArtifact = (more: Partial<Artifact>) =>
  messages({ artifacts: [{ path: "a.md", before: { is: "missing" }, after: file("new"), ...more }] });

test("work with a tool call that succeeded and a new file stands", () => {
  assert.deepEqual(ofArtifact({}), []);
  assert.deepEqual(ofArtifact({ before: file("old") }), []);
});

test("work without a tool call that succeeded is refused", () => {
  assert.deepEqual(messages({ succeeded: 0 }), [
    "no tool call has succeeded since the task began; do the work with the tools, then answer",
  ]);
});

test("each thing that can be wrong with an artifact has its sentence", () => {
  const cases = [
    { after: { is: "missing" } },
    { after: { is: "outside" } },
    { after: { is: "no-file" } },
    { after: file("new", { bytes: 0 }) },
    { before: file("new"), after: file("new") },
    { after: file("new", { changedMs: SINCE - 2_001 }) },
  ] as const;
  assert.deepEqual(cases.flatMap(ofArtifact), [
    '"a.md" is not on the disk; write it with the tools, then answer',
    '"a.md" leads out of the working folder; put a file there, no link, then answer',
    '"a.md" is no file; write a file there, then answer',
    '"a.md" is empty; write what belongs into it, then answer',
    '"a.md" is byte for byte what it was before the task; change it as the task says, then answer',
    '"a.md" is older than the task; write it anew with the tools, then answer',
  ]);
});

test("a disk that counts in steps of two seconds makes no new file old", () => {
  assert.deepEqual(ofArtifact({ after: file("new", { changedMs: SINCE - 2_000 }) }), []);
});

test("several artifacts are each looked at, and named in their order", () => {
  const missing = { before: { is: "missing" }, after: { is: "missing" } } as const;
  const artifacts = ["b.md", "a.md"].map((path) => ({ path, ...missing }));
  assert.deepEqual(
    refusalsOf(claim({ artifacts })).map(({ rule, message }) => `${rule} ${message.slice(0, 6)}`),
    ['evidence/missing "b.md"', 'evidence/missing "a.md"'],
  );
});

test("a file with the bytes that it had is refused, whatever its time; one with others is not, if it is new", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (before, after, later) => {
      const changed = file(after, { changedMs: SINCE + later });
      assert.equal(ofArtifact({ before: file(before), after: changed }).length, before === after ? 1 : 0);
    }),
  );
});

test("a reading of failure comes with the way to say that one is blocked", () => {
  assert.deepEqual(messages({ text: "I could not open the file." }), [
    'the result reads like a failure ("I could not open the file."); finish the task and say what was done, or, if it cannot be done, answer "BLOCKED: " and why',
  ]);
});

test("an answer that begins with the word blocked and a reason is blocked, any other is not", () => {
  assert.equal(blockedReason("BLOCKED: the server\nis down"), "the server is down");
  assert.equal(blockedReason("**Blocked** - no key"), "no key");
  for (const text of ["BLOCKED", "BLOCKED: ", "The road is blocked: I went around.", "Blocked callers are listed."]) {
    assert.equal(blockedReason(text), undefined);
  }
});
