import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import type { Surroundings } from "./surroundings.js";

/** The input that stands in a JSON file, or comes on standard input; `undefined` where none is named. */
export async function wholeInput(path: string | undefined, { cwd, readInput }: Surroundings): Promise<unknown> {
  if (path === undefined) return undefined;
  const place = path === "-" ? "standard input" : path;
  let text: string;
  try {
    text = path === "-" ? await readInput() : await readFile(resolve(cwd, path), "utf8");
  } catch (cause) {
    throw new StagewrightError("usage/input", `the input "${path}" cannot be read`, {
      hint: "--input takes a JSON file, or - for standard input",
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("usage/input", `the input is not JSON: ${why}`, { hint: "--input takes one JSON value", place, cause });
  }
}
