import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { closeToChanges, type DiffLine, lineDiff } from "../../../../src/cli/gates/web/line-diff.js";

const SIGNS = { same: " ", added: "+", removed: "-" } as const;

function drawn(lines: readonly (DiffLine | undefined)[]): readonly string[] {
  return lines.map((line) => (line === undefined ? "…" : `${SIGNS[line.is]}${line.text}`));
}

test("what two texts have in common stays, and the rest is removed or added", () => {
  assert.deepEqual(drawn(lineDiff("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive")), [
    " one",
    "-two",
    "+2",
    " three",
    " four",
    "+five",
  ]);
  assert.deepEqual(drawn(lineDiff("same", "same")), [" same"]);
  assert.deepEqual(drawn(lineDiff("a\na", "a")), [" a", "-a"]);
});

const text = fc.array(fc.constantFrom("", "a", "b", "c"), { minLength: 1, maxLength: 12 }).map((lines) => lines.join("\n"));

test("without what was added it is the old text, without what was removed the new one", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const without = (is: DiffLine["is"]) =>
        lines
          .filter((line) => line.is !== is)
          .map((line) => line.text)
          .join("\n");
      assert.deepEqual([without("added"), without("removed")], [before, after]);
    }),
  );
});

test("a text of which only lines were taken out has nothing added", () => {
  fc.assert(
    fc.property(text, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (before, keeps) => {
      const kept = before.split("\n").filter((_, index) => keeps[index]);
      fc.pre(kept.length > 0);
      assert.equal(
        lineDiff(before, kept.join("\n")).some(({ is }) => is === "added"),
        false,
      );
    }),
  );
});

test("two long texts with nothing in common are one block out and one block in", () => {
  const lines = (letter: string) => Array.from({ length: 2_500 }, (_, index) => `${letter}${index}`).join("\n");
  const found = lineDiff(`head\n${lines("a")}\ntail`, `head\n${lines("b")}\ntail`);
  assert.deepEqual(
    [found.length, found[0]?.is, found[1]?.is, found[2_501]?.is, found.at(-1)?.is],
    [5_002, "same", "removed", "added", "same"],
  );
});

test("far from every change lines are left out", () => {
  const lines = lineDiff("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n6\n7");
  assert.deepEqual(drawn(closeToChanges(lines, 1)), ["…", " 6", "+7"]);
  assert.deepEqual(drawn(closeToChanges(lineDiff("0\n1\n2\n3\n4\n5", "x\n1\n2\n3\n4\ny"), 1)), ["-0", "+x", " 1", "…", " 4", "-5", "+y"]);
  assert.deepEqual(closeToChanges(lineDiff("1\n2", "1\n2")), [undefined]);
});
