import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { suite, test } from "node:test";
import { asData } from "../../pipelines/email-triage/about.js";
import { labelledMails, MANY, scoreOf } from "./labelled-mails.js";

const mails = await labelledMails();

suite("the labelled mails", () => {
  test("are at least 60, 12 of them hostile, and every file has its label", () => {
    assert.ok(mails.length >= 60);
    assert.ok(mails.filter(({ label }) => label.hostile).length >= 12);
    assert.deepEqual(
      readdirSync(MANY)
        .filter((name) => name.endsWith(".eml"))
        .sort(),
      mails.map(({ label }) => label.file),
    );
  });

  for (const { label, read } of mails) {
    test(`${label.file} is read as it was meant, and is ${label.class}`, () => {
      assert.deepEqual(
        {
          from: read.mail.from,
          subject: read.mail.subject,
          text: read.mail.text,
          attachments: read.mail.attachments.map(({ name, type }) => `${name ?? "unnamed"} (${type})`),
          class: read.class,
          sender: read.sender,
          asks: read.asks,
        },
        {
          from: label.from,
          subject: label.subject,
          text: label.text,
          attachments: label.attachments,
          class: label.class,
          sender: label.sender,
          asks: label.asks,
        },
      );
    });
  }

  test("no hostile mail makes itself more than it is: orders are taken out of what a model sees, and look-alikes are known", () => {
    for (const { label, read } of mails.filter(({ label }) => label.hostile)) {
      const seen = asData(`${read.mail.subject}\n${read.mail.text}`);
      assert.doesNotMatch(seen.text, /ignore all previous/i, label.file);
      if (/look-alike|display-name|cyrillic/.test(label.file)) assert.equal(read.sender, "look-alike", label.file);
    }
  });

  test("the embedded classifier alone is right about six of seven mails by people, without their calendar files", () => {
    const { right, of } = scoreOf(mails);
    assert.ok(right / of >= 0.85, `${right} of ${of}`);
  });
});
