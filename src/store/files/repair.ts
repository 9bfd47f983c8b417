import { basename, dirname, join } from "node:path";
import { StagewrightError } from "../../dsl/index.js";
import { describeLine, firstDamagedLine } from "../journal-line.js";
import { type Disk, syncFolder, writeAll } from "./disk.js";

export interface Repair {
  /** The copy of the journal as it was found, below the run's folder. */
  readonly copy: string;
  readonly keptLines: number;
  /** What each lost line was about, as far as it can be read. */
  readonly lost: readonly string[];
  readonly fixedLineEnds: boolean;
}

/**
 * Copies the journal, then puts a cut one in its place in one step. Lines in CRLF whose text is sound are kept whole.
 *
 * @throws StagewrightError `journal/sound` where there is nothing to repair.
 */
export async function repairJournal(disk: Disk, path: string, run: string): Promise<Repair> {
  const found = disk.readFileSync(path);
  const all = found.toString("utf8").split("\n");
  const torn = all.pop() ?? "";
  const lines = all.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const fixedLineEnds = lines.some((line, index) => line !== all[index]);
  const damaged = firstDamagedLine(lines);
  if (damaged === undefined && torn === "" && !fixedLineEnds) {
    throw new StagewrightError("journal/sound", `the journal of run "${run}" is sound`, { hint: "there is nothing to repair" });
  }
  const kept = damaged === undefined ? lines : lines.slice(0, damaged - 1);
  const lost = [...lines.slice(kept.length), ...(torn === "" ? [] : [torn])];
  const copy = freeName(disk, dirname(path));
  put(disk, join(dirname(path), copy), found);
  put(disk, `${path}.repaired`, Buffer.from(kept.map((line) => `${line}\n`).join("")));
  disk.renameSync(`${path}.repaired`, path);
  syncFolder(disk, dirname(path));
  return { copy: basename(copy), keptLines: kept.length, lost: lost.map(describeLine), fixedLineEnds };
}

function freeName(disk: Disk, folder: string): string {
  for (let number = 1; ; number += 1) {
    const name = `journal.damaged-${number}.jsonl`;
    if (!disk.existsSync(join(folder, name))) return name;
  }
}

function put(disk: Disk, path: string, bytes: Uint8Array): void {
  const fd = disk.openSync(path, "w");
  try {
    writeAll(disk, fd, bytes);
    disk.fsyncSync(fd);
  } finally {
    disk.closeSync(fd);
  }
}
