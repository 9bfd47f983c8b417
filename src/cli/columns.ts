import { stripVTControlCharacters } from "node:util";

/** Rows as aligned columns, two spaces apart; colours take no room, and no line ends in spaces. */
export function columns(rows: readonly (readonly string[])[], indent = ""): string {
  const width = (cell: string) => [...stripVTControlCharacters(cell)].length;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - width(cell)));
      return `${indent}${cells.join("  ").trimEnd()}\n`;
    })
    .join("");
}
