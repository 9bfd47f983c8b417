import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { emailRecording, localMailbox } from "../../../adapters/email/index.js";
import { mailConforms } from "./conformance.js";
import { emptyFolder, fillMaildir } from "./local-folders.js";
import { headersOf, mboxText } from "./mails.js";

const owner = { address: "me@example.org" };

function inMaildir(t: TestContext, mails: readonly string[]) {
  const cwd = emptyFolder(t);
  const ids = fillMaildir(join(cwd, "mail/inbox"), mails);
  return { implementation: localMailbox({ cwd, owner }), ids };
}

mailConforms({ name: "email, Maildir", open: inMaildir });

mailConforms({
  name: "email, mbox",
  open(t, mails) {
    const cwd = emptyFolder(t);
    mkdirSync(join(cwd, "mail"));
    writeFileSync(join(cwd, "mail/inbox.mbox"), mboxText(...mails));
    // The first mail's place, and the first part of its headers' hash.
    const hash = createHash("sha256").update(headersOf(mails[0])).digest("hex");
    return { implementation: localMailbox({ cwd, owner }), ids: [`0-${hash.slice(0, 16)}`] };
  },
});

mailConforms({
  name: "email, recording",
  open(t, mails) {
    const { implementation, ids } = inMaildir(t, mails);
    return { implementation: emailRecording({ reads: implementation, owner }), ids };
  },
});
