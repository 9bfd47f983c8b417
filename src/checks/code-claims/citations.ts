import type { Lines } from "./code-file.js";
import { MOST_IN_BLOCK, type Passage, type Span, sentenceAt } from "./passages.js";
import { isUnreal, leadsToProposals } from "./unreal.js";

/** A file that a text names, with the lines that it names of it. */
export interface Citation {
  readonly path: string;
  /** In the original. */
  readonly offset: number;
  /** The range in the block's prose that names the file and its lines. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Lines[];
  /** Said to be made, gone, or an example. */
  readonly isUnreal: boolean;
  /** A folder: nothing but its being there can be asked of it. */
  readonly isFolder: boolean;
}

/** Lines without a file at their side, which belong to one that was named before. */
export interface LooseLines {
  readonly lines: Lines;
  readonly from: number;
  readonly to: number;
}

const EXTENSIONS =
  "(?:[cm]?[jt]sx?|pyi?|rs|go|rb|java|kt|cs|cc|cpp|hpp|c|h|sh|bash|zsh|bats|sql|mdx?|txt|jsonc?|json5|ya?ml|toml|ini|cfg|lock|xml|html?|s?css|proto|vue|svelte|php|swift|tf)";
const NAME = "[\\p{L}\\p{N}_@.+\\-\\[\\]]{1,120}";
const PATH = `(?:\\.{0,2}/|~/)?(?:${NAME}/){0,20}${NAME}\\.${EXTENSIONS}`;
/** `:12`, `:12-20`, `:12:5`, `#L12`, `#L12-L20`, `(12)`, `@12`. */
const LINE_END =
  "(?::L?(\\d{1,7})(?::\\d{1,5})?(?:\\s?[-–—]\\s?L?(\\d{1,7}))?|#L(\\d{1,7})(?:C\\d{1,5})?(?:-L?(\\d{1,7}))?|\\((\\d{1,7})(?:[-–,]\\d{1,7})?\\))";
const WHOLE = new RegExp(`^(${PATH})${LINE_END}?$`, "u");
const IN_PROSE = new RegExp(`(?<![\\p{L}\\p{N}_/.~@$#+\\\\:-])(${PATH})(?![\\p{L}\\p{N}_/])(?:${LINE_END})?`, "gu");
const FOLDER = /^(?:\.\/)?(?:[\p{L}\p{N}_@.-]{1,80}\/){1,12}(?:[\p{L}\p{N}_@.-]{1,80})?$/u;

