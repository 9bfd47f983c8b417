import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import type { DayMessage } from "../day/sources.js";

/** Where somebody promised something, in their words. */
export const Promised = z.object({ message: z.string(), quote: z.string().regex(/\S/) });
export type Promised = z.output<typeof Promised>;

export const OpenPromise = z.object({ message: z.string(), by: z.string(), channel: z.string(), at: z.string(), quote: z.string() });
export type OpenPromise = z.output<typeof OpenPromise>;

/** How people promise: English, Romanian, German, French, Spanish, Italian. */
const PROMISE = new RegExp(
  `(?<![\\p{L}])(?:${[
    "i(?:'|’)?ll|i will|we(?:'|’)?ll|we will|i promise|i(?:'|’)?m going to|you(?:'|’)?ll have it|(?:will|shall) (?:send|call|write|let you know|get back)",
    "o să|o sa|voi (?:trimite|suna|scrie|face|reveni|verifica)|vom|am să|promit|îți trimit|iti trimit|vă trimit|revin",
    "ich werde|wir werden|verspreche|ich (?:schicke|sende|melde|rufe|kümmere)",
    "je vais|nous allons|je (?:promets|vous envoie|t'envoie|reviens vers)|j'enverrai",
    "voy a|vamos a|prometo|te (?:envío|mando|aviso)|le (?:envío|mando|aviso)",
    "prometto|ti (?:mando|invio|faccio sapere)|le (?:mando|invio)|manderò|invierò",
  ].join("|")})(?![\\p{L}])`,
  "iu",
);
/** What only sounds so. */
const NO_PROMISE = /\b(?:i(?:'|’)?ll|i will) (?:be (?:happy|glad)|never)\b|\?\s*$/i;
/** How people say that it is done. */
const DONE =
  /(?<!\p{L})(?:done|sent|attached|here (?:it is|you are|they are)|as promised|finished|gata|trimis|atașat|atasat|făcut|facut|erledigt|geschickt|anbei|fertig|fait|envoyé|ci-joint|voilà|hecho|enviado|adjunto|fatto|inviato|allegato)(?!\p{L})/iu;

/** Promises that rules find, sentence by sentence. */
export function promisesIn(messages: readonly DayMessage[]): readonly Promised[] {
  return messages.flatMap(({ id, body }) =>
    sentencesOf(body)
      .filter((sentence) => PROMISE.test(sentence) && !NO_PROMISE.test(sentence))
      .map((quote) => ({ message: id, quote })),
  );
}

/** A model's proposals; none where no language model has answered. @throws StagewrightError `evening-meditation/form`. */
export function proposalsFrom(answer: string): Promised[] {
  if (/composed without a language model/.test(answer)) return [];
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(answer) ?? [];
  try {
    return z.array(Promised).parse(JSON.parse(fenced ?? answer));
  } catch (cause) {
    throw new StagewrightError("evening-meditation/form", "the answer is no list of promises", {
      hint: 'say [{"message": "…", "quote": "…"}], and nothing else',
      cause,
    });
  }
}

/**
 * The promises that stand in their messages, each once, and that nobody has kept by a later message of the same thread. How
 * many were dropped because their words do not stand there is counted.
 */
export function openPromises(
  proposed: readonly Promised[],
  messages: readonly DayMessage[],
): { readonly open: OpenPromise[]; readonly dropped: number } {
  const open = new Map<string, OpenPromise>();
  let dropped = 0;
  for (const { message: id, quote } of proposed) {
    const index = messages.findIndex((message) => message.id === id);
    const message = messages[index];
    const sentence = message && sentencesOf(message.body).find((one) => flat(one).includes(flat(quote)));
    if (message === undefined || sentence === undefined) {
      dropped += 1;
      continue;
    }
    const { channel, at, from: by, thread } = message;
    const isKept = messages.slice(index + 1).some((later) => later.thread === thread && later.from === by && DONE.test(later.body));
    if (!isKept) open.set(`${id} ${flat(sentence)}`, { message: id, by, channel, at, quote: sentence });
  }
  return { open: [...open.values()].sort((a, b) => (a.at < b.at ? -1 : 1)), dropped };
}

/** Without lines that quote an earlier message. */
function sentencesOf(body: string): readonly string[] {
  return body
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function flat(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}
