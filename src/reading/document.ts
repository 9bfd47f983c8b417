import { StagewrightError } from "../dsl/index.js";
import { sha256 } from "../store/index.js";

/** A part of a text from its heading to the next heading. `to` is exclusive; offsets count UTF-16 units. */
export interface Section {
  /** Its number in the document, as text; the first is 1. */
  readonly id: string;
  /** Empty for what stands before the first heading. */
  readonly title: string;
  /** 1 for the highest; 0 for what stands before the first heading. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** A document of any format as one normalised text. Its sections follow each other and together are the whole text. */
export interface Document {
  /** What citations call it. */
  readonly id: string;
  /** Of `text`: two files that read the same are the same document. */
  readonly sha256: string;
  readonly title?: string;
  readonly sections: readonly Section[];
  readonly text: string;
}

/** A heading, and where its section begins in the normalised text. */
export interface Heading {
  readonly title: string;
  readonly level: number;
  readonly from: number;
}

/** What a reader of a format makes of a file. */
export interface ReadText {
  readonly title?: string;
  readonly text: string;
  readonly headings: readonly Heading[];
}

const ID = /^[^\s[\]"@§]{1,200}$/;

/** @throws StagewrightError `reading/id` for an id that a citation could not carry. */
export function documentOf(id: string, { title, text, headings }: ReadText): Document {
  if (!ID.test(id)) {
    throw new StagewrightError("reading/id", `"${id}" cannot name a document in a citation`, {
      hint: 'give it an id of at most 200 characters without blanks, brackets, ", @ and §, for example "annual-report"',
    });
  }
  const title_ = oneLine(title ?? "");
  return Object.freeze({
    id,
    sha256: sha256(text),
    ...(title_ !== "" && { title: title_ }),
    sections: sectionsOf(text, headings),
    text,
  });
}

/** `My Report (final).epub` is `my-report-final`. */
export function idOfName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const stem = base.replace(/(?<=.)\.[^.]*$/, "");
  const id = stem
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .slice(0, 200)
    .replace(/^-+|-+$|\p{Surrogate}+$/gu, "");
  return id === "" ? "document" : id;
}

function sectionsOf(text: string, headings: readonly Heading[]): readonly Section[] {
  const first = headings[0];
  const isLed = first !== undefined && text.slice(0, first.from).trim() === "";
  const starts = isLed ? headings : [{ title: "", level: 0, from: 0 }, ...headings];
  return starts.map(({ title, level, from }, index) => ({
    id: String(index + 1),
    title: oneLine(title),
    level,
    from: index === 0 ? 0 : from,
    to: starts[index + 1]?.from ?? text.length,
  }));
}

/** The section that an offset lies in; the last one for the end of the text. */
export function sectionAt({ sections }: Pick<Document, "sections">, offset: number): Section | undefined {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sections[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return sections[low];
}

/** `§4 "The Whale"`. */
export function sectionName({ id, title }: Section): string {
  return title === "" ? `§${id}` : `§${id} "${title}"`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
