import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { grounded, groundedIn, grounding } from "../../../src/checks/grounding/index.js";
import { check, gather, input, pipeline, write } from "../../../src/dsl/index.js";

const FACTS = {
  day: "2026-03-19",
  commits: [
    { author: "Ana Pop", subject: "Read the tide tables once at start", added: 65, removed: 12, files: [{ path: "src/tides.ts" }] },
    {
      author: "Dan Ionescu",
      subject: "Split the berth planner",
      added: 274,
      removed: 254,
      files: [{ path: "src/plan.ts" }, { path: "docs/plan.md" }],
    },
  ],
  log: "The planner asked the clock in eleven places.\nIt is now given the time.",
};

function messages(text: string, facts: unknown = FACTS): readonly string[] {
  return grounded(facts)
    .run(text, {})
    .map(({ rule, message }) => `${rule}: ${message}`);
}

test("an invented number gets one error at its place, with the nearest number and where that stands", () => {
  assert.deepEqual(grounded(FACTS).run("# The day\n\nThey added *341* lines.", {}), [
    {
      rule: "grounding/number",
      severity: "error",
      message: 'the number "341" is not in the facts; the nearest is 339 (sum of commits[].added): correct it or take it out',
      at: { line: 3, column: 13, offset: 23 },
    },
  ]);
});

test("each kind of invention gets its own message", () => {
  assert.deepEqual(messages("On 21 March 2026 at 10:40, `src/tide.ts` and readTide_table changed by 40%."), [
    'grounding/date: the date "21 March 2026" is not in the facts; the nearest is 2026-03-19 (day): correct it or take it out',
    'grounding/time: the time "10:40" is not in the facts, and nothing in them is near it: correct it or take it out',
    'grounding/path: the path "src/tide.ts" is not in the facts; the nearest is "src/tides.ts" (commits[0].files[0].path): correct it or take it out',
    'grounding/identifier: the identifier "readTide_table" is not in the facts, and nothing in them is near it: correct it or take it out',
    'grounding/percentage: the percentage "40%" is not in the facts; the nearest is 65 (commits[0].added): correct it or take it out',
  ]);
});

test("a quotation has to stand in the source, white space and quote marks aside", () => {
  assert.deepEqual(
    messages(
      'It says “the planner\nasked the  clock”, and "it is now … the time".\n\n> The planner asked\n> the clock in eleven places.\n',
    ),
    [],
  );
  assert.deepEqual(messages("The log says:\n\n> The planner asked the database in eleven places.\n"), [
    'grounding/quotation: the quotation "The planner asked the database in eleven places." is not in the facts; the nearest is "The planner asked the clock in eleven places." (log): correct it or take it out',
  ]);
});

test("one number in several spellings is one number", () => {
  const facts = { lines: 1_000, waitMs: 90_000, sizeBytes: 1_000_000, share: 0.25, day: "2026-03-19" };
  for (const text of ["1,000", "1000", "1 000", "a thousand", "1k", "one thousand", "1.000"])
    assert.deepEqual(messages(`It has ${text} lines.`, facts), [], text);
  for (const text of ["90 s", "1.5 minutes", "90 seconds", "ninety seconds", "1 min 30 s"])
    assert.deepEqual(messages(`It waits ${text}.`, facts), [], text);
  for (const text of ["1 MB", "1,000 KB", "1000 kB", "1,000,000 bytes"]) assert.deepEqual(messages(`It takes ${text}.`, facts), [], text);
  for (const text of ["25%", "25 percent", "25 per cent"]) assert.deepEqual(messages(`It is ${text} done.`, facts), [], text);
  for (const text of ["19 March", "2026-03-19", "March 19, 2026", "the 19th of March", "19.03.2026", "Thursday"]) {
    assert.deepEqual(messages(`It was done on ${text}.`, facts), [], text);
  }
});

test("Romanian numbers and dates are read in a Romanian text", () => {
  const facts = { fișiere: 21, zile: 3, day: "2026-03-19" };
  assert.deepEqual(messages("Pe 19 martie 2026 au fost schimbate douăzeci și unu de fișiere, în trei zile.", facts), []);
  assert.deepEqual(messages("Au fost schimbate douăzeci și două de fișiere în ziua de 19 martie.", facts), [
    'grounding/number: the number "douăzeci și două" is not in the facts; the nearest is 21 (fișiere): correct it or take it out',
  ]);
});

test("small numbers that are ordinary words are no alarm", () => {
  assert.deepEqual(
    messages(
      "One of the commits is the first. There are two ways to see it, and four main reasons. Either of the two will do, one or two at a time. See step 7 and section 3.2.\n\n1. The first\n2. The second\n\n## 3. An end",
      { log: "nothing" },
    ),
    [],
  );
});

test("a sum, a difference, a count, an average and what is left over follow from the facts", () => {
  assert.deepEqual(
    messages(
      "Two commits added 339 lines and removed 266, so 73 more were added than removed. They touch three files in 2 folders. On average a commit added 169.5 lines. The first commit aside, one more added the remaining 274.",
    ),
    [],
  );
});

