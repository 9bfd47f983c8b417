import { optionalPackage } from "../optional-package.js";

/** The one call of it that is used; the package comes without types. */
interface HtmlToText {
  convert(html: string, options: object): string;
}

const NAME = "html-to-text";

/** Text that a person who looks at the mail does not see; a model must not see it either. */
const HIDDEN = [
  "[hidden]",
  '[aria-hidden="true"]',
  '[style*="display:none"]',
  '[style*="display: none"]',
  '[style*="visibility:hidden"]',
  '[style*="visibility: hidden"]',
  '[style*="font-size:0"]',
  '[style*="font-size: 0"]',
];

const OPTIONS = {
  wordwrap: false,
  selectors: [
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: "img", format: "skip" },
    { selector: "table", options: { uppercaseHeaderCells: false } },
    ...HIDDEN.map((selector) => ({ selector, format: "skip" })),
  ],
};

/** The text of an HTML mail: nothing is set in capitals, no line is broken, and nothing is fetched. */
export async function textOfHtml(html: string): Promise<string> {
  const { convert } = await optionalPackage<HtmlToText>({
    install: `${NAME}@10`,
    purpose: "to read mail that is written in HTML",
    // Named by a constant, since the compiler would look for the types that it does not have.
    load: () => import(NAME),
  });
  return convert(html, OPTIONS).replaceAll("\u00a0", " ").trim();
}
