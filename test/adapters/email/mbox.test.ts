import assert from "node:assert/strict";
import { appendFileSync, createWriteStream, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { email, localMailbox, type Mail, type MailHead } from "../../../adapters/email/index.js";
import { mbox } from "../../../adapters/email/mbox.js";
import { emptyFolder } from "./local-folders.js";
import { mailText, mboxText } from "./mails.js";

const { signal } = new AbortController();

function boxOf(t: TestContext, text: string, options: { readonly maxBytes?: number } = {}) {
  const cwd = emptyFolder(t);
  const path = join(cwd, "box.mbox");
  writeFileSync(path, text, "latin1");
  const { calls } = localMailbox({ cwd, ...options });
  const ask = async (call: keyof typeof email.calls, request: object) =>
    calls[call]?.perform(email.calls[call].takes.parse({ account: "box.mbox", ...request }), { key: "", signal });
  return {
    path,
    list: async (request: object = {}) => (await ask("listInbox", request)) as { mails: MailHead[]; next: string | null },
    read: async (id: string | undefined) => (await ask("readEmail", { id })) as Mail | null,
  };
}

describe("an mbox file", () => {
  it("a line that only looks like the start of a mail is text; one that was marked is put right", async (t) => {
    const body = "From now on we meet at ten.\n\nFrom the shop:\n\n>From Ana\n>>From Ben\n> From afar\n";
    const { list, read } = boxOf(t, mboxText(mailText({ Subject: "a" }, body), mailText({ Subject: "b" })));
    const { mails } = await list();
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ["a", "b"],
    );
    assert.equal((await read(mails[0]?.id))?.text, "From now on we meet at ten.\n\nFrom the shop:\n\nFrom Ana\n>From Ben\n> From afar");
  });

  it("what mail programs write between mails is understood, with either end of line", async (t) => {
    const starts = [
      "From ana@example.org Thu Mar  5 09:40:00 2026",
      "From - Thu Mar 19 09:40:00 2026",
      "From MAILER-DAEMON Thu Mar 19 09:40 CET 2026",
      "From 180@xxx Thu Mar 19 09:40:00 +0000 2026",
    ];
    for (const end of ["\n", "\r\n"]) {
      const text = starts.map((start, index) => [start, `Subject: ${index}`, "", "Text", "", ""].join(end)).join("");
      const { list, read } = boxOf(t, text);
      const { mails } = await list();
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ["0", "1", "2", "3"],
      );
      assert.equal((await read(mails[3]?.id))?.text, "Text");
    }
  });

  it("what was read and answered is known, as mail programs note it", async (t) => {
    const notes = [{}, { Status: "O" }, { Status: "RO" }, { Status: "RO", "X-Status": "A" }, { "X-Mozilla-Status": "0003" }];
    const { list } = boxOf(t, mboxText(...notes.map((note) => mailText({ Subject: "a", ...note }))));
    assert.deepEqual(
      (await list()).mails.map(({ isRead, isAnswered }) => [isRead, isAnswered]),
      [
        [false, false],
        [false, false],
        [true, false],
        [true, true],
        [true, true],
      ],
    );
    assert.equal((await list({ unreadOnly: true })).mails.length, 2);
  });

  it("a mail that moved within the file, or was read since, is found by its id; one that is gone is not", async (t) => {
    const [one, two] = [mailText({ Subject: "one" }), mailText({ Subject: "two" }, "Second\n")];
    const { path, list, read } = boxOf(t, mboxText(one, two));
    const { mails } = await list();
    writeFileSync(path, mboxText(two.replace("Subject", "Status: RO\nSubject")));
    const moved = await read(mails[1]?.id);
    assert.deepEqual([moved?.text, moved?.isRead], ["Second", true]);
    assert.equal(await read(mails[0]?.id), null);
  });

  it("a page goes on where the one before ended, also when mail came in between", async (t) => {
    const { path, list } = boxOf(t, mboxText(...["1", "2", "3"].map((subject) => mailText({ Subject: subject }))));
    const first = await list({ limit: 2 });
    appendFileSync(path, mboxText(mailText({ Subject: "4" })));
    const second = await list({ limit: 2, after: first.next });
    assert.deepEqual([second.mails.map(({ subject }) => subject), second.next], [["3", "4"], null]);
  });

  it("a page after one of a file that was rewritten is refused", async (t) => {
    const { path, list } = boxOf(t, mboxText(...["1", "2", "3"].map((subject) => mailText({ Subject: subject }))));
    const { next } = await list({ limit: 2 });
    writeFileSync(
      path,
      mboxText(mailText({ Subject: "a much longer subject than those that were there before, so that no place is the same" })),
    );
    await assert.rejects(list({ after: next }), {
      code: "email/changed",
      message: `the mailbox "${path}" was rewritten since the page before was listed`,
      hint: "begin at its first page again",
    });
  });

  it("what an IMAP server keeps as the first mail is none", async (t) => {
    const { list } = boxOf(
      t,
      mboxText(
        mailText({ Subject: "DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA", "X-IMAP": "1 2" }),
        mailText({ Subject: "About DON'T DELETE THIS MESSAGE" }),
      ),
    );
    assert.deepEqual(
      (await list()).mails.map(({ subject }) => subject),
      ["About DON'T DELETE THIS MESSAGE"],
    );
  });

  it("an empty file has no mails, and a file that is no mbox has none either", async (t) => {
    assert.deepEqual(await boxOf(t, "").list(), { mails: [], next: null });
    assert.deepEqual(await boxOf(t, "Just a text\nFrom x Thu Mar 19 09:40:00 2026\n").list(), { mails: [], next: null });
  });

  it("mails of any size, with parts of the mark between mails at every place of the chunks that are read, are parted right", async (t) => {
    // Lengths around the 256 KB that are read at once move the mark over the chunk's end.
    const sizes = [...Array.from({ length: 12 }, (_, index) => 262_144 - 62 - index * 7), 5, 262_144 * 2 + 3];
    const mails = sizes.map((size, index) => mailText({ Subject: String(index) }, `${"x".repeat(size)}\n`));
    const { list, read, path } = boxOf(t, mboxText(...mails));
    assert.ok(statSync(path).size > 3_000_000);
    const found = (await list()).mails;
    assert.deepEqual(
      found.map(({ subject }) => Number(subject)),
      sizes.map((_, index) => index),
    );
    for (const [index, { id }] of found.entries()) assert.equal((await read(id))?.text.length, sizes[index]);
    assert.equal(readFileSync(path, "latin1").split("\n\nFrom ").length, sizes.length);
  });

  it("a mail over the limit is cut, and says so", async (t) => {
    const { list, read } = boxOf(t, mboxText(mailText({ Subject: "big" }, "0123456789".repeat(100))), { maxBytes: 300 });
    const mail = await read((await list()).mails[0]?.id);
    assert.deepEqual([mail?.isCut, mail?.subject, mail?.text.slice(0, 12)], [true, "big", "012345678901"]);
    assert.ok((mail?.text.length ?? 0) < 300);
  });

  it("of a list of many mails with large attachments only the headers are held", async (t) => {
    const path = join(emptyFolder(t), "large.mbox");
    const file = createWriteStream(path);
    const body = `${"A".repeat(76)}\n`.repeat(2_000);
    for (let number = 0; number < 200; number++) file.write(mboxText(mailText({ Subject: String(number) }, body)));
    await new Promise<void>((done) => file.end(done));
    let count = 0;
    let bytes = 0;
    for await (const { source } of mbox(path).heads(undefined, signal)) {
      count += 1;
      bytes += source.length;
    }
    assert.equal(count, 200);
    assert.ok(statSync(path).size > 30_000_000);
    assert.ok(bytes < 200 * 100, `${bytes} bytes of headers`);
  });
});
