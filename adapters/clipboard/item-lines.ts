import { ClipboardItem } from "./clipboard.js";

/** JSON has no line breaks of its own, so that a line is an item whatever its text holds. */
export function lineOf(item: ClipboardItem): string {
  return `${JSON.stringify(item)}\n`;
}

/**
 * The items of a file, in the order in which they were saved. A line that a crash tore, or that is no item, is passed
 * over; of two lines of one id the first counts.
 */
export function itemsIn(text: string): readonly ClipboardItem[] {
  const items = new Map<string, ClipboardItem>();
  for (const line of text.split("\n")) {
    const item = itemIn(line);
    if (item !== undefined && !items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

function itemIn(line: string): ClipboardItem | undefined {
  if (line.trim() === "") return undefined;
  try {
    return ClipboardItem.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
