import { z } from "zod";
import type { Spill } from "./spill.js";
import { type Tool, tool } from "./tool.js";
import { READ_RESULT } from "./toolbox.js";

/** Reads on in long results, in windows that are always shorter than what counts as long. */
export function readResult(spill: Spill, windowChars: number): Tool {
  return tool({
    name: READ_RESULT,
    description: "Reads on in the result of an earlier call that was too long to be shown at once.",
    takes: z.object({
      name: z.string().describe("the name under which the result is kept"),
      from: z.int().nonnegative().default(0).describe("the character to begin at, counted from 0"),
    }),
    reads: ({ name, from }) => ({ path: name, from }),
    run: async ({ name, from }) => {
      const text = await spill.read(name);
      if (text === undefined) throw new Error(`no result is kept as "${name}"`);
      if (from >= text.length) throw new Error(`"${name}" has ${text.length} characters, so none stands at ${from}`);
      return windowOf(text, { name, from, chars: windowChars });
    },
  });
}

/** The head, and as much of the text as fits with it into `chars`; it ends with a line where that costs less than half. */
function windowOf(text: string, { name, from, chars }: { readonly name: string; readonly from: number; readonly chars: number }): string {
  // Not in the middle of a letter that takes two units.
  const begin = isSecondHalf(text, from) ? from - 1 : from;
  const numbers = { name, begin: text.length, end: text.length, of: text.length };
  const room = chars - Math.max(headOf({ ...numbers, isLast: true }).length, headOf({ ...numbers, isLast: false }).length);
  let end = Math.min(text.length, begin + room);
  if (end < text.length) {
    const line = text.lastIndexOf("\n", end - 1) + 1;
    if (line > begin + room / 2) end = line;
    else if (isSecondHalf(text, end)) end -= 1;
  }
  return headOf({ name, begin, end, of: text.length, isLast: end === text.length }) + text.slice(begin, end);
}

const HEAD = /^\[(result-[0-9a-f]+\.txt), characters (\d+) to (\d+) of (\d+); /;

/** Which part of which long result a text of this tool shows. */
export function shownWindow(text: string): { readonly name: string; readonly from: number; readonly to: number } | undefined {
  const [, name, from, to] = HEAD.exec(text) ?? [];
  return name === undefined ? undefined : { name, from: Number(from), to: Number(to) };
}

interface Head {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  readonly of: number;
  readonly isLast: boolean;
}

function headOf({ name, begin, end, of, isLast }: Head): string {
  return `[${name}, characters ${begin} to ${end} of ${of}; ${isLast ? "this is the end" : `go on from ${end}`}]\n`;
}

/** Whether a cut there would go through a letter. */
function isSecondHalf(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
