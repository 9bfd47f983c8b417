import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { applyFixes } from "../../src/cli/check/apply-fixes.js";
import { lengthAt } from "../../src/cli/check/quoted-length.js";
import { shownLine } from "../../src/cli/check/shown-line.js";
import { shell } from "./shell.js";

const CLEAN = "# A day\n\nThe parser keeps empty lines.\n";
/** Put together here, so that no tool that looks for leaked secrets takes this file for one. */
const TOKEN = ["ghp", "_", "w3Bn7KtQ5yDz1XoVh8Lr4Mc6Sf0Pj2Gi9AuTeW"].join("");
const UNUSED = "<!-- stagewright-disable-next-line em-dashes -- a title -->\n";

function project(t: Parameters<typeof shell>[0], files: Readonly<Record<string, string | Buffer>>) {
  const { call, cwd } = shell(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return { call, cwd, read: (name: string) => readFileSync(join(cwd, name), "utf8") };
}

test("a clean text ends with 0, and one with findings shows each with its line and carets and ends with 1", async (t) => {
  const { call } = project(t, { "a.md": CLEAN, "b.md": "We\tdelve into 東京.\r\n\r\n- one\r\n" });
  assert.deepEqual(await call(["check", "a.md"]), { code: 0, out: "", err: "nothing found in 1 text\n" });
  assert.deepEqual(await call(["check", "a.md", "b.md", "a.md", "--pack", "publisher"]), {
    code: 1,
    out: [
      'b.md:1:4 error tropes/delve "delve into" is a stock verb: say what was done: read, measured, asked',
      "  1 | We  delve into 東京.",
      "    |     ^^^^^^^^^^",
      "b.md:3:1 error no-lists a bullet list of 1 item, expected none: write it as sentences",
      "  3 | - one",
      "    | ^",
      "",
    ].join("\n"),
    err: "2 errors in 2 texts\n",
  });
});

const LONG = Array.from({ length: 40 }, (_, count) => `m${count}`).join(", ");

test("a long line is cut with a sign, a short one that ends with CRLF is not, and no text at all is said", async (t) => {
  const { call } = project(t, { "a.md": `We delve into it.\r\nThen ${LONG} we delve into it.\r\n` });
  const lines = (await call(["check", "a.md"])).out.split("\n").filter((line) => line.startsWith("  "));
  assert.deepEqual([lines[0], lines[2]?.slice(0, 7), lines[2]?.endsWith(" it.")], ["  1 | We delve into it.", "  2 | …", true]);
  assert.match((await call(["check", "*.txt"])).err, /\nno text was checked\n$/);
});

test("standard input, patterns and the packs that are named are checked", async (t) => {
  const { call } = project(t, { "posts/b.md": "We delve into it.", "posts/a.md": "I am at ana@posta.ro.", "node_modules/x/c.md": "- a" });
  const found = 'posts/a.md:1:9 warning safety/email the e-mail address "ana@posta.ro" is personal data: take it out';
  const { code, out, err } = await call(["check", "**/*.md", "-", "--pack", "safety, repetition"], { input: "All is well." });
  assert.deepEqual([code, out.split("\n")[0], err], [0, found, "1 warning in 3 texts\n"]);
  const piped = await call(["check", "-", "--pack", "publisher"], { input: "- a" });
  assert.equal(piped.out.split("\n")[0], "<stdin>:1:1 error no-lists a bullet list of 1 item, expected none: write it as sentences");
});

test("--fail-on says from which severity on findings count", async (t) => {
  const { call } = project(t, { "a.md": "I am at ana@posta.ro." });
  const codes = [];
  for (const severity of ["error", "warning", "info"]) codes.push((await call(["check", "a.md", "--fail-on", severity])).code);
  assert.deepEqual(codes, [0, 1, 1]);
});

test("what cannot be read is said, the others are checked, and it ends with 2", async (t) => {
  const { call } = project(t, {
    "draft.md": CLEAN,
    "latin.md": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    "binary.md": Buffer.from([0x61, 0, 0x62]),
    "posts/x.md": "- a",
  });
  const { code, out, err } = await call([
    "check",
    "latin.md",
    "binary.md",
    "posts",
    "darft.md",
    "*.txt",
    "posts/x.md",
    "draft.md",
    "--pack",
    "publisher",
  ]);
  assert.equal(code, 2);
  assert.match(out, /^posts\/x\.md:1:1 error no-lists /);
  assert.equal(
    err,
    `error: "latin.md" is not UTF-8
  hint: save it as UTF-8, or convert it: \`iconv -f ISO-8859-1 -t UTF-8\`
error: "binary.md" is binary, expected text in UTF-8
error: "posts" is a folder, expected a file
  hint: name the files in it: "posts/**/*.md"
error: there is no file "darft.md"
  hint: did you mean "draft.md"?
error: "*.txt" matches no file
  hint: a pattern is relative to the working folder
1 error in 2 texts
`,
  );
});

test("bad usage ends with 2 and names the nearest", async (t) => {
  const { call } = project(t, { "a.md": CLEAN, "facts.json": "{" });
  const hint = async (...args: string[]) => {
    const { code, out, err } = await call(["check", ...args]);
    assert.deepEqual([code, out], [2, ""]);
    return err
      .split("\n")
      .slice(0, 2)
      .join("|")
      .replace(/ there are .*/, "");
  };
  assert.equal(await hint(), "error: no file is named|  hint: name files or patterns, or - for standard input");
  assert.equal(await hint("a.md", "--pack", "safty"), 'error: there is no pack "safty"|  hint: did you mean "safety"?');
  assert.equal(await hint("--explain", "safety/secrt"), 'error: there is no rule "safety/secrt"|  hint: did you mean "safety/secret"?');
  assert.equal(await hint("a.md", "--format", "jsn"), 'error: there is no format "jsn"|  hint: did you mean "json"?');
  assert.equal(await hint("a.md", "--fail-on", "warn"), 'error: there is no severity "warn"|  hint: did you mean "warning"?');
  assert.equal(
    await hint("a.md", "--explain", "words"),
    'error: --explain checks no text, and "a.md" is named|  hint: leave out "a.md" or --explain',
  );
  assert.equal(await hint("a.md", "--fixx"), 'error: unknown option "--fixx"|  hint: did you mean "--fix"?');
  assert.equal(await hint("-", "--fix"), "error: --fix writes files, and standard input is none|  hint: leave out --fix, or name a file");
  assert.equal(await hint("a.md", "--prompt", "p.md"), 'error: the file "p.md" of --prompt cannot be read|');
  assert.match(
    await hint("a.md", "--pack", "safety", "--facts", "facts.json"),
    /^error: --facts is given, and none of the packs compares with facts\|/,
  );
  assert.match(
    await hint("a.md", "--hold-back", "-"),
    /^error: check "safety\/held-back": the phrase "-" has no letter or digit, expected words\|/,
  );
});

test("with --json bad usage is one JSON value", async (t) => {
  const { code, out, err } = await shell(t).call(["check", "a.md", "--json", "--format", "json"]);
  assert.deepEqual([code, err], [2, ""]);
  assert.equal(JSON.parse(out).error.message, "--json and --format cannot be given together");
});

test("sections, phrases to hold back, what is allowed and the prompt come from flags", async (t) => {
  const { call } = project(t, {
    "a.md": "## One\n\nThe heron flies. Ask ana@posta.ro. Write a post about the day in three hundred words and name each commit.\n",
    "p.md": "Write a post about the day in three hundred words and name each commit.",
  });
  const { out } = await call(
    [
      "check",
      "a.md",
      "--pack",
      "publisher,safety,repetition",
      "--section",
      "One",
      "--section",
      "Two",
      "--hold-back",
      "heron",
      "--allow",
      "ana@posta.ro",
      "--prompt",
      "p.md",
    ],
    { env: {} },
  );
  assert.deepEqual(
    out
      .split("\n")
      .filter((line) => line.startsWith("a.md"))
      .map((line) => line.split(" ")[2]),
    ["sections", "safety/held-back", "repetition/prompt"],
  );
});

test("a secret is shown in no format, whichever packs look at the text", async (t) => {
  const line = `We delve into the key ${TOKEN} and the secret is out.`;
  const { call } = project(t, { "a.md": `${line}\n\n${line}\n` });
  for (const format of ["text", "json", "sarif", "github"]) {
    for (const packs of ["publisher,safety,repetition", "publisher", "repetition"]) {
      const { code, out } = await call(["check", "a.md", "--format", format, "--pack", packs]);
      assert.equal(code, 1);
      assert.equal(out.includes(TOKEN.slice(4, 30)), false, `${format} ${packs}`);
    }
  }
});

test("the line is shown without what could steer a terminal", async (t) => {
  const { call } = project(t, { "a.md": "\u001b[2m delve into \u202Eit\u0007" });
  const { out } = await call(["check", "a.md"]);
  assert.equal(out.split("\n")[1], "  1 | \uFFFD[2m delve into \uFFFDit\uFFFD");
});

test("JSON holds the findings with their places, what could not be read and the sums", async (t) => {
  const { call } = project(t, { "a.md": `${UNUSED}Ok.\n` });
  const { code, out } = await call(["check", "a.md", "b.md", "--pack", "publisher", "--format", "json"]);
  assert.equal(code, 2);
  assert.deepEqual(JSON.parse(out), {
    texts: [
      {
        path: "a.md",
        findings: [
          {
            rule: "disable/unused",
            severity: "warning",
            message: '"em-dashes" finds nothing here that is switched off: take the comment out',
            at: { line: 1, column: 36, offset: 35 },
            fix: { from: 0, to: UNUSED.length, insert: "" },
            length: 9,
          },
        ],
      },
    ],
    errors: [{ code: "check/file", message: 'there is no file "b.md"', hint: 'did you mean "a.md"?' }],
    totals: { texts: 1, error: 0, warning: 1, info: 0 },
  });
  assert.equal((await call(["check", "a.md", "--json"])).out, (await call(["check", "a.md", "--format", "json"])).out);
});

test("workflow commands are escaped", async (t) => {
  const { call } = project(t, { "50%,a:b.md": 'Call "ana@posta.ro".\n' });
  const { out, err } = await call(["check", "50%,a:b.md", "gone.md", "--format", "github"]);
  assert.equal(
    out,
    '::warning file=50%25%2Ca%3Ab.md,line=1,col=7,endColumn=19,title=safety/email::the e-mail address "ana@posta.ro" is personal data: take it out\n::error title=check/file::there is no file "gone.md"\n',
  );
  assert.match(err, /^error: there is no file "gone\.md"\n/);
});

test("a workflow command for what spans lines names no end", async (t) => {
  const { out } = await project(t, { "a.md": "We delve\ninto it." }).call(["check", "a.md", "--format", "github"]);
  assert.match(out, /^::error file=a\.md,line=1,col=4,title=tropes\/delve::/);
});

/** Without `uri-reference`, which the reader of schemas takes for a whole address; the test reads those itself. */
const SCHEMA = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../fixtures/schemas/sarif-2.1.0.json"), "utf8"), (key, value) =>
    key === "format" && value === "uri-reference" ? undefined : value,
  ),
);

