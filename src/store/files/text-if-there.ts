import { readFile } from "node:fs/promises";
import { isMissing } from "./disk.js";

/** The text of a file; nothing where there is none. */
export async function textIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
