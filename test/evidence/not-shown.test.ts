import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { refusalsOf, type Shown, type ShownCall } from "../../src/evidence/index.js";

const read = (args: Record<string, unknown>, text: string, more: Partial<ShownCall> = {}): ShownCall => ({
  kind: "read",
  arguments: args,
  succeeded: true,
  text,
  ...more,
});

const shown = (more: Partial<Shown> = {}): Shown => ({ texts: [], calls: [], files: [], folder: "/home/ana/shop", ...more });

const refused = (text: string, citable: Shown) =>
  refusalsOf({ text, shown: [], succeeded: 1, artifacts: [], sinceMs: 0, citable }).map(({ message }) => message);

const CODE = "export function total(items) {\n  return items.reduce(add, 0);\n}\n";
/** A model has listed a folder, read a file and run the tests, which failed. */
const reviewed = shown({
  texts: ["Review the shop. Its page is https://shop.example.org/start and its docs are at https://docs.shop.io/guide/."],
  calls: [
    read({ folder: "src" }, "cart.ts\ntotal.ts\ncheckout/\n"),
    read({ path: "src/total.ts" }, CODE),
    read({ path: "src/cart.ts", from: 200, to: 210 }, "const open = true;\n".repeat(10)),
    read({ pattern: "TODO" }, "src/checkout/pay.ts:88:// TODO: round the amount before it is charged\n"),
    read({}, '"npm test" failed: AssertionError: the cart is empty\\n    at test/cart.test.ts:41:9', { succeeded: false }),
    read({ path: "src/invented.ts" }, '"read_file" failed: there is no file "src/invented.ts"', { succeeded: false }),
    read({ path: "notes.md", text: "# Notes\n\nThe cart rounds too late for large sums.\n" }, "written", { kind: "write" }),
  ],
  files: ["notes.md", "out/report.md"],
});

const SAID = "; look it up with the tools and cite what they show, or leave it out";

test("a review with findings in files that nobody has seen is refused, and the worst are named", () => {
  const text = [
    "The pool leaks in src/db/pool.ts:120, and `src/auth/session.ts` never expires a session.",
    "See https://nodejs.org/api/stream.html for the fix.",
    'The comment says "connections are never returned to the pool".',
    "Also look at src/util/retry.ts.",
  ].join("\n");
  assert.deepEqual(refused(text, reviewed), [
    `the result cites what no tool has shown: "src/db/pool.ts:120", "https://nodejs.org/api/stream.html", "connections are never returned to the pool" and 2 more${SAID}`,
  ]);
});

test("a review of what was seen stands, in whatever form it names it", () => {
  const text = [
    "The sum is made in `src/total.ts:2`, in total.ts (line 1), ./src/total.ts#L3 and /home/ana/shop/src/total.ts.",
    "src/cart.ts:205 opens the cart; the test fails at test/cart.test.ts:41. src/checkout/pay.ts, line 88 is open.",
    "It says “TODO: round the amount, before it is charged”, and the test says “the cart is … empty”.",
    "> round the amount before it is charged\n> — src/checkout/pay.ts",
    'I wrote notes.md and out/report.md; there it says that "the cart rounds too late for large sums".',
    "More at https://docs.shop.io/guide and http://www.docs.shop.io/guide/#top, or run it at http://localhost:3000/x.",
  ].join("\n\n");
  assert.deepEqual(refused(text, reviewed), []);
});

const inventions: readonly (readonly [what: string, text: string, named: string])[] = [
  ["a line behind the end of a file", "The fault is in src/total.ts:900.", "src/total.ts:900"],
  ["a file that a tool was asked for in vain", "The fault is in src/invented.ts.", "src/invented.ts"],
  ["a longer name than one that was shown", "The fault is in src/subtotal.ts.", "src/subtotal.ts"],
  ["a place of the system that was never looked at", "The limit stands in /etc/shop/limits.", "/etc/shop/limits"],
  ["an address below one that was shown", "See https://docs.shop.io/guide/pricing.", "https://docs.shop.io/guide/pricing"],
  ["a passage with another word in it", 'It says "round the amount after it is charged".', "round the amount after it is charged"],
  ["a quotation in a block", "> All sums are rounded down by law.", "All sums are rounded down by law."],
  ["a German quotation", "Dort steht: „Der Betrag wird nie gerundet“.", "Der Betrag wird nie gerundet"],
  ["a line beside its file in a JSON answer", '{"bugs": [{"file": "src/total.ts", "line": 900}]}', "src/total.ts:900"],
  ["a field that says that it is a quotation", '[{"quote": "return items.sort(add, 0)"}]', "return items.sort(add, 0)"],
  ["a place in a JSON answer", '{"bugs": [{"where": "src/db/pool.ts:12"}]}', "src/db/pool.ts:12"],
];

