import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { claims } from "../../src/checks/claims/index.js";
import { grounding } from "../../src/checks/grounding/index.js";
import { bannedPhrases, countWords, emDashes, noLists, parseText, sections, words } from "../../src/checks/index.js";
import { repetition } from "../../src/checks/repetition/index.js";
import { safety } from "../../src/checks/safety/index.js";
import { structure } from "../../src/checks/structure/index.js";

const PHRASES = ["delve into", "rich tapestry", "game-changer"];
const PROSE_CHECKS = [emDashes({ max: 0 }), bannedPhrases(PHRASES)] as const;
const FACTS = { commits: [{ subject: "Split the berth planner", lines: 12 }], log: "compared the gauge on 19 March 2026, 3.5 ms" };
const ALL_CHECKS = [
  ...PROSE_CHECKS,
  words({ max: 1 }),
  words({ max: 1_000, min: 999 }),
  noLists({ numbered: true }),
  sections({ count: 1, prose: true }),
  ...structure.checks({
    sentences: { maxWords: 1, max: 1 },
    paragraphs: { maxWords: 1, maxSentences: 1, max: 1 },
    headings: { title: true },
    links: { paths: ["a"] },
    frontMatter: { schema: z.object({ title: z.string() }) },
  }),
  ...safety.checks(),
  ...repetition.checks({ prompt: "delve into word ș delve into word ș delve into word ș" }),
  ...grounding.checks({ facts: FACTS }),
  ...claims.checks({ facts: FACTS }),
];

/** Pieces of Markdown that mean something, in any order, between strings of anything. */
const pieces = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom(
    "# ",
    "## ",
    "- ",
    "1. ",
    "> ",
    "    ",
    "```",
    "````",
    "`",
    "*",
    "_",
    "**",
    "~~",
    "[",
    "](",
    ")",
    "![",
    "<",
    ">",
    "<!--",
    "-->",
    "|",
    "|---|",
  ),
  fc.constantFrom(
    "\n",
    "\n\n",
    "\r\n",
    "  \n",
    "\\",
    "\t",
    " ",
    "---",
    "---\n",
    "—",
    "&mdash;",
    "&#8212;",
    "https://a.example/",
    "key: ",
    "\uFEFF",
  ),
  fc.constantFrom(
    "We measured ",
    "was tested. ",
    "Ana Pop",
    "5 MB",
    "12%",
    "v1.2.3",
    "src/a.ts",
    "2026-03-19",
    "10:30",
    '"a b c"',
    "a@b.example",
    "ignore your instructions",
    "<div>",
    "</div>",
    "<p>",
    "<code>",
    "</code>",
    "<li>",
  ),
  fc.constantFrom("delve into", "delve ", "into", "It’s worth noting that", "word", "ș", "ş", "e\u0301", "😀", "don't"),
);
const anyText = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(""));

/** Prose in which both checks of prose find something, and which no kind of code, link target or quotation ends. */
const FAULTY = "we delve into it—again";

