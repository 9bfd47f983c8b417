import { withLineFeeds } from "./line-ends.js";
import { partsOf } from "./parts.js";

/** An HTML comment and its UTF-16 range in the original. */
export interface Comment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The comments of a Markdown text in order; what stands in code only shows one. */
export function commentsOf(markdown: string): readonly Comment[] {
  if (!markdown.includes("<!--")) return [];
  const { text, originalOffset } = withLineFeeds(markdown, 0);
  const comments: Comment[] = [];
  for (const { start, cursor } of partsOf(text)) {
    do {
      if (cursor.name !== "Comment" && cursor.name !== "CommentBlock") continue;
      comments.push(...eachIn(markdown, originalOffset(start + cursor.from), originalOffset(start + cursor.to)));
    } while (cursor.next());
  }
  return comments;
}

/** A block begins with a comment and reaches to the end of the line, with more comments on it. */
function eachIn(markdown: string, from: number, to: number): readonly Comment[] {
  const block = markdown.slice(from, to);
  const comments: Comment[] = [];
  for (let start = block.indexOf("<!--"); start !== -1; ) {
    const close = block.indexOf("-->", start + "<!--".length);
    const end = close === -1 ? block.length : close + "-->".length;
    comments.push({ text: block.slice(start, end), from: from + start, to: from + end });
    start = block.indexOf("<!--", end);
  }
  return comments;
}
