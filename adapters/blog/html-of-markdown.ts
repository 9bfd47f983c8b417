import { GFM, parser } from "@lezer/markdown";
import { escaped, inlineHtml, type MarkdownNode, type Source } from "./inline-html.js";

const markdownParser = parser.configure(GFM);

/**
 * The HTML of a Markdown text (CommonMark with tables, task lists and struck text). HTML in the text is shown as text, and
 * an address that is no web or mail address leads nowhere: nothing of a draft runs in a reader's browser.
 */
export function htmlOfMarkdown(markdown: string): string {
  const text = markdown.replaceAll(/\r\n?/g, "\n");
  const { topNode } = markdownParser.parse(text);
  return blocks(topNode, { text, references: referencesIn(topNode, text) });
}

/** `[label]: address` lines, by their labels. */
function referencesIn(top: MarkdownNode, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  top.cursor().iterate(({ name, node }) => {
    if (name !== "LinkReference") return;
    const [label, url] = [node.getChild("LinkLabel"), node.getChild("URL")];
    const key = label && text.slice(label.from, label.to).toLowerCase();
    if (key && url && !found.has(key)) found.set(key, text.slice(url.from, url.to));
  });
  return found;
}

function blocks(parent: MarkdownNode, source: Source, isTight = false): string {
  const lines: string[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    const html = block(node, source, isTight);
    if (html !== "") lines.push(html);
  }
  return lines.join("\n");
}

function block(node: MarkdownNode, source: Source, isTight: boolean): string {
  const { name } = node;
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
  if (heading !== undefined) return `<h${heading}>${inlineHtml(node, source).trim()}</h${heading}>`;
  if (name === "Paragraph" || name === "Task") {
    const html = inlineHtml(node, source).trim();
    return isTight ? html : `<p>${html}</p>`;
  }
  if (name === "Blockquote") return `<blockquote>\n${blocks(node, source)}\n</blockquote>`;
  if (name === "BulletList" || name === "OrderedList") return list(node, source);
  if (name === "FencedCode" || name === "CodeBlock") return code(node, source);
  if (name === "HorizontalRule") return "<hr>";
  if (name === "Table") return table(node, source);
  if (/^(HTML|Comment|ProcessingInstruction)/.test(name)) return `<p>${escaped(source.text.slice(node.from, node.to).trim())}</p>`;
  return "";
}

function list(node: MarkdownNode, source: Source): string {
  const isTight = !/\n[ \t>]*\n/.test(source.text.slice(node.from, node.to));
  const items = node.getChildren("ListItem").map((item) => `<li>${blocks(item, source, isTight)}</li>`);
  if (node.name === "BulletList") return `<ul>\n${items.join("\n")}\n</ul>`;
  const first = /^\d+/.exec(source.text.slice(node.from, node.to))?.[0];
  const start = first === undefined || Number(first) === 1 ? "" : ` start="${Number(first)}"`;
  return `<ol${start}>\n${items.join("\n")}\n</ol>`;
}

function code(node: MarkdownNode, { text }: Source): string {
  const content = node
    .getChildren("CodeText")
    .map(({ from, to }) => text.slice(from, to))
    .join("");
  const info = node.getChild("CodeInfo");
  const language = info && /^[\w+#.-]+/.exec(text.slice(info.from, info.to))?.[0];
  return `<pre><code${language ? ` class="language-${escaped(language)}"` : ""}>${escaped(content)}${content === "" ? "" : "\n"}</code></pre>`;
}

function table(node: MarkdownNode, source: Source): string {
  const row = (line: MarkdownNode, tag: "td" | "th") =>
    `<tr>${line
      .getChildren("TableCell")
      .map((cell) => `<${tag}>${inlineHtml(cell, source).trim()}</${tag}>`)
      .join("")}</tr>`;
  const head = node.getChildren("TableHeader").map((line) => row(line, "th"));
  const body = node.getChildren("TableRow").map((line) => row(line, "td"));
  return `<table>\n<thead>\n${head.join("\n")}\n</thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>`;
}
