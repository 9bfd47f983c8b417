import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { parseMail } from "../../adapters/email/parse-mail.js";
import { warningsOf } from "../../pipelines/email-triage/about.js";
import { asksIn } from "../../pipelines/email-triage/asks.js";
import { falseLinksIn } from "../../pipelines/email-triage/links.js";
import { labelledMails } from "./labelled-mails.js";

const WARNED = join(import.meta.dirname, "../../fixtures/mail/warned");
const labels = z
  .array(z.strictObject({ file: z.string(), warnings: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(join(WARNED, "labels.json"), "utf8")));

/** Of what a mail wants or pretends: not that it has attachments, nor where its answer goes. */
function isOfWhatItWants(warning: string): boolean {
  return !/^(?:attachments, |the answer goes to )/.test(warning);
}

suite("the warnings of a gate", () => {
  test("are labelled for every mail that is there for them", () => {
    const files = readdirSync(WARNED).filter((name) => name.endsWith(".eml"));
    assert.deepEqual(files.sort(), labels.map(({ file }) => file).sort());
  });

  for (const { file, warnings } of labels) {
    test(`${file} is shown with ${warnings.length === 0 ? "none" : "what it wants"}`, async () => {
      const source = readFileSync(join(WARNED, file));
      const mail = await parseMail(source, { id: file, isRead: false, isAnswered: false, isCut: false });
      assert.deepEqual(warningsOf(mail, null).filter(isOfWhatItWants), warnings);
    });
  }

  test("are none for a labelled mail that is not hostile", async () => {
    for (const { label, read } of (await labelledMails()).filter(({ label }) => !label.hostile)) {
      assert.deepEqual(warningsOf(read.mail, null).filter(isOfWhatItWants), [], label.file);
    }
  });

  test("name what the labelled hostile mails want", async () => {
    const byFile = new Map((await labelledMails()).map(({ label, read }) => [label.file, warningsOf(read.mail, null)]));
    for (const [file, says] of [
      ["hostile-link.eml", /^a link shows "bank\.example", and leads to "evil\.example"$/],
      ["hostile-money.eml", /^the mail asks for money: "überweisen Sie 4\.900 EUR"$/],
      ["hostile-secret.eml", /^the mail asks for a secret: "send me the password"$/],
      ["hostile-attachment-name.eml", /^the name of an attachment gives orders to a model/],
    ] as const) {
      assert.ok(
        byFile.get(file)?.some((warning) => says.test(warning)),
        `${file}: ${byFile.get(file)?.join("\n")}`,
      );
    }
  });

  test("never name a link whose text is its own target, or a part of the same house", () => {
    const label = fc.stringMatching(/^[a-z]{2,8}$/);
    const host = fc.tuple(label, label).map(([one, other]) => `${one}.${other}`);
    fc.assert(
      fc.property(host, label, fc.stringMatching(/^[a-z0-9/]{0,10}$/), (house, part, path) => {
        const target = `https://${part}.${house}/${path}`;
        for (const shown of [target, `https://${house}`, `www.${house}/${path}`, `http://www.${part}.${house}`])
          assert.deepEqual(falseLinksIn(`See ${shown} [${target}], please.`), []);
      }),
    );
  });

  test("take no time that grows with the square of a mail's length", () => {
    for (const piece of ["send ", "pay the the the ", "1.000.000 ", "https://a@", "[x](", "transfer, ", "转账", "a.a.a.a."]) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      asksIn(text);
      falseLinksIn(text);
    }
  });
});
