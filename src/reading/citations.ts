/** A quotation and where it stands, as a text says it: `[moby-dick §3 @1204 "Call me Ishmael."]`. */
export interface Citation {
  /** The document's id. */
  readonly document: string;
  /** The section's id. */
  readonly section: string;
  /** Where the quotation stands in the document's text, in UTF-16 units, or a little before that. */
  readonly offset: number;
  readonly quote: string;
}

/** A citation in a text, with its own range there. */
export interface PlacedCitation extends Citation {
  readonly from: number;
  readonly to: number;
}

/** What looks like a citation and is none. */
export interface BrokenCitation {
  readonly text: string;
  readonly from: number;
}

const OPENING = /\[[^\s[\]"@§]{1,200}\s*§/g;
const HEAD = /\[([^\s[\]"@§]{1,200})\s*§\s*([^\s[\]"@§]{1,20})\s*@\s*(\d{1,12})\s*[,:]?\s*["“”„«]/y;
const CLOSING = /["“”»]\s*\]/g;
const LONGEST_SHOWN = 60;

/** The citations of a text, in their order. */
export function citationsOf(text: string): readonly PlacedCitation[] {
  return scan(text).filter((found) => "quote" in found);
}

/** The one way in which a citation is written. */
export function citationText({ document, section, offset, quote }: Citation): string {
  return `[${document} §${section} @${offset} "${quote}"]`;
}

/** Citations and what only looks like one. A quotation goes up to the first quote mark with a closing bracket behind it, and not over another citation. */
export function scan(text: string): readonly (PlacedCitation | BrokenCitation)[] {
  const openings = [...text.matchAll(OPENING)].map(({ index }) => index);
  const found: (PlacedCitation | BrokenCitation)[] = [];
  for (const [number, from] of openings.entries()) {
    const next = openings[number + 1] ?? text.length;
    HEAD.lastIndex = from;
    const head = HEAD.exec(text);
    CLOSING.lastIndex = HEAD.lastIndex;
    const closing = head === null ? null : CLOSING.exec(text.slice(0, next));
    const [, document, section, offset] = head ?? [];
    if (closing === null || document === undefined || section === undefined || offset === undefined) {
      found.push({ text: shown(text.slice(from, next)), from });
      continue;
    }
    const quote = text.slice(from + (head?.[0].length ?? 0), closing.index);
    found.push({ document, section, offset: Number(offset), quote, from, to: closing.index + closing[0].length });
  }
  return found;
}

function shown(text: string): string {
  const line = text
    .slice(0, text.indexOf("]") + 1 || text.length)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN)}…`;
}