test("a unit that the facts contradict is found", () => {
  assert.deepEqual(messages("The build takes 90 s.", { buildMs: 90 }), [
    'grounding/duration: the duration "90 s" is not in the facts; the nearest is 0.09 seconds (buildMs): correct it or take it out',
  ]);
});

test("names are read in running text, not in headings with a capital on each word, nor in German", () => {
  assert.deepEqual(messages("## Where The Work Went\n\nThe planner was split by Dan Ionescu. Ana read the tables."), []);
  assert.deepEqual(messages("The planner was split by Marta Keller in Hamburg."), [
    'grounding/name: the name "Marta Keller" is not in the facts, and nothing in them is near it: correct it or take it out',
    'grounding/name: the name "Hamburg" is not in the facts, and nothing in them is near it: correct it or take it out',
  ]);
  assert.deepEqual(messages("Der Planer ist jetzt in einem Teil, und die Uhr wird nicht mehr gefragt."), []);
});

test("a heading may leave its small words small, and the bold beginning of a paragraph or an item may be one", () => {
  const headings = [
    "# Why It Matters",
    "## Unlocking Resilience: A Deep Dive into Our Planner",
    "### Lessons Learned from the Move",
    "- **Faster Startup Times**: the planner was split.",
    "- __Key Insight:__ The planner was split.",
    "1. **Set Up the Planner** — it was split.",
    "*Lessons Learned.* The planner was split.",
  ];
  assert.deepEqual(messages(headings.join("\n\n")), []);
});

test("a name in bold is a name, and so is the person before a colon or at the end of a sentence", () => {
  const named = (text: string) => messages(text).map((message) => /"([^"]+)"/.exec(message)?.[1]);
  assert.deepEqual(named("**Northwind Labs** has split the planner."), ["Northwind Labs"]);
  assert.deepEqual(named("- **Marta Keller:** splits the planner."), ["Marta Keller"]);
  assert.deepEqual(named("**Planner** was split by Dora Keller: it helps."), ["Dora Keller"]);
  assert.deepEqual(named("The Regent from Hamburg."), ["Regent", "Hamburg"]);
});

test("a combination of keys is no name", () => {
  assert.deepEqual(messages("Then they pressed Ctrl+C, Cmd-S and Shift+Alt+F4."), []);
});

test("what a project allows needs no fact", () => {
  const text = "It runs on Kubernetes, and Marta Keller wrote `kubectl`.";
  assert.deepEqual(grounded(FACTS, { allow: ["Kubernetes", "Marta Keller", "kubectl"] }).run(text, {}), []);
});

test("code in blocks is not read", () => {
  assert.deepEqual(messages("```\nconst answer = 4_711;\n```\n\n    indented 4711\n"), []);
});

test("without facts there is no check, and facts may be a plain text", () => {
  assert.deepEqual(grounding.checks(), []);
  assert.deepEqual(messages("There are 12 ships.", "12 ships lie in the harbour"), []);
  assert.equal(messages("There are 13 ships.", "12 ships lie in the harbour").length, 1);
});

test("the facts may be the output of a stage", () => {
  const request = input(z.object({}));
  const facts = gather("facts", { needs: { request }, output: z.object({ ships: z.int() }), run: async () => ({ ships: 12 }) });
  const draft = write("draft", { needs: { facts }, output: z.string(), prompt: () => "Write." });
  const review = check("review", { of: draft, checks: [groundedIn(facts)] });
  assert.deepEqual(
    pipeline("ships", { input: request, stages: [facts, draft, review] }).stages[2]?.reads.map(({ name }) => name),
    ["draft", "facts"],
  );
  assert.deepEqual(groundedIn(facts).run("There are 12 ships.", { facts: { ships: 12 } }), []);
  assert.equal(groundedIn(facts).run("There are 14 ships.", { facts: { ships: 12 } }).length, 1);
});

test("any text and any facts are checked without throwing, and a finding points at the text that it quotes", () => {
  const piece = fc.constantFrom(
    "1,000 ",
    "twenty",
    "-two ",
    "19 March ",
    "2026",
    "-03-19",
    " ms",
    "%",
    "`",
    "src/a.ts",
    "[x](https://a.example/)",
    "> ",
    '"',
    "“",
    "Ana ",
    "Dan ",
    ". ",
    "\n",
    "\n\n",
    "\r\n",
    "|",
    "e\u0301",
    "\uD800",
    "1e400",
    "v1.2.3",
    "@a.b",
    "0f0f0f0",
    "&amp;",
  );
  const anyText = fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(anyText, fc.jsonValue({ maxDepth: 3 }), (text, facts) => {
      for (const { at, message } of grounded(facts).run(text, {})) {
        const [, quoted = ""] = /^the [a-zA-Z ]+ "(.*?)" is not in the facts/s.exec(message) ?? [];
        const start = quoted.slice(0, 1);
        if (/^[a-z0-9]$/i.test(start))
          assert.ok(text.slice(at?.offset, (at?.offset ?? 0) + 3).includes(start), `${message} at ${JSON.stringify(at)}`);
      }
    }),
    { numRuns: 300 },
  );
});
