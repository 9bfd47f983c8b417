import { latestWords } from "./latest-words.js";

/** What somebody answered at a gate. */
export type Said =
  | { readonly says: "approve" }
  /** Without a reason it is asked for one. */
  | { readonly says: "reject"; readonly reason: string }
  | { readonly says: "something"; readonly text: string };

const APPROVE = /^(?:approved?|yes|ok|okay|go ahead)[.!]?$/i;
const REJECT = /^(?:reject(?:ed)?|no)(?:\s*[.!:,;-]\s*|\s+|$)(?:because\b[:,]?\s*)?/i;

/**
 * Reads an answer. Approval is one word and nothing more: "ok, but change the title" approves nothing. What a mail quotes
 * of the question counts for nothing.
 */
export function saidIn(text: string): Said {
  const words = latestWords(text).trim();
  if (APPROVE.test(words)) return { says: "approve" };
  const rejected = REJECT.exec(words);
  if (rejected !== null) return { says: "reject", reason: words.slice(rejected[0].length).trim() };
  return { says: "something", text: words };
}
