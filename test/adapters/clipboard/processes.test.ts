import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";
import { localClipboard } from "../../../adapters/clipboard/index.js";
import { emptyFolder, opened } from "./folder.js";

const COUNT = 25;

describe("two processes with one clipboard", () => {
  it("that save at once lose nothing, and save what has one key once", async (t) => {
    const cwd = emptyFolder(t);
    const savers = ["ana", "ben"].map((name) =>
      fork(join(import.meta.dirname, "saver.ts"), [cwd, name, String(COUNT)], { execArgv: ["--import", "tsx"] }),
    );
    await Promise.all(savers.map((saver) => once(saver, "message")));
    const shared = await Promise.all(
      savers.map(async (saver) => {
        const answered = once(saver, "message");
        const ended = once(saver, "exit");
        saver.send("go");
        assert.deepEqual(await ended, [0, null]);
        return (await answered)[0];
      }),
    );
    assert.deepEqual(shared[0], shared[1]);
    const { items } = await opened(localClipboard({ cwd })).list({ limit: 1000 });
    const texts = items.map(({ text }) => text).filter((text) => !text.startsWith("shared"));
    const wanted = ["ana", "ben"].flatMap((name) => Array.from({ length: COUNT }, (_, number) => `${name} ${number}`));
    assert.deepEqual(texts.sort(), wanted.sort());
    assert.equal(items.length, 2 * COUNT + 1);
  });
});
