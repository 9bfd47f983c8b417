import type { Piece } from "./block.js";
import { decodeEntity } from "./entities.js";
import { literalPieces } from "./literal.js";
import { STAND_IN } from "./stand-in.js";

/** What stands between two tags that part paragraphs. */
export interface HtmlProse {
  readonly kind: "paragraph" | "listItem" | "tableCell" | "heading";
  /** Of a heading. */
  readonly level: number;
  readonly pieces: readonly Piece[];
}

/** No part of a tag reaches past the next `<`, so that all attempts together take no longer than the text is. */
const TAG = /<(\/?)([a-z][a-z0-9-]{0,30})(?:\s(?:"[^"<]{0,2000}"|'[^'<]{0,2000}'|[^"'<>]){0,2000})?\/?>/giy;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,31});/giy;
/** What these hold is for the browser. */
const UNREAD = /^(?:script|style|pre|code|kbd|samp|textarea|svg|template|title)$/i;
/** Around these the text goes on. */
const IN_LINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/i;

/** The words between the tags of a block of HTML, which begins at `offset` of the original; not those in comments, code and scripts. */
export function htmlProse(html: string, offset: number): readonly HtmlProse[] {
  const found: HtmlProse[] = [];
  let pieces: Piece[] = [];
  let open: Pick<HtmlProse, "kind" | "level"> = { kind: "paragraph", level: 0 };
  let textFrom = 0;

  const takeText = (to: number) => {
    for (const piece of literalPieces(html.slice(textFrom, to), offset + textFrom)) if (piece.text !== "") pieces.push(piece);
    textFrom = to;
  };
  const close = (next: Pick<HtmlProse, "kind" | "level">) => {
    const trimmed = withoutOuterSpace(pieces);
    if (trimmed.length > 0) found.push({ ...open, pieces: trimmed });
    pieces = [];
    open = next;
  };

  const unclosed = new Set<string>();
  /** Behind the end of what a tag such as `<script>` opened; a tag of code that nothing closes hides nothing. */
  const endOfUnread = (name: string, from: number) => {
    const end = unclosed.has(name) ? null : closingOf(name, html, from);
    if (end !== null) return end.index + end[0].length;
    unclosed.add(name);
    return IN_LINE.test(name) ? from : html.length;
  };

  for (let at = nextSign(html, 0); at !== -1; at = nextSign(html, at)) {
    if (html.startsWith("<!--", at)) {
      takeText(at);
      const end = html.indexOf("-->", at + 4);
      at = end === -1 ? html.length : end + 3;
      textFrom = at;
      continue;
    }
    const isEntity = html.charAt(at) === "&";
    const pattern = isEntity ? ENTITY : TAG;
    pattern.lastIndex = at;
    const match = pattern.exec(html);
    if (match === null) {
      at += 1;
      continue;
    }
    takeText(at);
    const start = at;
    const end = at + match[0].length;
    textFrom = end;
    const [whole, slash = "", name = ""] = match;
    if (isEntity) pieces.push({ text: decodeEntity(whole), from: offset + at, to: offset + end });
    else if (/^br$/i.test(name)) pieces.push({ text: "\n", from: offset + at, to: offset + end });
    else if (!IN_LINE.test(name)) close(slash === "" ? kindOf(name) : { kind: "paragraph", level: 0 });
    at = end;
    if (slash === "" && UNREAD.test(name)) {
      at = endOfUnread(name, end);
      textFrom = at;
      if (at > end && IN_LINE.test(name)) pieces.push({ text: STAND_IN, from: offset + start, to: offset + at });
    }
  }
  takeText(html.length);
  close(open);
  return found;
}

function closingOf(name: string, html: string, from: number): RegExpExecArray | null {
  const closing = new RegExp(`</${name}\\s{0,100}>`, "giu");
  closing.lastIndex = from;
  return closing.exec(html);
}

function nextSign(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const unit = html.charCodeAt(at);
    if (unit === 60 || unit === 38) return at;
  }
  return -1;
}

function kindOf(name: string): Pick<HtmlProse, "kind" | "level"> {
  const [, level] = /^h([1-6])$/i.exec(name) ?? [];
  if (level !== undefined) return { kind: "heading", level: Number(level) };
  if (/^(?:li|dt|dd)$/i.test(name)) return { kind: "listItem", level: 0 };
  return { kind: /^(?:td|th)$/i.test(name) ? "tableCell" : "paragraph", level: 0 };
}

/** Without the space before the first word and behind the last one. */
function withoutOuterSpace(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ text }) => text.trim() !== "");
  const last = pieces.findLastIndex(({ text }) => text.trim() !== "");
  return pieces.slice(first === -1 ? pieces.length : first, last + 1).map((piece, index, { length }) => {
    if (piece.text.length !== piece.to - piece.from) return piece;
    const start = index === 0 ? piece.text.length - piece.text.trimStart().length : 0;
    const end = index === length - 1 ? piece.text.trimEnd().length : piece.text.length;
    return { text: piece.text.slice(start, end), from: piece.from + start, to: piece.from + end };
  });
}
