import type { Block } from "../text/block.js";
import { STAND_IN } from "../text/stand-in.js";
import { type DetailKind, detailsIn } from "./details.js";
import type { FactsIndex } from "./facts-index.js";
import { hasToken, isGrounded, nearestFact, nearestText } from "./judge.js";
import { standsIn } from "./quoted.js";
import { NOWHERE } from "./surroundings.js";
import { kindOf } from "./tokens.js";

export interface CodeSpan {
  readonly text: string;
  readonly offset: number;
}

/** The code in a block's lines, without its ticks, and the bare addresses; both are stand-ins in its prose. */
export function codeSpansOf({ prose, pieces }: Block, markdown: string): readonly CodeSpan[] {
  if (!prose.includes(STAND_IN)) return [];
  return pieces
    .filter(({ text }) => text === STAND_IN)
    .map(({ from, to }) => ({ source: markdown.slice(from, to), from }))
    .filter(({ source }) => /^(?:`|<?https?:|<?www\.|<?[^\s<>!]+@)/i.test(source))
    .map(({ source, from }) => {
      const marks = /^(?:`+|<?)/.exec(source)?.[0].length ?? 0;
      const inner = source.slice(marks).replace(source.startsWith("<") ? />$/ : /`+$/, "");
      const text = inner.trim();
      return { text, offset: from + marks + (inner.length - inner.trimStart().length) };
    });
}

const OF_ANY_LANGUAGE = new Set("true false null undefined none nil void".split(" "));

/** What in a span of code no fact carries: of a single word what it is, of several words the first that is unknown. */
export function groundCode(
  code: string,
  facts: FactsIndex,
): { readonly kind: DetailKind; readonly text: string; readonly nearest: string | undefined } | undefined {
  if (standsIn(facts.sources, code)) return undefined;
  for (const token of code.split(/\s+/)) {
    if (!/[\p{L}\p{N}]/u.test(token) || OF_ANY_LANGUAGE.has(token.toLowerCase()) || hasToken(facts, token)) continue;
    const kind = kindOf(token, { inCode: true });
    if (kind === undefined || kind === "identifier") {
      const details = detailsIn(token, { isRomanian: false }).filter((detail) => detail.kind !== "identifier");
      if (kind === undefined && details.every((detail) => isGrounded(detail, facts, NOWHERE))) continue;
      return { kind: kind ?? "number", text: token, nearest: nearestText(token, facts) };
    }
    const detail = { kind, text: token, from: 0, to: token.length };
    if (!isGrounded(detail, facts, NOWHERE)) return { kind, text: token, nearest: nearestFact(detail, facts) };
  }
  return undefined;
}
