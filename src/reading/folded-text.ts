import type { Document } from "./document.js";

/** What a quotation may have otherwise than its source: blanks and line ends, quote marks of any kind, soft hyphens and marks of no width. */
const ASIDE = /[\s"'`´\u2018-\u201f\u2039\u203a\u00ab\u00bb\u300c-\u300f\u301d-\u301f\uff02\uff07\u00ad\u200b-\u200d\u2060]/;
const ALL_ASIDE = new RegExp(ASIDE.source, "g");

/** A text without what a quotation may have otherwise, and where each of its units stood. */
interface Folded {
  readonly text: string;
  readonly offsets: Uint32Array;
}

export function foldedQuote(text: string): string {
  return text.normalize("NFC").replace(ALL_ASIDE, "");
}

const folded = new WeakMap<Document, Folded>();

function foldedOf(document: Document): Folded {
  const known = folded.get(document);
  if (known !== undefined) return known;
  const { text } = document;
  const offsets = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let kept = 0;
  const keep = (to: number) => {
    for (let offset = kept; offset < to; offset += 1) offsets[length++] = offset;
    parts.push(text.slice(kept, to));
  };
  for (const { index } of text.matchAll(ALL_ASIDE)) {
    keep(index);
    kept = index + 1;
  }
  keep(text.length);
  const made = { text: parts.join(""), offsets: offsets.subarray(0, length) };
  folded.set(document, made);
  return made;
}

/** Where a folded quotation stands next to an offset; none where it stands nowhere in the document. */
export function nearestPlace(
  document: Document,
  quote: string,
  offset: number,
): { readonly from: number; readonly to: number } | undefined {
  const { text, offsets } = foldedOf(document);
  const at = firstAtLeast(offsets, offset);
  const places = [text.indexOf(quote, at), at === 0 ? -1 : text.lastIndexOf(quote, at - 1)].flatMap((place) => {
    const from = offsets[place];
    const last = offsets[place + quote.length - 1];
    return from === undefined || last === undefined ? [] : [{ from, to: last + 1 }];
  });
  return places.sort((one, other) => Math.abs(one.from - offset) - Math.abs(other.from - offset))[0];
}

function firstAtLeast(offsets: Uint32Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
