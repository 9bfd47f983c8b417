import type { Incoming } from "../dispatch/index.js";
import type { AskedPlace } from "./asked-place.js";
import type { AskingLine } from "./asking-line.js";
import { type AskingState, messageKey, type Question, questionOf } from "./asking-state.js";
import { saidIn } from "./said.js";
import { isToken } from "./token.js";

interface Hearing {
  readonly state: AskingState;
  readonly places: readonly AskedPlace[];
  readonly secret: string;
  readonly now: Date;
}

/** What a message means for the questions that were asked. */
export interface HeardAs {
  readonly add: readonly AskingLine[];
  /** In which chat something is to be said, as `channel:chat`. */
  readonly to: string;
  readonly reply?: string;
}

/** Whoever is told again and again that he was not understood is most likely a program. */
const MOST_MISREAD = 3;
/** `[code.token]` in a subject, and a code behind the word that a button or a person wrote. */
const TOKEN = /\[([0-9a-f]{10})\.([\w-]{32})\]/;
const CODE = /^\s*(\w+(?: ahead)?)\s+([0-9a-f]{10})(?![\w-])\s*[.:,-]?\s*([\s\S]*)$/i;

/** Reads what came in. @returns nothing where it has nothing to do with a gate. */
export function heardAs(incoming: Incoming, channel: string, hearing: Hearing): HeardAs | undefined {
  const { state, places, now } = hearing;
  const to = `${channel}:${incoming.chat}`;
  const asked = askedBy(incoming, to, state);
  if (asked === undefined) return undefined;
  const { question, text } = asked;
  const place = places.find((one) => one.to === question.to);
  if (place === undefined) return { to, add: [], reply: "Nobody is asked here any more: decide at a terminal or on the page." };
  const by = writerOf(incoming, { place, question, ...hearing });
  if (typeof by !== "string") return { to, add: [], ...(by.reply !== undefined && { reply: by.reply }) };
  const said = saidIn(text);
  const answered = (decision: Extract<AskingLine, { type: "answered" }>["decision"]): HeardAs => ({
    to,
    add: [{ type: "answered", key: `${channel} ${incoming.id}`, id: question.id, by, decision, at: now.toISOString() }],
  });
  // An answer to a question that is settled is carried out, too: whoever comes late is told who was first.
  if (said.says === "approve" && !question.isForm) return answered({ decision: "approve" });
  if (said.says === "reject" && said.reason !== "") return answered({ decision: "reject", reason: said.reason });
  if (said.says === "reject") {
    return { to, add: [{ type: "why", id: question.id, by }], reply: "What is wrong? Answer the question once more, with the reason." };
  }
  const words = said.says === "something" ? said.text : text;
  if (question.why.includes(by) && words.trim() !== "") return answered({ decision: "reject", reason: words.trim() });
  if (question.isForm && words.trim() !== "") return answered({ decision: "answer", text: words });
  if (question.misread >= MOST_MISREAD) return { to, add: [] };
  return {
    to,
    add: [{ type: "misread", id: question.id }],
    reply: "That is neither a yes nor a no, and nothing has been decided. Answer `approve` and nothing else, or `reject` with the reason.",
  };
}

/** Which question is answered: by its token, by its code, or by the message that is answered. */
function askedBy(
  { text, subject = "", answers }: Incoming,
  to: string,
  state: AskingState,
): { readonly question: Question; readonly text: string } | undefined {
  const all = [...state.questions.values(), ...state.settled.values()].filter((question) => question.to === to);
  const code = TOKEN.exec(subject)?.[1];
  const bySubject = code === undefined ? undefined : all.find((question) => question.code === code);
  if (bySubject !== undefined) return { question: bySubject, text };
  const [, word = "", typed, rest = ""] = CODE.exec(text) ?? [];
  const byCode = typed === undefined ? undefined : all.find((question) => question.code === typed.toLowerCase());
  if (byCode !== undefined) return { question: byCode, text: `${word} ${rest}` };
  const id = answers === undefined ? undefined : state.messages.get(messageKey(to, answers));
  const byMessage = id === undefined ? undefined : questionOf(state, id);
  return byMessage === undefined ? undefined : { question: byMessage, text };
}

/** Who has written it, by the name that gates know; else what is to be said about that, if anything. */
function writerOf(
  { from, subject = "" }: Incoming,
  { place, question, secret }: { readonly place: AskedPlace; readonly question: Question } & Hearing,
): string | { readonly reply?: string } {
  if (place.proof === "none") return { reply: "Nobody vouches here for who writes: decide at a terminal or on the page." };
  if (place.proof === "token") {
    const [person = ""] = Object.values(place.people);
    const token = TOKEN.exec(subject)?.[2] ?? "";
    // No answer to whoever has no token: the address may be anybody's, and so may be what is written in its name.
    return isToken(token, { question: question.id, digest: question.digest, person }, secret) ? person : {};
  }
  const known = from.id !== null && Object.hasOwn(place.people, from.id) ? place.people[from.id] : undefined;
  return known ?? { reply: `${from.name === "" ? "Whoever wrote this" : from.name} decides nothing here: nothing has been decided.` };
}
