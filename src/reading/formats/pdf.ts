import { StagewrightError } from "../../dsl/index.js";
import type { Heading, ReadText } from "../document.js";
import { normalised } from "../normalised.js";
import { optionalPackage } from "../optional-package.js";

export type PdfReader = Pick<typeof import("unpdf"), "extractText" | "getDocumentProxy" | "getMeta">;

export function loadPdfReader(load: () => Promise<PdfReader> = () => import("unpdf")): Promise<PdfReader> {
  return optionalPackage("unpdf", "PDF", load);
}

/**
 * The text that stands in a PDF, a section a page: what a page says of its headings is how large they are, and that is no structure.
 *
 * @throws StagewrightError `reading/pdf` for what is no PDF, `reading/no-text` for pages that are pictures.
 */
export async function readPdf(bytes: Uint8Array, name: string, reader: PdfReader): Promise<ReadText> {
  const { pages, title } = await read(bytes, name, reader);
  const headings: Heading[] = [];
  let text = "";
  for (const [index, page] of pages.entries()) {
    if (text !== "") text += "\n\n";
    headings.push({ title: `page ${index + 1}`, level: 1, from: text.length });
    text += normalised(page);
  }
  if (text.trim() === "") {
    throw new StagewrightError("reading/no-text", `"${name}" has no text on its ${pages.length} pages: they are pictures`, {
      hint: "run it through a program that recognises text in pictures, and read what that gives",
    });
  }
  return { text, headings, ...(title !== undefined && { title }) };
}

async function read(
  bytes: Uint8Array,
  name: string,
  reader: PdfReader,
): Promise<{ readonly pages: readonly string[]; readonly title: string | undefined }> {
  try {
    // A copy: the reader takes the memory that it is given for its own.
    const pdf = await reader.getDocumentProxy(new Uint8Array(bytes));
    const { text } = await reader.extractText(pdf, { mergePages: false });
    const { info } = await reader.getMeta(pdf);
    const title: unknown = info.Title;
    await pdf.destroy();
    return { pages: text, title: typeof title === "string" ? title : undefined };
  } catch (cause) {
    throw new StagewrightError(
      "reading/pdf",
      `"${name}" cannot be read as PDF: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: "open it in a viewer to see whether the file is whole and needs no password",
        cause,
      },
    );
  }
}
