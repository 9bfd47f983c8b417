import { grouped } from "../amount.js";
import { dateKey } from "./calendar.js";
import type { Detail } from "./details.js";
import type { FactsIndex } from "./facts-index.js";
import { wordsOf } from "./ratio-table.js";
import { plainPath, plainUrl } from "./tokens.js";

/** Words that say that a number is worked out from two others, or that it is what is left. */
const RELATED =
  /(?<![\p{L}])(?:more|fewer|less|net|than|further|other|others|another|remaining|remain|remainder|rest|left|total|together|in all|altogether|overall|combined|difference|grew|grown|shrank|dropped|fell|rose|gained|saved|faster|slower|gap|mai|restul|diferență|împreună|alte|alți|celelalte)(?![\p{L}])/u;
const FIRST_OF =
  /(?:first|last|top|latest|oldest|newest|largest|smallest|primele|primii|ultimele|ultimii)(?: of (?:its|the|these|them|their))? $/u;
const HEDGE =
  /(?:about|around|nearly|almost|roughly|some|over|under|more than|less than|fewer than|at least|at most|approximately|approx\.|up to|close to|circa|aproape|peste|cam|vreo|~|≈) ?$/u;
const HEDGED = 0.1;
/** Below this a difference or a sum of some two numbers is met by chance. */
const SMALL = 20;
/** A text tells this many of a whole at most before it counts the rest. */
const MOST_TOLD = 30;

/** The words around a detail in its sentence, in small letters. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** Whether a detail is in the facts or follows from them. */
export function isGrounded(detail: Detail, facts: FactsIndex, around: Around): boolean {
  switch (detail.kind) {
    case "date":
      return detail.dates.some((date) => facts.dates.has(dateKey(date)) || (isYearAlone(date) && facts.stated.has(date.year ?? 0)));
    case "time":
      return facts.times.has(detail.minutes, detail.isFullHour ? 59 : 0);
    case "version": {
      const version = detail.text.replace(/^v/i, "").toLowerCase();
      return facts.versions.has(version) || facts.words.has(version);
    }
    case "path":
      return facts.paths.has(plainPath(detail.text)) || facts.words.has(plainPath(detail.text));
    case "commit":
      return facts.commits.has(detail.text);
    case "url":
      return facts.urls.has(plainUrl(detail.text));
    case "email":
    case "identifier":
      return hasToken(facts, detail.text);
    case "duration":
      return (
        detail.values.some((value) => facts.seconds.has(value, hedged(value, detail.half, around))) || isUnitless(detail.raw, facts, around)
      );
    case "size":
      return (
        detail.values.some((value) => facts.bytes.has(value, hedged(value, detail.half, around))) || isUnitless(detail.raw, facts, around)
      );
    case "percentage":
      return detail.values.some((value) => isShare(value, detail, facts, around)) || isUnitless(detail.raw, facts, around);
    case "number":
      return detail.values.some((value) => isKnownNumber(value, detail, facts, around));
  }
}

function isKnownNumber(value: number, { half, text }: Detail & { readonly kind: "number" }, facts: FactsIndex, around: Around): boolean {
  const reach = hedged(value, half, around);
  if (facts.stated.has(value, reach) || facts.counted.has(value, reach)) return true;
  if (facts.versions.has(text)) return true;
  const isRelated = RELATED.test(around.before) || RELATED.test(around.after);
  if (facts.related.has(value, reach) && (isRelated || value > SMALL)) return true;
  if (/^(?: ?times\b|x\b| ?× ?|-?fold\b| ori\b| de ori\b)/.test(around.after)) {
    if (facts.ratios.has(value, Math.max(half, reach, 0.05), `${around.before} ${around.after}`)) return true;
  }
  if (FIRST_OF.test(around.before)) {
    const most = facts.wholes.nearest(Number.MAX_SAFE_INTEGER);
    if (most !== undefined && most.value >= value) return true;
  }
  if (!isRelated) return false;
  for (let told = 1; told <= MOST_TOLD; told += 1) if (facts.wholes.has(value + told)) return true;
  return false;
}

function hedged(value: number, half: number, { before }: Around): number {
  return HEDGE.test(before) ? Math.max(half, Math.abs(value) * HEDGED) : half;
}

function isShare(value: number, { half }: { readonly half: number }, { percentages, ratios }: FactsIndex, around: Around): boolean {
  const reach = hedged(value, half, around);
  return percentages.has(value, reach) || ratios.has(value / 100, reach / 100, `${around.before} ${around.after}`);
}

function isUnitless(raw: readonly number[], { unitless }: FactsIndex, { before, after }: Around): boolean {
  return raw.some((value) => {
    const words = unitless.get(value);
    return words !== undefined && wordsOf(`${before} ${after}`).some((word) => words.has(word));
  });
}

function isYearAlone({ month, day, weekday }: { month?: number; day?: number; weekday?: number }): boolean {
  return month === undefined && day === undefined && weekday === undefined;
}

/** Whether a token stands in the facts as a whole; `src/a.ts:12` and `run()` count for what they name. */
export function hasToken(facts: FactsIndex, token: string): boolean {
  const plain = token.replace(/\(\)$/, "").normalize("NFC").toLowerCase();
  return facts.words.has(plain) || facts.tokens.has(plain);
}

/** The fact that comes nearest to a detail, as a person reads it. */
export function nearestFact(detail: Detail, facts: FactsIndex): string | undefined {
  switch (detail.kind) {
    case "percentage": {
      const found = facts.percentages.nearest(detail.values[0] ?? 0);
      return found === undefined ? nearestNumber(detail.values[0] ?? 0, facts) : `${told(found.value)}% (${found.from})`;
    }
    case "number":
      return nearestNumber(detail.values[0] ?? 0, facts);
    case "duration":
    case "size": {
      const found = (detail.kind === "duration" ? facts.seconds : facts.bytes).nearest(detail.values[0] ?? 0);
      return found === undefined ? undefined : `${told(found.value)} ${detail.kind === "duration" ? "seconds" : "bytes"} (${found.from})`;
    }
    case "date":
      return facts.dates.values().next().value;
    case "time": {
      const found = facts.times.nearest(detail.minutes);
      return found?.from;
    }
    default:
      return nearestText(detail.text, facts);
  }
}

export function nearestText(text: string, facts: FactsIndex): string | undefined {
  const found = facts.near.nearest(text);
  return found === undefined ? undefined : `"${found.text}" (${found.from})`;
}

function nearestNumber(value: number, facts: FactsIndex): string | undefined {
  const both = [facts.stated.nearest(value), facts.counted.nearest(value)].filter((found) => found !== undefined);
  const [best] = both.sort((a, b) => Math.abs(a.value - value) - Math.abs(b.value - value));
  return best === undefined ? undefined : `${told(best.value)} (${best.from || "the facts themselves"})`;
}

function told(value: number): string {
  return Number.isInteger(value) ? grouped(value) : String(Math.round(value * 1_000) / 1_000);
}
