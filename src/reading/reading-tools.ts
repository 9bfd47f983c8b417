import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { type Document, sectionAt, sectionName } from "./document.js";
import { ReadLedger } from "./read-ledger.js";
import type { ReadingWindow } from "./windows.js";

const DocumentId = z.string().describe("the id of the document");
const ReadWindow = z.object({
  document: DocumentId,
  window: z.int().positive().describe("the number of the window, from 1"),
  reason: z.string().optional().describe("only for a window that was read before: what is looked for in it now"),
});
const ListSections = z.object({ document: DocumentId.optional().describe("the id of one document; all of them if not given") });

/** What a call of `read_window` reads, as the guards and the evidence of a stage name it. */
export interface WindowRead {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** What a tool is told of its task: what it has read so far, by the ids of the documents. */
interface ReadSoFar {
  readonly read: readonly { readonly path: string; readonly from?: unknown; readonly to?: unknown }[];
}

/** What a factory of tools needs to make one of these. */
export interface ReadingTool<Takes extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly takes: Takes;
  readonly run: (args: z.output<Takes>, task: ReadSoFar) => string;
}

export interface ReadingTools {
  readonly readWindow: ReadingTool<typeof ReadWindow> & { readonly reads: (args: z.output<typeof ReadWindow>) => WindowRead };
  readonly listSections: ReadingTool<typeof ListSections>;
}

/**
 * What a model needs to read documents whole: a list of their sections, and one window at a time, with the offsets that citations need. A window
 * is given a second time only for a reason. What was read is known from the task's own calls, so it outlives a resume, and no two tasks share it.
 *
 * @example
 * const { readWindow, listSections } = readingTools({ documents: [book], windows });
 * work("notes", { tools: [tool(readWindow), tool(listSections)], … })
 */
export function readingTools(given: {
  readonly documents: readonly Document[];
  /** Of all documents. */
  readonly windows: readonly ReadingWindow[];
}): ReadingTools {
  const { documents, windows } = given;
  const shelf = new Map<string, Document>();
  for (const document of documents) {
    if (shelf.has(document.id)) {
      throw new StagewrightError("reading/same-id", `two documents are called "${document.id}"`, {
        hint: "give one of them another id, as a citation names a document by it",
      });
    }
    shelf.set(document.id, document);
  }
  const documentOf = (id: string): Document => {
    const document = shelf.get(id);
    if (document !== undefined) return document;
    throw new StagewrightError(
      "reading/no-document",
      `there is no document "${id}"; there are ${[...shelf.keys()].map((key) => `"${key}"`).join(", ") || "none"}`,
    );
  };
  const windowsIn = (document: Document) => windows.filter((window) => window.document === document.id);
  const windowOf = (
    id: string,
    number: number,
  ): { readonly document: Document; readonly window: ReadingWindow; readonly count: number } => {
    const document = documentOf(id);
    const own = windowsIn(document);
    const window = own.find((one) => one.number === number);
    if (window !== undefined) return { document, window, count: own.length };
    throw new StagewrightError("reading/no-window", `"${id}" has no window ${number}; it has ${own.length}`);
  };
  const ledgerOf = ({ read }: ReadSoFar) =>
    new ReadLedger(
      read.flatMap(({ path, from, to }) => {
        const document = shelf.get(path);
        if (document === undefined || typeof from !== "number" || typeof to !== "number") return [];
        return { document: path, sha256: document.sha256, from, to };
      }),
    );
  return {
    readWindow: {
      name: "read_window",
      description:
        'Reads one window of a document. "@123" at the start of a line is the offset of what follows; cite as [document §section @offset "exact words"]. Read every window once.',
      takes: ReadWindow,
      reads: ({ document, window: number }) => {
        const { window } = windowOf(document, number);
        return { path: document, from: window.from, to: window.to };
      },
      run: ({ document: id, window: number, reason }, task) => {
        const { document, window, count } = windowOf(id, number);
        ledgerOf(task).note(document, window, reason);
        return shownWindow(document, window, count);
      },
    },
    listSections: {
      name: "list_sections",
      description: "Lists the sections of the documents, which windows they are in, and whether those were read.",
      takes: ListSections,
      run: ({ document: id }, task) => {
        const ledger = ledgerOf(task);
        const wanted = id === undefined ? documents : [documentOf(id)];
        return wanted.map((document) => listed(document, windowsIn(document), ledger)).join("\n\n");
      },
    },
  };
}

function listed(document: Document, windows: readonly ReadingWindow[], ledger: ReadLedger): string {
  const { id, title, sections } = document;
  const lines = sections.map((section) => {
    const numbers = windows.filter((window) => window.sections.includes(section.id)).map(({ number }) => number);
    const first = numbers[0];
    const last = numbers.at(-1);
    const where = first === undefined ? "in no window" : first === last ? `window ${first}` : `windows ${first} to ${last}`;
    return `${"  ".repeat(Math.max(0, section.level - 1))}${sectionName(section)}: ${where}`;
  });
  const unread = windows.filter((window) => !ledger.hasRead(document, window)).map(({ number }) => number);
  const left = unread.length === 0 ? "all windows were read" : `not read yet: ${rangesText(unread)}`;
  return [`${id}${title === undefined ? "" : ` "${title}"`}: ${windows.length} windows, ${left}`, ...lines].join("\n");
}

/** `1, 4 to 9`. */
function rangesText(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to + 1 === number) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
}

/** A window as a model is shown it, with the offsets that citations need. */
function shownWindow(document: Document, window: ReadingWindow, count: number): string {
  const { number, from, to, before } = window;
  const parts: string[] = [];
  let section = "";
  const marks = marksIn(document, window);
  for (const [index, start] of marks.entries()) {
    const end = marks[index + 1] ?? to;
    const here = sectionAt(document, start);
    const name = here === undefined ? "" : sectionName(here);
    if (name !== section) parts.push(name);
    section = name;
    parts.push(`@${start} ${document.text.slice(start, end).replace(/\n+$/, "")}`);
  }
  const head = `${document.id}, window ${number} of ${count} (${from} to ${to})`;
  return [head, ...(before === "" ? [] : [`(what stands before it, shown once more: ${before.trim()})`]), ...parts].join("\n");
}

/** A mark stands at most about so far from the next. */
const MARK_EVERY = 500;

/** Where offsets are shown: at the start of the window, of each section and paragraph, and between words in long ones. */
function marksIn(document: Document, { from, to }: ReadingWindow): readonly number[] {
  const { text, sections } = document;
  const starts = new Set(sections.map((section) => section.from));
  const marks = [from];
  let last = from;
  for (const { index, 0: blank } of text.slice(from, to).matchAll(/\s+|[。！？]/g)) {
    const next = from + index + blank.length;
    if (next >= to || next - last < 1) continue;
    const isParagraph = /\n[ \t]*\n/.test(blank) || starts.has(next);
    if (!isParagraph && next - last < MARK_EVERY) continue;
    marks.push(next);
    last = next;
  }
  return marks;
}
