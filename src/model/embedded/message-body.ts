const TRAILER = /^[A-Z][A-Za-z-]+: \S/;
const OTHER_THAN_PROSE = /^\s*(?:[-*+•>#|]|\d+[.)]\s|```|~~~|\s{4})/;

/** The first paragraph of a commit's message that is prose: no list, code, table or trailers. Empty for none. */
export function firstParagraph(body: string): string {
  const paragraphs = body.split(/\r?\n(?:[ \t]*\r?\n)+/);
  const isProse = (text: string) =>
    text.trim() !== "" && !OTHER_THAN_PROSE.test(text) && !text.split("\n").every((line) => TRAILER.test(line));
  return paragraphs.find(isProse)?.trim() ?? "";
}
