import { z } from "zod";
import type { Mail } from "../../adapters/index.js";
import { Sender, senderOf } from "./sender.js";
import { spanIn } from "./time.js";

export const MailClass = z.enum(["skip", "info", "action_required", "meeting"]);
export type MailClass = z.output<typeof MailClass>;

/** What the rules say of a mail. */
export const Verdict = z.object({
  class: MailClass,
  why: z.string(),
  sender: Sender,
  /** What a model may choose between; empty where the rules are sure. */
  open: z.array(MailClass),
  /** Whether anybody is there who could be answered. */
  mayAnswer: z.boolean(),
});
export type Verdict = z.output<typeof Verdict>;

export type ReadMail = Pick<Mail, "from" | "subject" | "text" | "attachments" | "invitations" | "isAutomatic" | "listId" | "date">;

const words = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, "iu");

const BOUNCE = words(
  "undeliver(?:ed|able)(?: mail)?|delivery (?:status notification|has failed|failure)|mail delivery (?:failed|subsystem)|returned to sender|returned mail|unzustellbar|nicht zugestellt|mesaj nelivrat|nu a putut fi livrat",
);
const AUTO_REPLY = words(
  "auto(?:matic)?[- ]?reply|out of (?:the )?office|on vacation|abwesenheits\\p{L}*|automatische antwort|răspuns automat|raspuns automat|în concediu",
);
const CANCELLED = words("cancell?ed|abgesagt|absage|anulat[ăe]?|anulare");
const INVOICE = words("invoices?|rechnung|factur[ăa]|facturi|proforma|payment reminder|zahlungserinnerung|mahnung");
const RECEIPT = words(
  "receipt|order confirmation|your order|payment received|thank you for your (?:order|purchase)|quittung|bestellbestätigung|zahlungseingang|chitanț[ăa]|bon fiscal|confirmarea comenzii|comanda (?:ta|dumneavoastră)|has shipped",
);
const PAID = words("paid|received your payment|bezahlt|zahlung erhalten|achitat[ăa]?|plătit[ăa]?|plata a fost");
const MEETING = words(
  "meet(?:ing)?|appointment|schedule a call|a (?:short |quick )?call|catch up|treffen|termin|besprechung|gespräch|întâlnire|intalnire|întâlnim|ședință|sedinta|programare|vedem",
);
const REQUEST = words(
  "please|could you|can you|would you|will you|let me know|need(?:s)? your|waiting for your|deadline|asap|bitte|könnten sie|kannst du|können sie|können wir|te rog|vă rog|va rog|ai putea|ați putea|poți|puteți|aștept(?:ăm)?|trimite-mi|trimiteți",
);
const FYI = words(
  "fyi|for your information|no (?:action|reply|answer) (?:is )?(?:needed|required|necessary)|zur info(?:rmation)?|keine antwort nötig|spre informare|spre știință|nu e nevoie de răspuns",
);
const THANKS = /^\W*(?:(?:many )?thanks|thank you|danke|vielen dank|mulțumesc|multumesc|mersi|great|perfect|ok(?:ay)?)(?!\p{L})/iu;

/** The class of a mail by rules; what the rules cannot tell is left open, and only that is asked of a model. */
export function classify(mail: ReadMail, { known }: { readonly known: readonly string[] }): Verdict {
  const sender = senderOf(mail, known);
  const sure = (kind: MailClass, why: string, mayAnswer = sender.kind === "known" || sender.kind === "stranger"): Verdict => ({
    ...{ class: kind, why, sender, open: [], mayAnswer },
  });
  const own = ownText(mail.text);
  const all = `${mail.subject}\n${own}`;
  const isPerson = sender.kind === "known" || sender.kind === "stranger";

  if (sender.kind === "nobody") return sure("info", sender.why);
  if (sender.kind === "look-alike") return sure("info", `the sender is not who it seems to be: ${sender.why}`);
  if (isBounce(mail, sender)) return sure("info", "a mail that could not be delivered came back", false);
  if (AUTO_REPLY.test(mail.subject)) return sure("skip", "an automatic reply", false);
  if (mail.attachments.some(isInvitation)) {
    const says = (method: string) => mail.invitations?.some((text) => new RegExp(`^METHOD:${method}\\s*$`, "im").test(text));
    if (CANCELLED.test(mail.subject) || says("CANCEL")) return sure("info", "a meeting is called off", false);
    if (says("REPLY")) return sure("info", "an answer to an invitation", false);
    return sure("meeting", "an invitation with a calendar file");
  }
  if (RECEIPT.test(mail.subject) || (INVOICE.test(mail.subject) && PAID.test(all))) return sure("info", "a receipt", false);
  if (mail.listId !== null) return sure("skip", `it came over the list "${mail.listId}"`, false);
  if (INVOICE.test(mail.subject)) return sure("action_required", "an invoice that nothing says is paid");
  if (!isPerson)
    return sure(mail.isAutomatic ? "skip" : "info", mail.isAutomatic ? "a newsletter or a notice of a program" : sender.why, false);
  if (FYI.test(all)) return sure("info", "it says that no answer is wanted");
  if (own.trim() === "" && mail.attachments.length === 0) return sure("info", "it says nothing");
  const meets = MEETING.test(all);
  if (meets && spanIn(all, mail.date) !== undefined) return sure("meeting", "it speaks of meeting, and names a time");
  if (THANKS.test(own) && own.length < 200 && !own.includes("?")) return sure("info", "it says thanks, and asks for nothing");
  if (meets) return { ...sure("meeting", "it speaks of meeting, and names no time"), open: ["info", "action_required", "meeting"] };
  if (own.includes("?") || REQUEST.test(own))
    return sure("action_required", own.includes("?") ? "a person asks something" : "a person asks for something");
  return { ...sure("info", "no rule tells what it wants"), open: ["info", "action_required", "meeting"] };
}

function isBounce(mail: ReadMail, { address }: Sender): boolean {
  return (
    /^(?:mailer-daemon|postmaster)@/.test(address) ||
    (BOUNCE.test(mail.subject) && mail.attachments.some(({ type }) => type === "message/delivery-status"))
  );
}

function isInvitation({ name, type }: { readonly name: string | null; readonly type: string }): boolean {
  return /^(?:text\/calendar|application\/ics)\b/i.test(type) || /\.ics$/i.test(name ?? "");
}

/** Without what it quotes: that is what somebody else wrote earlier. */
export function ownText(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) =>
    /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|mesaj original)/i.test(line),
  );
  return (end === -1 ? lines : lines.slice(0, end))
    .filter((line) => !/^\s*>/.test(line))
    .join("\n")
    .trim();
}
