import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readDocument } from "../../../src/reading/index.js";

const sectionsOf = async (content: string) =>
  (await readDocument({ name: "book.txt", content })).sections.map(({ id, title, level, from, to }) => [
    id,
    title,
    level,
    content.slice(from, to),
  ]);

describe("plain text", () => {
  test("a book's chapters are its sections, with the title on the same line or the next", async () => {
    assert.deepEqual(await sectionsOf("By a Lady\n\nCHAPTER I.\nThe Harbour\n\nIt rained.\n\nChapter 2: The Lock\n\nIt stopped.\n"), [
      ["1", "", 0, "By a Lady\n\n"],
      ["2", "CHAPTER I. The Harbour", 1, "CHAPTER I.\nThe Harbour\n\nIt rained.\n\n"],
      ["3", "Chapter 2: The Lock", 1, "Chapter 2: The Lock\n\nIt stopped.\n"],
    ]);
  });

  test("chapters of a book of several parts are below them; a preface is as high as a chapter", async () => {
    assert.deepEqual(
      (await sectionsOf("PART ONE\n\nPreface\n\nSo.\n\nCHAPTER I\n\nIt rained.\n\nPART TWO\n\nCHAPTER II\n\nIt stopped.")).map(
        ([, title, level]) => [title, level],
      ),
      [
        ["PART ONE", 1],
        ["Preface", 2],
        ["CHAPTER I", 2],
        ["PART TWO", 1],
        ["CHAPTER II", 2],
      ],
    );
  });

  test("chapters are known in other languages", async () => {
    for (const title of ["Capitolul 3", "Kapitel IV", "Chapitre premier", "Глава 5", "Capítulo X"]) {
      assert.deepEqual(
        (await sectionsOf(`x\n\n${title}\n\ny`)).map(([, found]) => found),
        ["", title],
      );
    }
  });

  test("a table of contents, a sentence that begins like a heading and a long paragraph are no headings", async () => {
    const text = `Chapter 1\nChapter 2\nChapter 3\n\nPart of it was lost.\n\nChapter 4 tells that ${"it rained, and ".repeat(9)}\n\nScene by scene, it went on,\n\nx`;
    assert.deepEqual(await sectionsOf(text), [["1", "", 0, text]]);
  });

  test("a text without headings is one section, and so is an empty one", async () => {
    assert.deepEqual(await sectionsOf("It rained."), [["1", "", 0, "It rained."]]);
    assert.deepEqual(await sectionsOf(""), [["1", "", 0, ""]]);
  });
});
