import { isHarmony, readHarmony } from "./harmony.js";
import { quotedRanges } from "./quoted-ranges.js";
import { isWithin, type Range } from "./range.js";

export interface Apart {
  /** What is left without the reasoning: the text itself where it holds none. */
  readonly text: string;
  readonly reasoning: string;
}

/** What reasoning stands between where no server has taken it out. */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
  ["<|channel>thought", "<channel|>"],
];

const escaped = (mark: string) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const ANY_TAG = new RegExp(TAGS.flat().map(escaped).join("|"), "g");

/**
 * Takes the reasoning out of a text: blocks at its start and on lines of their own, what an opening tag begins and nothing ends, and what
 * stands before a closing tag whose opening one was part of the prompt. Where the provider has given the reasoning apart, a closing tag
 * alone is a leftover.
 */
export function reasoningApart(text: string, hasReasoning: boolean): Apart {
  if (isHarmony(text)) return readHarmony(text);
  if (text.search(ANY_TAG) < 0) return { text, reasoning: "" };
  const shown = quotedRanges(text);
  const parts: string[] = [];
  const cut: Range[] = [];
  let open: { from: number; to: number; close: string } | undefined;
  for (const { 0: tag, index } of text.matchAll(ANY_TAG)) {
    const end = index + tag.length;
    if (open) {
      if (tag !== open.close) continue;
      parts.push(text.slice(open.to, index));
      cut.push({ from: open.from, to: end });
      open = undefined;
      continue;
    }
    if (isWithin(shown, index)) continue;
    const close = TAGS.find(([opening]) => opening === tag)?.[1];
    if (close !== undefined) {
      if (isAtStart(text, index, cut)) open = { from: index, to: end, close };
    } else if (!isNamed(text, index, end)) {
      // The first closing tag without an opening one ends what the prompt began; more of them are leftovers.
      const isLeftover = cut.length > 0 || (hasReasoning && text.slice(end).trim() === "");
      if (!isLeftover) parts.push(text.slice(0, index));
      cut.push({ from: isLeftover ? index : 0, to: end });
    }
  }
  if (open) {
    parts.push(text.slice(open.to));
    cut.push({ from: open.from, to: text.length });
  }
  return cut.length === 0
    ? { text, reasoning: "" }
    : { text: without(text, cut), reasoning: parts.map((part) => part.trim()).join("\n\n") };
}

/** At the beginning of the text or of one of its lines; what has been cut out does not count. */
function isAtStart(text: string, offset: number, cut: readonly Range[]): boolean {
  const before = text.slice(Math.max(cut.at(-1)?.to ?? 0, offset - 200), offset);
  return before.trim() === "" || /\n[ \t]*$/.test(before);
}

/** A closing tag in the middle of a sentence is a word of it: "The template ends it with </think> and goes on." */
function isNamed(text: string, from: number, to: number): boolean {
  return (
    /^[ \t]?(?:[,;)]|[ \t]\p{Ll}| (?=\p{Ll}))/u.test(text.slice(to, to + 8)) &&
    /[\p{L}\p{N},(][ \t]{0,4}$/u.test(text.slice(Math.max(0, from - 8), from))
  );
}

function without(text: string, cut: readonly Range[]): string {
  let at = 0;
  const kept: string[] = [];
  for (const { from, to } of cut) {
    kept.push(text.slice(at, from));
    at = to;
  }
  kept.push(text.slice(at));
  return kept
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
}
