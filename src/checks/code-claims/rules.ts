import type { CodeRulePage } from "./code-pack.js";

const CODE = {
  "src/cache.ts": `import { parseDay } from "./parse-day.js";

// Callers must hold the lock before they write.
export class Cache {
  readonly #days = new Map<string, Date>();

  put(key: string, day: string): void {
    this.#days.set(key, parseDay(day));
  }
}
`,
  "src/parse-day.ts": `/** Throws for anything that is no day. */
export function parseDay(text: string): Date {
  const day = new Date(text);
  if (Number.isNaN(day.getTime())) throw new SyntaxError("no day");
  return day;
}
`,
  "test/parse-day.test.ts": `import { parseDay } from "../src/parse-day.js";

test("a word is no day", () => assert.throws(() => parseDay("soon")));
`,
};

/** The pages of the pack: one for each kind of claim, all with the code of one small tree. */
export const CODE_CLAIMS_RULES: readonly CodeRulePage[] = [
  page("file", {
    why: "A finding in a file that does not exist was not read out of the code.",
    fix: "Name the file that is meant, or take the claim out.",
    counts:
      "Paths in prose, in spans of code, in links and at the head of a block of code, also without their first folders where one file or more end so. Not looked at: files that are to be made, moved or deleted, examples, what is said to be missing, files of dependencies and of builds, and absolute paths elsewhere.",
    bad: ["The lock is forgotten in `src/caches.ts`.", "See lib/parse.ts:3 for the reason.", "[The cache](src/kache.ts) grows."],
    good: [
      "The days are kept in `src/cache.ts`, see also parse-day.ts.",
      "Move the class into `src/day-cache.ts`.",
      "There is no `README.md`.",
    ],
  }),
  page("line", {
    why: "A line behind the end of a file was made up.",
    fix: "Look the line up, or take the claim out.",
    counts:
      "`a.ts:12`, `a.ts:12-20`, `a.ts#L12`, `line 12 of a.ts`, `a.ts, lines 3 and 40`, and a line by itself after a file in the same block or in the heading above it.",
    bad: ["The map grows without bound (`src/cache.ts:58`).", "Line 40 of parse-day.ts swallows the error."],
    good: ["`src/cache.ts:5` holds the map.", "In `src/parse-day.ts` the text is read on line 3."],
  }),
  page("quote", {
    why: "Code that is quoted and is not there makes a reader trust a finding that is about other code.",
    fix: "Quote what stands there, or take the claim out.",
    counts:
      "Code beside a cited file or line, statements in the same sentence with one, blocks of code that a sentence leads to with a file and a colon or that name their file, and words in quote marks beside a file; white space aside, `…` may leave out a part. Three lines away from a cited line is near. A name or a call is looked for by its name. What is proposed is not looked at.",
    bad: [
      "`src/cache.ts:8` does `this.#days.set(key, new Date(day))`.",
      "`return day;` (src/parse-day.ts:1) leaks the object.",
      "The check in `src/parse-day.ts`:\n\n```ts\nif (day === undefined) return null;\n```",
    ],
    good: [
      "`src/cache.ts:8` does `this.#days.set(key, parseDay(day))`.",
      "In `src/parse-day.ts`, use `Date.parse(text)` instead.",
      "The check in `src/parse-day.ts`:\n\n```ts\nif (Number.isNaN(day.getTime())) throw new SyntaxError(…);\n```",
    ],
  }),
  page("missing", {
    why: "That something is missing is easily said and seldom searched for.",
    fix: "Search for it first, and take the claim out where it is there.",
    counts:
      "That a name or a file has no test, is never called, used or imported, is not defined or missing, is not checked, handled, awaited or closed. Only what a search answers is found: a name in a test is a test, a definition is there. Conditions, questions, special cases and names that may be members of anything are let pass.",
    bad: [
      "There is no test for `parseDay`.",
      "parseDay is never called.",
      "`day` is not validated in `src/parse-day.ts`.",
      "`src/cache.ts` is missing.",
    ],
    good: [
      "There is no test for `Cache`.",
      "`put` is never called.",
      "`key` is not checked in `src/cache.ts`.",
      "`parseDay` is not tested with an empty text.",
    ],
  }),
  page("comment-only", {
    why: "A comment says what somebody thought: one that describes a danger is no defect, and one that describes a protection is none.",
    fix: "Cite the code that shows it, or take the claim out.",
    counts:
      "All lines that a sentence cites, and all code that it quotes, lie in comments, found by a parser of the language (TypeScript, JavaScript, Python, shell, Go, Rust; docstrings count, strings do not), and the sentences beside it give no code either. A sentence about the comment itself (that it is out of date, wrong, unclear) is let pass.",
    bad: ["The cache is not safe: see src/cache.ts:3.", "parseDay may throw, as line 1 of `src/parse-day.ts` says."],
    good: [
      "The cache writes without a lock (src/cache.ts:8), though line 3 asks for one.",
      "The comment at src/cache.ts:3 is out of date.",
    ],
  }),
  page("identifier", {
    why: "A function that nobody wrote cannot have a fault.",
    fix: "Name what is meant, or take the claim out.",
    counts:
      "A name of code that is said to be in a file, or that a file is said to define, export, call or use, and that stands nowhere in the tree.",
    bad: ["The `evictOldest` method in `src/cache.ts` is slow.", "`src/parse-day.ts` exports `formatDay`."],
    good: ["The `put` method in `src/cache.ts` is fine.", "`src/parse-day.ts` should export `formatDay`."],
  }),
];

function page(
  name: string,
  { bad, good, ...said }: Omit<CodeRulePage, "id" | "examples"> & Pick<CodeRulePage["examples"], "bad" | "good">,
): CodeRulePage {
  return { id: `code-claims/${name}`, ...said, examples: { given: { code: CODE }, bad, good } };
}
