/** A pack in a file: where its faults stand. The house pack in fixtures/ shows each way of writing a rule. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { packFrom } from "../../../src/checks/user-pack/index.js";

const HOUSE = new URL("../../../fixtures/review/user-pack/house.checks.yaml", import.meta.url);

function fileOf(t: TestContext, name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "user-pack-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const messageOf = (file: string) => {
  try {
    packFrom(file, { shownAs: "house.checks.yaml" });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
};

test("a pack of YAML is read at once, with the pages of all its rules", () => {
  const pack = packFrom(HOUSE);
  assert.equal(`${pack.name}: ${pack.description}`, "house: how we write");
  assert.deepEqual(
    pack.rules.map(({ id }) => id),
    [
      "house/no-utilise",
      "house/todo",
      "house/full-dates",
      "house/calm-headings",
      "house/one-really",
      "house/lists",
      "house/words",
      "house/headings",
    ],
  );
});

test("its checks find what its rules name, by rule and place", () => {
  const text = "# It's on!\n\nWe Utilise a *utilize* thing, really, “really”: `TODO` by 04/05/2026. Really.\n\n- a\n- b\n";
  const found = packFrom(HOUSE)
    .checks()
    .flatMap((check) => check.run(text, {}))
    .map(({ rule, severity, message, at }) => `${at?.line}:${at?.column} ${severity} ${rule} ${message}`);
  assert.deepEqual(found, [
    '3:4 error house/no-utilise "Utilise": write "Use"',
    '3:15 error house/no-utilise "utilize": write "use"',
    '3:50 warning house/todo "TODO" is a note to oneself: do it, or take it out',
    '3:59 error house/full-dates "04/05/2026" is a date that can be read in two ways: write the day, the name of the month and the year',
    '1:10 error house/calm-headings "!" is a loud heading: end the heading without a mark',
    '3:71 error house/one-really "Really": take it out',
    "5:1 error house/lists a bullet list of 2 items, expected none: write it as sentences",
  ]);
});

test("a file of JSON is a pack as well", (t) => {
  const data = { name: "house", rules: [{ id: "r", why: "w", fix: "f", pattern: "x" }] };
  const file = fileOf(t, "house.checks.json", JSON.stringify(data, undefined, 2));
  assert.equal(packFrom(pathToFileURL(file)).rules[0]?.id, "house/r");
});

test("each fault is placed by line and column: an unknown key at the key, a missing one at what it is missing in, a wrong one at its value", (t) => {
  const file = fileOf(
    t,
    "house.checks.yaml",
    [
      "name: house",
      "rules:",
      "  - id: one",
      "    wy: because",
      "    phrases: x",
      "    flags: g",
      "  - id: two",
      "    why: because",
      "    examples: { bad: [1], goood: [] }",
      "  - id: three",
      "    why: because",
      "    fix: f",
      "    phrases: ( x",
      "uses: {}",
    ].join("\r\n"),
  );
  assert.deepEqual(messageOf(file).split("\n"), [
    'house.checks.yaml:3:5: "why" is missing, expected string',
    'house.checks.yaml:4:5: there is no key "wy", did you mean "why"?',
    'house.checks.yaml:6:12: "flags" is wrong, expected some of the flags i, m and s, each once',
    'house.checks.yaml:9:23: entry 1 of "bad" is number, expected string',
    'house.checks.yaml:9:27: there is no key "goood", did you mean "good"?',
    'house.checks.yaml:13:14: rule "house/three", "phrases": "( x", at character 1: "(" is never closed, expected ")"',
    'house.checks.yaml:14:1: there is no key "uses", did you mean "use"?',
  ]);
});

test("a phrase, a pattern and an example that are wrong are placed where they stand", (t) => {
  const rule = (...lines: readonly string[]) =>
    ["name: house", "rules:", "  - id: one", "    why: because", "    fix: f", ...lines].join("\n");
  const place = "house.checks.yaml";
  assert.equal(
    messageOf(fileOf(t, "a.yaml", rule("    phrases:", "      - fine", "      - a ) b", "    pattern: ([a-z]+)+1"))),
    `${place}:8:9: rule "house/one", "phrases": "a ) b", at character 3: ")" closes nothing, expected "(" before it\n` +
      `${place}:9:14: rule "house/one", "pattern": "([a-z]+)+1" can blow up: "[a-z]" in it can take the same text in many ways, so that a long text may take for ever; let one text be taken in one way only, or give \`phrases\` instead`,
  );
  assert.equal(
    messageOf(fileOf(t, "b.yaml", rule("    phrases: x", "    examples:", "      good: [fine, an x]"))),
    `${place}:8:20: rule "house/one", "examples.good": found in "an x": "x": f`,
  );
});

test("what is no YAML, no UTF-8, too long or not there is said with its place", (t) => {
  assert.equal(
    messageOf(fileOf(t, "a.yaml", "name: house\nrules: [a\nuse: {}\n")),
    "house.checks.yaml:3:1: it is no sound YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  );
  assert.equal(messageOf(fileOf(t, "b.yaml", "")), "house.checks.yaml:1:1: the pack is null, expected object");
  assert.equal(
    messageOf(fileOf(t, "c.yaml", new Uint8Array([0xff, 0xfe, 0x00]))),
    'the pack "house.checks.yaml" cannot be read: The encoded data was not valid for encoding utf-8',
  );
  assert.equal(
    messageOf(fileOf(t, "d.yaml", `# ${"x".repeat(100_000)}`)),
    "house.checks.yaml:1:1: the file has 100002 characters, expected at most 100000: make two packs of it",
  );
  assert.match(messageOf(fileOf(t, "e.yaml", "[".repeat(50_000))), /^house\.checks\.yaml:1:\d+: it (?:is no sound YAML|cannot be read): /);
  assert.equal(messageOf("/nowhere/house.checks.yaml"), 'the pack "house.checks.yaml" cannot be read: ENOENT: no such file or directory');
});

test("aliases that grow without end are refused", (t) => {
  const level = (n: number) => `a${n}: &a${n} [${Array.from({ length: 9 }, () => (n === 0 ? "x" : `*a${n - 1}`)).join(", ")}]`;
  const file = fileOf(t, "a.yaml", Array.from({ length: 9 }, (_, n) => level(n)).join("\n"));
  assert.equal(messageOf(file), "house.checks.yaml:1:1: it cannot be read: Excessive alias count indicates a resource exhaustion attack");
});
