import { languageOfPath } from "./language-of-path.js";
import { type SyntaxNode, treeOf } from "./parsers.js";
import { shellComments } from "./shell.js";

/** A UTF-16 range of a file's text, `to` exclusive. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

const COMMENT = new Set(["Comment", "LineComment", "BlockComment", "Hashbang"]);

/**
 * The comments of a file, in their order, marks included and without the line feed behind them; found by a parser of the language, so
 * that what looks like one inside a string, a regular expression or a heredoc is none. A docstring of Python is a comment, any other
 * string is not. `undefined` for a language that is not known by the file's name (or the first line of a script without one).
 *
 * @example
 * commentsIn("a.ts", 'const url = "http://a.example"; // home') // [{ from: 32, to: 39 }]
 */
export function commentsIn(path: string, text: string): readonly CodeRange[] | undefined {
  const language = languageOfPath(path, text);
  if (language === undefined) return undefined;
  if (language === "shell") return shellComments(text);
  const found: CodeRange[] = [];
  let end = 0;
  treeOf(language, text).iterate({
    enter(node) {
      const isComment =
        COMMENT.has(node.name) || (language === "python" && node.name === "ExpressionStatement" && isDocstring(node.node, text));
      // A comment of Rust may hold others.
      if (!isComment || node.from < end) return;
      end = node.to - (/\r?\n$/.exec(text.slice(node.from, node.to))?.[0].length ?? 0);
      found.push({ from: node.from, to: end });
    },
  });
  return found;
}

/** A string by itself that opens a module, a class or a function; neither bytes nor a formatted one, which Python does not take for one. */
function isDocstring({ from, firstChild, parent }: SyntaxNode, text: string): boolean {
  if (parent === null || firstChild === null || firstChild.nextSibling !== null) return false;
  if (firstChild.name !== "String" && firstChild.name !== "ContinuedString") return false;
  if (firstChild.name === "ContinuedString" && hasChild(firstChild, "FormatString")) return false;
  if (/^[rRuU]?["']/.exec(text.slice(from, from + 2)) === null) return false;
  if (parent.name === "Body") {
    const owner = parent.parent?.name;
    if (owner !== "FunctionDefinition" && owner !== "ClassDefinition") return false;
  } else if (parent.name !== "Script") return false;
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.from === from && node.name === "ExpressionStatement") return true;
    if (node.name !== "Comment" && node.name !== ":") return false;
  }
  return false;
}

function hasChild({ firstChild }: SyntaxNode, name: string): boolean {
  for (let node = firstChild; node !== null; node = node.nextSibling) if (node.name === name) return true;
  return false;
}
