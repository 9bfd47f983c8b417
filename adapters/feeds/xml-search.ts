import type { XmlElement } from "./read-xml.js";

/** The children of that name, in their order. */
export function all(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== "string" && names.includes(child.name));
}

/** The first child that has one of the names, those named first preferred. */
export function first(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  if (element === undefined) return undefined;
  return names.map((name) => all(element, name)[0]).find((found) => found !== undefined);
}

/** All text in an element, that of the elements inside it too, trimmed; null for none. */
export function textIn(element: XmlElement | undefined): string | null {
  return element === undefined ? null : joined(element).trim() || null;
}

function joined(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : joined(child))).join("");
}

/** What is inside, written as markup again: for XHTML within XML. */
export function markupIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? escaped(child) : markupOf(child))).join("");
}

function markupOf(element: XmlElement): string {
  const tag = element.tag.replace(/^.*:/, "");
  const attributes = [...element.attributes]
    .filter(([name]) => !name.startsWith("{"))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  return element.children.length === 0 && VOID.has(tag) ? `<${tag}${attributes}>` : `<${tag}${attributes}>${markupIn(element)}</${tag}>`;
}

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "source", "wbr"]);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
