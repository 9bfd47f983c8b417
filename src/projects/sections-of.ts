import { parseText } from "../checks/index.js";

/** A heading, and the text below it up to the next heading. */
export interface Section {
  readonly level: number;
  readonly title: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Where the text begins, and where heading and text stand. */
  readonly textFrom: number;
  readonly from: number;
  readonly to: number;
}

/** The sections of a Markdown text in their order, however deep. */
export function sectionsOf(markdown: string): readonly Section[] {
  const parsed = parseText(markdown);
  const headings = parsed.blocks.flatMap((block) => (block.kind === "heading" ? [block] : []));
  return headings.map((heading, index) => {
    const to = headings[index + 1]?.from ?? markdown.length;
    const below = markdown.slice(heading.to, to);
    return {
      level: heading.level,
      title: heading.prose.replace(/\s+/g, " ").trim(),
      line: parsed.placeAt(heading.from).line,
      text: below.trim(),
      textFrom: heading.to + (below.length - below.trimStart().length),
      from: heading.from,
      to,
    };
  });
}

/** What a text says of itself: its section "Summary", else its first paragraph. */
export function summaryOf(markdown: string): string {
  const sections = sectionsOf(markdown);
  const summary = sections.find(({ title }) => title.toLowerCase() === "summary")?.text;
  return summary || (sections.find(({ text }) => text !== "")?.text ?? markdown.trim()).split(/\n\s*\n/, 1)[0] || "";
}
