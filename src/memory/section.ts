import { StagewrightError } from "../dsl/index.js";
import { onOneLine, withLineFeeds } from "./plain-text.js";

export interface Section {
  /** The words of its heading, on one line. */
  readonly title: string;
  /** What stands below the heading; an empty text takes the section away. */
  readonly text: string;
}

interface Heading {
  readonly level: number;
  readonly title: string;
  /** Counts from 0. */
  readonly line: number;
}

/**
 * A page with a section of level two in the place of the one of that title, or at its end where there is none. All else
 * stays as it is, to the byte.
 *
 * @throws StagewrightError `memory/section` where it cannot be told what the section is, `memory/empty` without a title.
 */
export function withSection(page: string, section: Section): string {
  // A heading may end in marks, too; they are no part of it.
  const title = onOneLine(section.title, "the heading of a section").replace(/\s+#+$/, "");
  const end = page.includes("\r\n") ? "\r\n" : "\n";
  const body = bodyOf(title, section.text);
  const written = body === "" ? [] : [`## ${title}`, "", ...body.split("\n"), ""];
  const lines = page.replace(/^\uFEFF/, "").split(/\r?\n/);
  const bounds = boundsOf(lines, title);
  if (bounds === undefined && body === "") return page;
  const raw = linesOf(page);
  const before = raw.slice(0, bounds?.from).join("");
  const after = bounds === undefined ? "" : raw.slice(bounds.to).join("");
  const gap = bounds === undefined ? gapBehind(before, end) : "";
  const put = written.join(end);
  return `${before}${gap}${put}${put !== "" && after !== "" ? end : ""}${after}`;
}

/** What makes an empty line behind a text. */
function gapBehind(before: string, end: string): string {
  if (before === "" || /\n\r?\n$/.test(before)) return "";
  return before.endsWith("\n") ? end : `${end}${end}`;
}

/** Each line with its end. */
function linesOf(page: string): readonly string[] {
  return page.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function bodyOf(title: string, text: string): string {
  const body = withLineFeeds(text).trim();
  const { headings, isOpen } = headingsOf(body.split("\n"));
  const outer = headings.find(({ level }) => level <= 2);
  if (outer !== undefined) {
    throw refused(
      `the text of the section "${title}" has a heading of its own, "${outer.title}"`,
      'begin headings inside of it with "###"',
    );
  }
  if (isOpen)
    throw refused(`the text of the section "${title}" has a block of code that does not end`, "end it with the fence it begins with");
  return body;
}

function boundsOf(lines: readonly string[], title: string): { readonly from: number; readonly to: number } | undefined {
  const { headings, isOpen } = headingsOf(lines);
  if (isOpen) throw refused("the page has a block of code that does not end", "end it with the fence it begins with");
  const [found, other] = headings.filter((heading) => heading.level === 2 && heading.title === title);
  if (found === undefined) return undefined;
  if (other !== undefined) {
    throw refused(
      `there are two sections "${title}", at lines ${found.line + 1} and ${other.line + 1}`,
      "give one of them another heading",
    );
  }
  const next = headings.find(({ level, line }) => level <= 2 && line > found.line);
  return { from: found.line, to: next?.line ?? lines.length };
}

/** The headings outside of blocks of code, and whether such a block is still open at the end. */
function headingsOf(lines: readonly string[]): { readonly headings: readonly Heading[]; readonly isOpen: boolean } {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const [line, text] of lines.entries()) {
    const [, mark, info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && info.trim() === "") fence = undefined;
    } else if (mark !== undefined && !(mark.startsWith("`") && info.includes("`"))) fence = mark;
    else {
      const [, marks, title = ""] = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(text) ?? [];
      if (marks !== undefined) headings.push({ level: marks.length, title, line });
    }
  }
  return { headings, isOpen: fence !== undefined };
}

function refused(what: string, hint: string): StagewrightError {
  return new StagewrightError("memory/section", what, { hint });
}
