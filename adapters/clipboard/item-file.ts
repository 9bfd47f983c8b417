import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";
import { noneThere, syncFolder } from "../whole-file.js";
import type { ClipboardItem } from "./clipboard.js";
import { itemsIn, lineOf } from "./item-lines.js";

export async function readItems(path: string): Promise<readonly ClipboardItem[]> {
  return itemsIn((await readFile(path, "utf8").catch(noneThere)) ?? "");
}

/**
 * Adds a line in one write, which the system puts at the end whatever other processes add, and waits until it would
 * outlive a power cut. What is there is never written again. Gives the item that the file then has under the id: another
 * process may have been first.
 *
 * Throws `clipboard/folder` where it has none.
 */
export async function addItem(path: string, item: ClipboardItem): Promise<ClipboardItem> {
  await append(path, lineOf(item));
  // Read back, for the disk may be full, or a line that another process left torn may stand before this one.
  const kept = (await readItems(path)).find(({ id }) => id === item.id);
  if (kept !== undefined) return kept;
  throw new StagewrightError("clipboard/folder", `the item was written to "${path}", and cannot be read back`, {
    hint: "make room on the disk, and save the item again",
  });
}

async function append(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // It is a person's: nobody else is to read it.
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? "\n" : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString("latin1");
    // Behind a line that a crash tore a new one begins, so that the crash costs one item and not two.
    await file.write(Buffer.from(last === "\n" ? line : `\n${line}`));
    await file.sync();
    if (size === 0) await syncFolder(dirname(path));
  } finally {
    await file.close();
  }
}