const NUMBERS = "L?(\\d{1,7})(?:\\s?(?:[-–—]|to|through)\\s?L?(\\d{1,7}))?";
const AFTER_FILE = new RegExp(
  `^[\\s,)\\]]{0,3}(?:[([]|[–—-] )?(?:(?:at|on|around|near|in|from|see|right at|just) ){0,2}(?:the )?(?:lines? ?:? ?|ll?\\. ?|L(?=\\d))${NUMBERS}(?:(?:,| and|, and| or) ${NUMBERS})?`,
  "iu",
);
const BEFORE_FILE = new RegExp(
  `(?:lines? ?|(?<![\\p{L}\\p{N}])L(?=\\d))${NUMBERS}(?:(?:,| and|, and| or) ${NUMBERS})?,? (?:of|in|from|at|inside)(?: the)?(?: (?:file|module|script|source))? ?["“]?$`,
  "iu",
);
const LOOSE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:lines? ?|L(?=\\d))${NUMBERS}(?:(?:,| and|, and| or) ${NUMBERS})?(?! (?:of|in|from) (?!the (?:file|module|same)|this|that|it))(?![\\p{L}\\p{N}])`,
  "giu",
);

/** So much of a sentence before and after a file is read for what it says of it. */
const AROUND = 240;

/** Members of what everybody calls so. */
const MEMBER =
  /^(?:res|resp|response|req|request|r|body|mutex|mu|this|self|db|client|app|router)\.(?:json|lock|html|sql|text|go|md|txt|c|h)$/i;
/** Products that are written like a file, and folders whose files no tree holds. */
const NO_FILE =
  /^(?:node|next|vue|express|three|d3|socket|nuxt|chart|moment|alpine|ember|backbone|p5|asp\.net|e\.g|i\.e|llama|whisper)\.(?:js|io|ts|c|h|cpp)$/i;
const OUTSIDE =
  /^(?:~|\/(?!\/)(?:etc|usr|var|tmp|home|opt|dev|proc|bin)\/|.*(?:^|\/)(?:node_modules|dist|build|target|coverage|\.git|out|tmp|__pycache__|\.venv|venv|site-packages)\/)/;

export function citationsIn(passage: Passage, headingText: string): readonly Citation[] {
  const found: Citation[] = [];
  const { prose, offsetAt, spans } = passage;
  let left = MOST_IN_BLOCK;
  const take = (cited: { path: string; offset: number; from: number; to: number; lines: Lines | undefined; isFolder?: true }) => {
    const path = cited.path;
    if (left === 0) return;
    left -= 1;
    if (NO_FILE.test(path) || MEMBER.test(path) || OUTSIDE.test(path) || /[*<>{}$]/.test(path)) return;
    const sentence = sentenceAt(passage, cited.from);
    const before = prose.slice(Math.max(sentence.from, cited.from - AROUND), cited.from);
    const after = prose.slice(cited.to, Math.min(sentence.to, cited.to + AROUND));
    const isProposed =
      passage.block.kind === "listItem" && before.trim() === "" && (leadsToProposals(passage.lead) || leadsToProposals(headingText));
    const behind = AFTER_FILE.exec(after);
    const ahead = behind === null ? BEFORE_FILE.exec(before) : null;
    const lines = cited.lines ? [cited.lines] : linesOf(behind ?? ahead);
    found.push({
      path,
      offset: cited.offset,
      from: ahead ? cited.from - ahead[0].length : cited.from,
      to: behind && cited.lines === undefined ? cited.to + behind[0].length : cited.to,
      lines,
      isUnreal: isProposed || isUnreal(before, after),
      isFolder: cited.isFolder === true,
    });
  };

  for (const { text, offset, at } of spans) {
    const whole = WHOLE.exec(text);
    if (whole?.[1] !== undefined) take({ path: whole[1], offset, from: at, to: at + 1, lines: linesOf(whole, 2)[0] });
    else if (text.includes("/") && FOLDER.test(text)) take({ path: text, offset, from: at, to: at + 1, lines: undefined, isFolder: true });
  }
  for (const match of prose.matchAll(IN_PROSE)) {
    const [all, path = ""] = match;
    if (!/^[\p{L}\p{N}_.@~/[]/u.test(path) || /^\d+\.[a-z]$/.test(path) || /^[A-Za-z]\.[ch]$/.test(path)) continue;
    take({ path, offset: offsetAt(match.index), from: match.index, to: match.index + all.length, lines: linesOf(match, 2)[0] });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Lines that stand by themselves: `on line 12`, `lines 3 and 40`. */
export function looseLinesIn({ prose }: Passage, citations: readonly Citation[]): readonly LooseLines[] {
  const loose: LooseLines[] = [];
  for (const match of prose.matchAll(LOOSE)) {
    const from = match.index;
    const to = from + match[0].length;
    if (citations.some((cited) => cited.lines.length > 0 && from < cited.to && to > cited.from)) continue;
    for (const lines of linesOf(match)) loose.push({ lines, from, to });
    if (loose.length >= MOST_IN_BLOCK) break;
  }
  return loose;
}

/** The pairs of numbers in the groups of a match, from the group `first` on. */
function linesOf(match: RegExpExecArray | null, first = 1): Lines[] {
  const found: Lines[] = [];
  if (match === null) return found;
  for (let group = first; group < match.length; group += 2) {
    const from = Number(match[group]);
    if (!Number.isSafeInteger(from) || match[group] === undefined) continue;
    const to = match[group + 1] === undefined ? from : Number(match[group + 1]);
    found.push({ from: Math.min(from, to), to: Math.max(from, to) });
  }
  return found;
}

/** Whether a span of code names a file and nothing else. */
export function isPathSpan({ text }: Span): boolean {
  return WHOLE.test(text) || (text.includes("/") && FOLDER.test(text));
}

export function pathIn(text: string): { readonly path: string; readonly lines: Lines | undefined } | undefined {
  const match = WHOLE.exec(text.trim());
  return match?.[1] === undefined ? undefined : { path: match[1], lines: linesOf(match, 2)[0] };
}

/** A file that is said to be there. */
export function isReal({ isUnreal: unreal, isFolder }: Citation): boolean {
  return !unreal && !isFolder;
}

/** The file of a heading or a block that names one and no other. */
export function onlyFile(citations: readonly Citation[]): string | undefined {
  const paths = new Set(citations.filter(isReal).map(({ path }) => path));
  return paths.size === 1 ? [...paths][0] : undefined;
}
