import { z } from "zod";
import { sha256 } from "../../src/store/index.js";
import { htmlOfMarkdown } from "./html-of-markdown.js";

/** What is kept of a post beside its HTML, where no reader sees it: how it is found again, and what it was made from. */
export const KeptPost = z.object({ mark: z.string(), day: z.iso.date(), markdown: z.string() });
export type KeptPost = z.output<typeof KeptPost>;

/** Base64 has no two dashes in a row, which would end the comment. */
const KEPT = /\s*<!-- stagewright:([A-Za-z0-9+/=]+) -->\s*/;

export function keptMarkOf(key: string): string {
  return sha256(key).slice(0, 32);
}

/** The HTML of a post, with what is kept of it behind. */
export function htmlWithKept(kept: KeptPost): string {
  return `${htmlOfMarkdown(kept.markdown)}\n<!-- stagewright:${Buffer.from(JSON.stringify(kept)).toString("base64")} -->`;
}

/** What is kept in a post's HTML; undefined for one that a person wrote. */
export function keptIn(html: string): KeptPost | undefined {
  const found = KEPT.exec(html)?.[1];
  if (found === undefined) return undefined;
  try {
    return KeptPost.safeParse(JSON.parse(Buffer.from(found, "base64").toString())).data;
  } catch {
    return undefined;
  }
}

/** A post as it stands: its Markdown, or the HTML, which is Markdown as well, where a person has changed that. */
export function markdownIn(html: string): string {
  const kept = keptIn(html);
  const shown = html.replace(KEPT, "").trim();
  return kept !== undefined && htmlOfMarkdown(kept.markdown).trim() === shown ? kept.markdown : shown;
}
