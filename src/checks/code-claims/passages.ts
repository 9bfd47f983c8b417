import { type Block, offsetsOf } from "../text/block.js";
import type { ParsedText } from "../text/parse-text.js";
import { lastAtMost } from "../text/places.js";
import { type Sentence, sentencesOf } from "../text/sentences.js";
import { STAND_IN } from "../text/stand-in.js";

/** Each claim of a block is held against the others in it, so that of a block with more than so many only the first are looked at. */
export const MOST_IN_BLOCK = 300;

/** Code between ticks inside a line. */
export interface Span {
  readonly text: string;
  /** In the original, without its ticks. */
  readonly offset: number;
  /** The range of the block's prose that stands for it. */
  readonly at: number;
  readonly end: number;
}

/** A block of a review, read for what it says of code. */
export interface Passage {
  readonly block: Block;
  readonly prose: string;
  readonly spans: readonly Span[];
  /** Names of code without ticks, by their shape. */
  readonly words: readonly Span[];
  readonly sentences: readonly Sentence[];
  /** The heading that it stands under, as an index into the passages. */
  readonly heading: number | undefined;
  /** The paragraph that leads to it with a colon. */
  readonly lead: string;
  readonly offsetAt: (index: number) => number;
}

export function passagesOf({ blocks, markdown }: ParsedText): readonly Passage[] {
  let heading: number | undefined;
  let lead = "";
  return blocks.map((block, index) => {
    const offsetAt = offsetsOf(block);
    const { prose } = block;
    const spans = spansOf(block, markdown);
    const passage = { block, prose, spans, words: wordsOf(prose, offsetAt), sentences: sentencesOf(block), heading, lead, offsetAt };
    if (block.kind === "heading") {
      heading = index;
      lead = "";
    } else if (block.kind === "paragraph") lead = /[:：]\s*$/.test(block.prose) ? block.prose : "";
    return passage;
  });
}

function spansOf({ pieces }: Block, markdown: string): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const { text, from, to } of pieces) {
    if (text === STAND_IN && spans.length < MOST_IN_BLOCK && markdown.charAt(from) === "`") {
      const source = markdown.slice(from, to);
      const [marks = ""] = /^`+/.exec(source) ?? [];
      const inner = source.slice(marks.length, source.length - marks.length);
      const said = inner.trim();
      spans.push({ text: said, offset: from + marks.length + (inner.length - inner.trimStart().length), at, end: at + text.length });
    }
    at += text.length;
  }
  return spans;
}

const CODE_WORD = /(?<![\p{L}\p{N}_$./@#-])[\p{L}_$][\p{L}\p{N}_$]{1,80}(?:\(\))?(?![\p{L}\p{N}_$/-]|\.\p{L})/gu;

function wordsOf(prose: string, offsetAt: (index: number) => number): readonly Span[] {
  return [...prose.matchAll(CODE_WORD)]
    .filter(([word]) => isWrittenAsCode(word))
    .slice(0, MOST_IN_BLOCK)
    .map(({ 0: text, index }) => ({ text, offset: offsetAt(index), at: index, end: index + text.length }));
}

/** A bare word is a name of code by a hump, an underscore or parentheses. */
export function isWrittenAsCode(word: string): boolean {
  return (
    /^[\p{L}_$][\p{L}\p{N}_$.]*\(\)$/u.test(word) ||
    /^\p{Ll}[\p{L}\p{N}]*\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}/u.test(word)
  );
}

/** The sentence of a passage that an index of its prose lies in. */
export function sentenceAt({ sentences, prose }: Passage, at: number): Sentence {
  const found = sentences[lastAtMost(sentences.length, (index) => sentences[index]?.from ?? 0, at)];
  return found !== undefined && found.from <= at && at < found.to ? found : { from: 0, to: prose.length };
}
