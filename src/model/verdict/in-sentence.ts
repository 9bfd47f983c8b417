import { announces } from "./announcement.js";
import type { Range } from "./range.js";

/** How far a mark looks for the sentence it stands in. */
const NEAR = 300;

/** Words after which a text shows what it speaks of. */
const SHOWS = /(?<!\p{L})(?:is|are|like|as|so|writes?|wrote|this|follows|format|syntax|tags?|marks?|call|example|with)[:,]?$/iu;

/**
 * Whether a sentence leads up to a mark, which so is a word of it: "Hermes writes <tool_call>". What stands at the very end of a text and is
 * whole closes the text and no sentence.
 */
export function isLedUpTo(text: string, { from, to }: Range, isWhole: boolean): boolean {
  const before = text.slice(Math.max(0, from - NEAR), from);
  const line = before.slice(before.lastIndexOf("\n") + 1).trim();
  if (line === "" || /[.!?…>\]})*_"'”]$/u.test(line) || announces(line)) return false;
  const isLast = text.length - to < NEAR && text.slice(to).trim() === "";
  return !(isWhole && isLast && !SHOWS.test(line));
}

/** Whether a sentence goes on behind the mark: "<tool_call> opens a call". */
export function goesOn(text: string, to: number): boolean {
  return /^[ \t]*(?:[,;)]|[ \t](?:[\p{Ll}(]|–|—))/u.test(text.slice(to, to + NEAR));
}
