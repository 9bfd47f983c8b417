import { type Disk, isMissing } from "../../store/index.js";

/** A part of the record that was put aside: `2026-12-03.1.jsonl`. */
export interface Part {
  readonly name: string;
  readonly day: string;
  readonly number: number;
}

/** The parts in a folder, the oldest first. */
export function partsIn(disk: Disk, folder: string): readonly Part[] {
  return namesIn(disk, folder)
    .flatMap((name) => {
      const [, day, number] = /^(\d{4}-\d{2}-\d{2})\.(\d+)\.jsonl$/.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, number: Number(number) }];
    })
    .sort((a, b) => (a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1));
}

/** The name of the part that comes behind all others, also when the clock was put back. */
export function nextPart(last: Part | undefined, at: Date): string {
  const today = at.toISOString().slice(0, 10);
  return last === undefined || last.day < today ? `${today}.1.jsonl` : `${last.day}.${last.number + 1}.jsonl`;
}

function namesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return disk.readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
