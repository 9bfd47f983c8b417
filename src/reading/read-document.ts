import { readFile } from "node:fs/promises";
import { StagewrightError } from "../dsl/index.js";
import { type Document, documentOf, idOfName, type ReadText } from "./document.js";
import { decoded } from "./formats/decoded.js";
import { loadUnzip, readEpub } from "./formats/epub.js";
import { loadHtmlToText, readHtml } from "./formats/html.js";
import { readMarkdown } from "./formats/markdown.js";
import { loadPdfReader, readPdf } from "./formats/pdf.js";
import { readPlainText } from "./formats/plain-text.js";

export type DocumentFormat = "text" | "markdown" | "html" | "epub" | "pdf";

const FORMATS: Readonly<Record<string, DocumentFormat>> = {
  txt: "text",
  text: "text",
  log: "text",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  epub: "epub",
  pdf: "pdf",
};

interface ReadOptions {
  /** What citations call the document. By default made of the file's name: `My Report.pdf` is `my-report`. */
  readonly id?: string;
  /** By default what the file says of itself. */
  readonly title?: string;
  /** By default by the ending of the name. */
  readonly format?: DocumentFormat;
  /** Of text, Markdown and HTML that is not UTF-8, by the names that browsers know: `windows-1252`. */
  readonly encoding?: string;
}

/**
 * Reads a document of any format into one shape. HTML takes the package html-to-text, EPUB also fflate, PDF unpdf; each is loaded when such a
 * file is read.
 *
 * @throws StagewrightError `reading/…` for a format that is not known, a package that is not there, or a file that cannot be read.
 *
 * @example
 * const book = await readDocument({ name: "moby-dick.epub", content: await readFile("moby-dick.epub") });
 */
export async function readDocument(
  source: ReadOptions & { readonly name: string; readonly content: string | Uint8Array },
): Promise<Document> {
  const { name, content, id = idOfName(name), title, format = formatOf(name) } = source;
  const text = () => (typeof content === "string" ? content : decoded(content, name, source.encoding));
  const bytes = () => (typeof content === "string" ? new TextEncoder().encode(content) : content);
  const read = await readAs(format, name, text, bytes);
  return documentOf(id, { ...read, ...(title !== undefined && { title }) });
}

/** Reads a file as `readDocument` does. */
export async function readDocumentFile(path: string, options: ReadOptions = {}): Promise<Document> {
  return readDocument({ ...options, name: path, content: await readFile(path) });
}

async function readAs(format: DocumentFormat, name: string, text: () => string, bytes: () => Uint8Array): Promise<ReadText> {
  switch (format) {
    case "text":
      return readPlainText(text());
    case "markdown":
      return readMarkdown(text());
    case "html":
      return readHtml(text(), await loadHtmlToText());
    case "epub":
      return readEpub(bytes(), name, await loadUnzip(), await loadHtmlToText());
    case "pdf":
      return readPdf(bytes(), name, await loadPdfReader());
  }
}

function formatOf(name: string): DocumentFormat {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const format = FORMATS[ending];
  if (format !== undefined) return format;
  throw new StagewrightError("reading/format", `"${name}" does not say which format it has`, {
    hint: `endings that are known are ${Object.keys(FORMATS).join(", ")}; else say it: { format: "text" }`,
  });
}
