import assert from "node:assert/strict";
import { test } from "node:test";
import { firstParagraph } from "../../../src/model/embedded/message-body.js";

test("the first paragraph that is prose is taken", () => {
  assert.equal(firstParagraph("- a list\n- first\n\n    code\n\nThe clock was an hour\noff.\n\nMore."), "The clock was an hour\noff.");
});

test("trailers, lists, tables, quotations and code are no prose", () => {
  assert.equal(firstParagraph("Signed-off-by: A <a@example.org>\nCo-authored-by: B <b@example.org>"), "");
  assert.equal(firstParagraph("* one\r\n\r\n> quoted\n\n| a | b |\n\n```\ncode\n```"), "");
  assert.equal(firstParagraph(""), "");
});

test("a paragraph with a colon in it is still prose", () => {
  assert.equal(firstParagraph("Note: the gauge\nis slow"), "Note: the gauge\nis slow");
});
