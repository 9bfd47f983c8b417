/** Characters that would break a line, turn the direction of writing or are half of a pair. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Somebody else's text as one line, cut between two words where it is longer than `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Somebody else's words inside a sentence: as inline code, so that they stand as they are and are not taken for prose. Empty for no words. */
export function inlineCode(text: string, most = 100): string {
  const line = oneLine(text, most);
  if (line === "") return "";
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 1));
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Somebody else's words on their own: a block quotation of one line, whose marks are only marks. */
export function quotation(text: string, most = 280): string {
  const line = whole(oneLine(text, 2_000), most);
  const ticks = line.match(/`+/g) ?? [];
  const hasSpans = ticks.length % 2 === 0 && ticks.every((run) => run.length === 1);
  const escaped = line
    .split(hasSpans ? /(`[^`]+`)/ : /()/)
    .map((part, index) => (hasSpans && index % 2 === 1 ? part : withoutMarks(part)))
    .join("");
  return `> ${escaped.replace(/^([-+=]|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))}`;
}

function withoutMarks(text: string): string {
  return text.replace(/[\\`*[\]<>|~#&]/g, "\\$&").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

/** Cut after a sentence if one ends in the second half, else between two words. */
function whole(line: string, most: number): string {
  if ([...line].length <= most) return line;
  const cut = oneLine(line, most);
  const end = cut.search(/[.!?] [^.!?]*$/);
  return end > most / 2 ? cut.slice(0, end + 1) : cut;
}

const NAME = /^\p{Lu}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+\.?){0,3}$/u;

/** A person's name as it is where it looks like one, else as inline code. */
export function person(name: string): string {
  const line = oneLine(name, 40);
  if (NAME.test(line)) return line;
  return line === "" ? "somebody without a name" : inlineCode(line, 40);
}
