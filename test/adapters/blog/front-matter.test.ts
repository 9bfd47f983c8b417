import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { splitFrontMatter, withFrontMatter } from "../../../adapters/blog/front-matter.js";

const FIELDS = { title: 'A "new" day: #1', date: "2026-03-19", slug: "a-new-day", sha256: "00ff", key: "run-1/publish/v1/0" };

describe("front matter", () => {
  it("stands before the text, each value but the date quoted, with one blank line between", () => {
    assert.equal(
      withFrontMatter({ ...FIELDS, summary: "Short" }, "Text"),
      `---
title: "A \\"new\\" day: #1"
date: 2026-03-19
slug: "a-new-day"
sha256: "00ff"
key: "run-1/publish/v1/0"
summary: "Short"
---

Text`,
    );
  });

  it("a character that YAML calls not printable is escaped", () => {
    assert.match(
      withFrontMatter({ ...FIELDS, title: "a\u0085b\u2028c\ufeffd\u007f\n\t" }, ""),
      /^title: "a\\u0085b\\u2028c\\ufeffd\\u007f\\n\\t"$/m,
    );
  });

  it("whatever the fields and the text are, they are read back as they were", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }).filter((drawn) => !/\p{Surrogate}/u.test(drawn)),
      fc
        .array(fc.constantFrom("---", "\n", "\r\n", "\r", "title: x", " ", "\ufeff", "…", "\u2028", "key: stolen"), { maxLength: 12 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, text, text, (title, summary, key, markdown) => {
        const fields = { ...FIELDS, title, summary, key };
        const file = Buffer.from(withFrontMatter(fields, markdown), "utf8").toString("utf8");
        assert.deepEqual(splitFrontMatter(file), { fields, markdown });
      }),
    );
  });

  it("what a person wrote by hand is read as far as it goes", () => {
    assert.deepEqual(splitFrontMatter('---\r\ntitle: By hand\r\ntags:\r\n- a\r\nslug: "torn\r\n---\r\nText\r\n'), {
      fields: { title: "By hand", tags: "", slug: '"torn' },
      markdown: "Text\r\n",
    });
    assert.deepEqual(splitFrontMatter("---\n---\nText"), { fields: {}, markdown: "Text" });
    assert.deepEqual(splitFrontMatter("---\ntitle: x\n---"), { fields: { title: "x" }, markdown: "" });
  });

  it("a text without front matter, or with one that does not end, is all text", () => {
    for (const text of ["", "Text", "---\ntitle: x\nText", "----\nx\n----\n", " ---\nx\n---\n"]) {
      assert.deepEqual(splitFrontMatter(text), { fields: {}, markdown: text });
    }
  });
});
