import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseMail } from "../../adapters/email/parse-mail.js";
import { asData } from "../../pipelines/email-triage/about.js";
import { classify, MailClass, ownText } from "../../pipelines/email-triage/classify.js";
import { guess } from "../../pipelines/email-triage/guess.js";
import { askedTime } from "../../pipelines/email-triage/meeting.js";

export const MANY = join(import.meta.dirname, "../../fixtures/mail/many");

/** Whom the reader knows; all others are strangers, or imitate one of these. */
const KNOWN = ["ana@atelier.example", "mihai@tipografie.example"];

const Label = z.strictObject({
  file: z.string(),
  from: z.object({ name: z.string(), address: z.string() }).nullable(),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
  class: MailClass,
  sender: z.string(),
  hostile: z.boolean().default(false),
  asks: z.object({ start: z.string(), end: z.string() }).optional(),
});

export type LabelledMail = Awaited<ReturnType<typeof labelledMails>>[number];

/** The mails of `fixtures/mail/many`, as they are labelled and as they are read. */
export async function labelledMails() {
  const labels = z.array(Label).parse(JSON.parse(readFileSync(join(MANY, "labels.json"), "utf8")));
  return Promise.all(labels.map(async (label) => ({ label, read: await readAs(label.file) })));
}

async function readAs(file: string) {
  const source = readFileSync(join(MANY, file));
  const mail = await parseMail(source, { id: file, isRead: false, isAnswered: false, isCut: false });
  const verdict = classify(mail, { known: KNOWN });
  const isOrdered = asData(`${mail.subject}\n${mail.text}`).orders.length > 0;
  const open = isOrdered ? [] : verdict.open;
  const unclear = { subject: asData(mail.subject).text, text: ownText(mail.text) };
  const kind = open.length === 0 ? verdict.class : guess({ open, ...unclear });
  const time = kind === "meeting" ? await askedTime(mail, { timeZone: "Europe/Bucharest" }) : undefined;
  return {
    mail,
    class: kind,
    sender: verdict.sender.kind,
    asks: time?.asked,
    /** What the embedded classifier says where everything is open to it; who it is from is nothing that it is asked. */
    guessed: guess({ open: [...MailClass.options], ...unclear }),
    isByPerson: verdict.sender.kind === "known" || verdict.sender.kind === "stranger",
    isLeftOpen: open.length > 0,
  };
}

export interface TriageScore {
  readonly right: number;
  readonly of: number;
  /** `action_required taken for info: 3` */
  readonly wrong: readonly string[];
}

/** How often the embedded classifier alone is right about mails that people wrote. */
export function scoreOf(mails: readonly LabelledMail[], which: (mail: LabelledMail) => boolean = () => true): TriageScore {
  const asked = mails.filter((mail) => mail.read.isByPerson && which(mail));
  const wrong = asked.filter(({ label, read }) => read.guessed !== label.class);
  return {
    right: asked.length - wrong.length,
    of: asked.length,
    wrong: wrong.map(({ label, read }) => `${label.file}: ${label.class}, taken for ${read.guessed}`),
  };
}
