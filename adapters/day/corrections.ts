import type { Said } from "./comms.js";
import type { Correction, DayMessage } from "./day.js";

/**
 * How people begin when they put something right, in small letters and without accents: English, Romanian, German, French,
 * Spanish, Italian, Portuguese. At the beginning of a sentence only: "no" in the middle of one corrects nothing.
 */
const BEGINNINGS = [
  "nope?|wrong|incorrect|actually|not like (?:this|that)|that(?:s| is) (?:wrong|not (?:right|true|correct|what))|instead|i said|i (?:did not|didnt) ask|you (?:forgot|missed)|you got \\S+ wrong",
  "next time|from now on|in (?:the )?future|(?:please )?(?:do not|dont|never|always|stop|avoid)|too (?:long|short|formal|casual|many|much|late|early)|it (?:should|must) (?:be|have)(?! (?:fine|ok|okay|good))|should (?:be|have been)(?! (?:fine|ok|okay|good))",
  "nu(?: e| este| asa| mai)?|gresit|incorect|de fapt|data viitoare|de acum (?:incolo|inainte)|pe viitor|niciodata|mereu|intotdeauna|prea (?:lung|scurt|mult|tarziu|devreme|formal)|ai (?:uitat|gresit)|trebuia",
  "nein|falsch|stimmt nicht|das (?:stimmt nicht|ist falsch)|eigentlich|nachstes mal|beim nachsten mal|ab jetzt|in zukunft|kunftig|(?:bitte )?(?:nicht|nie|niemals|immer)|zu (?:lang|kurz|viel|viele|formlich|spat|fruh)|du hast vergessen",
  "non|faux|incorrect|en fait|la prochaine fois|desormais|a l avenir|(?:ne|n) \\S+ (?:pas|jamais|plus)|jamais|toujours|trop (?:long|court|formel|tard|tot)|tu as oublie",
  "incorrecto|equivocado|en realidad|la proxima vez|de ahora en adelante|en el futuro|nunca|siempre|demasiado (?:largo|corto|formal|tarde)|(?:te )?olvidaste|no es (?:asi|correcto)",
  "sbagliato|in realta|la prossima volta|d ora in poi|in futuro|sempre|troppo (?:lungo|corto|formale|tardi)|hai dimenticato",
  "nao|errado|na verdade|da proxima vez|de agora em diante|no futuro|demasiado (?:longo|curto|tarde)|muito (?:longo|curto|tarde)|esqueceu",
];
const CORRECTION = new RegExp(`^(?:${BEGINNINGS.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Before what is meant: "Thanks, but too long". */
const POLITE =
  /^(?:(?:thanks?(?: you)?|ok(?:ay)?|hm+|hi|hey|hello|sorry|good|nice|please|but|and|multumesc|bine|scuze|dar|danke|gut|aber|bitte|merci|bien|mais|gracias|pero|grazie|ma|obrigad[oa]|mas)\s+)+/;

const THANKS = /^(?:thanks?(?: you)?(?: a lot| anyway| again)?|multumesc|danke|merci|gracias|grazie|obrigad[oa])$/;

/** A no to a question, or to an offer: it says nothing of what to do better. */
const BARE = /^(?:no+|nope|nu|nein|non|nao)$/;
const COURTESY = new RegExp(
  `^(?:${[
    "no (?:problem|worries|thanks|thank you|need|rush|hurry|idea|doubt)|never mind|actually (?:great|good|fine|perfect|nice)|always (?:a pleasure|welcome)",
    "nu (?:e nimic|e problema|e nevoie|stiu|multumesc)|nein danke|kein problem|nicht (?:schlecht|noetig|notig)|immer gerne?|non (?:merci|grazie|lo so|so)|de nada|no (?:gracias|se|lo se|pasa nada)|nao (?:sei|obrigad[oa])|toujours un plaisir",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "u",
);

/** Whether somebody puts right what they answer. */
export function isCorrection(text: string): boolean {
  const said = sentencesOf(text)
    .map((sentence) => sentence.replace(POLITE, ""))
    .filter((sentence) => sentence !== "" && !COURTESY.test(sentence) && !THANKS.test(sentence));
  const [first = "", ...rest] = said;
  return said.some((sentence) => CORRECTION.test(sentence) && !BARE.test(sentence)) || (BARE.test(first) && rest.length > 0);
}

/** The answers to what went out that put something right. `messages` are of any time, the oldest first. */
export function correctionsIn(messages: readonly Said[], since: string): readonly Correction[] {
  const outById = new Map<string, DayMessage>();
  const lastOut = new Map<string, DayMessage>();
  const found: Correction[] = [];
  for (const message of messages) {
    const { id, at, channel, thread, from, body, answers } = message;
    if (message.direction === "out") {
      outById.set(id, message);
      lastOut.set(thread, message);
    } else if (Date.parse(at) >= Date.parse(since)) {
      // What it answers in so many words, else what was said last before it.
      const answered = (answers === undefined ? undefined : outById.get(answers)) ?? lastOut.get(thread);
      if (answered === undefined || !isCorrection(body)) continue;
      const { id: of, from: said, body: text } = answered;
      found.push({ id, at, channel, thread, by: from, words: body, answered: { id: of, from: said, body: text } });
    }
  }
  return found;
}

/** The sentences of a text without quoted lines, in small letters, without accents and marks. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .join("\n")
    .split(/[.!?;,:\n]+|\s[-–—]\s/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .normalize("NFD")
        .replaceAll(/\p{M}/gu, "")
        .replaceAll(/(?<=n|m|t|s)['’](?=t|s)/gu, "")
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    )
    .filter((sentence) => sentence !== "");
}
