import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readDocument, readDocumentFile, sectionAt } from "../../src/reading/index.js";
import { folder } from "./folder.js";

describe("reading a document", () => {
  test("it is known by the sum of its text, so that two spellings of line ends and letters are one document", async () => {
    const one = await readDocument({ name: "a.txt", content: "Ploies\u0326ti\r\n" });
    const other = await readDocument({ name: "b.txt", content: new TextEncoder().encode("\ufeffPloiești\n") });
    assert.equal(one.sha256, createHash("sha256").update("Ploiești\n").digest("hex"));
    assert.equal(other.sha256, one.sha256);
  });

  test("its id is made of the file's name, or given", async () => {
    const idOf = async (name: string) => (await readDocument({ name, content: "x", format: "text" })).id;
    assert.equal(await idOf("/books/Moby Dick (1851).epub"), "moby-dick-1851");
    assert.equal(await idOf("C:\\Ștefan §3.txt"), "ștefan-3");
    assert.equal(await idOf(".txt"), ".txt");
    assert.equal(await idOf("§§"), "document");
    assert.equal((await readDocument({ name: "a.txt", content: "x", id: "b", title: "C  d" })).title, "C d");
  });

  test("an id that a citation could not carry is refused", async () => {
    for (const id of ["two words", "a]b", "§1", 'a"', "", "a@b"]) {
      await assert.rejects(readDocument({ name: "a.txt", content: "x", id }), {
        code: "reading/id",
        message: `"${id}" cannot name a document in a citation`,
      });
    }
  });

  test("a name that says no format is refused with the formats that there are", async () => {
    await assert.rejects(readDocument({ name: "book.docx", content: "x" }), {
      code: "reading/format",
      message: '"book.docx" does not say which format it has',
      hint: 'endings that are known are txt, text, log, md, markdown, html, htm, xhtml, epub, pdf; else say it: { format: "text" }',
    });
  });

  test("bytes that are not UTF-8 are refused, and read when their encoding is said or marked", async () => {
    const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
    await assert.rejects(readDocument({ name: "a.txt", content: latin }), {
      code: "reading/encoding",
      message: '"a.txt" is not written in utf-8',
      hint: 'say its encoding, for example { encoding: "windows-1252" }',
    });
    assert.equal((await readDocument({ name: "a.txt", content: latin, encoding: "windows-1252" })).text, "café");
    const signs = new Uint8Array([0x93, 0x35, 0x80, 0x94]);
    assert.equal((await readDocument({ name: "a.txt", content: signs, encoding: "windows-1252" })).text, "“5€”");
    await assert.rejects(readDocument({ name: "a.txt", content: latin, encoding: "klingon" }), {
      message: '"a.txt" is not written in klingon',
    });
    assert.equal((await readDocument({ name: "a.txt", content: Buffer.from("\ufeffcafé", "utf16le") })).text, "café");
    assert.equal((await readDocument({ name: "a.txt", content: Buffer.from("\ufeffcafé", "utf16le").swap16() })).text, "café");
  });

  test("a file is read by its name", async (t) => {
    const path = join(folder(t), "Tides.md");
    writeFileSync(path, "# High\n");
    const { id, title } = await readDocumentFile(path);
    assert.deepEqual([id, title], ["tides", "High"]);
  });

  test("sections follow each other and are the whole text, and every offset lies in the section that holds it", async () => {
    const line = fc.constantFrom("# One", "## Two", "text", "", "Chapter 3", "---", "```", "- # x", "\u2028", "Title\n===");
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.constantFrom("a.md", "a.txt"), fc.nat(), async (lines, name, pick) => {
        const document = await readDocument({ name, content: lines.join("\n") });
        const { sections, text } = document;
        assert.equal(sections.map(({ from, to }) => text.slice(from, to)).join(""), text);
        assert.deepEqual(
          sections.map(({ id }) => id),
          sections.map((_, index) => String(index + 1)),
        );
        const offset = pick % (text.length + 1);
        const section = sectionAt(document, offset);
        assert.ok(section !== undefined && section.from <= offset && (offset < section.to || offset === text.length));
      }),
    );
  });
});
