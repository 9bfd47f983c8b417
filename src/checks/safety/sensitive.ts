import { type Hit, withoutOverlap } from "./hit.js";
import { cardNumbers, cnps, emailAddresses, ibans, phoneNumbers } from "./personal-data.js";
import { botTokens, knownTokens, passwordsInLists, passwordsInUrls, privateKeys, randomValues } from "./secrets.js";
import { unhidden } from "./unhidden.js";

/** Of two that begin at one place the earlier one in this list is meant. */
const DETECTORS = [
  privateKeys,
  knownTokens,
  botTokens,
  passwordsInUrls,
  passwordsInLists,
  randomValues,
  ibans,
  cnps,
  cardNumbers,
  phoneNumbers,
  emailAddresses,
] as const;

// All rules of the pack look at one text, one after the other; the result depends on nothing but that text.
let last: { readonly text: string; readonly hits: readonly Hit[] } | undefined;

/** Secrets and personal data in a text, in order and apart. Linear in its length. */
export function sensitiveHits(text: string): readonly Hit[] {
  if (last?.text !== text) last = { text, hits: detect(text) };
  return last.hits;
}

/** Looks at the text as it is seen, so that nothing hides behind characters that show nothing. */
function detect(original: string): readonly Hit[] {
  const { text, originalOffset } = unhidden(original);
  const hits = withoutOverlap(DETECTORS.map((find) => find(text)));
  if (text === original) return hits;
  return hits.map((hit) => ({ ...hit, from: originalOffset(hit.from), to: originalOffset(hit.to - 1) + 1 }));
}

/**
 * The text with a dot for each character of what nobody may print whole: secrets, and the numbers of cards, accounts and people. It
 * keeps its length and its lines.
 */
export function maskSecrets(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isHidden } of last?.text === text ? last.hits : detect(text)) {
    if (!isHidden) continue;
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, "•"));
    at = to;
  }
  return at === 0 ? text : parts.join("") + text.slice(at);
}
