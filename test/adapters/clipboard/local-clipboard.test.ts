import assert from "node:assert/strict";
import { appendFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { clipboardRecording, localClipboard } from "../../../adapters/clipboard/index.js";
import { addItem } from "../../../adapters/clipboard/item-file.js";
import { emptyFolder, opened } from "./folder.js";

const AT = "2026-03-19T09:40:00.000Z";
const now = () => new Date(AT);

describe("a clipboard in a folder", () => {
  it("an item comes back as it was given, with the time at which it was saved", async (t) => {
    const { save, list } = opened(localClipboard({ cwd: emptyFolder(t), now }));
    const { id, savedAt } = await save("k1", { label: "Hours", text: "Tuesday\n to Sunday ", tags: ["museum"] });
    assert.equal(savedAt, AT);
    assert.deepEqual(await list(), {
      items: [{ id, label: "Hours", text: "Tuesday\n to Sunday ", tags: ["museum"], savedAt: AT }],
      next: null,
    });
  });

  it("items are found by a tag, and by words of the text or the label in capitals or not", async (t) => {
    const { save, list } = opened(localClipboard({ cwd: emptyFolder(t), now }));
    await save("k1", { text: "Ploiești", tags: ["town"] });
    await save("k2", { label: "PLOIEȘTI", text: "by train", tags: ["train"] });
    await save("k3", { text: "Sinaia", tags: ["town"] });
    const texts = async (request: object) => (await list(request)).items.map(({ text }) => text);
    assert.deepEqual(await texts({}), ["Sinaia", "by train", "Ploiești"]);
    assert.deepEqual(await texts({ tag: "town" }), ["Sinaia", "Ploiești"]);
    assert.deepEqual(await texts({ text: "ploiești" }), ["by train", "Ploiești"]);
    assert.deepEqual(await texts({ text: "ploiești", tag: "town" }), ["Ploiești"]);
    assert.deepEqual(await texts({ text: "Ploies\u0327ti" }), []);
    assert.deepEqual(await texts({ text: "Ploies\u0326ti" }), ["by train", "Ploiești"]);
  });

  it("pages follow each other without a gap, whatever is saved between them", async (t) => {
    const { save, list } = opened(localClipboard({ cwd: emptyFolder(t), now }));
    for (const text of ["One", "Two", "Three"]) await save(text, { text });
    const first = await list({ limit: 2 });
    await save("Four", { text: "Four" });
    const second = await list({ limit: 2, after: first.next ?? "" });
    assert.deepEqual(
      [first, second].map(({ items }) => items.map(({ text }) => text)),
      [["Three", "Two"], ["One"]],
    );
    assert.equal(second.next, null);
  });

  it("a page behind an item that is not there is refused", async (t) => {
    const { list } = opened(localClipboard({ cwd: emptyFolder(t) }));
    await assert.rejects(list({ after: "gone" }), {
      code: "clipboard/page",
      message: 'there is no item "gone" behind which a page could begin',
      hint: "give what the page before gave as `next`, or leave `after` out",
    });
  });

  it("behind a line that a crash tore the next item is saved whole", async (t) => {
    const cwd = emptyFolder(t);
    const { save, list } = opened(localClipboard({ cwd, now }));
    await save("k1", { text: "One" });
    appendFileSync(join(cwd, "clipboard/items.jsonl"), '{"id":"torn","text":"Tw');
    await save("k3", { text: "Three" });
    assert.deepEqual(
      (await list()).items.map(({ text }) => text),
      ["Three", "One"],
    );
  });

  it("a call without a key saves anew each time", async (t) => {
    const { save, list } = opened(localClipboard({ cwd: emptyFolder(t), now }));
    assert.notEqual((await save("", { text: "One" })).id, (await save("", { text: "One" })).id);
    assert.equal((await list()).items.length, 2);
  });

  it("a request may name another folder, and only its owner may read what is saved", async (t) => {
    const cwd = emptyFolder(t);
    const { save, list } = opened(localClipboard({ cwd, folder: "kept", now }));
    await save("k1", { folder: "other/one", text: "One" });
    assert.deepEqual(readdirSync(cwd), ["other"]);
    assert.equal(statSync(join(cwd, "other/one/items.jsonl")).mode & 0o777, 0o600);
    assert.deepEqual([(await list()).items.length, (await list({ folder: "other/one" })).items.length], [0, 1]);
  });

  it("an item that cannot be read back is an error, and is not said to be saved", async (t) => {
    const path = join(emptyFolder(t), "items.jsonl");
    // No reader takes this time for one, as none would take a line that was written behind a torn one.
    await assert.rejects(addItem(path, { id: "1", text: "One", tags: [], savedAt: "yesterday" }), {
      code: "clipboard/folder",
      message: `the item was written to "${path}", and cannot be read back`,
      hint: "make room on the disk, and save the item again",
    });
  });

  it("a folder that is a file is named", async (t) => {
    const cwd = emptyFolder(t);
    writeFileSync(join(cwd, "clipboard"), "");
    const path = join(cwd, "clipboard/items.jsonl");
    await assert.rejects(opened(localClipboard({ cwd })).save("k1", { text: "One" }), {
      code: "clipboard/folder",
      message: `the clipboard "${path}" cannot be used: ENOTDIR: not a directory, open '${path}'`,
      hint: "make it a file in a folder that may be written, or name another folder",
    });
  });
});

describe("a clipboard's recording", () => {
  it("lists what was saved in that folder, and writes nothing", async () => {
    const recording = clipboardRecording({ now });
    const { save, list } = opened(recording);
    const { id } = await save("k1", { text: "One" });
    await save("k2", { folder: "other", text: "Two" });
    assert.deepEqual((await list()).items, [{ id, text: "One", tags: [], savedAt: AT }]);
    assert.deepEqual(
      recording.noted.map(({ call }) => call),
      ["saveItem", "saveItem", "listItems"],
    );
  });

  it("lists what a real clipboard has where it is to read one, and saves nothing there", async (t) => {
    const real = localClipboard({ cwd: emptyFolder(t), now });
    await opened(real).save("k1", { text: "Real" });
    const { save, list } = opened(clipboardRecording({ reads: real }));
    await save("k2", { text: "Rehearsed" });
    assert.deepEqual(
      (await list()).items.map(({ text }) => text),
      ["Real"],
    );
  });
});
