import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { type Tool, tool } from "../tools/index.js";
import { findFiles, insideFolder, readText } from "./folder-files.js";

/** What the tools are called that every template may name. */
export const WORKSPACE_TOOLS = ["list_files", "read_file", "search_files", "write_file"] as const;

const MOST_LINES = 200;
const MOST_FOUND = 50;
const MOST_SEARCHED = 500;

/** Tools that read and write below one folder, and see nothing outside of it. */
export function workspaceTools(folder: string): readonly Tool[] {
  const listFiles = tool({
    name: "list_files",
    description: "Lists the files that match a pattern, such as `src/**/*.ts`.",
    takes: z.object({ pattern: z.string().min(1) }),
    kind: "live",
    run: async ({ pattern }) => shortened(await findFiles(folder, [pattern]), "files"),
  });
  const readFile = tool({
    name: "read_file",
    description: `Reads lines of a file, at most ${MOST_LINES} in one call. Lines count from 1.`,
    takes: z.object({ path: z.string().min(1), from: z.int().positive().default(1), to: z.int().positive().optional() }),
    reads: ({ path, from, to }) => ({ path, from, to: to ?? from + MOST_LINES - 1 }),
    run: async ({ path, from, to = from + MOST_LINES - 1 }) => {
      const lines = (await textOf(folder, path)).split("\n");
      const last = Math.min(to, from + MOST_LINES - 1, lines.length);
      if (from > lines.length) throw new Error(`"${path}" has ${lines.length} lines`);
      const shown = lines.slice(from - 1, last).map((line, index) => `${from + index}: ${line}`);
      return [`${path}, lines ${from} to ${last} of ${lines.length}`, ...shown].join("\n");
    },
  });
  const searchFiles = tool({
    name: "search_files",
    description: "Finds the lines that hold a text, whatever its case, in the files that match a pattern.",
    takes: z.object({ text: z.string().min(2), pattern: z.string().min(1).default("**/*") }),
    kind: "live",
    run: async ({ text, pattern }) => {
      const found: string[] = [];
      for (const path of (await findFiles(folder, [pattern])).slice(0, MOST_SEARCHED)) {
        const lines = (await readText(folder, path).catch(() => undefined))?.split("\n") ?? [];
        for (const [index, line] of lines.entries()) {
          if (line.toLowerCase().includes(text.toLowerCase())) found.push(`${path}:${index + 1}: ${line.trim().slice(0, 200)}`);
        }
      }
      return found.length === 0 ? `no line holds "${text}"` : shortened(found, "lines");
    },
  });
  const writeFile = tool({
    name: "write_file",
    description: "Writes a file, whole; one that is there is replaced.",
    takes: z.object({ path: z.string().min(1), text: z.string() }),
    writes: ({ path, text }) => ({ path, content: text }),
    run: async ({ path, text }) => {
      await insideFolder(folder, path);
      const file = resolve(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFileAtomic(file, text);
      return `wrote ${path}, ${text.length} characters`;
    },
  });
  return [listFiles, readFile, searchFiles, writeFile];
}

async function textOf(folder: string, path: string): Promise<string> {
  const text = await readText(folder, path);
  if (text !== undefined) return text;
  throw new Error(`there is no file "${path}"; list_files says what there is`);
}

function shortened(lines: readonly string[], what: string): string {
  if (lines.length === 0) return `no ${what}`;
  const more = lines.length - MOST_FOUND;
  return [...lines.slice(0, MOST_FOUND), ...(more > 0 ? [`and ${more} more ${what}`] : [])].join("\n");
}
