import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isCiting, refusalsOf, type Shown, type ShownCall } from "../../src/evidence/index.js";

const SINCE = 1_000_000;
const FOLDER = "/home/ana/shop";
const POOL = "export class Pool {\n  // connections are never given back to the pool\n}\n";

const read = (path: string, text: string): ShownCall => ({
  kind: "read",
  arguments: { path },
  succeeded: true,
  text,
  facts: { read: { path } },
});
const write = (path: string, text: string): ShownCall => ({
  kind: "write",
  arguments: { path, text },
  succeeded: true,
  text: "written",
  writes: path,
  facts: { files: [{ path, is: "new" }] },
});
/** A call of a tool that runs a command, and says neither what it reads nor what it writes. */
const command = (line: string, text: string, files: readonly string[] = []): ShownCall => ({
  kind: "write",
  arguments: { line },
  succeeded: true,
  text,
  facts: { files: files.map((path) => ({ path, is: "new" })) },
});

interface Told extends Partial<Shown> {
  readonly path?: string;
  readonly before?: string;
}

/** Why a task is refused that ends with this text in its artifact. */
function refused(text: string, calls: readonly ShownCall[], { path = "report.md", before, ...more }: Told = {}) {
  const file = { is: "file", bytes: 9, changedMs: SINCE } as const;
  const citable = { texts: [], calls, files: [path], folder: FOLDER, ...more };
  const artifact = {
    path,
    before: before === undefined ? ({ is: "missing" } as const) : { ...file, sha256: "old", text: before },
    after: { ...file, sha256: "new", text },
  };
  return refusalsOf({ text: "Done.", shown: [], succeeded: 1, artifacts: [artifact], sinceMs: SINCE, citable }).map(
    ({ message }) => message,
  );
}

const refusal = (named: string, path = "report.md") =>
  `"${path}" cites what no tool has shown: ${named}; look it up with the tools and cite what they show, or take it out of the file`;

const INVENTED = "# Review\n\nThe pool leaks in src/db/pool.ts:3.\nSee https://nodejs.org/api/pool.html.\n";

test("a report that was written without a look at the code is refused with file, line and citation", () => {
  assert.deepEqual(refused(INVENTED, [write("report.md", INVENTED)]), [
    refusal('"src/db/pool.ts:3" in line 3, "https://nodejs.org/api/pool.html" in line 4'),
  ]);
});

test("a report on what the tools have shown stands", () => {
  const text = "# Review\n\nThe pool leaks in src/db/pool.ts:3: “connections are never\ngiven back to the pool”.\n";
  assert.deepEqual(refused(text, [read("src/db/pool.ts", POOL), write("report.md", text)]), []);
});

test("a report that was refused stands when what it cites was looked up after all", () => {
  const text = '"Connections are never given back to the pool", says src/db/pool.ts:2.\n';
  assert.equal(refused(text, [write("report.md", text)]).length, 1);
  assert.deepEqual(refused(text, [write("report.md", text), read("src/db/pool.ts", POOL)]), []);
});

const laundered: readonly (readonly [what: string, calls: readonly ShownCall[]])[] = [
  ["reads it back", [write("report.md", INVENTED), read("report.md", INVENTED)]],
  ["reads it back by its whole path", [write("./report.md", INVENTED), read(`${FOLDER}/report.md`, INVENTED)]],
  ["writes it to another file first and reads that", [write("scratch.md", INVENTED), read("scratch.md", INVENTED)]],
  ["has a tool print it", [write("report.md", INVENTED), { kind: "read", arguments: {}, succeeded: true, text: INVENTED }]],
  ["has a command print it", [write("report.md", INVENTED), command("cat *", INVENTED)]],
  [
    "has a search find it",
    [
      write("report.md", INVENTED),
      command("grep -n pool", "report.md:3:The pool leaks in src/db/pool.ts:3.\nreport.md:4:https://nodejs.org/api/pool.html"),
    ],
  ],
  [
    "has a listing number its lines",
    [
      write("report.md", INVENTED),
      command("cat -n *", "3\tThe pool leaks in src/db/pool.ts:3.\n4\tSee https://nodejs.org/api/pool.html.\n"),
    ],
  ],
  [
    "has it compared",
    [write("report.md", INVENTED), command("diff", "+The pool leaks in src/db/pool.ts:3.\n+See https://nodejs.org/api/pool.html.\n")],
  ],
  ["is told by the tool what it wrote", [{ ...write("report.md", INVENTED), text: `written: ${INVENTED}` }]],
  ["writes it by a command", [command(`echo "${INVENTED}" | tee report.md`, INVENTED, ["report.md"]), read("report.md", INVENTED)]],
];

for (const [what, calls] of laundered) {
  test(`a model that invents, and then ${what}, has shown nothing`, () => {
    assert.deepEqual(refused(INVENTED, calls), [refusal('"src/db/pool.ts:3" in line 3, "https://nodejs.org/api/pool.html" in line 4')]);
  });
}

test("what an earlier try of the task wrote is no source for the next one", () => {
  assert.deepEqual(refused(INVENTED, [read("report.md", INVENTED)], { written: ["report.md"] }), [
    refusal('"src/db/pool.ts:3" in line 3, "https://nodejs.org/api/pool.html" in line 4'),
  ]);
});

test("a file that was read before it was changed keeps what it cited", () => {
  const changed = `${INVENTED}\nLooked through again.\n`;
  assert.deepEqual(refused(changed, [read("report.md", INVENTED), write("report.md", changed)]), []);
});

