import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readDocument } from "../../../src/reading/index.js";

describe("Markdown", () => {
  test("stays as it is written, a section for each heading", async () => {
    const content = "# The *port*\n\nOld.\n\nThe lock\n--------\n\nDeep.\n\n### Depth ###\n\n3 m\n";
    const document = await readDocument({ name: "notes/Port Notes.md", content });
    assert.equal(document.text, content);
    assert.equal(document.id, "port-notes");
    assert.equal(document.title, "The *port*");
    assert.deepEqual(
      document.sections.map(({ id, title, level, from, to }) => [id, title, level, content.slice(from, to)]),
      [
        ["1", "The *port*", 1, "# The *port*\n\nOld.\n\n"],
        ["2", "The lock", 2, "The lock\n--------\n\nDeep.\n\n"],
        ["3", "Depth", 3, "### Depth ###\n\n3 m\n"],
      ],
    );
  });

  test("what stands in fences, quotations and lists opens no section", async () => {
    const { sections } = await readDocument({ name: "a.md", content: "```sh\n# no\n```\n\n> # no\n\n- # no\n\n# Yes\n" });
    assert.deepEqual(
      sections.map(({ title }) => title),
      ["", "Yes"],
    );
  });

  test("front matter is text before the first heading, and names the document", async () => {
    const { sections, title } = await readDocument({ name: "a.md", content: '---\ntitle: "Tides"\nday: 3\n---\n\n# One\n' });
    assert.equal(title, "Tides");
    assert.deepEqual(
      sections.map(({ title: name, level }) => [name, level]),
      [
        ["", 0],
        ["One", 1],
      ],
    );
  });
});
