import { DEFAULT_STORE, type OpenStore } from "./open-store.js";

/** Writes the lines that a person is to type, so that they work in a shell as they stand. */
export function typedLine(program: string, words: readonly string[], open: Pick<OpenStore, "given">): string {
  const store = open.given === undefined || open.given === DEFAULT_STORE ? [] : ["--store", open.given];
  return [program, ...[...words, ...store].map(quoted)].join(" ");
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./~#-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