test("SARIF is valid by its schema, and says place, rule, level and fix", async (t) => {
  const { call, cwd } = project(t, { "a b.md": `${UNUSED}Ok.\r\n\r\nWe 😀 delve\r\ninto it.\n`, "empty.md": "" });
  const { code, out } = await call(["check", "a b.md", "-", "gone.md", join(cwd, "empty.md"), "--format", "sarif", "--pack", "publisher"], {
    input: "- a {0} [b](1)",
  });
  assert.equal(code, 2);
  const log = JSON.parse(out);
  assert.deepEqual(SCHEMA.safeParse(log).error?.issues, undefined);
  const [run] = log.runs;
  assert.equal(run.columnKind, "utf16CodeUnits");
  assert.deepEqual(
    run.artifacts.map(({ location }: { location: { uri: string } }) => location.uri),
    ["a%20b.md", "stdin", "empty.md"],
  );
  assert.deepEqual(
    run.artifacts.map(({ location }: { location: { uri: string } }) => new URL(location.uri, "file:///p/").href),
    ["file:///p/a%20b.md", "file:///p/stdin", "file:///p/empty.md"],
  );
  assert.deepEqual(run.invocations, [
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error", descriptor: { id: "check/file" }, message: { text: 'there is no file "gone.md"' } }],
    },
  ]);
  const [unused, phrase, list] = run.results;
  assert.deepEqual(
    [unused, phrase, list].map(({ ruleId, level, ruleIndex }) => [ruleId, level, run.tool.driver.rules[ruleIndex].id]),
    [
      ["disable/unused", "warning", "disable/unused"],
      ["tropes/delve", "error", "tropes/delve"],
      ["no-lists", "error", "no-lists"],
    ],
  );
  assert.deepEqual(phrase.locations[0].physicalLocation.region, {
    startLine: 4,
    startColumn: 7,
    endLine: 5,
    endColumn: 5,
    charOffset: UNUSED.length + "Ok.\r\n\r\nWe 😀 ".length,
    charLength: "delve\r\ninto".length,
  });
  assert.deepEqual(unused.fixes, [
    {
      description: { text: "take it out" },
      artifactChanges: [
        {
          artifactLocation: { uri: "a%20b.md", index: 0 },
          replacements: [{ deletedRegion: { charOffset: 0, charLength: UNUSED.length }, insertedContent: { text: "" } }],
        },
      ],
    },
  ]);
  assert.ok(run.tool.driver.rules.every((rule: { help: { markdown: string } }) => rule.help.markdown.length > 0));
});

