import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { gistOf } from "../../../src/checks/claims/stems.js";

test("the gist of a text has each of its words by its stem, the parts of a joined name by themselves, and no word of one letter", () => {
  const { stems } = gistOf("Ferries harbourMaster x QuayX lantern");
  assert.deepEqual([...stems], ["ferry", "harbour", "mast", "quay", "lantern"]);
});

test("words are cut where letters and their marks end or a capital follows a small letter, whatever the text", () => {
  const part = fc.oneof(
    fc.constantFrom("aB", "ȘT", "ș", "\u0326", "𝒜𝒷", "😀", "\ud835", "7", "_", " ", "x".repeat(41)),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{M}]{2,40}/gu) ?? [];
      const apart = words.map((word) => gistOf(word));
      const whole = gistOf(text);
      assert.deepEqual(whole.stems, new Set(apart.flatMap(({ stems }) => [...stems])));
      assert.deepEqual(whole.acts, new Set(apart.flatMap(({ acts }) => [...acts])));
    }),
  );
});
