import { StagewrightError } from "../../src/dsl/index.js";
import type { ClipboardItem, ItemPage, ItemsWanted } from "./clipboard.js";

/**
 * A page of items that stand in the order in which they were saved. A page begins behind an item and not at a number, so
 * that what is saved between two pages moves nothing. Throws `clipboard/page`.
 */
export function itemPage(saved: readonly ClipboardItem[], { tag, text, limit, after }: ItemsWanted): ItemPage {
  const newestFirst = [...saved].reverse();
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) {
    throw new StagewrightError("clipboard/page", `there is no item "${after}" behind which a page could begin`, {
      hint: "give what the page before gave as `next`, or leave `after` out",
    });
  }
  const words = text === undefined ? "" : folded(text);
  const found = newestFirst
    .slice(from)
    .filter((item) => tag === undefined || item.tags.includes(tag))
    .filter((item) => folded(`${item.label ?? ""}\n${item.text}`).includes(words));
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
