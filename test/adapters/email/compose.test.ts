import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compose, type Draft } from "../../../adapters/email/compose.js";
import { parseCopy, parseHead, parseMail } from "../../../adapters/email/parse-mail.js";

const FLAGS = { id: "1", isRead: false, isAnswered: false };
const DRAFT: Draft = {
  messageId: "0011@example.org",
  date: new Date("2026-03-09T08:05:06.700Z"),
  from: { name: "Ana Pop", address: "ana@example.org" },
  to: [{ name: "Böll, H.", address: "h@example.org" }],
  cc: [{ name: 'Ben "B" Lee', address: "ben@example.org" }],
  bcc: [{ name: "", address: "secret@example.org" }],
  subject: "Lunch",
  inReplyTo: "a@b",
  references: ["x@y", "a@b"],
  text: "Grüße\nAna",
};

describe("a mail that is written", () => {
  it("is ASCII, with every header that a mail needs", () => {
    assert.equal(
      compose(DRAFT, { withBcc: true }).toString("latin1"),
      [
        "From: Ana Pop <ana@example.org>",
        "To: =?utf-8?B?QsO2bGwsIEgu?= <h@example.org>",
        'Cc: "Ben \\"B\\" Lee" <ben@example.org>',
        "Bcc: secret@example.org",
        "Subject: Lunch",
        "Date: Mon, 9 Mar 2026 08:05:06 +0000",
        "Message-ID: <0011@example.org>",
        "In-Reply-To: <a@b>",
        "References: <x@y> <a@b>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        "R3LDvMOfZQ0KQW5h",
        "",
      ].join("\r\n"),
    );
  });

  it("what goes out does not say who gets it in secret", () => {
    assert.doesNotMatch(compose(DRAFT, { withBcc: false }).toString("latin1"), /secret/);
  });

  it("whatever its subject, names and text are, they are read as they were, and no line is too long", async () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc
        .array(fc.constantFrom("=?utf-8?Q?a?=", " ", "  ", "ș", '"', "\\", ",", "<x@y>", "😀", "long".repeat(30)), { maxLength: 12 })
        .map((p) => p.join("")),
    );
    const text = line.map((drawn) =>
      Buffer.from(drawn.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " "))
        .toString()
        .trim(),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (subject, name, body) => {
        const draft = { ...DRAFT, subject, text: `${body}.\n${body}`, to: [{ name, address: "h@example.org" }] };
        const source = compose(draft, { withBcc: true });
        const mail = await parseMail(source, { ...FLAGS, isCut: false });
        const copy = await parseCopy(source);
        const single = (value: string) => value.replaceAll(/\s+/g, " ").trim();
        assert.equal(single(mail.subject), single(subject));
        assert.equal(single(mail.to[0]?.name ?? ""), single(name));
        assert.equal(mail.to[0]?.address, "h@example.org");
        assert.equal(mail.text, `${body}.\n${body}`.trim());
        assert.deepEqual([mail.references, mail.inReplyTo, mail.messageId], [["x@y", "a@b"], "a@b", "0011@example.org"]);
        assert.deepEqual(copy.bcc, DRAFT.bcc);
        assert.ok(
          source
            .toString("latin1")
            .split("\r\n")
            .every((row) => row.length <= 998 && /^[\x20-\x7e]*$/.test(row)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("a thread of many mails is folded, so that each line is short", async () => {
    const references = Array.from({ length: 20 }, (_, index) => `${String(index).repeat(20)}@example.org`);
    const source = compose({ ...DRAFT, references }, { withBcc: false });
    assert.ok(
      source
        .toString("latin1")
        .split("\r\n")
        .every((row) => row.length <= 78),
    );
    assert.equal((await parseHead(source, FLAGS)).thread, references[0]);
  });
});
