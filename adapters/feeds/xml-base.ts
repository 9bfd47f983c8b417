import type { XmlElement } from "./read-xml.js";

const BASE = "{http://www.w3.org/XML/1998/namespace}base";

/** From where relative addresses inside an element count: its own `xml:base`, itself counted from outside, or what holds there. */
export function baseOf(element: XmlElement, outer: string): string {
  const own = element.attributes.get(BASE);
  return own !== undefined && URL.canParse(own, outer) ? new URL(own, outer).href : outer;
}
