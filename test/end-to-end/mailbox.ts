import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The mails of a house that has no mail server: they lie in its store. */
export interface Mailbox {
  /** The mails that were sent, the oldest first, with their bodies as they are read. */
  sent(): readonly string[];
  /** Lays an answer to a mail into the inbox. */
  answer(mail: string, from: string, text: string): void;
}

export function mailboxIn(cwd: string): Mailbox {
  const folder = join(cwd, ".stagewright/mail");
  for (const name of ["cur", "new", "tmp"]) mkdirSync(join(folder, "inbox", name), { recursive: true });
  let answers = 0;
  return {
    sent: () => {
      const place = join(folder, "Sent/cur");
      const names = existsSync(place) ? readdirSync(place).sort() : [];
      return names.map((name) => decoded(readFileSync(join(place, name), "utf8")));
    },
    answer: (mail, from, text) => {
      answers += 1;
      const head = [
        `From: ${from}`,
        "To: me@localhost",
        `Subject: Re: ${headerOf(mail, "Subject")}`,
        `Message-ID: <answer-${answers}@example.org>`,
        `In-Reply-To: ${headerOf(mail, "Message-ID")}`,
        `Date: ${new Date().toUTCString()}`,
        "Content-Type: text/plain; charset=utf-8",
      ];
      writeFileSync(join(folder, "inbox/new", `${answers}.answer`), [...head, "", text].join("\r\n"));
    },
  };
}

function headerOf(mail: string, name: string): string {
  const found = new RegExp(`^${name}: ([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, "im").exec(mail)?.[1] ?? "";
  return found.replaceAll(/\r?\n[ \t]/g, " ");
}

function decoded(mail: string): string {
  const [head = "", body = ""] = mail.split("\r\n\r\n");
  return /^content-transfer-encoding: base64/im.test(head) ? `${head}\r\n\r\n${Buffer.from(body, "base64").toString()}` : mail;
}
