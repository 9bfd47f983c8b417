import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { claims } from "../../src/checks/claims/index.js";
import { grounding } from "../../src/checks/grounding/index.js";
import { bannedPhrases } from "../../src/checks/index.js";
import { repetition } from "../../src/checks/repetition/index.js";
import { safety } from "../../src/checks/safety/index.js";
import { structure } from "../../src/checks/structure/index.js";
import type { Check, Finding } from "../../src/dsl/index.js";

const CHECKS: readonly Check<string>[] = [
  bannedPhrases(["viața și forța", "delve into"]),
  ...structure.checks({
    sections: { count: 9, prose: true },
    lists: { numbered: true },
    emDashes: { max: 0 },
    words: { max: 3 },
    sentences: { maxWords: 3, max: 1 },
    paragraphs: { maxWords: 3, maxSentences: 1, max: 1 },
    headings: { title: true },
    links: { paths: ["a.md"] },
  }),
];

const FACTS = { jurnal: "Ștefan a citit 12 pagini la 19 martie 2026", commits: [{ subject: "Split the berth planner", lines: 12 }] };

/** These read code too. */
const ALL_CHECKS: readonly Check<string>[] = [
  ...CHECKS,
  ...safety.checks(),
  ...repetition.checks(),
  ...grounding.checks({ facts: FACTS }),
  ...claims.checks({ facts: FACTS }),
];

/** Blocks in composed form whose line ends are line feeds; nearly each has a fault. */
const block = fc.constantFrom(
  "# Știri",
  "#### Ținută de *seară*",
  "Forța ei — sau a lui -- nu ajunge. Étienne a plecat.",
  "Viața și forța unui om țin\nde el însuși.",
  "• întâi\n• apoi",
  "2) întâi\n3) apoi",
  "**Întâi:** da.\n\n**Apoi:** nu.\n\n**Gata:** și atât.",
  "- element\n- și altul",
  "| cap | gură |\n|---|---|\n| două--trei | și atât |",
  "Vezi [știrile](#știri), [țara](#țară), `cod—cod` și [harta](hărți.md).",
  "```\ncod — și\n```",
  "Se vede [^1].\n\n[^1]: Nota și atât — da.",
  "We measured Ștefan's 47 pages on 3 May 2025, and Étienne was tested. Am măsurat 5 MB.",
  "Țepeș a spus „viața e ca o carte veche” și a scris la asezare@exemplu.ro, la 10:45.",
  "<div>\nȘtirile — și <b>forța</b> lor\n</div>",
  "Un <code>cod--și</code> şi o linie  \nruptă&mdash;aici.",
);
const texts = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => blocks.join("\n\n"));

function findings(markdown: string, checks = ALL_CHECKS): readonly Finding[] {
  return checks.flatMap((check) => check.run(markdown, {}));
}

test("a text has the same findings with CRLF, each at the corresponding place", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = findings(text).map(({ at, ...rest }) => ({
        ...rest,
        at: at && { ...at, offset: text.slice(0, at.offset).replaceAll("\n", "\r\n").length },
      }));
      const found = findings(text.replaceAll("\n", "\r\n")).map(({ at, ...rest }) => ({ ...rest, at }));
      assert.deepEqual(found, expected);
    }),
    { numRuns: 60 },
  );
});

test("a text has the same findings decomposed, each at the corresponding place", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = findings(text).map(({ at, message, ...rest }) => ({
        ...rest,
        message,
        offset: at && text.slice(0, at.offset).normalize("NFD").length,
      }));
      const found = findings(text.normalize("NFD")).map(({ at, message, ...rest }) => ({
        ...rest,
        message: message.normalize("NFC"),
        offset: at?.offset,
      }));
      assert.deepEqual(found, expected);
    }),
    { numRuns: 60 },
  );
});

test("each finding that quotes the text stands where the quoted text begins", () => {
  fc.assert(
    fc.property(texts, fc.constantFrom("NFC", "NFD"), fc.constantFrom("\n", "\r\n"), (text, form, lineEnd) => {
      const markdown = text.normalize(form).replaceAll("\n", lineEnd);
      let quoting = 0;
      for (const { rule, message, at } of findings(markdown)) {
        const quoted = /"([^"]*)"/.exec(message)?.[1] ?? "";
        if (!at || !/banned|em-dashes|links|(?:a sentence|opens a paragraph) of/.test(`${rule} ${message}`)) continue;
        quoting += 1;
        const there = markdown.slice(at.offset).normalize("NFC");
        if (rule === "structure/em-dashes") assert.match(there, /^(?:—|--|&mdash;)/);
        else if (rule === "structure/links") assert.equal(there.startsWith(quoted.normalize("NFC")), true, message);
        else assert.equal(there.startsWith(/^[\p{L}\p{N}]+/u.exec(quoted)?.[0] ?? quoted), true, message);
      }
      assert.equal(quoting > 0 || !/Forța ei|Viața și|#țară/.test(text), true);
    }),
    { numRuns: 60 },
  );
});

test("characters that show nothing, put between any two letters, change no message", () => {
  fc.assert(
    fc.property(texts, fc.constantFrom("\u200B", "\u00AD", "\u2060", "\uFEFF", "\u200C"), (text, hidden) => {
      // Targets and code are not prose: there such a character is one of theirs.
      const marked = text.replace(/\[[^\]]*\]\([^)]*\)|`[^`]*`|\S+@[\w.]+|\[\^1\]:?|&\w+;|<[^>]*>|\p{L}(?=\p{L})/gu, (part) =>
        /^\p{L}$/u.test(part) ? part + hidden : part,
      );
      assert.deepEqual(
        findings(marked).map(({ message }) => message),
        findings(text).map(({ message }) => message),
      );
    }),
    { numRuns: 60 },
  );
});

test("no finding of prose lies in code, and what is quoted as code cannot be told from any other code", () => {
  const code = fc.constantFrom("a — b", "delve into", "• a", "x--y", "One. Two. Three four five six.");
  const around = fc.constantFrom<(inner: string) => string>(
    (inner) => `\`\`\`\n${inner}\n\`\`\``,
    (inner) => `Text \`${inner}\` here.`,
    (inner) => `Text <code>${inner}</code> here.`,
    (inner) => `    ${inner}`,
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(around, code), { minLength: 1, maxLength: 5 }), (list) => {
      const markdown = list.map(([wrap, inner]) => wrap(inner)).join("\n\n");
      const ranges = [...markdown.matchAll(/```[\s\S]*?```|`[^`\n]+`|<code>[^<]*<\/code>|^ {4}.*/gm)].map(({ index, 0: { length } }) => [
        index,
        index + length,
      ]);
      for (const { at, rule } of findings(markdown, CHECKS)) {
        const inside = at && ranges.some(([from = 0, to = 0]) => at.offset >= from && at.offset < to);
        assert.equal(inside ?? false, false, rule);
      }
      const plain = list.map(([wrap]) => wrap("z")).join("\n\n");
      assert.deepEqual(
        findings(markdown, CHECKS).map(({ message }) => message),
        findings(plain, CHECKS).map(({ message }) => message),
      );
    }),
    { numRuns: 60 },
  );
});
