import { optionalPackage } from "../optional-package.js";

export interface ReadableText {
  readonly title: string | null;
  readonly text: string;
  readonly links: readonly { readonly url: string; readonly text: string }[];
}

interface Node {
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

/** The parts of the package that are used here; it comes without types. */
interface HtmlToText {
  convert(html: string, options: object): string;
}

type Formatter = (element: Node, walk: (children: readonly Node[], builder: unknown) => void, builder: unknown) => void;

const NAME = "html-to-text";
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const UNSEEN = ["script", "style", "noscript", "template", "svg", "img", "[hidden]", '[aria-hidden="true"]'];

/**
 * The text of an HTML page or a part of one, as a reader sees it. Relative links count from the page's `<base>`, else from `baseUrl`.
 *
 * Throws `adapter/package` where html-to-text is not installed.
 */
export async function readableText(html: string, baseUrl: string): Promise<ReadableText> {
  const { convert } = await optionalPackage<HtmlToText>({
    install: `${NAME}@10`,
    purpose: "to read text that is written in HTML",
    // Named by a constant, since the compiler would look for the types that the package does not have.
    load: () => import(NAME),
  });
  let title: string | null = null;
  let base = baseUrl;
  const anchors: { href: string; text: string }[] = [];
  const formatters: Record<string, Formatter> = {
    noteTitle: (element) => {
      title ??= plain(textOf(element)) || null;
    },
    noteBase: ({ attribs }) => {
      if (base === baseUrl) base = absolute(attribs?.href ?? "", baseUrl) ?? baseUrl;
    },
    noteLink: (element, walk, builder) => {
      if (element.attribs?.href !== undefined) anchors.push({ href: element.attribs.href, text: plain(textOf(element)) });
      walk(element.children ?? [], builder);
    },
  };
  const text = convert(html, {
    wordwrap: false,
    // A page that nests without end is read as far down as any real one goes.
    limits: { maxInputLength: html.length + 1, maxDepth: 400 },
    // More than the body, so that title and base are met on the way.
    baseElements: { selectors: ["html"], returnDomByDefault: true },
    formatters,
    selectors: [
      ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
      { selector: "a", format: "noteLink" },
      ...UNSEEN.map((selector) => ({ selector, format: "skip" })),
      { selector: "title", format: "noteTitle" },
      { selector: "base", format: "noteBase" },
    ],
  });
  const links = new Map<string, string>();
  for (const { href, text: words } of anchors) {
    const url = absolute(href, base);
    if (url !== undefined && !links.get(url)) links.set(url, words);
  }
  return { title, text: text.replaceAll("\u00a0", " ").trim(), links: [...links].map(([url, words]) => ({ url, text: words })) };
}

/** Without the fragment; undefined for what leads to no page (mail, scripts, the page itself). */
export function absolute(href: string, base: string): string | undefined {
  if (!URL.canParse(href.trim(), base)) return undefined;
  const url = new URL(href.trim(), base);
  url.hash = "";
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  // A password in somebody's link is not for the journal.
  url.username = "";
  url.password = "";
  return url.href;
}

function textOf({ data, children = [] }: Node): string {
  return data ?? children.map(textOf).join("");
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
