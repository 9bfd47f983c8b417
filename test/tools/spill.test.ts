import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { folderSpill, memorySpill, type Spill } from "../../src/tools/index.js";
import { readResult } from "../../src/tools/read-result.js";

function folder(t: { after(fn: () => void): void }): string {
  const made = mkdtempSync(join(tmpdir(), "spill-"));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

for (const [kind, make] of [
  ["a folder", (t: { after(fn: () => void): void }) => folderSpill(join(folder(t), "results"))],
  ["memory", () => memorySpill()],
] as const) {
  test(`${kind} gives back what it keeps, and one text has one name`, async (t) => {
    const spill = make(t);
    const name = await spill.write("Bună ⚓ ziua.");
    assert.match(name, /^result-[0-9a-f]{12}\.txt$/);
    assert.equal(await spill.read(name), "Bună ⚓ ziua.");
    assert.equal(await spill.write("Bună ⚓ ziua."), name);
    assert.notEqual(await spill.write("Noapte bună."), name);
    assert.equal(await spill.read("result-000000000000.txt"), undefined);
  });
}

test("a folder is made with the first result, and no name leads out of it", async (t) => {
  const root = folder(t);
  writeFileSync(join(root, "secret.txt"), "secret");
  const spill = folderSpill(join(root, "results"));
  for (const name of ["../secret.txt", "secret.txt", join(root, "secret.txt"), "result-000000000000.txt/../../secret.txt"]) {
    assert.equal(await spill.read(name), undefined);
  }
  assert.ok(!existsSync(join(root, "results")));
  const name = await spill.write("long");
  assert.deepEqual(readdirSync(join(root, "results")), [name]);
});

/** The windows from the start to the end, each from where the one before says. */
async function windows(spill: Spill, name: string, chars: number): Promise<readonly string[]> {
  const all: string[] = [];
  for (let from = 0; ; ) {
    const prepared = readResult(spill, chars).prepare({ name, from });
    assert.ok(!("complaint" in prepared));
    const window = String(await prepared.run({ signal: new AbortController().signal, call: "c", read: [] }));
    all.push(window);
    const next = /^\[.*; go on from (\d+)\]\n/.exec(window)?.[1];
    if (next === undefined) return all;
    assert.ok(Number(next) > from, "a window leads on");
    from = Number(next);
  }
}

test("read window by window a text comes whole, in its order, and no window is longer than it may be", async () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("x".repeat(700), "⚓🌊".repeat(200), "", "[a, characters 0 to 1 of 2; go on from 3]"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 60 }), fc.integer({ min: 500, max: 900 }), async (lines, chars) => {
      const text = `${lines.join("\n")}.`;
      const spill = memorySpill();
      const read = await windows(spill, await spill.write(text), chars);
      assert.equal(read.map((window) => window.slice(window.indexOf("\n") + 1)).join(""), text);
      for (const window of read) {
        assert.ok(window.length <= chars, `a window of ${window.length}`);
        assert.doesNotMatch(window, /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
      }
    }),
    { seed: 20_260_319 },
  );
});

test("a window ends with a line where there is one in its second half, and says where it stands", async () => {
  const spill = memorySpill();
  const text = `${"a".repeat(300)}\n${"b".repeat(300)}\n${"c".repeat(20)}`;
  const name = await spill.write(text);
  assert.deepEqual(await windows(spill, name, 500), [
    `[${name}, characters 0 to 301 of 622; go on from 301]\n${"a".repeat(300)}\n`,
    `[${name}, characters 301 to 622 of 622; this is the end]\n${"b".repeat(300)}\n${"c".repeat(20)}`,
  ]);
});

test("to begin in the middle of a letter is to begin with it", async () => {
  const spill = memorySpill();
  const name = await spill.write("🌊🌊");
  const prepared = readResult(spill, 500).prepare({ name, from: 1 });
  assert.ok(!("complaint" in prepared));
  assert.equal(
    await prepared.run({ signal: new AbortController().signal, call: "c", read: [] }),
    `[${name}, characters 0 to 4 of 4; this is the end]\n🌊🌊`,
  );
});
