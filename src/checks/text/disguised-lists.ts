import { type Block, offsetsOf } from "./block.js";
import { KIND, kindAt } from "./letters.js";
import type { ParsedText } from "./parse-text.js";

/** What a reader sees as a list and Markdown as paragraphs. */
export interface DisguisedList {
  readonly kind: "bullet" | "numbered" | "leadIn";
  readonly items: number;
  readonly from: number;
  readonly to: number;
}

interface Item {
  readonly kind: DisguisedList["kind"];
  /** Whether only the line right below can go on with the list: paragraphs that open with a dash are a dialogue. */
  readonly isDash?: boolean;
  readonly from: number;
  readonly to: number;
}

/** Marks that do nothing but open an item. */
const BULLET = /^\s{0,8}[•‣⁃◦▪▫■□●○◆◇►▶▸➢➤➔→✓✔✗✘★☆∙·]\s{0,8}\S/u;
/** Marks that mean other things too, save before a space or a letter at the start of a line. */
const DASH = /^\s{0,8}[-–−*+](?:\s{1,8}\S|[\p{L}\uFFFC"“„(])/u;
const EMOJI = /^\s{0,8}(?:(?![©®™‼⁉↔-↪])\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\d\uFE0F?\u20E3)/u;
const NUMBER = /^\s{0,8}(?:\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})\)|\d{1,3}\.)\s{1,8}\S/u;

/** `**Name:** …`, `**Name.** …`, `**Name** – …`, with text after it. */
const LEAD_IN =
  /^\s{0,3}(?:\*\*|__|<b>|<strong>)(?!\s)(?:[^\n*_<]|_(?!_)){1,80}(?:[:.?!–—-](?:\*\*|__|<\/b>|<\/strong>)|(?:\*\*|__|<\/b>|<\/strong>)\s?[:–—-])\s{0,8}\S/;

/** Of a block that is no item and has none. */
const PLAIN: readonly undefined[] = [undefined];
const NO_ITEMS: readonly Item[] = [];
const LINES_AT_LEAST = 2;
const LEAD_INS_AT_LEAST = 3;

/**
 * At least two lines in a row that begin with a bullet, a dash, an emoji or a number (`1)`, `a)`), in one paragraph or in paragraphs one
 * after the other, and at least three paragraphs in a row that open with a bold lead-in. Lines that open with a dash count within one
 * paragraph only.
 */
export function disguisedLists({ markdown, blocks }: ParsedText): readonly DisguisedList[] {
  const lists: DisguisedList[] = [];
  const collect = (itemsOf: (block: Block) => readonly (Item | undefined)[], atLeast: number) => {
    let run: Item[] = [];
    let end = 0;
    const close = () => {
      const [first, last] = [run[0], run.at(-1)];
      if (first && last && run.length >= atLeast) lists.push({ kind: first.kind, items: run.length, from: first.from, to: last.to });
      run = [];
    };
    for (const block of blocks) {
      const items = itemsOf(block);
      const isPlain = items === PLAIN;
      if (isPlain || block.kind !== "paragraph" || run.at(-1)?.isDash || !/^\s*$/.test(markdown.slice(end, block.from))) close();
      for (const item of isPlain ? NO_ITEMS : items) {
        if (!item || (run[0] && run[0].kind !== item.kind)) close();
        if (item) run.push(item);
      }
      end = block.to;
    }
    close();
  };
  collect(markedLines, LINES_AT_LEAST);
  collect((block) => (block.kind === "paragraph" ? leadInLines(block, markdown) : PLAIN), LEAD_INS_AT_LEAST);
  return lists.sort((a, b) => a.from - b.from);
}

/** For each line of a block's prose the item that it is, or undefined. */
function markedLines(block: Block): readonly (Item | undefined)[] {
  if (block.kind === "heading" || !mayHaveMarks(block.prose)) return PLAIN;
  const lines = linesOf(block.prose).map((line) => ({ ...line, ...markOf(line.text) }));
  if (lines.every(({ kind }) => kind === undefined)) return PLAIN;
  const offsetAt = offsetsOf(block);
  return lines.map(({ text, at, kind, isDash = false }) => {
    if (kind === undefined) return undefined;
    const from = offsetAt(at + (text.length - text.trimStart().length));
    return { kind, isDash, from, to: offsetAt(at + text.length - 1) + 1 };
  });
}

/** Whether some line may begin with a mark: most begin with a word, and few words have a `)` so near. */
function mayHaveMarks(prose: string): boolean {
  for (let start = 0; ; ) {
    let at = start;
    while (at < prose.length && isSpace(prose.charCodeAt(at))) at += 1;
    if ((kindAt(prose, at) & KIND.letter) === 0 || prose.slice(at, at + LETTERS_AT_MOST + 1).includes(")")) return true;
    const feed = prose.indexOf("\n", at);
    if (feed === -1) return false;
    start = feed + 1;
  }
}

const LETTERS_AT_MOST = 5;

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 0xa0;
}

function markOf(line: string): { readonly kind?: "bullet" | "numbered"; readonly isDash?: boolean } {
  if (DASH.test(line)) return { kind: "bullet", isDash: true };
  if (BULLET.test(line) || EMOJI.test(line)) return { kind: "bullet" };
  return NUMBER.test(line) ? { kind: "numbered" } : {};
}

/** A paragraph of a lead-in and its text is one item, whatever the number of its lines; so is each line with a lead-in of its own. */
function leadInLines(block: Block, markdown: string): readonly (Item | undefined)[] {
  if ((kindAt(markdown, block.from) & KIND.letter) !== 0) return PLAIN;
  const lines = linesOf(markdown.slice(block.from, block.to)).map(({ text, at }) => ({ at, isLeadIn: LEAD_IN.test(text) }));
  if (!lines[0]?.isLeadIn) return PLAIN;
  return lines.filter(({ isLeadIn }) => isLeadIn).map(({ at }) => ({ kind: "leadIn", from: block.from + at, to: block.to }));
}

function linesOf(text: string): { readonly text: string; readonly at: number }[] {
  let at = 0;
  return text.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    return { text: line, at: start };
  });
}
