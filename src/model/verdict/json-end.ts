const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Where the JSON object or array that begins at an offset ends; undefined where the text ends first. Brackets in strings do not count. */
export function jsonEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) isString = true;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return undefined;
}
