import type { Tokens } from "../tokens.js";
import { hitOf, inEach, type StructureRule } from "../trope.js";

const EMOJI = /^\p{Extended_Pictographic}$|^\p{Regional_Indicator}$/u;

/** No emoji stands before it, and most words begin before it: the test by property is slow. */
const LAST_OF_LATIN = 0x20_00;

export function isEmoji(text: string): boolean {
  return text.charCodeAt(0) > LAST_OF_LATIN && EMOJI.test(text) && !"©®™⚠".includes(text);
}

/** Whether it takes the text of the first token to know. */
export function mayOpenWithEmoji({ prose, starts, length }: Tokens): boolean {
  return length > 0 && prose.charCodeAt(starts[0] ?? 0) > LAST_OF_LATIN;
}

export const emojiHeading: StructureRule = {
  id: "tropes/emoji-heading",
  kind: "an emoji in a heading",
  severity: "error",
  why: "A picture in a heading tells the reader nothing that its words do not, and marks a text as made from a template.",
  fix: "Take the picture out and let the words head the section",
  examples: {
    bad: ["## 🚀 Getting started\n\nRun the installer.", "# Release notes ✨\n\nTwo fixes.", "### ✅ What works\n\nThe parser does."],
    good: [
      "## Getting started\n\nRun the installer.",
      "## What 2 × 3 means\n\nIt is six.",
      "## ⚠ Data loss below version 2.4\n\nUpgrade first.",
      "## Reactions\n\nA reviewer answered with 🚀 and merged it.",
    ],
  },
  finder: inEach((passage) => {
    const { kind, tokens } = passage;
    if (kind !== "heading") return [];
    const at = tokens.texts.findIndex((text, index) => !tokens.isWord[index] && isEmoji(text));
    return at < 0 ? [] : [hitOf(passage, at, at)];
  }),
};
