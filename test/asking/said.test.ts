import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { latestWords } from "../../src/asking/latest-words.js";
import { saidIn } from "../../src/asking/said.js";

describe("an answer to a gate", () => {
  it("approves by one word and nothing else", () => {
    for (const text of ["approve", "Approved.", " YES ", "ok", "Go ahead!", "okay\n\n> reject\n"])
      assert.deepEqual(saidIn(text), { says: "approve" }, text);
    for (const text of ["ok, but change the title", "approve?", "not approved", "yes and no", "approve approve", ""]) {
      assert.notEqual(saidIn(text).says, "approve", text);
    }
  });

  it("rejects with the reason behind the word", () => {
    for (const [text, reason] of [
      ["reject: too long", "too long"],
      ["Rejected because the date is wrong", "the date is wrong"],
      ["no", ""],
      ["no - the price", "the price"],
      ["reject\nThe ending is missing.\nAnd a title.", "The ending is missing.\nAnd a title."],
      ["No.", ""],
    ] as const) {
      assert.deepEqual(saidIn(text), { says: "reject", reason }, text);
    }
    for (const text of ["nothing is wrong", "now", "rejection is not what I want"]) assert.equal(saidIn(text).says, "something", text);
  });

  it("is what was written now: quotes, their heads, forwarded mails and signatures are left out", () => {
    for (const text of [
      "Approve\r\n\r\nOn Thu, 19 Mar 2026 at 18:00, me <me@localhost> wrote:\r\n> approve or reject",
      "Approve\n\nAm Donnerstag, dem 19.03.2026 um 18:00 schrieb me:\n> …",
      "Approve\n\nPe joi, 19 mar. 2026, me\n<me@localhost> a scris:\n\n> …",
      "Approve\n-- \nBea Ionescu\nreject",
      "Approve\n\n-----Original Message-----\nFrom: me@localhost\nreject",
      "Approve\n\nFrom: me <me@localhost>\nSent: today\nreject",
      "Approve\n\nSent from my phone",
      "Approve\n________________________________\nreject",
    ]) {
      assert.equal(latestWords(text), "Approve", text);
    }
    assert.equal(latestWords("> all of it is a quote"), "");
  });
});
