import { fencesIn } from "./fences.js";
import { jsonEnd } from "./json-end.js";
import { isVisible, wordsIn } from "./visible.js";

/** Words that no sentence ends with. Only those that are nothing else in any of the languages. */
const OPEN_WORD =
  /(?<![\p{L}\p{N}'’-])(?:the|and|of the|și|und|oder|y el|y la|et le|et la|et les|de la|dans le|dans la|von der|in the|to the|with the)$/iu;

const LEAST_WORDS = 12;

/** In the middle of what a text breaks off although the model said that it was done; undefined where that is not plain. */
export function brokenOff(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^(?:\{\s*"|\[\s*[{["])/.test(trimmed)) return jsonEnd(trimmed, 0) === undefined ? "its JSON" : undefined;
  const last = fencesIn(trimmed).at(-1);
  // Tildes also underline headings in plain text.
  if (last && !last.isClosed && /^ {0,3}`/.test(trimmed.slice(last.from, last.from + 4)) && isVisible(last.body))
    return isWholeJson(last.body) ? undefined : "a code block";
  const line = trimmed.slice(trimmed.lastIndexOf("\n") + 1);
  if (/^[ \t]*(?:#{1,6} |[-*+|>] |\d{1,3}[.)] )/.test(line)) return undefined;
  const end = line.slice(-400);
  return OPEN_WORD.test(end) && wordsIn(end) >= LEAST_WORDS ? "a sentence" : undefined;
}

/** A block whose closing marks alone are missing has broken off from nothing. */
function isWholeJson(body: string): boolean {
  const json = body.trim();
  return /^[{[]/.test(json) && jsonEnd(json, 0) === json.length;
}
