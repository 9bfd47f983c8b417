export interface IndexEntry {
  readonly path: string;
  readonly day: string;
  readonly title: string;
  readonly summary?: string | undefined;
}

/** The first line of an index page that was written here, and so may be written again. */
export const INDEX_MARK = "<!-- Written by stagewright from the posts beside it. Edits are lost. -->";

/** All posts, newest day first, those of one day by name. */
export function indexPage(entries: readonly IndexEntry[]): string {
  const posts = [...entries].sort((a, b) => compare(b.day, a.day) || compare(a.path, b.path));
  const lines = posts.map(
    ({ path, day, title, summary }) => `- ${day}: [${inline(title)}](${path})${summary ? `: ${inline(summary)}` : ""}`,
  );
  return `${[INDEX_MARK, "", "# Posts", "", ...lines].join("\n")}\n`;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Plain text as Markdown: on one line, with nothing in it that would be read as markup. */
function inline(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_[\]<>&~|]/g, "\\$&");
}
