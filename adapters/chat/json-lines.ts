import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { noneThere, syncFolder } from "../whole-file.js";

/** A file's text; none where there is no file. */
export async function textOf(path: string): Promise<string> {
  return (await readFile(path, "utf8").catch(noneThere)) ?? "";
}

/** What a line says; undefined for one that is no JSON, as a crash leaves it. */
export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Writes records behind what is there, so that they outlive a power cut; a line that was cut off stays one of its own. */
export async function appendLines(path: string, records: readonly object[]): Promise<void> {
  if (records.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const isCutOff = !/(^|\n)$/.test(await textOf(path));
  // What people say to each other is nobody else's on this machine.
  const file = await open(path, "a", 0o600);
  try {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    await file.writeFile(isCutOff ? `\n${lines}` : lines);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}
