/** Line ends, control characters and halves of pairs would not stay one line, or not come back as they were. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** A text as one line of at most so many characters, cut between two words where it is longer. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).replace(/\p{Surrogate}$/u, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** A text of at most so many characters, which says where it was cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = `\n[cut: ${text.length} characters in all]`;
  const room = Math.max(0, most - mark.length);
  const cut = text.slice(0, room).replace(/\p{Surrogate}$/u, "");
  const line = cut.lastIndexOf("\n");
  return `${(line > room / 2 ? cut.slice(0, line) : cut).trimEnd()}${mark}`;
}
