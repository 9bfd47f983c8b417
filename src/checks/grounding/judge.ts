import { grouped } from "../amount.js";
import { dateKey } from "./calendar.js";
import { hoursMeant } from "./clock-words.js";
import type { Detail } from "./details.js";
import type { FactsIndex } from "./facts-index.js";
import { isSpokenOf, isTouched } from "./pair-table.js";
import { OFF_IN_WORDS } from "./shares-in-words.js";
import type { Surroundings } from "./surroundings.js";
import { plainPath, plainUrl } from "./tokens.js";
import { isWorkedOut } from "./worked-out.js";

/** Words that say that a number is worked out from two others, or that it is what is left. */
const RELATED =
  /(?<![\p{L}])(?:more|fewer|less|net|than|further|other|others|another|remaining|remain|remains|remainder|rest|left|leaves|leaving|total|together|in all|altogether|overall|combined|difference|differ|apart|between|gone|went|increase|increased|decrease|decreased|reduced|reduction|change|changed|rise|drop|grew|grown|shrank|dropped|fell|rose|gained|lost|lower|higher|saved|saves|faster|slower|earlier|later|sooner|shorter|longer|smaller|larger|lighter|heavier|older|younger|bigger|gap|up|down|by|points?|instead|margin|ahead|behind|majority|mai|restul|diferență|împreună|alte|alți|celelalte|ceilalți|cu|spart|sparen|weniger|mehr|länger|kürzer|schneller|langsamer|zusammen|insgesamt|übrigen|restlichen|differenz|unterschied)(?![\p{L}])/u;
const AVERAGE =
  /(?<![\p{L}])(?:average|averages|averaged|mean|median|typical|typically|per|each|every|apiece|medie|media|fiecare|durchschnitt|durchschnittlich|mittel|schnitt)(?![\p{L}])/u;
const FIRST_OF =
  /(?:first|last|top|latest|oldest|newest|largest|smallest|primele|primii|ultimele|ultimii)(?: of (?:its|the|these|them|their))? $/u;
const LEFT_OVER = {
  before: /(?:other|others|another|remaining|further|rest|alte|alți|alții|celelalte|ceilalți|restul)(?: de)? $/u,
  after:
    /^ (?:(?:\p{L}{1,24} ){0,2}(?:more|further|other|others|remaining|remain|remains|left|rest)|more|others?|altele|alții)(?![\p{L}])/u,
};
/** "Ana, Dan and three more." */
const MORE = /^ more(?: \p{L}{1,24})?(?: ?[.,;:)]|$)/u;
/** "Eight fewer" than a figure beside it. */
const COMPARED =
  /^(?: [\p{L}-]{1,24}){0,2} (?:more|fewer|less|longer|shorter|larger|smaller|higher|lower|earlier|later|above|below|mai|mehr|weniger)(?![\p{L}])/u;
const MULTIPLE = /^(?: ?times\b|x\b| ?× ?|-?fold\b| ori\b| de ori\b| ?mal\b|-?fach)/;
const RATE = /^(?: [\p{L}-]{1,24}){0,3} (?:an?|per|each|every|apiece|on average|pe|pro|je)(?![\p{L}])|^\/\p{L}/u;
const HEDGE =
  /(?:about|around|nearly|almost|roughly|some|over|under|more than|less than|fewer than|at least|at most|approximately|approx\.|up to|close to|just short of|a good|well over|well under|a little over|a little under|circa|aproape|aproximativ|în jur de|mai mult de|mai puțin de|peste|cam|vreo|rund|etwa|fast|knapp|ungefähr|mehr als|weniger als|über|~|≈) ?(?:(?:[$€£¥]|(?:eur|usd|gbp|chf|ron)(?= )) ?)?$/u;
const HEDGED = 0.1;
/** What is worked out in the text itself can be said better than about. */
const WORKED_OUT_OFF = 0.03;
/** "Four hundred lines" stands for 412 of them. */
const ROUND_IN_WORDS = 0.05;
/** A text tells this many of a whole at most before it counts the rest. */
const MOST_TOLD = 30;
/** "The first twelve" of many that there are; more of them is a figure of its own. */
const MOST_FIRST = 20;
const TIME_APART =
  /(?<![\p{L}])(?:later|after|afterwards|before|earlier|old|older|since|ago|between|apart|until|within|passed|lasted|lasts|took|next|following|mai târziu|după|înainte|vechi|veche|später|nach|vor|alt|seit)(?![\p{L}])/u;
const HALF_DAY = 720;

