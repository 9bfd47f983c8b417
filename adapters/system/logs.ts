import { constants, type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { files, localFiles } from "../files/index.js";
import { logTime, type Reading } from "./log-time.js";
import type { LogLine, system } from "./system.js";
import { isWanted, message } from "./wanted.js";

type Request = z.output<(typeof system)["calls"]["logs"]["takes"]>;

/** Of each file the end is read. */
const MOST_BYTES = 4_194_304;
const MOST_FILES = 200;

export interface Logs {
  readonly lines: LogLine[];
  readonly hasMore: boolean;
  readonly skipped: { readonly file: string; readonly because: string }[];
}

interface Surroundings extends Reading {
  readonly folder: string;
  readonly signal: AbortSignal;
}

export async function readLogs(request: Request, around: Surroundings): Promise<Logs> {
  const { folder, signal } = around;
  const names = files.calls.list.gives.parse(
    await localFiles({ cwd: folder }).calls.list?.perform({ root: folder, patterns: request.patterns }, { key: "", signal }),
  );
  if (names.length > MOST_FILES) {
    throw new StagewrightError(
      "system/too-many-logs",
      `the patterns match ${names.length} files in "${folder}", at most ${MOST_FILES} are read`,
      {
        hint: "name fewer files",
      },
    );
  }
  let kept: LogLine[] = [];
  const skipped: Logs["skipped"] = [];
  let hasMore = false;
  for (const file of names) {
    signal.throwIfAborted();
    const end = await endOf(join(folder, file));
    if ("because" in end) {
      skipped.push({ file, because: end.because });
      continue;
    }
    const lines = parseLog(end.text, { file, isWhole: end.isWhole, reading: around }).filter(({ at, text }) => isWanted(request, at, text));
    hasMore ||= !end.isWhole || kept.length + lines.length > request.limit;
    kept = [...kept, ...lines].sort(byTime).slice(-request.limit);
  }
  return { lines: kept, hasMore, skipped };
}

interface Source {
  readonly file: string;
  readonly isWhole: boolean;
  readonly reading: Reading;
}

/** The lines of a log, each with its own time or that of the line above it: a stack trace belongs to what went wrong. */
export function parseLog(text: string, { file, isWhole, reading }: Source): LogLine[] {
  let at: string | null = null;
  return text.split("\n").flatMap((raw, index): LogLine[] => {
    const line = raw.replace(/\r$/, "");
    if (line.trim() === "") return [];
    at = logTime(line, reading)?.toISOString() ?? at;
    return [{ file, line: isWhole ? index + 1 : null, at, ...message(line) }];
  });
}

/** Lines without a time come first: nothing is known of when they were written. Equal ones stay as they were read. */
function byTime(a: LogLine, b: LogLine): number {
  const [one, other] = [a.at ?? "", b.at ?? ""];
  return one < other ? -1 : one > other ? 1 : 0;
}

type End = { readonly text: string; readonly isWhole: boolean } | { readonly because: string };

async function endOf(path: string): Promise<End> {
  let file: FileHandle;
  try {
    // A link that was put there since is not followed, and a pipe is not waited on.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { because: code === "EACCES" ? "it may not be read by this user" : code === "ENOENT" ? "it is gone" : "it cannot be opened" };
  }
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    const read = bytes.subarray(0, bytesRead);
    if (read.includes(0)) return { because: "it is not text" };
    // What is left of the line in which the reading began says nothing.
    const start = from === 0 ? 0 : read.indexOf(10) + 1;
    return { text: read.subarray(start).toString("utf8"), isWhole: from === 0 };
  } finally {
    await file.close();
  }
}
