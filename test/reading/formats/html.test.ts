import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadHtmlToText } from "../../../src/reading/formats/html.js";
import { readDocument } from "../../../src/reading/index.js";

const read = (content: string | Uint8Array) => readDocument({ name: "page.html", content });

describe("HTML", () => {
  test("is the text that a reader sees, with a section for each heading", async () => {
    const document = await read(
      `<!doctype html><html><head><title>Tides &amp; berths</title><style>p{}</style></head><body><nav><a href="/">Home</a></nav>
      <p>Before.</p><h1>The <em>port</em></h1><p>It has a <a href="x.html">lock</a>.<br>It is old.</p><h2></h2><h2>Depth</h2>
      <table><tr><td>in</td><td>3 m</td></tr></table><img src="a.png" alt="a ship"><script>alert(1)</script></body></html>`,
    );
    assert.equal(document.title, "Tides & berths");
    assert.equal(document.text, "Before.\n\nThe port\n\nIt has a lock.\nIt is old.\n\nDepth\n\nin   3 m");
    assert.deepEqual(
      document.sections.map(({ title, level, from, to }) => [title, level, document.text.slice(from, to)]),
      [
        ["", 0, "Before.\n\n"],
        ["The port", 1, "The port\n\nIt has a lock.\nIt is old.\n\n"],
        ["Depth", 2, "Depth\n\nin   3 m"],
      ],
    );
  });

  test("a closed title, as XHTML may have it, swallows nothing", async () => {
    assert.equal((await read("<html><head><title/><script src='a.js'/></head><body><p>All of it.</p></body></html>")).text, "All of it.");
  });

  test("a page cannot make a section by writing what a mark of a heading may look like", async () => {
    const { sections } = await read("<p>heading-00000000000000000000000000000000-1:No</p><p>&#1;2&#1;No</p>");
    assert.equal(sections.length, 1);
  });

  test("the encoding is the one that the page names, where it is not UTF-8", async () => {
    const bytes = Buffer.from('<html><head><meta charset="iso-8859-2"></head><body>Ploie\xbati</body></html>', "latin1");
    assert.equal((await read(bytes)).text, "Ploieşti");
  });

  test("without the package the error names it", async () => {
    const gone = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    await assert.rejects(
      loadHtmlToText(() => Promise.reject(gone)),
      {
        code: "reading/package",
        message: 'reading HTML needs the package "html-to-text", which is not installed',
        hint: "install it beside stagewright: npm install html-to-text",
      },
    );
    await assert.rejects(
      loadHtmlToText(() => Promise.reject(new Error("torn"))),
      { message: "torn" },
    );
  });
});
