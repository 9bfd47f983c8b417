import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ClipboardItem } from "../../../adapters/clipboard/index.js";
import { itemsIn, lineOf } from "../../../adapters/clipboard/item-lines.js";

/** Any text that a program can hold: line breaks, quotes, NUL, and halves of surrogate pairs alone. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\n", "\r", "\u2028", '"', "\\", "\0", "\ud83d"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
});

const item: fc.Arbitrary<ClipboardItem> = fc.record(
  {
    id: fc.string(),
    label: text,
    text,
    tags: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    savedAt: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }).map((at) => at.toISOString()),
  },
  { requiredKeys: ["id", "text", "tags", "savedAt"], noNullPrototype: true },
);
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 5 });
const bytesOf = (saved: readonly ClipboardItem[]) => Buffer.from(saved.map(lineOf).join(""));
// What a reader makes of the text; a surrogate's half is written as an escape, so that UTF-8 does not lose it.
const read = (bytes: Uint8Array) => itemsIn(Buffer.from(bytes).toString("utf8"));

describe("the lines of a clipboard", () => {
  it("whatever an item holds, its line gives it back", () => {
    fc.assert(fc.property(items, (saved) => assert.deepEqual(read(bytesOf(saved)), saved)));
  });

  it("a file that was torn at any byte has all items but the one that was torn", () => {
    fc.assert(
      fc.property(items, item, fc.nat(), (saved, last, at) => {
        fc.pre(saved.every(({ id }) => id !== last.id));
        const whole = bytesOf([last]);
        // The line break may be lost without losing the item.
        const torn = whole.subarray(0, at % (whole.length - 1));
        assert.deepEqual(read(Buffer.concat([bytesOf(saved), torn])), saved);
      }),
    );
  });

  it("a line that is no item is passed over, and of two of one id the first counts", () => {
    const first = { id: "1", text: "One", tags: [], savedAt: "2026-03-19T09:40:00.000Z" };
    const other = { ...first, text: "Two" };
    assert.deepEqual(itemsIn(`{"id":"2","text":"No time"}\n\nnull\n${lineOf(first)}${lineOf(other)}`), [first]);
  });
});
