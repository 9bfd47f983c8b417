import { dateKeys } from "./calendar.js";
import { canonical } from "./canonical.js";
import { derive } from "./derived.js";
import { type Detail, detailsIn } from "./details.js";
import { unitOfKey } from "./measures.js";
import { NearTexts } from "./near-texts.js";
import { NumberTable } from "./number-table.js";
import { RatioTable, wordsOf } from "./ratio-table.js";
import { Source } from "./source.js";
import { plainPath, plainUrl } from "./tokens.js";
import { type WalkedFacts, walkFacts } from "./walk-facts.js";

/** Facts laid out for looking up: built once, in time linear in their size. */
export interface FactsIndex {
  readonly walked: WalkedFacts;
  /** Numbers that stand in the facts. */
  readonly stated: NumberTable;
  /** Counts, sums and averages. */
  readonly counted: NumberTable;
  /** Differences and sums of two numbers, and remainders: true only of some pair, so a small one proves little. */
  readonly related: NumberTable;
  readonly ratios: RatioTable;
  readonly wholes: NumberTable;
  readonly seconds: NumberTable;
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
  const { figures, ratios, wholes } = derive(walked);
  const stated = new NumberTable();
  const counted = new NumberTable();
  const related = new NumberTable();
  const wholeTable = new NumberTable();
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

  const texts = [
    ...walked.texts.map(({ path, value }) => ({ path, text: value })),
    ...walked.objects.flatMap(({ value }) => Object.keys(value)).map((key) => ({ path: key, text: key })),
  ];
  for (const { path, key, value } of walked.numbers) {
    // A sign is a word in a sentence: five fewer, five below zero.
    stated.add(Math.abs(value), path);
    const unit = unitOfKey(key);
    for (const time of unit?.times ?? []) {
      if (unit?.kind === "time") seconds.add(value * time, path);
      if (unit?.kind === "size") bytes.add(value * time, path);
    }
    if (unit === undefined) unitless.set(value, new Set([...(unitless.get(value) ?? []), ...wordsOf(path)]));
    if (unit?.kind === "percent") percentages.add(value, path);
    // A fraction of one is a share, whatever its key says.
    if (Math.abs(value) < 1 && value !== 0) percentages.add(value * 100, path);
  }
  for (const { value, rule, from } of figures) {
    const isPair = rule === "difference" || rule === "remainder" || rule === "sum of two";
    (isPair ? related : counted).add(value, from);
  }
  for (const whole of wholes) wholeTable.add(whole, "whole");

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
    for (const line of text.split(/[\r\n]+|(?<=[.!?]) /)) if (line.length >= SHORTEST_LINE) near.add(line.trim(), path);
    // A path is a path also where it stands alone and looks like a word or a sentence.
    if (text.length <= 300 && text.includes("/")) addParts(paths, plainPath(text));
    if (/^[0-9a-f]{7,64}$/.test(text)) for (let length = 7; length <= text.length; length += 1) commits.add(text.slice(0, length));
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
  addSpans(walked, seconds);
  return {
    walked,
    stated,
    counted,
    related,
    ratios: new RatioTable(ratios),
    wholes: wholeTable,
    seconds,
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

/** Time between two points in time in one object: `first` and `last`, `startedAt` and `endedAt`. */
function addSpans({ objects }: WalkedFacts, seconds: NumberTable): void {
  for (const { path, value } of objects) {
    const points = Object.entries(value).flatMap(([key, at]) => (typeof at === "string" && at.length <= 40 ? momentOf(key, at) : []));
    for (const [index, a] of points.slice(0, MOST_PARTS).entries()) {
      for (const b of points.slice(index + 1, MOST_PARTS)) {
        seconds.add(Math.abs(a.seconds - b.seconds), `from ${a.key} to ${b.key}${path === "" ? "" : ` in ${path}`}`);
      }
    }
  }
}

function momentOf(key: string, text: string): { key: string; seconds: number }[] {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  if (hour !== undefined) return [{ key, seconds: 3_600 * Number(hour) + 60 * Number(minute) }];
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? [] : [{ key, seconds: at / 1_000 }];
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
