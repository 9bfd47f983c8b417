import { type Citation, isPathSpan, type LooseLines } from "./citations.js";
import type { Lines } from "./code-file.js";
import { MOST_IN_BLOCK, type Passage, sentenceAt } from "./passages.js";
import { type Snippet, snippetOf } from "./snippets.js";
import { isWished, isWishedAt } from "./unreal.js";

/** Code or words that a text says stand in a file. */
export interface Quote {
  readonly text: string;
  readonly offset: number;
  /** Where it is in the prose. */
  readonly at: number;
  readonly snippet: Snippet;
  readonly path: string;
  readonly lines: readonly Lines[];
  /** Words between quote marks, which may run over the lines of a comment. */
  readonly isWords: boolean;
  /** Said right beside the place, and not only in the same sentence. */
  readonly isBeside: boolean;
}

/** What may stand between a piece of code and the place behind it: `code` (a.ts:12), `code` on line 12 of a.ts. */
const TO_PLACE =
  /^["”’)]{0,2}[\s,:–—-]{0,3}(?:[([]\s?)?(?:(?:is|are|stands?|appears?|sits?|found|shown|seen|defined|set|called|call|written|which|that|line|check|loop|guard|statement|branch|expression|assignment|comment|declared|runs|happens|comes|used|there|here|see|at|in|on|from|of|per|inside|within|near|around|the|file|function|module|top|end|bottom|start|body) ?){0,8}["“]?$/iu;
/** What may stand between a place and the code behind it: a.ts:12 reads `code`. */
const FROM_PLACE =
  /^["”’)\]]{0,2}[\s,:–—-]{0,3}(?:(?:the call|the|a|this|that|its|it|code|line|statement|expression|condition|check|guard|loop|branch|assignment|comment|error|message|has|have|reads?|says?|is|are|contains?|calls|does|uses|holds?|shows?|where|there|runs|returns|sets|assigns|throws|raises|computes|builds|declares|defines|exports|implements|evaluates|executes|invokes|writes|opens|logs|starts|begins|ends|we|you|see|find|read|which|still|just|only|literally|simply|currently|then|quietly|silently|function|method|class|constant|and) ?){0,8}[:,]?\s?["“(]{0,2}$/iu;

const WORDS_IN_MARKS = /"([^"\n]{4,300})"|“([^“”]{4,300})”/g;

export function quotesIn(
  passage: Passage,
  citations: readonly Citation[],
  loose: readonly LooseLines[],
  context: string | undefined,
): readonly Quote[] {
  const quotes: Quote[] = [];
  const real = citations.filter((cited) => !cited.isUnreal && !cited.isFolder);
  const { prose, spans } = passage;
  // A place by its file, with the lines that stand alone as places of the file that is spoken of.
  const places = [
    ...real.map(({ path, from, to, lines }) => ({ path, from, to, lines })),
    ...loose.flatMap(({ lines, from, to }) => {
      const path = real.filter((cited) => cited.from < from).at(-1)?.path ?? context;
      return path === undefined ? [] : [{ path, from, to, lines: [lines] }];
    }),
  ].sort((a, b) => a.from - b.from);

  const take = (text: string, offset: number, at: number, end: number, snippet: Snippet, isWords: boolean) => {
    const sentence = sentenceAt(passage, at);
    const inside = places.filter(({ from }) => from >= sentence.from && from < sentence.to);
    const before = prose.slice(sentence.from, at);
    const ahead = inside.find((place) => place.from >= end && place.from - end < 90 && TO_PLACE.test(prose.slice(end, place.from)));
    const behind = inside.filter((place) => place.to <= at && at - place.to < 90 && FROM_PLACE.test(prose.slice(place.to, at))).at(-1);
    // What is to be added is at no place yet; what stands right behind its place is there.
    const isInstead = /^[^.;]{0,40}(?<!\w)instead(?!\w)(?! of)/i.test(prose.slice(end, end + 60));
    const beside = isInstead ? undefined : (behind ?? (ahead !== undefined && !isWishedAt(before) ? ahead : undefined));
    if (beside !== undefined) {
      const withLines =
        beside.lines.length > 0
          ? beside
          : (inside.find((place) => place.path === beside.path && place.lines.length > 0 && Math.abs(place.from - at) < 60) ?? beside);
      quotes.push({ text, offset, at, snippet, path: beside.path, lines: withLines.lines, isWords, isBeside: true });
      return;
    }
    const files = new Set(inside.map(({ path }) => path));
    const [only] = inside;
    if (isWords || snippet.kind !== "code" || !snippet.isStatement || files.size !== 1 || only === undefined || isWished(before)) return;
    if (/^[^.;]{0,40}(?<!\w)(?:should|would|could|instead|is missing|is absent|does not appear)/i.test(prose.slice(end, end + 80))) return;
    // With several places in the sentence it is that before the code, unless other code stands between.
    const last = inside.filter((place) => place.to <= at).at(-1);
    const isLast = last !== undefined && !spans.some((span) => span.at >= last.to && span.at < at);
    const lines = inside.length === 1 ? only.lines : isLast ? last.lines : [];
    quotes.push({ text, offset, at, snippet, path: only.path, lines, isWords, isBeside: false });
  };

  for (const span of [...spans, ...passage.words]) {
    if (isPathSpan(span)) continue;
    const snippet = snippetOf(span.text);
    if (snippet !== undefined) take(span.text, span.offset, span.at, span.end, snippet, false);
  }
  if (places.length === 0) return quotes;
  for (const match of prose.matchAll(WORDS_IN_MARKS)) {
    if (quotes.length >= MOST_IN_BLOCK) break;
    const text = match[1] ?? match[2] ?? "";
    if (text.includes("\uFFFC") || (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < 3) continue;
    const said = text.trim().replace(/[.,;]$/, "");
    const offset = passage.offsetAt(match.index + 1);
    take(said, offset, match.index, match.index + match[0].length, { kind: "code", text: said, isStatement: false }, true);
  }
  return quotes;
}
