/** A daily log as its headings and entries: each list item and each paragraph is one entry. */
export interface LogEntries {
  readonly headings: readonly string[];
  readonly entries: readonly string[];
}

const MARKER = /^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const RULE = /^\s*(?:[-*_=]\s*){3,}$/;

/** Reads a log line by line; what stands in code blocks or front matter is no entry. */
export function entriesOf(log: string): LogEntries {
  const headings: string[] = [];
  const entries: string[] = [];
  let isCode = false;
  let isOpen = false;
  for (const line of log.replace(/^---\r?\n.*?\r?\n---(?:\r?\n|$)/s, "").split(/\r?\n|\r/)) {
    const heading = HEADING.exec(line)?.[1];
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      isOpen = false;
    } else if (isCode || line.trim() === "" || RULE.test(line)) isOpen = false;
    else if (heading !== undefined) {
      if (heading !== "") headings.push(heading);
      isOpen = false;
    } else if (isOpen && !MARKER.test(line)) entries.push(`${entries.pop()} ${line.trim()}`);
    else {
      entries.push(line.replace(MARKER, "").trim());
      isOpen = true;
    }
  }
  return { headings, entries: entries.filter((entry) => entry !== "") };
}
