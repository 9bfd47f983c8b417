import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";

/**
 * A tape is JSONL that a person can read and edit. The first line is the header, every further line a call and what
 * came back. Blank lines and lines that start with `//` are passed over.
 *
 *   {"tape":1,"now":"2026-03-19T18:00:00.000Z"}
 *   {"adapter":"git","call":"log","request":{"day":"2026-03-19"},"answer":[]}
 *   {"adapter":"blog","call":"publish","request":{"title":"Thaw"},"error":{"message":"connection reset"}}
 */
export interface Tape {
  /** Where it came from, for messages: a file's name. */
  readonly place?: string;
  /** The clock of the run that was recorded, in ISO 8601 and UTC. */
  readonly now?: string;
  readonly entries: readonly TapeEntry[];
}

/** A call and what came back: an answer, or an error. A call that takes or gives nothing has no such field. */
export interface TapeEntry {
  readonly adapter: string;
  readonly call: string;
  readonly request?: unknown;
  readonly answer?: unknown;
  readonly error?: TapedError;
  /** The line that holds it, from 1; set by `parseTape`. */
  readonly line?: number;
}

export interface TapedError {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
}

const VERSION = 1;

const Header = z.strictObject({ tape: z.literal(VERSION), now: z.iso.datetime().optional() });

const Entry = z
  .strictObject({
    adapter: z.string().min(1),
    call: z.string().min(1),
    request: z.unknown().optional(),
    answer: z.unknown().optional(),
    error: z.strictObject({ code: z.string().optional(), message: z.string(), hint: z.string().optional() }).optional(),
  })
  .refine((entry) => !(Object.hasOwn(entry, "answer") && Object.hasOwn(entry, "error")), "has both an answer and an error");

/**
 * Reads a tape. Throws `tape/version` where the header is missing or of another version, and `tape/line` for a line
 * that is not a call; both name the line.
 */
export function parseTape(text: string, { place = "the tape" }: { readonly place?: string } = {}): Tape {
  const [first, ...rest] = lines(text);
  if (first === undefined) throw noHeader(place, 1);
  const { now } = header(first, place);
  const entries = rest.map((line): TapeEntry => {
    const parsed = Entry.safeParse(json(line, place));
    if (!parsed.success) throw badLine(place, line.number, inWords(parsed.error), ENTRY_HINT);
    // Zod says `| undefined` of an optional field; JSON has no undefined, so that a field that is there has a value.
    return { ...(parsed.data as TapeEntry), line: line.number };
  });
  return { place, ...(now !== undefined && { now }), entries };
}

/** The text of a tape: its header and a line for each entry. `parseTape` reads it back. */
export function formatTape({ now, entries }: Tape): string {
  return [tapeHeader(now === undefined ? {} : { now }), ...entries.map(tapeLine)].map((line) => `${line}\n`).join("");
}

/** A tape's first line. */
export function tapeHeader({ now }: { readonly now?: string } = {}): string {
  return JSON.stringify({ tape: VERSION, now });
}

/** One call as a line, without the line's end. */
export function tapeLine({ adapter, call, request, answer, error }: TapeEntry): string {
  return JSON.stringify({ adapter, call, request, answer, error });
}

const ENTRY_HINT = 'a line is {"adapter":"…","call":"…","request":…} with an "answer" or an "error":{"message":"…"}';

interface Line {
  readonly number: number;
  readonly text: string;
}

function lines(text: string): readonly Line[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "" && !line.text.startsWith("//"));
}

function header(line: Line, place: string): z.output<typeof Header> {
  const value = json(line, place);
  if (typeof value !== "object" || value === null || !("tape" in value)) throw noHeader(place, line.number);
  if (value.tape !== VERSION) {
    throw new StagewrightError(
      "tape/version",
      `${place} is a tape of version ${JSON.stringify(value.tape)}; version ${VERSION} is what can be read`,
      {
        hint: "record it again with --record",
        place: `${place}:${line.number}`,
      },
    );
  }
  const parsed = Header.safeParse(value);
  if (!parsed.success)
    throw badLine(place, line.number, inWords(parsed.error), 'the header is {"tape":1}, with "now":"…Z" for the clock of the run');
  return parsed.data;
}

function json(line: Line, place: string): unknown {
  try {
    return JSON.parse(line.text);
  } catch (cause) {
    throw badLine(place, line.number, "is not JSON", "a tape holds one JSON value a line; a comment starts its line with //", cause);
  }
}

function noHeader(place: string, line: number): StagewrightError {
  return new StagewrightError("tape/version", `${place} does not start with a tape's header`, {
    hint: `make {"tape":${VERSION}} its first line`,
    place: `${place}:${line}`,
  });
}

function badLine(place: string, line: number, what: string, hint: string, cause?: unknown): StagewrightError {
  return new StagewrightError("tape/line", `line ${line} of ${place} ${what}`, { hint, place: `${place}:${line}`, cause });
}

/** The first thing wrong, as the end of a sentence about the line. */
function inWords(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "is not what it should be";
  if (issue.path.length > 0) return `is not right at "${issue.path.join(".")}": ${plain(issue.message)}`;
  return issue.code === "custom" ? issue.message : `is not right: ${plain(issue.message)}`;
}

function plain(message: string): string {
  const text = message.replace("Invalid input: ", "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}
