import { sha256 } from "../../src/store/index.js";

/** What stands in the form's field for a reference: the same for every try of one effect, so that a later try finds it on the site. */
export function referenceOf(key: string): string {
  return `sw-${sha256(key).slice(0, 32)}`;
}
