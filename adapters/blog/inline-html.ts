import type { parser } from "@lezer/markdown";

export type MarkdownNode = ReturnType<typeof parser.parse>["topNode"];

export interface Source {
  readonly text: string;
  /** Addresses by their labels, in brackets and small letters. */
  readonly references: ReadonlyMap<string, string>;
}

/** What a block's text is as HTML: what is no markup stands for itself. */
export function inlineHtml(parent: MarkdownNode, source: Source, span: { readonly from: number; readonly to: number } = parent): string {
  const { text } = source;
  let html = "";
  let at = span.from;
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.from < span.from || node.to > span.to) continue;
    html += escaped(text.slice(at, node.from)) + inline(node, source);
    at = node.to;
  }
  return html + escaped(text.slice(at, span.to));
}

function inline(node: MarkdownNode, source: Source): string {
  const own = source.text.slice(node.from, node.to);
  switch (node.name) {
    case "Emphasis":
      return `<em>${inlineHtml(node, source)}</em>`;
    case "StrongEmphasis":
      return `<strong>${inlineHtml(node, source)}</strong>`;
    case "Strikethrough":
      return `<del>${inlineHtml(node, source)}</del>`;
    case "InlineCode":
      return `<code>${escaped(codeOf(own))}</code>`;
    case "Link":
      return link(node, source);
    case "Image":
      return image(node, source);
    case "Autolink":
    case "URL":
      return anchor(own.replaceAll(/^<|>$/g, ""), escaped(own.replaceAll(/^<|>$/g, "")));
    case "HardBreak":
      return "<br>\n";
    case "Escape":
      return escaped(own.slice(1));
    case "Entity":
      return own;
    case "TaskMarker":
      return `<input type="checkbox" disabled${/x/i.test(own) ? " checked" : ""}>`;
    default:
      return /Mark$/.test(node.name) ? "" : escaped(own);
  }
}

/** One space at each end is the writer's, so that the code may begin with a backtick. */
function codeOf(own: string): string {
  const inside = own.replaceAll(/^`+|`+$/g, "").replaceAll("\n", " ");
  return /^ .* $/.test(inside) && inside.trim() !== "" ? inside.slice(1, -1) : inside;
}

/** Between the first two marks is what people read. */
function labelOf(node: MarkdownNode): { readonly from: number; readonly to: number } {
  const [open, close] = node.getChildren("LinkMark");
  return { from: open?.to ?? node.from, to: close?.from ?? node.to };
}

function addressOf(node: MarkdownNode, { text, references }: Source): string | undefined {
  const url = node.getChild("URL");
  if (url !== null) return text.slice(url.from, url.to);
  const label = node.getChild("LinkLabel");
  const { from, to } = labelOf(node);
  const named = label && label.to - label.from > 2 ? text.slice(label.from, label.to) : `[${text.slice(from, to)}]`;
  return references.get(named.toLowerCase());
}

function titleOf(node: MarkdownNode, { text }: Source): string {
  const title = node.getChild("LinkTitle");
  return title === null ? "" : ` title="${escaped(text.slice(title.from + 1, title.to - 1))}"`;
}

function link(node: MarkdownNode, source: Source): string {
  const address = addressOf(node, source);
  // Brackets around what is no reference are just brackets.
  if (address === undefined) return escaped(source.text.slice(node.from, node.to));
  return anchor(address, inlineHtml(node, source, labelOf(node)), titleOf(node, source));
}

function anchor(address: string, html: string, title = ""): string {
  const plain = address.replaceAll(/^<|>$/g, "");
  const whole = /^[^\s@:/]+@[^\s@:/]+$/.test(plain) ? `mailto:${plain}` : /^www\./i.test(plain) ? `https://${plain}` : plain;
  return leadsSomewhere(whole) ? `<a href="${escaped(whole)}"${title}>${html}</a>` : html;
}

function image(node: MarkdownNode, source: Source): string {
  const { from, to } = labelOf(node);
  const [alt, address] = [escaped(source.text.slice(from, to)), (addressOf(node, source) ?? "").replaceAll(/^<|>$/g, "")];
  return address !== "" && leadsSomewhere(address) ? `<img src="${escaped(address)}" alt="${alt}"${titleOf(node, source)}>` : alt;
}

/** What a browser reads of an address has no control characters and no spaces before its scheme. */
function leadsSomewhere(address: string): boolean {
  const read = address.replaceAll(/[\p{Cc}\s]/gu, "");
  return /^(https?|mailto):/i.test(read) || !/^[^/?#]*(:|&)/.test(read);
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
