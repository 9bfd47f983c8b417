import type { AnyStage, Check, Finding, Place, Severity } from "../dsl/index.js";
import { type BrokenCitation, citationText, type PlacedCitation, scan } from "./citations.js";
import { type Document, sectionAt, sectionName } from "./document.js";
import { foldedQuote, nearestPlace } from "./folded-text.js";

export interface CitationOptions {
  /** How far from the offset that is cited a quotation may begin, in UTF-16 units: the text that a model is shown names an offset every few lines. */
  readonly within?: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

const RULE = "citations";
const WITHIN = 1_000;
const LONGEST_SHOWN = 80;

/** What is wrong with a citation, and the citation that would be right. */
interface Fault {
  readonly message: string;
  readonly instead?: string;
}

/**
 * Holds every citation of a text against the documents: what it quotes must stand in the section that it names, next to the offset that it names. A
 * finding says where else it stands, with a fix that corrects the citation, or that it stands nowhere.
 *
 * @example
 * checkCitations('It begins "in medias res" [moby-dick §1 @0 "Call me Ishmael."].', [mobyDick])
 */
export function checkCitations(text: string, documents: readonly Document[], options: CitationOptions = {}): readonly Finding[] {
  const { within = WITHIN, severity = "error" } = options;
  const placeAt = placesOf(text);
  return scan(text).flatMap((found): readonly Finding[] => {
    const fault = "quote" in found ? faultOf(found, documents, within) : brokenFault(found);
    if (fault === undefined) return [];
    const { message, instead } = fault;
    const fix = instead !== undefined && "to" in found ? { from: found.from, to: found.to, insert: instead } : undefined;
    return [{ rule: RULE, severity, message, at: placeAt(found.from), ...(fix && { fix }) }];
  });
}

/**
 * The same as a check of a text.
 *
 * @example
 * check("review", { of: report, checks: [citationsStand([mobyDick])] })
 */
export function citationsStand(documents: readonly Document[], options: CitationOptions = {}): Check<string> {
  return {
    rule: RULE,
    // A document is known by its sum; its text would make every fingerprint as slow as the book is long.
    options: { ...options, documents: documents.map(({ id, sha256 }) => [id, sha256]) },
    run: (text) => checkCitations(text, documents, options),
  };
}

/** The same against documents that a stage gathered. */
export function citationsStandIn<const Name extends string>(
  stage: AnyStage<Name>,
  documentsOf: (output: unknown) => readonly Document[],
  options: CitationOptions = {},
): Check<string, Name> {
  return {
    rule: RULE,
    options: { ...options, documentsOf },
    given: { documents: stage },
    run: (text, { documents }) => checkCitations(text, documentsOf(documents), options),
  };
}

function brokenFault({ text }: BrokenCitation): Fault {
  const form = citationText({ document: "document", section: "3", offset: 1_204, quote: "the words that stand there" });
  return { message: `${text} is no whole citation; write it as ${form}` };
}

function faultOf(citation: PlacedCitation, documents: readonly Document[], within: number): Fault | undefined {
  const { section, offset, quote } = citation;
  const document = documents.find(({ id }) => id === citation.document);
  if (document === undefined) {
    const known = documents.map(({ id }) => `"${id}"`).join(", ");
    return { message: `there is no document "${citation.document}"; ${known === "" ? "none was read" : `cite one of ${known}`}` };
  }
  const folded = foldedQuote(quote);
  if (folded === "") return { message: `the citation of "${document.id}" quotes no words; quote those that show it` };
  const said = `"${shown(quote)}"`;
  const place = nearestPlace(document, folded, offset);
  if (place === undefined) return elsewhere(citation, documents, folded, said);

  const standing = sectionAt(document, place.from);
  if (standing === undefined) return undefined;
  if (standing.id === section && Math.abs(place.from - offset) <= within) return undefined;
  const instead = citationText({ document: document.id, section: standing.id, offset: place.from, quote });
  const cited = document.sections.some(({ id }) => id === section)
    ? `§${section} @${offset}`
    : `§${section}, which is no section of "${document.id}"`;
  return { message: `${said} does not stand at ${cited}; it stands in ${sectionName(standing)} @${place.from}`, instead };
}

function elsewhere(citation: PlacedCitation, documents: readonly Document[], folded: string, said: string): Fault {
  for (const document of documents) {
    const place = document.id === citation.document ? undefined : nearestPlace(document, folded, 0);
    const section = place && sectionAt(document, place.from);
    if (place === undefined || section === undefined) continue;
    const instead = citationText({ document: document.id, section: section.id, offset: place.from, quote: citation.quote });
    return {
      message: `${said} does not stand in "${citation.document}"; it stands in "${document.id}" ${sectionName(section)} @${place.from}`,
      instead,
    };
  }
  return { message: `${said} stands nowhere in "${citation.document}"; quote words that stand there, or take the claim out` };
}

function shown(quote: string): string {
  const line = quote.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN)}…`;
}

function placesOf(text: string): (offset: number) => Place {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, offset };
  };
}
