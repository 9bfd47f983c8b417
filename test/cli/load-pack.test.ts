/** What --pack can name besides the packs that come with the library. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isPackFile, loadPack } from "../../src/cli/check/load-pack.js";
import type { PackEntry, PackInput } from "../../src/cli/check/packs.js";

const FIXTURES = fileURLToPath(new URL("../../fixtures/review/user-pack/", import.meta.url));
const NOTHING: PackInput = { sections: [], banned: [], heldBack: [], allow: [], prompt: undefined, code: undefined, facts: undefined };

function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "load-pack-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const messagesOf = async (entry: PackEntry, text: string) =>
  (await Promise.all(entry.checks(NOTHING).map((check) => check.run(text, {})))).flat().map(({ message }) => message);

const refusal = async (path: string, cwd: string, taken: readonly string[] = []) => {
  try {
    await loadPack(path, { cwd, taken });
  } catch (error) {
    return error;
  }
  return undefined;
};

/** A module that exports a pack with one change. */
const moduleOf = (change: string) => `
const page = { id: "mine/r", why: "w", fix: "f", examples: { bad: [], good: [] } };
const pack = { name: "mine", description: "d", rules: [page], checks: () => [{ rule: "mine/r", run: () => [] }] };
export default { ...pack, ${change} };
`;

test("a name with a folder or an ending of a file is a file, any other a pack that comes with the library", () => {
  for (const name of ["./house", "packs/house", "house.checks.yaml", "house.yml", "house.json", "house.ts", "house.mjs"])
    assert.ok(isPackFile(name), name);
  for (const name of ["safety", "code-claims", "house.md"]) assert.ok(!isPackFile(name), name);
});

test("a pack of YAML is an entry that a text may switch off", async () => {
  const entry = await loadPack("house.checks.yaml", { cwd: FIXTURES, taken: ["safety"] });
  assert.equal(entry.pack.name, "house");
  assert.equal(entry.canDisable, true);
  assert.equal(entry.isDefault, undefined);
  assert.deepEqual(await messagesOf(entry, "# A day\n\nWe utilise it."), ['"utilise": write "use"']);
});

test("a pack of TypeScript is imported, and finds what its examples say", async () => {
  const entry = await loadPack("sources.checks.ts", { cwd: FIXTURES, taken: [] });
  const { bad = [], good = [] } = entry.pack.rules[0]?.examples ?? {};
  assert.deepEqual(await Promise.all(bad.map((text) => messagesOf(entry, text))), [
    ['"[^1]" leads to no footnote: write it, or take the number out'],
  ]);
  assert.deepEqual(await Promise.all(good.map((text) => messagesOf(entry, text))), [[]]);
});

test("a fault in a file is named with the path as it was given", async (t) => {
  const cwd = folderOf(t, { "house.checks.yaml": "name: safety\nrules:\n  - id: r\n    why: w\n    fix: f\n    pattern: (a*)*b\n" });
  const error = await refusal("./house.checks.yaml", cwd);
  assert.ok(error instanceof Error && "place" in error && "code" in error);
  assert.equal(error.code, "check/pack");
  assert.equal(error.place, "house.checks.yaml:6:14");
  assert.match(error.message, /^house\.checks\.yaml:6:14: rule "safety\/r", "pattern": "\(a\*\)\*b" can blow up: /);
});

test("a file that is not there is answered with the nearest, and one of another kind with the kinds", async (t) => {
  const cwd = folderOf(t, { "house.checks.yaml": "", "house.txt": "" });
  mkdirSync(join(cwd, "packs"));
  const facts = async (path: string) => {
    const error = await refusal(path, cwd);
    return error instanceof Error && "hint" in error && "code" in error ? [error.code, error.message, error.hint] : error;
  };
  assert.deepEqual(await facts("hous.checks.yaml"), [
    "usage/pack",
    'there is no file "hous.checks.yaml"',
    'did you mean "house.checks.yaml"?',
  ]);
  assert.deepEqual(await facts("packs/x.ts"), ["usage/pack", 'there is no file "packs/x.ts"', "a path is relative to the working folder"]);
  assert.deepEqual(await facts("nowhere/x.ts"), [
    "usage/pack",
    'there is no file "nowhere/x.ts"',
    "a path is relative to the working folder",
  ]);
  assert.deepEqual(await facts("./house.txt"), [
    "usage/pack",
    '"./house.txt" is no pack: its name ends in none of .yaml, .yml, .json, .ts and .js',
    "name it like house.checks.yaml",
  ]);
});

