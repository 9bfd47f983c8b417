import { sha256 } from "../../store/index.js";
import type { Heading, ReadText } from "../document.js";
import { normalised } from "../normalised.js";
import { optionalPackage } from "../optional-package.js";

/** What turns HTML into text, marked where headings begin. */
export type HtmlToText = Pick<typeof import("html-to-text"), "convert">;

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const LONGEST = 2 ** 30;

export function loadHtmlToText(load: () => Promise<HtmlToText> = () => import("html-to-text")): Promise<HtmlToText> {
  return optionalPackage("html-to-text", "HTML", load);
}

/** The text that a reader of the page sees, without menus, scripts and pictures; tables row by row. */
export function readHtml(html: string, { convert }: HtmlToText): ReadText {
  // A mark that no page can hold by chance or on purpose, as it hangs on all of the page.
  const mark = `heading-${sha256(html).slice(0, 32)}-`;
  const limits = { maxInputLength: LONGEST };
  const closed = html.replace(/<(title|script|style|textarea|iframe)\b([^<>]*)\/>/gi, "<$1$2></$1>");
  const marked = convert(closed, {
    wordwrap: false,
    limits,
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      { selector: "nav", format: "skip" },
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
      ...HEADINGS.map((selector) => ({ selector, format: "marked" })),
    ],
    formatters: {
      marked: (element, walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 2 });
        builder.addLiteral(`${mark}${element.name.slice(1)}:`);
        walk(element.children, builder);
        builder.closeBlock({ trailingLineBreaks: 2 });
      },
    },
  });
  const title = convert(closed, {
    wordwrap: false,
    limits: { ...limits, maxBaseElements: 1 },
    baseElements: { selectors: ["title"], returnDomByDefault: false },
  });
  return { ...unmarked(normalised(marked), mark), ...(title.trim() !== "" && { title }) };
}

function unmarked(marked: string, mark: string): { readonly text: string; readonly headings: readonly Heading[] } {
  const [before = "", ...rest] = marked.split(mark);
  const headings: Heading[] = [];
  let text = before;
  for (const part of rest) {
    const own = part.slice(2);
    const title = own.slice(0, `${own}\n\n`.indexOf("\n\n"));
    const isLine = text === "" || text.endsWith("\n");
    if (title.trim() !== "" && isLine) headings.push({ title, level: Number(part[0]), from: text.length });
    // A heading without words shows nothing, and no blank lines either.
    text += title === "" ? own.replace(/^\n+/, "") : own;
  }
  return { text, headings };
}