/** Whether a detail is in the facts as it stands, in another spelling, or as a count or a sum; `around` says what it is near. */
export function isGrounded(detail: Detail, facts: FactsIndex, around: Surroundings): boolean {
  switch (detail.kind) {
    case "date":
      return detail.dates.some((date) => facts.dates.has(dateKey(date)) || (isYearAlone(date) && facts.stated.has(date.year ?? 0)));
    case "time":
      return (
        facts.times.has(detail.minutes, detail.isFullHour ? 59 : 0) ||
        (detail.isHalfDay === true && facts.times.has(detail.minutes + HALF_DAY))
      );
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
        detail.values.some((value) => {
          const reach = hedged(value, detail.half, around);
          return facts.seconds.has(value, reach) || facts.spans.near.has(value, reach);
        }) || isUnitless(detail.raw, facts, around)
      );
    case "size":
      return (
        detail.values.some((value) => facts.bytes.has(value, hedged(value, detail.half, around))) || isUnitless(detail.raw, facts, around)
      );
    case "percentage":
      return (
        detail.values.some((value) => facts.percentages.has(value, hedged(value, detail.half, around))) ||
        isUnitless(detail.raw, facts, around)
      );
    case "number":
      return detail.values.some((value) => isKnownNumber(value, detail, facts, around));
  }
}

/** Whether a detail follows from two numbers of the facts that the text speaks of, or from what the text says beside it. */
export function isDerived(detail: Detail, facts: FactsIndex, around: Surroundings): boolean {
  switch (detail.kind) {
    case "duration":
      return detail.values.some((value) => isDerivedDuration(value, detail, facts, around)) || worksOut(detail, around);
    case "size":
      return (
        detail.values.some((value) =>
          facts.relatedBytes.has(value, hedged(value, detail.half, around), (pair) => isTouched(pair, around)),
        ) || worksOut(detail, around)
      );
    case "percentage":
      return detail.values.some((value) => isShare(value, detail, facts, around)) || worksOut(detail, around);
    case "number":
      return detail.values.some((value) => isDerivedNumber(value, detail, facts, around)) || worksOut(detail, around);
    default:
      return false;
  }
}

function worksOut(detail: Detail & { readonly kind: "number" | "duration" | "size" | "percentage" }, around: Surroundings): boolean {
  const { kind, values, half } = detail;
  const reach = Math.max(...values.map((value) => Math.min(hedged(value, half, around), Math.max(half, Math.abs(value) * WORKED_OUT_OFF))));
  return isWorkedOut({ kind, values, raw: kind === "number" ? values : detail.raw, half: reach }, around);
}

function isKnownNumber(value: number, detail: Detail & { readonly kind: "number" }, facts: FactsIndex, around: Surroundings): boolean {
  const { half, text } = detail;
  if (detail.isOrdinal === true) return isKnownPlace(value, facts);
  const reach = Math.max(hedged(value, half, around), roundedInWords(value, text));
  if (facts.versions.has(text)) return true;
  // `4.0` is a version; where a fact says 4 of something, that is another thing.
  if (/^\d+\.0$/.test(text)) return facts.statedAsNumber.has(value) || facts.tokens.has(text);
  if (facts.stated.has(value, reach) || facts.counted.has(value, reach)) return true;
  return hoursMeant(value, around.before, around.after).some((minutes) => facts.times.has(minutes));
}

/** The eighth of something: there are as many, or it is a day. */
function isKnownPlace(value: number, facts: FactsIndex): boolean {
  return facts.longest >= value || facts.stated.has(value) || facts.dates.has(dateKey({ day: value }));
}

function isDerivedNumber(value: number, detail: Detail & { readonly kind: "number" }, facts: FactsIndex, around: Surroundings): boolean {
  const { before, after, sentence } = around;
  const { half } = detail;
  const reach = hedged(value, half, around);
  if (RELATED.test(sentence) && facts.related.has(value, reach, (pair) => isTouched(pair, around))) return true;
  if (facts.countsTogether.has(value, 0, (pair) => isTouched(pair, around))) return true;
  if (COMPARED.test(after) && isOffBySaid(value, around)) return true;
  if ((AVERAGE.test(sentence) || RATE.test(after)) && facts.averages.has(value, Math.max(reach, 0.5 * 10 ** -decimalsOf(detail.text))))
    return true;
  if (MULTIPLE.test(after) && facts.ratios.has(value, Math.max(half, reach, 0.05, 0.03 * value), (pair) => isTouched(pair, around)))
    return true;
  const rounding = value < 10 && !/[.,]/.test(detail.text) ? 0.05 : 0.5 * 10 ** -decimalsOf(detail.text);
  if (RATE.test(after) && facts.ratios.has(value, Math.max(reach, rounding), (pair) => isTouched(pair, around))) return true;
  if (isManyMonths(value, facts, around)) return true;
  if (FIRST_OF.test(before) && value <= MOST_FIRST) {
    const most = facts.wholes.nearest(Number.MAX_SAFE_INTEGER);
    if (most !== undefined && most.value >= value) return true;
  }
  if (isShareOfMany(value, facts, around)) return true;
  if (!LEFT_OVER.before.test(before) && !LEFT_OVER.after.test(after)) return false;
  if (facts.remainders.has(value)) return true;
  const countsEntries = MORE.test(after);
  for (let told = 1; told <= MOST_TOLD; told += 1)
    if (facts.wholes.has(value + told) || (countsEntries && facts.entries.has(value + told))) return true;
  return false;
}

