/** A mail as it lies on a disk: its headers and its text, lines ended as on this machine. */
export function mailText(headers: Readonly<Record<string, string>>, body = "Hello\n"): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\n")}\n\n${body}`;
}

/** An mbox of such mails. */
export function mboxText(...mails: readonly string[]): string {
  return mails.map((mail) => `From ana@example.org Thu Mar 19 09:40:00 2026\n${mail}\n`).join("");
}

export const TO_ALL = mailText({
  From: "Ana <ana@example.org>",
  To: "me@example.org, Ben <ben@example.org>",
  Cc: "ben@example.org, ME@example.org",
  Subject: "Lunch",
  Date: "Thu, 19 Mar 2026 10:40:00 +0100",
  "Message-ID": "<lunch@example.org>",
});

export function headersOf(mail = ""): string {
  return mail.slice(0, mail.indexOf("\n\n"));
}