test("the schema refuses a log that is wrong", async (t) => {
  const { out } = await project(t, { "a.md": "- a" }).call(["check", "a.md", "--format", "sarif", "--pack", "publisher"]);
  const log = JSON.parse(out);
  log.runs[0].results[0].level = "info";
  assert.equal(SCHEMA.safeParse(log).success, false);
});

test("a fingerprint stays when its line moves, and tells lines that are alike apart", async (t) => {
  const { call, cwd } = project(t, { "a.md": "We delve into it.\n" });
  const prints = async () => {
    const log = JSON.parse((await call(["check", "a.md", "--format", "sarif", "--pack", "publisher"])).out);
    return log.runs[0].results.map((one: { partialFingerprints: Record<string, string> }) => Object.values(one.partialFingerprints).join());
  };
  const [first] = await prints();
  writeFileSync(join(cwd, "a.md"), "Before.\n\nWe delve into it.\n\nWe delve into it.\n");
  const moved = await prints();
  assert.equal(moved[0], first);
  assert.equal(new Set(moved).size, 2);
});

test("--fix makes the changes, keeps all else of the file, and says what it did", async (t) => {
  const { call, cwd, read } = project(t, { "a.md": `\uFEFFHm.\r\n\r\n${UNUSED}\r\n- one\r\n`, "b.md": CLEAN });
  chmodSync(join(cwd, "a.md"), 0o640);
  symlinkSync("a.md", join(cwd, "link.md"));
  const { code, out, err } = await call(["check", "link.md", "b.md", "--pack", "publisher", "--fix"]);
  assert.equal(code, 1);
  assert.match(out, /^link\.md:4:1 error no-lists /);
  assert.equal(err, "link.md: 1 fix made\nb.md: nothing to fix\n1 error in 2 texts\n");
  assert.equal(read("a.md"), "\uFEFFHm.\r\n\r\n\r\n- one\r\n");
  assert.equal(statSync(join(cwd, "a.md")).mode & 0o777, 0o640);
});

