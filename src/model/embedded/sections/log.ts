import { counted, dayInWords, listed } from "../counting.js";
import type { Day, Section } from "../day.js";
import { entriesOf } from "../log-entries.js";
import { inlineCode, quotation } from "../quoting.js";

const MOST_HEADINGS = 4;

/** What the daily logs of the day and of the day before say, in their own words. */
export const log: Section = (day) => {
  const blocks = [...today(day), ...yesterday(day)];
  if (day.log.today === null && day.totals.commits > 0) blocks.push("What stands in this post comes from the commits alone.");
  return joined(blocks);
};

function today({ day, log: { today: text }, totals, leftOut }: Day): string[] {
  const date = dayInWords(day);
  if (text === null) return [`There is no daily log for ${date}.`];
  const { headings, entries } = entriesOf(text);
  const [first, last] = [entries.at(0), entries.at(-1)];
  if (first === undefined || last === undefined) return [`The daily log for ${date} has no entries to quote.`, under(headings)];
  if (leftOut.logCharacters > 0)
    return [`The daily log for ${date} is longer than what was handed to this post.`, "It begins with this entry:", quotation(first)];
  if (totals.commits === 0) return [`The daily log for ${date} is the source of this post.`, under(headings)];
  if (entries.length === 1) return [`The daily log for ${date} has one entry, which reads:`, quotation(first)];
  const opening = `The daily log for ${date} has ${counted(entries.length, "entry", "entries")}.`;
  return [opening, under(headings), "The first one reads:", quotation(first), "The last one reads:", quotation(last)];
}

function under(headings: readonly string[]): string {
  const names = headings
    .slice(0, MOST_HEADINGS)
    .map((heading) => inlineCode(heading, 60))
    .filter((name) => name !== "");
  if (names.length === 0) return "";
  const more = headings.length > MOST_HEADINGS ? "Among its headings are" : names.length === 1 ? "Its heading is" : "Its headings are";
  return `${more} ${listed(names)}.`;
}

function yesterday({ log: { yesterday: text, today: newer }, leftOut }: Day): string[] {
  if (text === null) return [newer === null ? "There is none for the day before either." : "The day before has no log."];
  const { entries } = entriesOf(text);
  const last = entries.at(-1);
  if (last === undefined) return ["The log of the day before has no entries to quote."];
  if (leftOut.logCharacters > 0) return ["The day before has a log as well."];
  return [
    `The log of the day before has ${counted(entries.length, "entry", "entries")}.`,
    entries.length === 1 ? "It reads:" : "The last of them reads:",
    quotation(last),
  ];
}

/** Sentences that stand side by side are one paragraph. */
function joined(blocks: readonly string[]): readonly string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const block of blocks.filter((text) => text !== "")) {
    const isQuotation = block.startsWith("> ");
    if (isOpen && !isQuotation) paragraphs.push(`${paragraphs.pop()} ${block}`);
    else paragraphs.push(block);
    isOpen = !isQuotation;
  }
  return paragraphs;
}
