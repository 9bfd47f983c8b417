import { counted, number } from "./counting.js";

interface Lines {
  readonly added: number;
  readonly removed: number;
}

/** `40 lines added and three removed`; empty where no line changed. */
export function linesChanged({ added, removed }: Lines): string {
  if (added === 0 && removed === 0) return "";
  if (removed === 0) return `${counted(added, "line")} added`;
  if (added === 0) return `${counted(removed, "line")} removed`;
  return `${counted(added, "line")} added and ${number(removed)} removed`;
}

/** `adding 40 lines and removing three`; empty where no line changed. */
export function changingLines({ added, removed }: Lines): string {
  if (added === 0 && removed === 0) return "";
  if (removed === 0) return `adding ${counted(added, "line")}`;
  if (added === 0) return `removing ${counted(removed, "line")}`;
  return `adding ${counted(added, "line")} and removing ${number(removed)}`;
}

/** `, with …` or nothing. */
export function withLines(lines: Lines): string {
  const changed = linesChanged(lines);
  return changed === "" ? "" : `, with ${changed}`;
}