test("edits are made from the end, and of two that overlap only the first", () => {
  const edit = (from: number, to: number, insert: string) => ({
    rule: "r",
    severity: "info" as const,
    message: "m",
    fix: { from, to, insert },
  });
  assert.deepEqual(
    applyFixes("abcdef", [edit(4, 6, "Z"), edit(0, 2, "XYZ"), edit(1, 3, "no"), edit(9, 10, "no"), edit(3, 3, "+"), edit(3, 3, "no")]),
    {
      text: "XYZc+dZ",
      applied: 3,
      refused: 3,
    },
  );
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.tuple(fc.nat(30), fc.nat(5), fc.string()), { maxLength: 8 }), (text, edits) => {
      const {
        applied,
        refused,
        text: fixed,
      } = applyFixes(
        text,
        edits.map(([from, length, insert]) => edit(from, from + length, insert)),
      );
      assert.equal(applied + refused, edits.length);
      if (applied === 0) assert.equal(fixed, text);
    }),
  );
});

test("--explain prints the page of a rule, and --list each pack with its rules", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["check", "--explain", "repetition/prompt"]);
  assert.equal(code, 0);
  assert.match(
    out,
    /^repetition\/prompt\n\nA text that hands the prompt back .*\n\nTake the stretch out .*\n\nTwelve words .*\n\nfound:\n\n {4}Write a post .*\n\nnot found:\n\n {4}The post is/,
  );
  assert.equal(JSON.parse((await call(["check", "--explain", "words", "--json"])).out).id, "words");
  const list = (await call(["check", "--list"])).out;
  assert.match(
    list,
    /^publisher: at most 1,000 words and 3 em dashes, no bullet lists \(brings tropes, grounding, claims\)\n {2}words +A post /,
  );
  assert.match(list, /\n\nsafety: .*\n {2}safety\/secret +Whoever /);
  const facts = JSON.parse((await call(["check", "--list", "--json"])).out);
  assert.deepEqual(
    facts.slice(0, 5).map(({ name }: { name: string }) => name),
    ["publisher", "structure", "tropes", "safety", "repetition"],
  );
});

