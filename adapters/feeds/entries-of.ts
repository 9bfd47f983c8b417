import { createHash } from "node:crypto";
import { beginning, readableText } from "../web/index.js";
import type { FeedEntry } from "./feeds.js";
import type { FoundEntry, Passage } from "./found-feed.js";

/** An entry with the name by which it is known. */
export interface NamedEntry extends FoundEntry {
  readonly id: string;
}

/** Each entry once, the newest first; equal dates in the order of their ids, entries without a date last and as they stand. */
export function ordered(entries: readonly FoundEntry[]): NamedEntry[] {
  const byId = new Map<string, NamedEntry>();
  for (const entry of entries) {
    const named = { ...entry, id: idOf(entry) };
    const before = byId.get(named.id);
    // Said twice: what was changed last counts, and of equals the one that stands first.
    if (before === undefined || (lastChange(named) ?? "") > (lastChange(before) ?? "")) byId.set(named.id, named);
  }
  const all = [...byId.values()];
  const dated = all.filter((entry) => dateOf(entry) !== null);
  dated.sort((a, b) => compare(dateOf(b) ?? "", dateOf(a) ?? "") || compare(a.id, b.id));
  return [...dated, ...all.filter((entry) => dateOf(entry) === null)];
}

/** When it came out; else when it was changed. */
export function dateOf({ publishedAt, updatedAt }: FoundEntry): string | null {
  return publishedAt ?? updatedAt;
}

export async function entryOf(entry: NamedEntry, maxChars: number): Promise<FeedEntry> {
  const { id, url, authors, categories, publishedAt, updatedAt } = entry;
  const [summary, content] = [await plainText(entry.summary), await plainText(entry.content)];
  const cut = (text: string | null) => (text === null ? null : beginning(text, maxChars));
  return {
    ...{ id, url, title: await plainText(entry.title), authors: [...authors], categories: [...categories], publishedAt, updatedAt },
    summary: cut(summary),
    content: cut(content),
    isCut: (summary?.length ?? 0) > maxChars || (content?.length ?? 0) > maxChars,
  };
}

export async function plainText(passage: Passage | null): Promise<string | null> {
  if (passage === null) return null;
  // What holds neither a tag nor a reference is the same as text, and needs no package.
  const isMarkup = passage.kind === "html" && /[<&]/.test(passage.text);
  const text = isMarkup ? (await readableText(passage.text, passage.base)).text : passage.text;
  return text.trim() || null;
}

function lastChange({ publishedAt, updatedAt }: FoundEntry): string | null {
  return updatedAt ?? publishedAt;
}

/** Two entries that say the same in all are one, wherever they stand. */
function idOf({ id, url, title, summary, content, publishedAt }: FoundEntry): string {
  if (id !== null) return id;
  if (url !== null) return url;
  const said = JSON.stringify([title?.text, summary?.text, content?.text, publishedAt]);
  return `sha256:${createHash("sha256").update(said).digest("hex")}`;
}

/** By UTF-16 units: no language's order, and so the same everywhere. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
