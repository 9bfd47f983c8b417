import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Part, type ReadPart, refusalsOf, unreadOf } from "../../src/evidence/index.js";

const refused = (parts: readonly Part[], reads: readonly ReadPart[]) =>
  refusalsOf({ text: "Done.", shown: [], succeeded: 1, artifacts: [], sinceMs: 0, coverage: { parts, reads } }).map(
    ({ message }) => message,
  );

test("a report on a book of which only the beginning was read is refused, and names the rest", () => {
  const parts = [{ source: "book.txt", from: 0, to: 9_000 }, { source: "preface.txt" }];
  assert.deepEqual(refused(parts, [{ path: "./book.txt", from: 0, to: 3_000 }]), [
    'not read: "book.txt" from 3000 to 9000, "preface.txt"; read them with the tools, then answer',
  ]);
});

test("a report on a book that was read in windows, in whatever order, stands", () => {
  const reads = [
    { path: "book.txt", from: 6_000, to: 9_000 },
    { path: "book.txt", from: 0, to: 4_000 },
    { path: "book.txt", from: 3_500, to: 6_000 },
    { path: "preface.txt" },
  ];
  assert.deepEqual(refused([{ source: "book.txt", from: 0, to: 9_000 }, { source: "preface.txt" }], reads), []);
});

test("the gaps between windows are named", () => {
  const reads = [
    { path: "a.md", from: 1, to: 10 },
    { path: "a.md", from: 30, to: 40 },
  ];
  assert.deepEqual(refused([{ source: "a.md", from: 1, to: 50 }], reads), [
    'not read: "a.md" from 10 to 30, "a.md" from 40 to 50; read them with the tools, then answer',
  ]);
});

test("windows whose last line counts leave nothing out, and a whole file may begin with line 0 or 1", () => {
  const lines = [
    { path: "a.md", from: 1, to: 10 },
    { path: "a.md", from: 11, to: 20 },
  ];
  assert.deepEqual(refused([{ source: "a.md", from: 1, to: 20 }], lines), []);
  assert.deepEqual(refused([{ source: "a.md" }], [...lines, { path: "a.md", from: 21 }]), []);
  assert.deepEqual(refused([{ source: "a.md" }], lines), ['not read: "a.md" from 20; read it with the tools, then answer']);
});

test("a chapter that has a name is read by that name, or with the whole book", () => {
  const chapter = [{ source: "book.epub", from: "chapter-2" }];
  assert.deepEqual(refused(chapter, [{ path: "book.epub", from: "chapter-2" }]), []);
  assert.deepEqual(refused(chapter, [{ path: "book.epub" }]), []);
  assert.deepEqual(refused(chapter, [{ path: "book.epub", from: "chapter-1" }]), [
    'not read: "book.epub" from chapter-2; read it with the tools, then answer',
  ]);
});

test("of many parts five are named", () => {
  const parts = Array.from({ length: 7 }, (_, index) => ({ source: `${index}.md` }));
  assert.deepEqual(refused(parts, []), [
    'not read: "0.md", "1.md", "2.md", "3.md", "4.md" and 2 more; read them with the tools, then answer',
  ]);
});

test("a window is covered exactly if every place of it lies in a window that was read, but for the joints", () => {
  const window = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([from, length]) => ({ path: "a", from, to: from + length }));
  fc.assert(
    fc.property(fc.array(window, { maxLength: 12 }), fc.nat(40), fc.integer({ min: 1, max: 30 }), (reads, from, length) => {
      const places = Array.from({ length }, (_, index) => from + index);
      const missing = places.filter((place) => reads.every((read) => place < read.from || place >= read.to));
      const gaps = unreadOf([{ source: "a", from, to: from + length }], reads);
      if (missing.length === 0) assert.deepEqual(gaps, []);
      // One place at a joint may be the last line of the window before.
      const isLong = missing.some((place) => missing.includes(place + 1));
      if (isLong) assert.notDeepEqual(gaps, []);
    }),
  );
});
