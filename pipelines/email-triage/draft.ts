import { z } from "zod";
import { countWords, safety, withSeverity } from "../../src/checks/index.js";
import type { AnyStage, Check, Finding } from "../../src/dsl/index.js";
import { About } from "./about.js";

export const Draft = z.object({ markdown: z.string() });
export type Draft = z.output<typeof Draft>;

const MOST_WORDS = 150;

export function promptOf({ meeting, ...about }: About): string {
  // What else is in the calendar is nobody's but the reader's.
  const facts = { ...about, meeting: meeting && { asked: meeting.asked, isFree: meeting.isFree } };
  return `Write the answer to this mail.\n\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``;
}

/** The embedded writer composes no answer; then code says the plain one. */
export const WITHOUT_A_MODEL = /composed without a language model/;

export function draftFrom(answer: string, about: About): string {
  return WITHOUT_A_MODEL.test(answer) ? plainAnswer(about) : answer.trim();
}

const PLAIN = {
  en: {
    hello: "Hello,",
    got: "Thank you for your message. I have read it and am looking into it.",
    free: "Thank you for the invitation. The time that you name is free in my calendar. Shall we keep it?",
    busy: "Thank you for the invitation. I already have something at the time that you name. Is there another one?",
    when: "Thank you for the invitation. Which day and time do you have in mind?",
  },
  ro: {
    hello: "Bună ziua,",
    got: "Mulțumesc pentru mesaj. L-am citit și mă uit la el.",
    free: "Mulțumesc pentru invitație. Ora propusă este liberă în calendarul meu. O păstrăm?",
    busy: "Mulțumesc pentru invitație. La ora propusă am deja altceva. Se poate la altă oră?",
    when: "Mulțumesc pentru invitație. La ce zi și oră v-ați gândit?",
  },
  de: {
    hello: "Guten Tag,",
    got: "vielen Dank für Ihre Nachricht. Ich habe sie gelesen und sehe sie mir an.",
    free: "vielen Dank für die Einladung. Der genannte Termin ist in meinem Kalender frei. Bleiben wir dabei?",
    busy: "vielen Dank für die Einladung. Zu der genannten Zeit habe ich schon etwas. Geht es auch zu einer anderen?",
    when: "vielen Dank für die Einladung. An welchen Tag und welche Zeit denken Sie?",
  },
};

function plainAnswer({ class: kind, meeting, text, subject }: About): string {
  const say = PLAIN[languageOf(`${subject} ${text}`)];
  const what = kind !== "meeting" ? say.got : meeting === null ? say.when : meeting.isFree ? say.free : say.busy;
  return `${say.hello}\n\n${what}`;
}

function languageOf(text: string): keyof typeof PLAIN {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const ro = count(/[ăâîșțşţ]|(?<!\p{L})(?:și|si|pentru|este|vă|va rog|bună|salut|nu|cu)(?!\p{L})/giu);
  const de = count(/[äöüß]|(?<!\p{L})(?:und|der|die|das|ich|Sie|ist|nicht|bitte|mit)(?!\p{L})/gu);
  const en = count(/(?<!\p{L})(?:the|and|you|is|to|of|please|for)(?!\p{L})/giu);
  if (ro > de && ro > en) return "ro";
  return de > en ? "de" : "en";
}

const FAULTS: readonly { readonly rule: string; readonly form: RegExp; readonly what: string }[] = [
  {
    rule: "promise",
    what: "promises something",
    form: /(?<!\p{L})(?:(?:i|we)(?:['’]ll| will| shall| promise| guarantee| commit)|promised?|guaranteed?|you have my word|by (?:tomorrow|tonight|monday|tuesday|wednesday|thursday|friday)|ich werde|wir werden|verspreche\p{L}*|garantier\p{L}*|bis morgen|promit\p{L}*|garant(?:ez|ăm)|voi (?:trimite|face|plăti|veni)|vom (?:trimite|face|plăti|veni)|până mâine)(?!\p{L})/iu,
  },
  {
    rule: "money",
    what: "speaks of money",
    form: /[€$£]\s?\d|\d\s?(?:[€$£]|%)|(?<!\p{L})\d[\d.,\s]{0,15}(?:eur|euros?|usd|dollars?|gbp|lei|ron|chf)(?!\p{L})|(?<!\p{L})(?:(?:i|we) (?:agree to pay|have paid|accept (?:the|your) (?:price|offer|quote))|(?:transfer|payment|wire) (?:is|was|has been) (?:approved|made|sent|released)|überweisung (?:ist|wurde)|plata (?:este|a fost))(?!\p{L})/iu,
  },
  {
    rule: "tone",
    what: "has a tone that nobody wants to have had",
    form: /!{2,}|(?<!\p{L})(?:\p{Lu}{4,}\s+){2}\p{Lu}{4,}|(?<!\p{L})(?:stupid|idiot\p{L}*|ridiculous|incompetent|shut up|how dare you|dumm\p{L}*|unverschämt|prost(?:ie|ule)?|tâmpit\p{L}*)(?!\p{L})/u,
  },
  {
    rule: "markup",
    what: "has a link or markup in it",
    form: /https?:\/\/|\bwww\.|\]\(|<\/?[a-z!][^>]*>|```|^\s{0,3}(?:#{1,6}\s|[-*+]\s|\|)/im,
  },
];

const SAYS_FREE =
  /(?<!\p{L})(?:(?:is|am|are) free|works for me|suits me|see you (?:then|there|on)|ist (?:\p{L}+ ){0,4}frei|passt (?:mir|gut)|(?:este|e|sunt) liber[ăi]?|îmi convine|ne vedem)(?!\p{L})/iu;

/** Whether an answer says that the time suits. */
export function agrees(answer: string): boolean {
  return SAYS_FREE.test(answer);
}

/** The faults of an answer that code can see, whoever wrote it. */
export function faultsOf(answer: string, { meeting }: Pick<About, "meeting">): readonly Finding[] {
  const error = (rule: string, message: string): Finding => ({ rule: `email-triage/${rule}`, severity: "error", message });
  const faults = FAULTS.flatMap(({ rule, form, what }) => {
    const found = form.exec(answer)?.[0].trim();
    return found === undefined ? [] : [error(rule, `the answer ${what}: "${found}"`)];
  });
  const count = countWords(answer);
  if (count === 0) faults.push(error("length", "the answer says nothing"));
  if (count > MOST_WORDS) faults.push(error("length", `the answer has ${count} words, and at most ${MOST_WORDS} are sent`));
  const free = SAYS_FREE.exec(answer)?.[0];
  if (free !== undefined && meeting?.isFree !== true) {
    const because = meeting === null ? "the mail names no time that was looked up" : "the calendar has something then";
    faults.push(error("calendar", `the answer says that a time suits, and ${because}: "${free}"`));
  }
  return faults;
}

/** An answer, from a model or from a person's edit, held against the mail. */
export function wellAnswered<const Name extends string>(stage: AnyStage<Name>): Check<Draft, Name> {
  return {
    rule: "email-triage/answer",
    given: { about: stage },
    run: ({ markdown }, { about }) => faultsOf(markdown, About.parse(about)),
  };
}

/** Secrets, personal data and orders to a model: in a letter to a stranger each of them is an error. */
export const safeToSend = withSeverity("error", safety.checks());