/** "The run of the day before took 88 minutes, eight fewer": the other one was said before. */
function isOffBySaid(value: number, around: Surroundings): boolean {
  return around.near.some(
    ({ sentencesOff, raw }) => sentencesOff === 0 && raw.some((one) => around.hasSaid(one + value) || around.hasSaid(one - value)),
  );
}

const MONTH = 30.44 * 86_400;

/** "Eight months later" between two days of the facts; "61 days, two months" of a length that is known. */
function isManyMonths(value: number, { spans, seconds }: FactsIndex, { after, sentence, near }: Surroundings): boolean {
  const unit = /^ (months?|years?|luni|ani|monate|jahre)(?!\p{L})/u.exec(after)?.[1];
  if (unit === undefined) return false;
  const isYears = /^(?:y|an|j)/.test(unit);
  const months = isYears ? 12 * value : value;
  if (TIME_APART.test(sentence) && spans.monthsApart.has(months, isYears ? 6 : 0)) return true;
  const reach = 0.04 * months * MONTH;
  return (
    seconds.has(months * MONTH, reach) ||
    near.some(({ kind, values }) => kind === "duration" && values.some((one) => Math.abs(one - months * MONTH) <= reach))
  );
}

const OF_MANY = {
  before: /(?<![\p{L}\d])(one|two|three|four|five|six|seven|eight|nine|\d{1,3})(?: \p{L}{1,24}){0,2} (?:in|out of) $/u,
  after:
    /^(?: \p{L}{1,24}){0,2} (?:in|out of) (three|four|five|six|seven|eight|nine|ten|twelve|twenty|a hundred|a thousand|\d{1,4})(?![\p{L}\d])/u,
};
const SMALL_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "One query in five", "three in four", "two payments in a hundred". */
function isShareOfMany(value: number, facts: FactsIndex, around: Surroundings): boolean {
  const part = OF_MANY.before.exec(around.before)?.[1];
  const whole = OF_MANY.after.exec(around.after)?.[1];
  const share = part !== undefined ? numberIn(part) / value : whole !== undefined ? value / numberIn(whole) : Number.NaN;
  if (!(share > 0 && share < 1)) return false;
  const half = 0.06 * share;
  return (
    facts.percentages.has(100 * share, 100 * half) ||
    facts.ratios.has(share, half, (pair) => isTouched(pair, around)) ||
    isWorkedOut({ kind: "percentage", raw: [], values: [100 * share], half: 100 * half }, around)
  );
}

function numberIn(text: string): number {
  const index = SMALL_NUMBERS.indexOf(text);
  if (index >= 0) return index;
  return { twenty: 20, "a hundred": 100, "a thousand": 1_000 }[text] ?? Number(text);
}

function isDerivedDuration(value: number, { half }: { readonly half: number }, facts: FactsIndex, around: Surroundings): boolean {
  const reach = hedged(value, half, around);
  if (facts.relatedSeconds.has(value, reach, (pair) => isTouched(pair, around))) return true;
  return TIME_APART.test(around.sentence) && facts.spans.apart.has(value, Math.min(reach, value / 14));
}

function isShare(
  value: number,
  detail: { readonly half: number; readonly isInWords?: boolean },
  { ratios }: FactsIndex,
  around: Surroundings,
): boolean {
  const reach = Math.max(hedged(value, detail.half, around), detail.isInWords === true ? OFF_IN_WORDS : 0);
  return ratios.has(value / 100, reach / 100, (pair) => isSpokenOf(pair, around)) || isShareOfSaid(value, reach, around);
}

const APPOSED =
  /^[^.!?:]{0,20}[,(—–] ?(?:or |that is |which is |i\.e\. |also |adică |sau )?(?:about |almost |nearly |roughly |some |just )?$/u;

/** "A drop of 81, or 15 percent": of something that the text said before. */
function isShareOfSaid(value: number, reach: number, { near, before, said }: Surroundings): boolean {
  const parts = near.filter(
    ({ sentencesOff, from, to }) =>
      sentencesOff === 0 && to <= said.at && APPOSED.test(before.slice(before.length - (said.at - to))) && from < said.at,
  );
  return parts.some(({ raw }) =>
    raw.some((part) => [...said.values].some((whole) => whole > part && Math.abs((100 * part) / whole - value) <= reach)),
  );
}

function hedged(value: number, half: number, { before }: Surroundings): number {
  return HEDGE.test(before) ? Math.max(half, Math.abs(value) * HEDGED) : half;
}

function roundedInWords(value: number, text: string): number {
  return /(?:hundred|thousand|million)$/i.test(text) && !/^\d/.test(text) ? value * ROUND_IN_WORDS : 0;
}

function decimalsOf(text: string): number {
  return /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;
}

function isUnitless(raw: readonly number[], { unitless }: FactsIndex, around: Surroundings): boolean {
  return raw.some((value) => {
    const own = unitless.get(value);
    return own !== undefined && [...own].some((word) => around.words.has(word));
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
