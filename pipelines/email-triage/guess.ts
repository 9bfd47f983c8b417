import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { MailClass } from "./classify.js";
import { WITHOUT_A_MODEL } from "./draft.js";

export const Unclear = z.object({ open: z.array(MailClass), subject: z.string(), text: z.string() });
export type Unclear = z.output<typeof Unclear>;

/** The class in a model's answer, which must be open; where the embedded writer answered, the embedded classifier's guess. */
export function classFrom(answer: string, unclear: Unclear): MailClass {
  if (WITHOUT_A_MODEL.test(answer)) return guess(unclear);
  const word = answer.trim().toLowerCase();
  const found = unclear.open.find((one) => one === word);
  if (found !== undefined) return found;
  throw new StagewrightError("email-triage/class", "the answer is none of the classes that are open", {
    hint: `say one of ${unclear.open.join(", ")}`,
  });
}

interface Sign {
  readonly of: MailClass;
  readonly weight: number;
  readonly form: RegExp;
}

/** Begins of words, since most of these languages bend the ends; scripts without gaps between words are looked for anywhere. */
const stems = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})`, "giu");
const anywhere = (words: string) => new RegExp(words, "gu");

/** What speaks for a class, in the languages that are known here. Each sign counts once, however often it stands there. */
const SIGNS: readonly Sign[] = [
  {
    of: "meeting",
    weight: 3,
    form: stems(
      "meet(?:ing)?\\b|appointment|interview|video ?call|phone call|besprechung|termin\\b|treffen|întâln|intaln|ședinț|programare|rendez-vous|réunion|rencontr|reuni(?:ón|one)|cita\\b|quedar|appuntamento|incontr|reunião|встреч|совещани|созвон|συνάντηση|ραντεβού|spotkani|schůzk|találkoz|afspraak|vergadering|toplantı|görüşme|möte\\b|møde\\b",
    ),
  },
  { of: "meeting", weight: 3, form: anywhere("会議|打ち合わせ|ミーティング|お会い|会议|会面|见面|اجتماع|موعد|لقاء|פגישה|회의|미팅") },
  {
    of: "meeting",
    weight: 1,
    form: stems(
      "(?:mon|tues|wednes|thurs|fri)day|montag|dienstag|mittwoch|donnerstag|freitag|luni|marți|miercuri|joi\\b|vineri|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|jueves|viernes|lunedì|martedì|giovedì|venerdì|понедельник|вторник|сред[уа]\\b|четверг|пятниц|δευτέρα|τρίτη|τετάρτη|πέμπτη|παρασκευή|poniedziałek|wtorek|środ[aę]|czwartek|piąt[ek]",
    ),
  },
  {
    of: "meeting",
    weight: 1,
    form: anywhere(
      "月曜|火曜|水曜|木曜|金曜|星期[一二三四五]|周[一二三四五]|الاثنين|الثلاثاء|الأربعاء|الخميس|\\d{1,2}\\s?[:時点시h]\\s?(?:\\d{2})?",
    ),
  },
  {
    of: "action_required",
    weight: 3,
    form: stems(
      "please|could you|can you|would you|let me know|waiting for|need you|bitte|könn(?:en|ten) sie|kannst du|te rog|vă rog|va rog|puteți|aștept|s['’]il (?:vous|te) pla[iî]t|pourriez|pouvez|merci de|veuillez|por favor|podría|puede[sn]?\\b|per favore|potrebbe|può\\b|poderia|пожалуйста|прошу|не могли бы|можете|παρακαλώ|μπορείτε|θα μπορούσατε|proszę|prosimy|prosím|kérem|alstublieft|kunt u|lütfen|snälla|kan du|venligst",
    ),
  },
  {
    of: "action_required",
    weight: 3,
    form: anywhere("お願い|ください|いただけ|でしょうか|请|請|能否|吗|من فضلك|الرجاء|يرجى|هل|אנא|בבקשה|부탁|주세요|까요"),
  },
  { of: "action_required", weight: 2, form: anywhere("[?？؟;](?=\\s|$)") },
  {
    of: "action_required",
    weight: 1,
    form: stems(
      "deadline|urgent|by (?:mon|tues|wednes|thurs|fri)day|signature|sign\\b|approve|dringend|frist|unterschr|urgent|semna|termen|délai|avant (?:le|lundi|vendredi)|срочно|подпи[сш]|до пятницы|plazo|firma|scadenza",
    ),
  },
  {
    of: "info",
    weight: 3,
    form: stems(
      "fyi|for your information|no (?:reply|answer|action)|nothing to do|just (?:to let|so) you know|zur info|zur kenntnis|keine antwort|spre (?:știință|informare)|nu (?:e|este) nevoie|pour (?:votre )?information|à titre d['’]information|aucune (?:réponse|action)|para (?:su|tu) información|no hace falta|per (?:conoscenza|informazione)|для (?:вашего )?сведения|к сведению|отвечать не|προς ενημέρωση|do wiadomości|bilginize|ter informatie",
    ),
  },
  { of: "info", weight: 3, form: anywhere("ご報告|お知らせ|返信は不要|供参考|通知|للعلم|للاطلاع|לידיעתך|참고") },
  {
    of: "info",
    weight: 2,
    form: stems(
      "thank(?:s| you)|has (?:arrived|been|shipped)|have (?:arrived|received)|is (?:done|ready|up|online)|are (?:done|ready|up)|danke|vielen dank|ist (?:angekommen|fertig)|mulțum|a (?:sosit|ajuns)|au (?:sosit|ajuns)|merci (?:beaucoup|pour)|est (?:arrivé|prêt)|sont (?:arrivé|prêt)|gracias|ha llegado|grazie|è arrivat|спасибо|пришл[аои]|получил|ευχαριστ|έφτασ|dziękuj|dotarł",
    ),
  },
  { of: "info", weight: 2, form: anywhere("ありがとう|届きました|到着|谢谢|收到|已到|شكرا|وصل|תודה|감사|도착") },
  {
    of: "skip",
    weight: 3,
    form: stems(
      "unsubscribe|newsletter|abmelden|dezabon|se désabonner|désinscri|отписаться|darse de baja|disiscri|cancel your subscription",
    ),
  },
  {
    of: "skip",
    weight: 3,
    form: stems(
      "automatic reply|out of (?:the )?office|abwesenheit|automatische antwort|răspuns automat|réponse automatique|автоответ|respuesta automática",
    ),
  },
  {
    of: "skip",
    weight: 2,
    form: stems("\\d{1,2} ?% off|sale\\b|discount|rabatt|reducer|promo|soldes|скидк|oferta|sconto|webinar|only today|nur heute|doar azi"),
  },
  { of: "skip", weight: 2, form: anywhere("セール|配信停止|优惠|退订|تخفيض|إلغاء الاشتراك") },
];

/** The embedded classifier: signs of each class are weighed, and where nothing speaks for any, a mail is for information. */
export function guess({ open, subject, text }: Unclear): MailClass {
  const all = `${subject}\n${text}`;
  const weights = new Map<MailClass, number>();
  for (const { of, weight, form } of SIGNS) {
    // A sign that stands there several times says no more than one.
    if (all.search(form) !== -1) weights.set(of, (weights.get(of) ?? 0) + weight);
  }
  const usual = open.includes("info") ? "info" : open[0];
  if (usual === undefined) return "info";
  return open.reduce<MailClass>((best, one) => ((weights.get(one) ?? 0) > (weights.get(best) ?? 0) ? one : best), usual);
}
