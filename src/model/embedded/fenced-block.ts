/** The content of the last fenced code block with this label, or nothing. A block that is not closed goes to the end. */
export function lastFencedBlock(text: string, label: string): string | undefined {
  let found: string[] | undefined;
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence === "") continue;
      open = { fence, lines: [] };
      if (info.trim() === label) found = open.lines;
    } else if (fence.length >= open.fence.length && info.trim() === "") open = undefined;
    else open.lines.push(line);
  }
  return found?.join("\n");
}
