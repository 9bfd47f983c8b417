import { capital, counted, listed, number } from "./counting.js";
import { type PageSection, page, shortEnough } from "./page.js";
import { inlineCode, quotation } from "./quoting.js";

/** The most entries of a list or an object that are spelled out; the rest is counted. */
const MOST_ITEMS = 5;
/** How many entries are told: the most that the words allow. */
const TOLD = [30, 15, 8, 4, 2];
/** Longer texts are quoted on their own. */
const LONG_TEXT = 120;

/** Writes what facts of any shape hold, key by key, spread over the sections in their order. */
export function composePlain(facts: unknown, titles: readonly string[]): string {
  return shortEnough(TOLD, (told) => {
    const entries = entriesIn(facts);
    const said = entries.slice(0, told).map(([key, value]) => say(key, value));
    const left = entries.length - said.length;
    if (left > 0) said.push([`The facts have ${counted(left, "more entry", "more entries")}, not told here.`]);
    return page(titleOf(facts), titles.length === 0 ? [{ blocks: merged(said) }] : spread(said, titles));
  });
}

function entriesIn(facts: unknown): readonly (readonly [string, unknown])[] {
  if (typeof facts !== "object" || facts === null) return [["value", facts]];
  return Array.isArray(facts) ? [["list", facts]] : Object.entries(facts);
}

function titleOf(facts: unknown): string {
  const named: Readonly<Record<string, unknown>> = typeof facts === "object" && facts !== null ? { ...facts } : {};
  const name = ["title", "name", "subject"].map((key) => named[key]).find((value) => typeof value === "string");
  const quoted = typeof name === "string" ? inlineCode(name, 80) : "";
  return quoted === "" ? "What the facts say" : `What the facts say about ${quoted}`;
}

/** As many entries in each section as in the next, the earlier ones with one more where it does not come out even. */
function spread(said: readonly (readonly string[])[], titles: readonly string[]): readonly PageSection[] {
  let from = 0;
  return titles.map((name, index) => {
    const to = from + Math.ceil((said.length - from) / (titles.length - index));
    const blocks = merged(said.slice(from, to));
    from = to;
    return { name, blocks: blocks.length > 0 ? blocks : ["The facts hold nothing more for this section."] };
  });
}

/** What one entry says: sentences, and a quotation where its text is long. */
function say(key: string, value: unknown): readonly string[] {
  const name = `The ${named(key)}`;
  if (typeof value === "string" && [...value].length > LONG_TEXT) return [`${name} reads as follows.`, quotation(value)];
  if (Array.isArray(value)) return sayList(name, value);
  if (typeof value === "object" && value !== null) {
    const inner = Object.entries(value);
    if (inner.length === 0) return [`${name} holds nothing.`];
    const more = inner.length - MOST_ITEMS;
    const parts = inner.slice(0, MOST_ITEMS).map(([at, item]) => `the ${named(at)} ${short(item)}`);
    return [`${name} has ${listed([...parts, ...(more > 0 ? [`${number(more)} more`] : [])])}.`];
  }
  return [`${name} is ${short(value)}.`];
}

function sayList(name: string, items: readonly unknown[]): readonly string[] {
  if (items.length === 0) return [`${name} holds no items.`];
  const shown = items.slice(0, MOST_ITEMS).map(short);
  const more = items.length - shown.length;
  const all = listed([...shown, ...(more > 0 ? [`${number(more)} more`] : [])]);
  return [`${name} ${items.length === 1 ? "holds one item" : `holds ${counted(items.length, "item")}`}: ${all}.`];
}

function named(key: string): string {
  return inlineCode(key, 40) || "entry without a name";
}

function short(value: unknown): string {
  if (value === null) return "not given";
  // As it stands: it may be a year or a number of an issue, which no comma belongs in.
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return inlineCode(text, LONG_TEXT) || "empty";
}

/** Sentences side by side become paragraphs of three. */
function merged(said: readonly (readonly string[])[]): readonly string[] {
  const blocks: string[] = [];
  let sentences: string[] = [];
  const close = () => {
    if (sentences.length > 0) blocks.push(sentences.map(capital).join(" "));
    sentences = [];
  };
  for (const text of said.flat()) {
    if (!text.startsWith("> ") && sentences.length < 3) sentences.push(text);
    else {
      close();
      if (text.startsWith("> ")) blocks.push(text);
      else sentences.push(text);
    }
  }
  close();
  return blocks;
}