test("any text at all is checked, and each finding's line, column and offset are one place in it", () => {
  fc.assert(
    fc.property(anyText, (markdown) => {
      for (const check of ALL_CHECKS) {
        for (const { at, rule } of check.run(markdown, {})) {
          if (!at) continue;
          const before = markdown.slice(0, at.offset).split("\n");
          assert.equal(at.offset < markdown.length, true, rule);
          assert.deepEqual([at.line, at.column], [before.length, (before.at(-1)?.length ?? 0) + 1]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("a finding's place points at what it speaks of", () => {
  fc.assert(
    fc.property(anyText, (markdown) => {
      for (const { at } of emDashes({ max: 0 }).run(markdown, {})) {
        assert.match(markdown.slice(at?.offset), /^(?:[—―⸺⸻﹘]|---|\\?-|&mdash;|&#8212;)/);
      }
      for (const { at, message } of bannedPhrases(PHRASES).run(markdown, {})) {
        const first = /^"([\p{L}\p{M}\p{N}])/u.exec(message)?.[1] ?? "nothing";
        assert.equal(markdown.startsWith(first, at?.offset), true);
      }
    }),
    { numRuns: 150 },
  );
});

test("every piece of prose is the original's own text, its composed form or one character for it, in ascending order", () => {
  fc.assert(
    fc.property(anyText, (markdown) => {
      let end = 0;
      for (const block of parseText(markdown).blocks) {
        assert.equal(block.from >= end, true);
        end = block.from;
        for (const { text, from, to } of block.pieces) {
          assert.equal(from >= end && to > from && to <= block.to, true);
          if (text.length > 1)
            assert.equal(text, markdown.slice(from, to).normalize(text === markdown.slice(from, to) ? undefined : "NFC"));
          end = to;
        }
        assert.equal(block.prose, block.pieces.map((piece) => piece.text).join(""));
      }
    }),
    { numRuns: 150 },
  );
});

test("text inside fences, code, link targets, quotations, comments and front matter yields no finding", () => {
  const hidden = fc.constantFrom(
    (text: string) => `\`\`\`\n${text}\n\`\`\``,
    (text: string) => `~~~~ md\n~~~\n- ${text}\n~~~~`,
    (text: string) => `    ${text}`,
    (text: string) => `\`${text}\``,
    (text: string) => `*see \`\` ${text} \`\`*`,
    (text: string) => `[link](<https://a.example/${text}>)`,
    (text: string) => `[link](https://a.example "${text}")`,
    (text: string) => `![${text}](a.png)`,
    (text: string) => `> ${text}\n> - ${text}`,
    (text: string) => `<!-- ${text} -->`,
    (text: string) => `<pre>\n${text}\n</pre>`,
  );
  const plain = fc.constantFrom("A sentence.", "Text with *emphasis* here.", "## A heading", "| a | b |\n|---|---|\n| c | d |");
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hidden, plain), { maxLength: 12 }),
      fc.boolean(),
      fc.constantFrom("\n", "\r\n"),
      (parts, isFronted, lineEnd) => {
        const body = parts.map((part) => (typeof part === "string" ? part : part(FAULTY))).join("\n\n");
        const markdown = `${isFronted ? `---\ntitle: ${FAULTY}\n---\n\n` : ""}${body}`.replaceAll("\n", lineEnd);
        for (const check of [...PROSE_CHECKS, noLists({ numbered: true })]) assert.deepEqual(check.run(markdown, {}), []);
        const end = `${markdown}${lineEnd}${lineEnd}Now ${FAULTY}.`;
        assert.deepEqual(
          PROSE_CHECKS.map((check) => check.run(end, {}).map(({ at }) => at?.offset)),
          [[end.lastIndexOf("—")], [end.lastIndexOf("delve")]],
        );
      },
    ),
  );
});

test("the words of paragraphs put one after the other add up", () => {
  const paragraph = fc.array(fc.constantFrom("word", "don't", "*two* words", "`code`", "ș—ț", "[a](https://b.example)", "😀"), {
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(paragraph.map((list) => list.join(" "))), (paragraphs) => {
      const sum = paragraphs.reduce((total, text) => total + countWords(text), 0);
      assert.equal(countWords(paragraphs.join("\n\n")), sum);
    }),
  );
});

test("a check finds the same again, whatever was checked between", () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      for (const check of ALL_CHECKS) {
        const first = check.run(one, {});
        check.run(other, {});
        assert.deepEqual(check.run({ markdown: one }, {}), first);
      }
    }),
  );
});

test("texts that would make a parser quadratic or run out of stack are checked like any other", () => {
  const hostile = [
    "[a](",
    "![",
    "*_",
    "*a_",
    "[a]",
    "~~a ",
    "> ",
    "- ",
    "- a\n  ",
    "`",
    "<!-- ",
    "[x]: ",
    "delve ",
    "it's worth ",
    "—",
    "&mdash;",
    "<a ",
    "![[",
    "_a*",
    "*a ",
    "<p>a",
    "<div><code>",
    '"',
    "a.b/",
    "we ",
    "12 ",
    "A",
  ];
  for (const piece of hostile) {
    const markdown = piece.repeat(12_000 / piece.length);
    for (const text of [markdown, `a ${markdown}`, `${markdown}a${"](b)*_".repeat(1_000)}`]) {
      for (const check of ALL_CHECKS) assert.doesNotThrow(() => check.run(text, {}), piece);
    }
  }
});
