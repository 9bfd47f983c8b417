import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { loadUnzip } from "../../../src/reading/formats/epub.js";
import { readDocument } from "../../../src/reading/index.js";

const CONTAINER =
  '<container><rootfiles><rootfile media-type="application/oebps-package+xml" full-path="OPS/book.opf"/></rootfiles></container>';
const opf = (items: readonly string[], spine: readonly string[]) =>
  `<package xmlns:dc="x"><metadata><dc:title id="t">Tides &amp; Berths</dc:title></metadata>
  <manifest>${items.map((href, index) => `<item href='${href}' id="i${index}" media-type="application/xhtml+xml"/>`).join("")}<item id="pic" href="a.png" media-type="image/png"/></manifest>
  <spine><itemref idref="pic"/>${spine.map((id) => `<itemref linear="yes" idref="${id}"/>`).join("")}</spine></package>`;
const page = (body: string) => `<?xml version="1.0"?><html><head><title/></head><body>${body}</body></html>`;
const epub = (files: Readonly<Record<string, string>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries({ mimetype: "application/epub+zip", "META-INF/container.xml": CONTAINER, ...files }).map(([name, text]) => [
        name,
        strToU8(text),
      ]),
    ),
  );
const read = (content: Uint8Array) => readDocument({ name: "book.epub", content });

describe("EPUB", () => {
  test("chapters come in the order of reading, whatever order they lie in, with a section for each heading", async () => {
    const book = await read(
      epub({
        "OPS/book.opf": opf(["text/two.xhtml", "text/on%20e.xhtml"], ["i1", "i0"]),
        "OPS/text/two.xhtml": page("<h1>Two</h1><p>It stopped.</p>"),
        "OPS/text/on e.xhtml": page("<h1>One</h1><p>It rained.</p><h2>Still one</h2><p>And rained.</p>"),
      }),
    );
    assert.equal(book.title, "Tides & Berths");
    assert.equal(book.text, "One\n\nIt rained.\n\nStill one\n\nAnd rained.\n\nTwo\n\nIt stopped.");
    assert.deepEqual(
      book.sections.map(({ title, level, from, to }) => [title, level, book.text.slice(from, to)]),
      [
        ["One", 1, "One\n\nIt rained.\n\n"],
        ["Still one", 2, "Still one\n\nAnd rained.\n\n"],
        ["Two", 1, "Two\n\nIt stopped."],
      ],
    );
  });

  const broken: readonly (readonly [what: string, bytes: () => Uint8Array, why: string])[] = [
    ["no archive", () => strToU8("This is no book."), "it is no zip archive that can be unpacked"],
    ["an archive without a container", () => zipSync({ "a.xml": strToU8("x") }), 'it names "META-INF/container.xml" and does not hold it'],
    [
      "a container that names nothing",
      () => epub({ "META-INF/container.xml": "<container/>" }),
      "it does not say where its table of contents is",
    ],
    [
      "a chapter that is not there",
      () => epub({ "OPS/book.opf": opf(["one.xhtml"], ["i0"]) }),
      'it names "OPS/one.xhtml" and does not hold it',
    ],
    [
      "a book with a lock",
      () =>
        epub({
          "OPS/book.opf": opf(["one.xhtml"], ["i0"]),
          "OPS/one.xhtml": "\u0001\u0002",
          "META-INF/encryption.xml": '<encryption><enc:CipherReference URI="OPS/one.xhtml"/></encryption>',
        }),
      '"OPS/one.xhtml" is encrypted',
    ],
  ];
  for (const [what, bytes, why] of broken) {
    test(`${what} is refused, and it is said why`, async () => {
      await assert.rejects(read(bytes()), { code: "reading/epub", message: `"book.epub" cannot be read as EPUB: ${why}` });
    });
  }

  test("a book that would unpack to more than the memory is refused before it is unpacked", async () => {
    const bytes = epub({ "OPS/book.opf": "x" });
    // The size that the archive's list names for its first file, the one that the list begins with.
    const list = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]), 0);
    const second = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]), list + 4);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(second + 24, 900_000_000, true);
    await assert.rejects(read(bytes), {
      code: "reading/epub",
      message: '"book.epub" cannot be read as EPUB: it unpacks to more than 512 MB',
    });
  });

  test("without the package the error names it", async () => {
    const gone = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    await assert.rejects(
      loadUnzip(() => Promise.reject(gone)),
      { message: 'reading EPUB needs the package "fflate", which is not installed' },
    );
  });
});
