const MARKER = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
const RULE = /^\s{0,3}(?:[-*_=]\s*){3,200}$/;

/** How much a text of several lines has, by each way of counting: lines, entries (list items and paragraphs), list items, headings. */
export function countsOf(text: string): readonly { readonly count: number; readonly what: string }[] {
  const body = text.replace(/^---\r?\n.*?\r?\n---(?:\r?\n|$)/s, "");
  const lines = body.split(/\r?\n|\r/);
  let isCode = false;
  let isOpen = false;
  const count = { lines: 0, entries: 0, items: 0, headings: 0 };
  let entry = "";
  const close = () => {
    if (entry.trim() !== "") count.entries += 1;
    entry = "";
  };
  for (const line of lines) {
    if (line.trim() !== "") count.lines += 1;
    const isMarked = MARKER.test(line);
    if (/^\s*(?:```|~~~)/.test(line)) {
      close();
      isCode = !isCode;
      isOpen = false;
    } else if (isCode || line.trim() === "" || RULE.test(line)) {
      close();
      isOpen = false;
    } else if (/^\s{0,3}#{1,6}\s/.test(line)) {
      close();
      count.headings += 1;
      isOpen = false;
    } else if (isOpen && !isMarked) entry += line;
    else {
      close();
      if (isMarked) count.items += 1;
      entry = line.replace(MARKER, "");
      isOpen = true;
    }
  }
  close();
  return Object.entries(count).map(([what, value]) => ({ count: value, what }));
}