for (const [what, text, named] of inventions) {
  test(`${what} is refused`, () => {
    assert.deepEqual(refused(text, reviewed), [`the result cites what no tool has shown: "${named}"${SAID}`]);
  });
}

const honest: readonly (readonly [what: string, text: string])[] = [
  ["what is said not to be there", "There is no LICENSE.md, and `test/pay.test.ts` does not exist."],
  ["a JSON answer with places and words that were shown", '{"file": "src/total.ts", "line": 2, "quote": "return items.reduce(add, 0);"}'],
  ["what is missing in German and Romanian", "Die Datei LIZENZ.md fehlt. Nu există LICENTA.md și fără CITEȘTE.md nu merge."],
  ["a file that was written, by its name alone", "The findings are in report.md."],
  ["what is to be made", "Add a new file `src/rounding.ts` with one function."],
  ["a proposal in quotation marks", 'Change the message to "the cart has nothing in it yet".'],
  ["names that only look like files", "It runs on Node.js and Next.js, e.g. and/or in CI/CD, since 3.5 of U.S. shops use v1.2."],
  ["code that the answer gives", 'The fix:\n\n```ts\nimport { round } from "./maths/round-half.ts";\n```\n'],
  ["a few words with a meaning of their own", 'The "happy path" works.'],
  ["a link of a page by its whole address", "See https://docs.shop.io/guide/."],
  ["numbers that were counted", "There are 3 files, 2 of them without a test, so 66 % are untested."],
];

for (const [what, text] of honest) {
  test(`${what} is no citation that must have been shown`, () => assert.deepEqual(refused(text, reviewed), []));
}

test("a link that stands in a page without its host may be cited with it", () => {
  const page = shown({
    calls: [read({ url: "https://news.site.io/list" }, '<a href="/2026/owls">Owls</a> &quot;They hunt by ear at night&quot;')],
  });
  assert.deepEqual(refused('https://news.site.io/2026/owls says "they hunt by ear at night".', page), []);
  assert.equal(refused("https://news.site.io/2026/bats says it.", page).length, 1);
});

test("a passage may go on from one window of a file to the next", () => {
  const windows = [
    read({ path: "book.txt", from: 0, to: 20 }, "It was the best of\n"),
    read({ path: "book.txt", from: 20, to: 40 }, "all times and"),
  ];
  assert.deepEqual(refused('It begins "the best of all times".', shown({ calls: windows })), []);
});

test("results that are JSON are read as what they mean", () => {
  const json = shown({ calls: [read({}, JSON.stringify({ out: 'src/a.ts\nsrc/b.ts\nhe said "no more than two at a time"' }))] });
  assert.deepEqual(refused('src/b.ts: "no more than two at a time".', json), []);
});

test("whatever words of a result are quoted, with other spaces and marks, stand; with one word more they do not", () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 6, maxLength: 30 }), fc.nat(), (words, at) => {
      const from = at % (words.length - 4);
      const quoted = words.slice(from, from + 5);
      const citable = shown({ calls: [read({}, words.join(" \n"))] });
      assert.deepEqual(refused(`It says “${quoted.join(", ").toUpperCase()}!”`, citable), []);
      assert.equal(refused(`It says “${quoted.join(" ")} neverthelessly”`, citable).length, 1);
    }),
  );
});

test("who has not worked at all is told that, and not what it invented", () => {
  const messages = refusalsOf({ text: "See src/x.ts:1.", shown: [], succeeded: 0, artifacts: [], sinceMs: 0, citable: shown() });
  assert.deepEqual(
    messages.map(({ rule }) => rule),
    ["evidence/no-tool-call"],
  );
});
