/** What windows-1252 has from 80 to 9F; five places are empty, and stay as they are. See https://encoding.spec.whatwg.org/#index-windows-1252 */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * The signs of windows-1252 in the place of control characters: some versions of Node decode it as ISO 8859-1, where these
 * 32 are controls, which nobody writes.
 */
export function withWindowsSigns(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (letter) => SIGNS.charAt(letter.charCodeAt(0) - 0x80));
}