test("the name of another pack is refused", async () => {
  const error = await refusal("house.checks.yaml", FIXTURES, ["safety", "house"]);
  assert.ok(error instanceof Error);
  assert.equal(error.message, 'the pack "house.checks.yaml" is refused: it is named "house", as another pack is');
});

test("a module that exports no pack is refused with what is wrong with it", async (t) => {
  const messages = {
    "export const pack = 1;": "there is no default export",
    "export default 1;": "its default export is no pack (Invalid input: expected object, received number)",
    "throw new Error('no');": "it cannot be loaded: no",
    [moduleOf("name: 'My'")]: 'its default export is no pack ("name": expected a name in lower case, such as house-style)',
    [moduleOf("rules: [{ ...page, why: undefined }]")]:
      'its default export is no pack ("rules.0.why": Invalid input: expected string, received undefined)',
    [moduleOf("checks: []")]: 'its default export is no pack ("checks": expected a function that gives checks)',
    [moduleOf("name: 'other'")]: 'the rule "mine/r" is not named after its pack',
    [moduleOf("checks: () => { throw new Error('no'); }")]: '"checks()" throws: no',
    [moduleOf("checks: () => 1")]: '"checks()" gives no list of checks (Invalid input: expected array, received number)',
    [moduleOf("checks: () => [{ rule: 'mine/r' }]")]: '"checks()" gives no list of checks ("0.run": expected a function)',
    [moduleOf("rules: [{ ...page, examples: { bad: ['a'], good: [] } }]")]: '"mine/r" finds nothing in its bad example "a"',
    [moduleOf(
      "rules: [{ ...page, examples: { bad: ['a'], good: ['b'] } }], checks: () => [{ rule: 'mine/r', run: (t) => [{ message: t }] }]",
    )]: '"mine/r" finds in its good example "b": b',
    [moduleOf("rules: [{ ...page, examples: { bad: ['a'], good: [] } }], checks: () => [{ rule: 'mine/r', run: () => null.x }]")]:
      "the check \"mine/r\" throws on an example: Cannot read properties of null (reading 'x')",
    [moduleOf("checks: () => [{ rule: 'mine/q', run: () => [] }]")]: 'a check is for the rule "mine/q", which has no page',
  };
  const files = Object.keys(messages);
  const cwd = folderOf(t, Object.fromEntries(files.map((content, index) => [`${index}.js`, content])));
  for (const [index, content] of files.entries()) {
    const error = await refusal(`${index}.js`, cwd);
    assert.ok(error instanceof Error, content);
    assert.equal(error.message, `the pack "${index}.js" is refused: ${messages[content]}`);
  }
});

test("examples are tried with the options that they are given with, and a rule that is off is not tried", async (t) => {
  const rules = "rules: [{ ...page, examples: { given: { max: 1 }, bad: ['aa'], good: ['a'] } }]";
  const checks = "checks: (o) => (o ? [{ rule: 'mine/r', run: async (t) => (t.length > o.max ? [{ message: t }] : []) }] : [])";
  const cwd = folderOf(t, {
    "on.js": moduleOf(`${rules}, ${checks}`),
    "off.js": moduleOf(`${rules.replace("given: { max: 1 },", "")}, ${checks}`),
  });
  for (const name of ["on.js", "off.js"]) assert.equal((await loadPack(name, { cwd, taken: [] })).pack.name, "mine");
});

test("a module that a folder without a type wraps once more is unwrapped", async (t) => {
  const cwd = folderOf(t, {
    "mine.cjs": `Object.defineProperty(exports, "__esModule", { value: true });${moduleOf("").replace("export default", "exports.default =")}`,
  });
  assert.equal((await loadPack("mine.cjs", { cwd, taken: [] })).pack.name, "mine");
});
