import { dateKeys, dateKeysOfKey, monthsOfQuarter } from "./calendar.js";
import { canonical } from "./canonical.js";
import { derive } from "./derived.js";
import { type Detail, detailsIn } from "./details.js";
import { groupOfKey, secondsIn, unitOfPath } from "./measures.js";
import { type SpansOfTime, spansOfTime } from "./moments.js";
import { NearTexts } from "./near-texts.js";
import { NumberTable } from "./number-table.js";
import { placesIn } from "./ordinals.js";
import { PairTable } from "./pair-table.js";
import { Source } from "./source.js";
import { wordsOf } from "./surroundings.js";
import { plainPath, plainUrl } from "./tokens.js";
import { type WalkedFacts, walkFacts } from "./walk-facts.js";

/** Facts laid out for looking up: built once, in time linear in their size. */
export interface FactsIndex {
  readonly walked: WalkedFacts;
  /** Numbers that stand in the facts. */
  readonly stated: NumberTable;
  /** Whole numbers of which a text has to say the fraction too: `4.0` is a version where no fact has it as a number. */
  readonly statedAsNumber: ReadonlySet<number>;
  /** Counts and sums. */
  readonly counted: NumberTable;
  readonly averages: NumberTable;
  /** Differences and sums of two numbers: true only of some pair, so they count where the text speaks of it. */
  readonly related: PairTable;
  /** The lengths of two lists together. */
  readonly countsTogether: PairTable;
  readonly relatedSeconds: PairTable;
  readonly relatedBytes: PairTable;
  readonly remainders: NumberTable;
  readonly ratios: PairTable;
  /** How many there are of something: a text may tell some of them and count the rest. */
  readonly wholes: NumberTable;
  /** The length of the longest list. */
  readonly longest: number;
  /** How many keys the objects have. */
  readonly entries: NumberTable;
  /** Durations, and the time between two times of one object or one list. */
  readonly seconds: NumberTable;
  readonly spans: SpansOfTime;
  readonly bytes: NumberTable;
  /** Numbers whose key names no unit, with the words of their paths: such a number has whatever unit a sentence gives it that names it. */
  readonly unitless: ReadonlyMap<number, ReadonlySet<string>>;
  readonly percentages: NumberTable;
  /** Minutes since midnight. */
  readonly times: NumberTable;
  readonly dates: ReadonlyMap<string, string>;
  /** Versions, each with all that begins it: 2.4.0, 2.4 and 2. */
  readonly versions: ReadonlySet<string>;
  /** Paths, each with every run of its parts from its beginning or up to its end. */
  readonly paths: ReadonlySet<string>;
  /** The first 7 to 40 characters of each commit id. */
  readonly commits: ReadonlySet<string>;
  readonly urls: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** What stands between spaces, and the same without the marks at its ends. */
  readonly tokens: ReadonlySet<string>;
  readonly near: NearTexts;
  /** Every text of the facts, and the facts as JSON, as quotations are compared. */
  readonly sources: readonly Source[];
}

const known = new WeakMap<object, FactsIndex>();

/** The index of these facts; made once for the same object, however many checks ask. */
export function indexOfFacts(facts: unknown): FactsIndex {
  if (typeof facts !== "object" || facts === null) return build(facts);
  const made = known.get(facts) ?? build(facts);
  known.set(facts, made);
  return made;
}

const MOST_PARTS = 12;
const SHORTEST_LINE = 12;

