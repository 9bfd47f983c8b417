import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadPdfReader } from "../../../src/reading/formats/pdf.js";
import { readDocument } from "../../../src/reading/index.js";

/** A PDF of so many pages, each with its lines. */
function pdf(pages: readonly (readonly string[])[], title: string): Uint8Array {
  const first = 5;
  const contents = pages.map((lines) => lines.map((line, index) => `BT /F1 12 Tf 72 ${720 - 20 * index} Td (${line}) Tj ET`).join("\n"));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Title (${title}) >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new TextEncoder().encode(body + end);
}

describe("PDF", () => {
  test("is read page by page, a section a page, and the bytes stay the caller's", async () => {
    const content = pdf([["It rained.", "It rained on."], ["It stopped."]], "Tides");
    const before = content.slice();
    const document = await readDocument({ name: "tides.pdf", content });
    assert.deepEqual(content, before);
    assert.equal(document.title, "Tides");
    assert.deepEqual(
      document.sections.map(({ title, from, to }) => [title, document.text.slice(from, to)]),
      [
        ["page 1", "It rained.\nIt rained on.\n\n"],
        ["page 2", "It stopped."],
      ],
    );
  });

  test("a PDF of pictures has no text, and it is said what to do", async () => {
    await assert.rejects(readDocument({ name: "scan.pdf", content: pdf([[], []], "Scan") }), {
      code: "reading/no-text",
      message: '"scan.pdf" has no text on its 2 pages: they are pictures',
      hint: "run it through a program that recognises text in pictures, and read what that gives",
    });
  });

  test("what is no PDF is refused", async () => {
    await assert.rejects(readDocument({ name: "a.pdf", content: "This is a letter." }), {
      code: "reading/pdf",
      message: '"a.pdf" cannot be read as PDF: Invalid PDF structure.',
    });
  });

  test("without the package the error names it", async () => {
    const gone = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    await assert.rejects(
      loadPdfReader(() => Promise.reject(gone)),
      { message: 'reading PDF needs the package "unpdf", which is not installed' },
    );
  });
});
