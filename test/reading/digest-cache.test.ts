import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { DigestCache, readDocument, windowsOf } from "../../src/reading/index.js";
import { folder } from "./folder.js";

const BY = { model: "small", prompt: "notes-1" };

async function windowsIn(content: string) {
  return windowsOf(await readDocument({ name: "book.txt", content }), { maxTokens: 11, estimate: (text) => text.length });
}

/** The one file of a cache. */
function fileIn(place: string): string {
  const [file] = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return join(place, file ?? "");
}

describe("the cache of digests", () => {
  test("notes are made once for a text, a model and a version of the prompt, and serve the next run", async (t) => {
    const place = folder(t);
    const made: string[] = [];
    const digest = async (content: string, by = BY) => {
      // A new cache each time, as each run has one.
      const cache = new DigestCache(place);
      const digests = [];
      for (const window of await windowsIn(content)) {
        digests.push(
          await cache.digestOf(window, by, async () => {
            made.push(window.text);
            return `on ${window.text}`;
          }),
        );
      }
      return digests;
    };
    assert.deepEqual(await digest("It rained. It stopped."), [
      { notes: "on It rained. ", isCached: false },
      { notes: "on It stopped.", isCached: false },
    ]);
    assert.deepEqual(await digest("It rained. It stopped."), [
      { notes: "on It rained. ", isCached: true },
      { notes: "on It stopped.", isCached: true },
    ]);
    assert.deepEqual(made, ["It rained. ", "It stopped."]);
    // A book of which one window changed is read again in that window only.
    await digest("It rained. It goes on.");
    assert.deepEqual(made.slice(2), ["It goes on."]);
    await digest("It rained. ", { ...BY, model: "large" });
    await digest("It rained. ", { ...BY, prompt: "notes-2" });
    assert.deepEqual(made.slice(3), ["It rained. ", "It rained. "]);
  });

  test("what a window repeats of the one before is part of what was read", async (t) => {
    const cache = new DigestCache(folder(t));
    cache.put({ text: "It stopped.", before: "" }, BY, "one");
    assert.equal(cache.get({ text: "It stopped.", before: "rain. " }, BY), undefined);
    assert.equal(cache.get({ text: "It stopped.", before: "" }, BY), "one");
  });

  test("asked for twice at the same time, notes are made once; a failure is told to both and kept by nobody", async (t) => {
    const cache = new DigestCache(folder(t));
    const [window] = await windowsIn("It rained.");
    assert.ok(window);
    let calls = 0;
    const make = async () => {
      calls += 1;
      await Promise.resolve();
      if (calls === 1) throw new Error("the model is gone");
      return "notes";
    };
    const failed = await Promise.allSettled([cache.digestOf(window, BY, make), cache.digestOf(window, BY, make)]);
    assert.deepEqual(
      failed.map((one) => one.status === "rejected" && String(one.reason)),
      ["Error: the model is gone", "Error: the model is gone"],
    );
    assert.deepEqual(await Promise.all([cache.digestOf(window, BY, make), cache.digestOf(window, BY, make)]), [
      { notes: "notes", isCached: false },
      { notes: "notes", isCached: true },
    ]);
    assert.equal(calls, 2);
  });

  const damages: readonly (readonly [what: string, damage: (file: string) => void])[] = [
    ["cut short", (file) => truncateSync(file, 40)],
    ["empty", (file) => truncateSync(file, 0)],
    ["changed in one letter", (file) => writeFileSync(file, readFileSync(file, "utf8").replace("the notes", "the votes"))],
    ["of another format", (file) => writeFileSync(file, readFileSync(file, "utf8").replace('"format":1', '"format":2'))],
  ];
  for (const [what, damage] of damages) {
    test(`a file that is ${what} counts as not there, and is made anew`, (t) => {
      const place = folder(t);
      const cache = new DigestCache(place);
      const window = { text: "It rained.", before: "" };
      cache.put(window, BY, "the notes");
      damage(fileIn(place));
      assert.equal(cache.get(window, BY), undefined);
      cache.put(window, BY, "the notes");
      assert.equal(cache.get(window, BY), "the notes");
    });
  }

  test("while two processes write the same notes and are killed, whoever reads finds whole notes or none", async (t) => {
    const place = folder(t);
    const writers = ["one", "two"].map((name) =>
      spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "keeps-digests.ts"), place, name]),
    );
    t.after(() => {
      for (const writer of writers) writer.kill("SIGKILL");
    });
    await Promise.all(writers.map((writer) => once(writer.stdout, "data")));
    const cache = new DigestCache(place);
    const read = () => {
      for (let number = 0; number < 3; number += 1) {
        const notes = cache.get({ text: `window ${number}`, before: "" }, { model: "m", prompt: "1" });
        assert.match(notes ?? "none", /^(?:(?:one|two) \d+ )/);
        const [name, round] = notes?.split(" ") ?? [];
        assert.equal(notes, `${name} ${round} `.repeat(4_000));
      }
    };
    for (let round = 0; round < 10; round += 1) read();
    for (const writer of writers) writer.kill("SIGKILL");
    await Promise.all(writers.map((writer) => once(writer, "exit")));
    read();
  });
});