function build(facts: unknown): FactsIndex {
  const walked = walkFacts(facts);
  const { figures, pairs, remainders: left, wholes, entries } = derive(walked);
  const spans = spansOfTime(walked);
  const stated = new NumberTable();
  const statedAsNumber = new Set<number>();
  const [counted, averages, remainders] = [new NumberTable(), new NumberTable(), new NumberTable()];
  const [wholeTable, entryTable] = [new NumberTable(), new NumberTable()];
  const [seconds, bytes, percentages, times] = [new NumberTable(), new NumberTable(), new NumberTable(), new NumberTable()];
  const dates = new Map<string, string>();
  const [versions, paths, commits, urls, words] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const tokens = new Set<string>();
  const unitless = new Map<number, ReadonlySet<string>>();
  const near = new NearTexts();

  const keys = new Set<string>();
  for (const { value } of walked.objects) for (const key of Object.keys(value)) keys.add(key);
  const texts = [
    ...walked.texts.map(({ path, value }) => ({ path, text: value })),
    ...Array.from(keys, (key) => ({ path: key, text: key })),
  ];
  for (const { path, shape, key, value } of walked.numbers) {
    // A sign is a word in a sentence: five fewer, five below zero.
    stated.add(Math.abs(value), path);
    const group = groupOfKey(key);
    if (group !== 1) stated.add(Math.abs(value) * group, path);
    statedAsNumber.add(Math.abs(value));
    const unit = unitOfPath(shape);
    for (const time of unit?.times ?? []) {
      if (unit?.kind === "time") seconds.add(value * time, path);
      if (unit?.kind === "size") bytes.add(value * time, path);
    }
    if (unit === undefined) unitless.set(value, new Set([...(unitless.get(value) ?? []), ...wordsOf(path)]));
    if (unit?.kind === "percent") percentages.add(value, path);
    // A fraction of one is a share, whatever its key says.
    if (Math.abs(value) < 1 && value !== 0) percentages.add(value * 100, path);
  }
  for (const { value, rule, from } of figures) (rule === "average" ? averages : counted).add(value, from);
  for (const { value, from } of left) remainders.add(value, from);
  for (const whole of wholes) wholeTable.add(whole, "whole");
  for (const count of entries) entryTable.add(count, "entries");

  for (const key of keys) for (const date of dateKeysOfKey(key)) if (!dates.has(date)) dates.set(date, key);
  for (const { path, text } of texts) {
    const details = detailsIn(text, { isRomanian: true });
    for (const detail of details) {
      near.add(detail.text, path);
      switch (detail.kind) {
        case "number":
          for (const value of detail.values) stated.add(value, path);
          break;
        case "percentage":
          for (const value of detail.values) percentages.add(value, path);
          break;
        case "duration":
          for (const value of detail.values) seconds.add(value, path);
          for (const value of detail.raw) stated.add(value, path);
          break;
        case "size":
          for (const value of detail.values) bytes.add(value, path);
          for (const value of detail.raw) stated.add(value, path);
          break;
        case "date":
          for (const date of detail.dates)
            for (const key of dateKeys(date)) if (!dates.has(key)) dates.set(key, `${detail.text} (${path})`);
          break;
        case "time":
          times.add(detail.minutes, `${detail.text}, ${path}`);
          break;
        case "version":
          addBeginnings(versions, detail.text.replace(/^v/i, "").toLowerCase(), ".");
          break;
        case "path":
          addParts(paths, plainPath(detail.text));
          break;
        case "commit":
          for (let length = 7; length <= detail.text.length; length += 1) commits.add(detail.text.slice(0, length));
          break;
        case "url":
          addBeginnings(urls, plainUrl(detail.text), "/");
          break;
        default:
      }
    }
    for (const [said, quarter, year] of text.matchAll(/(?<![\p{L}\p{N}])Q([1-4])(?: (20\d\d))?(?![\p{L}\p{N}])/gu)) {
      for (const month of monthsOfQuarter(Number(quarter)))
        for (const key of dateKeys({ month, ...(year !== undefined && { year: Number(year) }) }))
          if (!dates.has(key)) dates.set(key, `${said} (${path})`);
    }
    for (const line of text.split(/[\r\n]+|(?<=[.!?]) /)) if (line.length >= SHORTEST_LINE) near.add(line.trim(), path);
    // A path is a path also where it stands alone and looks like a word or a sentence.
    if (text.length <= 300 && text.includes("/")) addParts(paths, plainPath(text));
    if (/^[0-9a-f]{7,64}$/.test(text)) for (let length = 7; length <= text.length; length += 1) commits.add(text.slice(0, length));
    for (const place of placesIn(text)) stated.add(place, path);
    for (const [, unit = ""] of text.matchAll(/(?<!\p{L})(?:an?|one) (second|minute|hour|day|week)(?!\p{L})/gu))
      seconds.add(secondsIn(unit), path);
    // Digits inside longer tokens: `gauge422`, `issue-17`.
    for (const [digits] of withoutWholes(text, details).matchAll(/\d{1,15}(?:\.\d{1,9})?/g)) stated.add(Number(digits), path);
    for (const [token] of text.matchAll(/[\p{L}\p{M}\p{N}_$@%.+#-]{1,128}/gu)) {
      const plain = token.normalize("NFC").toLowerCase();
      tokens.add(plain);
      tokens.add(plain.replace(/^[.+#-]+|[.+#-]+$/g, ""));
    }
    for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]{1,64}/gu)) {
      const plain = word.normalize("NFC").toLowerCase();
      if (!words.has(plain)) near.add(word, path);
      words.add(plain);
    }
  }
  const sumsAndDifferences = (times: (pair: (typeof pairs)[number]) => readonly number[]) =>
    new PairTable(
      pairs.flatMap((pair) =>
        times(pair).flatMap((time) => [
          { value: Math.abs(pair.a - pair.b) * time, pair },
          ...(pair.isChange ? [] : [{ value: (pair.a + pair.b) * time, pair }]),
        ]),
      ),
    );
  return {
    walked,
    stated,
    statedAsNumber,
    counted,
    averages,
    related: sumsAndDifferences(() => [1]),
    countsTogether: new PairTable(pairs.flatMap((pair) => (pair.areCounts ? [{ value: pair.a + pair.b, pair }] : []))),
    relatedSeconds: sumsAndDifferences(({ unit }) => (unit?.kind === "time" ? unit.times : [])),
    relatedBytes: sumsAndDifferences(({ unit }) => (unit?.kind === "size" ? unit.times : [])),
    remainders,
    ratios: new PairTable(
      pairs.flatMap((pair) => {
        const { a, b } = pair;
        return [a / b, b / a, (a - b) / a, (a - b) / b].map((value) => ({ value: Math.abs(value), pair }));
      }),
    ),
    wholes: wholeTable,
    longest: walked.lists.reduce((most, { value }) => Math.max(most, value.length), 0),
    entries: entryTable,
    seconds,
    spans,
    bytes,
    unitless,
    percentages,
    times,
    dates,
    versions,
    paths,
    commits,
    urls,
    words,
    tokens,
    near,
    sources: [new Source(canonical(JSON.stringify(facts) ?? "")), new Source(texts.map(({ text }) => canonical(text)).join("\n"))],
  };
}

const WHOLES: ReadonlySet<string> = new Set(["date", "time", "version", "commit"]);

/** Without what is one thing though it is written with several numbers: the 19 of a date counts nothing, and an id has digits that mean nothing. */
function withoutWholes(text: string, details: readonly Detail[]): string {
  if (/^[0-9a-f]{12,}$/.test(text)) return "";
  let rest = "";
  let at = 0;
  for (const { from, to } of details.filter(({ kind }) => WHOLES.has(kind)).sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    rest += `${text.slice(at, from)} `;
    at = to;
  }
  return rest + text.slice(at);
}

function addBeginnings(set: Set<string>, text: string, sign: string): void {
  const parts = text.split(sign, MOST_PARTS);
  for (let length = 1; length <= parts.length; length += 1) set.add(parts.slice(0, length).join(sign));
  set.add(text);
}

function addParts(set: Set<string>, path: string): void {
  const parts = path.split("/");
  set.add(path);
  if (parts.length > MOST_PARTS) return;
  for (let at = 1; at < parts.length; at += 1) {
    set.add(parts.slice(0, at).join("/"));
    set.add(parts.slice(at).join("/"));
  }
}
