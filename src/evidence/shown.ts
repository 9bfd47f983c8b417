import type { CallFacts } from "./ledger.js";

/** A call of a tool, as far as it has shown something. */
export interface ShownCall {
  readonly kind: "read" | "write" | "history" | "live";
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly succeeded: boolean;
  /** The whole result, or why the call failed. */
  readonly text: string;
  /** The file that the call says it writes. */
  readonly writes?: string | undefined;
  /** What it read, and which files changed meanwhile; not on record where an older version made the call. */
  readonly facts?: Pick<CallFacts, "read" | "files"> | undefined;
}

/** All that a model may point to. */
export interface Shown {
  /** What the model was asked: the prompt, what the stage needs, a person's note. */
  readonly texts: readonly string[];
  readonly calls: readonly ShownCall[];
  /** The files that the calls wrote, and those that were to be written. */
  readonly files: readonly string[];
  /** The working folder. */
  readonly folder: string;
  /** The files that earlier tries of the task wrote. */
  readonly written?: readonly string[] | undefined;
}

/** A text that was shown. */
export interface Source {
  readonly text: string;
  /** What the call itself named or wrote, apart from it: a passage may go on from one result to the next. */
  readonly own: string;
  /** Numbers that the call was given, such as the line it began to read at. */
  readonly from: number;
}

/**
 * What was shown, text by text. A call's own words count as far as it worked: what it wrote stands in a file now, and a path or an
 * address with which something was found is one. What a failed call repeats of its arguments counts for nothing: to ask for a file
 * does not make it one.
 */
export function sourcesOf({ texts, calls }: Pick<Shown, "texts" | "calls">): readonly Source[] {
  return readableSources([...texts.map((text) => ({ text, own: "", from: 0 })), ...calls.map(sourceOfCall)]);
}

export function readableSources(sources: readonly Source[]): readonly Source[] {
  return sources.map(({ text, own, from }) => ({ text: readable(text), own: readable(own), from }));
}

export function sourceOfCall({ kind, arguments: args, succeeded, text }: ShownCall): Source {
  const given = textsIn(args);
  if (!succeeded) return { text: given.filter(isName).reduce((rest, name) => rest.replaceAll(name, " "), text), own: "", from: 0 };
  const own = given.filter((one) => kind === "write" || isName(one)).join("\n");
  return { text, own, from: Math.max(0, ...numbersIn(args)) };
}

/** A path, an address or a name, and no sentence. */
export function isName(text: string): boolean {
  return text.length > 2 && text.length <= 500 && !/\s/.test(text);
}

/** JSON hides line ends and quotes behind marks, and HTML some letters. */
function readable(text: string): string {
  const plain = text.replaceAll(/\\[nrt]/g, " ").replaceAll('\\"', '"');
  const both = plain === text ? text : `${text}\n${plain}`;
  return both
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:apos|#39);/g, "'")
    .replaceAll(/&nbsp;/g, " ")
    .replaceAll("&amp;", "&");
}

/** Every text in a JSON value, by itself. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
