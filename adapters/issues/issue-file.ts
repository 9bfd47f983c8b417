import { z } from "zod";
import { type Fields, readFields } from "./fields.js";
import { Happening, type Issue } from "./issues.js";
import { markIn, withoutMark } from "./mark.js";

/** An issue's file: front matter, the text, and below that what happened, each behind a line that Markdown does not show. */
export interface IssueFile {
  readonly fields: Fields;
  readonly body: string;
  readonly happenings: readonly MarkedHappening[];
}

export interface MarkedHappening {
  readonly happening: Happening;
  /** Of the effect that made it; undefined for what a person wrote. */
  readonly mark?: string | undefined;
}

const EVENT = "<!-- event ";
const AN_EVENT = /^<!-- event (\{.*\}) -->$/;
/** In a text such a line is marked, so that it is not taken for one. */
const LOOKS_LIKE_ONE = /^(\\*)(?=<!-- event )/gm;
const MARKED = /^\\(\\*)(?=<!-- event )/gm;

export function parseIssueFile(text: string): IssueFile {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  const fields = readFields(end === -1 ? [] : lines.slice(1, end));
  const sections: string[][] = [[]];
  for (const line of lines.slice(end + 1)) {
    if (line.startsWith(EVENT)) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  const [body = [], ...events] = sections;
  return { fields, body: textOf(body), happenings: events.flatMap(eventOf) };
}

export function formatIssueFile({ fields, body, happenings }: IssueFile): string {
  const parts = [
    `---\n${fields.lines.join("\n")}\n---`,
    ...(body === "" ? [] : [guarded(body)]),
    ...happenings.map(({ happening, mark }) => {
      if (happening.kind !== "comment") return eventLine({ ...happening, mark });
      const { body, ...rest } = happening;
      return `${eventLine({ ...rest, mark })}\n\n${guarded(body)}`;
    }),
  ];
  return `${parts.join("\n\n")}\n`;
}

export interface Placed {
  readonly number: number;
  readonly path: string;
}

export function issueOf({ fields, body, happenings }: IssueFile, { number, path }: Placed): Issue {
  const state = /^(closed|done)$/i.test(fields.text("state") ?? "open") ? "closed" : "open";
  const reason = fields.text("reason");
  return {
    number,
    title: fields.text("title") ?? /^#\s+(.*)$/m.exec(body)?.[1] ?? `Issue ${number}`,
    state,
    reason: state === "closed" && (reason === "completed" || reason === "not_planned") ? reason : null,
    labels: fields.list("labels"),
    author: fields.text("author") ?? null,
    assignees: fields.list("assignees"),
    createdAt: timeOf(fields.text("created")),
    updatedAt: timeOf(fields.text("updated") ?? fields.text("created")),
    closedAt: state === "closed" ? timeOf(fields.text("closed")) : null,
    address: path,
    body: withoutMark(body),
    history: happenings.map(({ happening }) => happening),
  };
}

function eventLine(event: object): string {
  // "-->" would end it, also inside of a JSON string; there it may as well be written this way.
  return `${EVENT}${JSON.stringify(event).replaceAll("--", "-\\u002d")} -->`;
}

const Marked = z.object({ mark: z.string().optional() });

/** A line that is none of ours is a person's comment to themselves, and no event. */
function eventOf([line = "", ...rest]: readonly string[]): MarkedHappening[] {
  const json = AN_EVENT.exec(line)?.[1];
  if (json === undefined) return [];
  try {
    const value: unknown = JSON.parse(json);
    const { mark } = Marked.parse(value);
    const happening = Happening.parse(typeof value === "object" ? { body: withoutMark(textOf(rest)), ...value } : value);
    return [{ happening, mark }];
  } catch {
    return [];
  }
}

function textOf(lines: readonly string[]): string {
  return lines.join("\n").replaceAll(MARKED, "$1").trim();
}

function guarded(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(LOOKS_LIKE_ONE, "\\$1").trim();
}

function timeOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export function markOfIssue(file: IssueFile): string | undefined {
  return markIn(file.body);
}
