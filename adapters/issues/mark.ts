import { sha256 } from "../../src/store/index.js";

/** What a text ends with that was written under a key; Markdown shows it nowhere. */
const MARK = /\s*<!-- stagewright:([0-9a-f]{32}) -->\s*$/;

export function markOf(key: string): string {
  return sha256(key).slice(0, 32);
}

export function withMark(text: string, mark: string): string {
  return `${text}\n\n<!-- stagewright:${mark} -->`;
}

/** Under which mark a text was written; undefined for a person's. */
export function markIn(text: string): string | undefined {
  return MARK.exec(text)?.[1];
}

export function withoutMark(text: string): string {
  return text.replace(MARK, "");
}