test("a comment switches off style, and not what guards others from the text", async (t) => {
  const off = (rule: string) => `<!-- stagewright-disable-next-line ${rule} -- a reason -->\n`;
  const { call } = project(t, { "a.md": `${off("tropes/delve")}We delve into it.\n\n${off("safety/email")}Ask ana@posta.ro.\n` });
  const { out } = await call(["check", "a.md"]);
  assert.deepEqual(
    out.split("\n").filter((line) => line.startsWith("a.md")),
    [
      'a.md:4:36 error disable/rule "safety/email" cannot be switched off by the text itself: take it out',
      'a.md:5:5 warning safety/email the e-mail address "ana@posta.ro" is personal data: take it out',
    ],
  );
});

test("carets stand under what is quoted, whatever the width of what is before it", () => {
  const carets = (line: string, word: string, text = line) => {
    const offset = text.indexOf(word);
    return shownLine(text, { offset, column: offset - text.lastIndexOf("\n", offset) }, word.length);
  };
  assert.deepEqual(carets("a\tb word", "word"), ["a   b word", "      ^^^^"]);
  assert.deepEqual(carets("東京 word", "word"), ["東京 word", "     ^^^^"]);
  assert.deepEqual(carets("e\u0301 👩‍👩‍👧 word", "word"), ["e\u0301 👩‍👩‍👧 word", "     ^^^^"]);
  assert.deepEqual(carets("a 東京 b", "東京"), ["a 東京 b", "  ^^^^"]);
  const long = `${"x".repeat(200)} word ${"y".repeat(200)}`;
  assert.deepEqual(carets(long, "word"), [`…${"x".repeat(59)} word ${"y".repeat(95)}…`, `${" ".repeat(61)}^^^^`]);
  assert.deepEqual(carets("", "word\r\nmore", "a\nword\r\nmore"), ["word", "^^^^"]);
});

test("the length of a finding is that of what its message quotes, else of the word or the mark", () => {
  assert.equal(lengthAt("We delve\n into it", 3, '"delve into" is banned'), 11);
  assert.equal(lengthAt(`key ${TOKEN}, then`, 4, '"ghp_…" is a token'), TOKEN.length + 1);
  assert.equal(lengthAt("one two three four", 4, '"two…four" is cut'), 14);
  assert.equal(lengthAt("some word, more", 5, 'there is no "x" here'), 4);
  assert.equal(lengthAt("— and", 0, "an em dash"), 1);
  assert.equal(lengthAt("a ", 1, "nothing"), 1);
});