test("a file that was there keeps what it cited, and what is added to it must be shown", () => {
  const added = `${INVENTED}\nsrc/db/close.ts:9 never closes.\n`;
  assert.deepEqual(refused(added, [write("report.md", "…")], { before: INVENTED }), [refusal('"src/db/close.ts:9" in line 6')]);
});

test("files that change while a tool writes its own are the work of others, and may be cited", () => {
  const text = "The facts say that “the pool is never closed again”.";
  const mine = write("report.md", text);
  const calls = [{ ...mine, facts: { files: [...(mine.facts?.files ?? []), { path: "facts.md", is: "new" as const }] } }];
  assert.deepEqual(refused(text, [...calls, read("facts.md", "The pool is never closed again.")]), []);
});

test("a report may name the lines of a file that the task wrote, and not quote it", () => {
  const code = "let a = 1;\nlet b = 2;\n// the sum of both is never used\n";
  const wrote = write("src/sum.ts", code);
  assert.deepEqual(refused("I wrote src/sum.ts:3.", [wrote], { files: ["src/sum.ts"] }), []);
  assert.deepEqual(refused("It says “the sum of both is never used”.", [wrote], { files: ["src/sum.ts"] }), [
    refusal('"the sum of both is never used" in line 1'),
  ]);
});

test("the file at which a command has looked may be cited; one that it has only written of may not", () => {
  assert.deepEqual(refused("See src/db/pool.ts:2.", [command("cat src/db/pool.ts", POOL)]), []);
  assert.deepEqual(refused("See src/db/pool.ts:2.", [command("echo src/db/pool.ts >> report.md", "", ["report.md"])]), [
    refusal('"src/db/pool.ts:2" in line 1'),
  ]);
});

test("of many citations the worst three are named", () => {
  const text = "See src/a.ts, src/b.ts:1,\nsrc/c.ts:2, src/d.ts:3 and src/e.ts.";
  assert.deepEqual(refused(text, []), [refusal('"src/b.ts:1" in line 1, "src/c.ts:2" in line 2, "src/d.ts:3" in line 2 and 2 more')]);
});

test("a passage over two lines, and one of JSON with marks in it, have the line at which they begin", () => {
  assert.deepEqual(refused("Says Ana:\n\n> we never give\n> anything back\n", []), [refusal('"we never give anything back" in line 3')]);
  assert.deepEqual(refused('[\n  { "quote": "we \\"never\\" give it back" }\n]\n', [], { path: "out/quotes.json" }), [
    refusal('"we "never" give it back" in line 2', "out/quotes.json"),
  ]);
});

test("the line is that of the citation, and not that of the same words in code or in a longer name", () => {
  const text = "```\nsrc/db/pool.ts:3\n```\nlib/src/db/pool.ts:3x\nsrc/db/pool.ts:30\n\nIt is src/db/pool.ts:3.\n";
  assert.match(refused(text, [])[0] ?? "", /"src\/db\/pool\.ts:3" in line 7/);
});

test("each line of a JSONL file is read as JSON; a bare path in data is a setting", () => {
  const text = '{"main":"./dist/index.js"}\n{"file":"src/db/pool.ts","line":3}\n';
  assert.deepEqual(refused(text, [], { path: "found.jsonl" }), [refusal('"src/db/pool.ts:3" in line 2', "found.jsonl")]);
});

test("a page is read without its marks and code, with the addresses of its links", () => {
  const page = [
    '<html><link rel="style sheet of this page" href="https://cdn.io/page.css">',
    "<script>fetch('https://cdn.io/x.js')</script>",
    '<p class="one two three four">See <a',
    ' href="https://pool.dev/guide">the guide</a>: <b>&quot;pools</b> never give back&quot;.</p></html>',
  ].join("\n");
  assert.deepEqual(refused(page, [], { path: "report.html" }), [
    refusal('"https://pool.dev/guide" in line 3, "pools never give back" in line 4', "report.html"),
  ]);
  assert.deepEqual(refused(page, [read("guide", "https://pool.dev/guide says that pools never give back")], { path: "report.html" }), []);
});

test("reports and data cite; code and settings do not", () => {
  const names = [
    "report.md",
    "out/REPORT",
    "a.txt",
    "page.HTML",
    "rows.csv",
    "found.jsonl",
    "src/pool.ts",
    "a.py",
    "conf.yaml",
    "a.png",
    ".env",
  ];
  assert.deepEqual(names.filter(isCiting), ["report.md", "out/REPORT", "a.txt", "page.HTML", "rows.csv", "found.jsonl"]);
});

test("no number of writes and looks at what was written shows a citation; one look at the source does", () => {
  const look = fc.constantFrom(...laundered.flatMap(([, calls]) => calls));
  fc.assert(
    fc.property(fc.array(look, { maxLength: 8 }), fc.nat(8), (calls, at) => {
      // Where nothing was written yet, what is printed comes from elsewhere.
      const all = [write("report.md", INVENTED), write("scratch.md", INVENTED), ...calls];
      assert.equal(refused(INVENTED, all).length, 1);
      const source = [read("src/db/pool.ts", POOL), read("links", "https://nodejs.org/api/pool.html")];
      assert.deepEqual(refused(INVENTED, all.toSpliced(at, 0, ...source)), []);
    }),
  );
});
