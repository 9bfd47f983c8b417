const SECONDS: Readonly<Record<string, number>> = {
  ...named("ms msec msecs millis millisecond milliseconds milisecunde", 0.001),
  ...named("s sec secs second seconds secunde secundă sekunden", 1),
  ...named("min mins minute minutes minut minuten", 60),
  ...named("h hr hrs hour hours ore oră stunden", 3_600),
  ...named("day days zile zi tage", 86_400),
  ...named("week weeks săptămâni wochen", 604_800),
};
/** Powers of a thousand; a kilobyte is 1,000 bytes to some and 1,024 to others, so each size is read both ways. */
const SIZES: Readonly<Record<string, number>> = {
  ...named("byte bytes octeți", 0),
  ...named("kb kib kilobyte kilobytes", 1),
  ...named("mb mib megabyte megabytes megaocteți", 2),
  ...named("gb gib gigabyte gigabytes", 3),
  ...named("tb tib terabyte terabytes", 4),
};

function named(names: string, value: number): Record<string, number> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

const longestFirst = (names: Readonly<Record<string, number>>) =>
  Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .join("|");

/** Lengths of time, as the source of a pattern with the flags `iu`. */
export const TIME_UNIT = `(?:${longestFirst(SECONDS)}|m(?= ?\\d|[,.;)]|$))(?![\\p{L}\\p{M}\\p{N}_])`;

export const TIME_UNITS: ReadonlySet<string> = new Set(Object.keys(SECONDS));
export const SIZE_UNITS: ReadonlySet<string> = new Set(Object.keys(SIZES));

export function secondsIn(unit: string): number {
  return unit.toLowerCase() === "m" ? 60 : (SECONDS[unit.toLowerCase()] ?? 1);
}

/** How many bytes a unit may stand for. */
export function bytesIn(unit: string): readonly number[] {
  const power = SIZES[unit.toLowerCase()] ?? 0;
  return power === 0 ? [1] : [1_000 ** power, 1_024 ** power];
}

/** A unit that a key gives its numbers. */
export interface Unit {
  readonly kind: "time" | "size" | "percent";
  readonly times: readonly number[];
}

const units = new Map<string, Unit | undefined>();
const MOST_REMEMBERED = 5_000;

/** What the last part of a key such as `buildMs`, `size_kb` or `coveragePercent` says of its number; `growthMBPerHour` counts MB. */
export function unitOfKey(key: string): Unit | undefined {
  const parts = key
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u);
  const per = parts.indexOf("per");
  const last = parts[per > 0 ? per - 1 : parts.length - 1];
  if (last === undefined || last === "") return undefined;
  if (parts.length > 1 && !Object.hasOwn(SECONDS, last) && !Object.hasOwn(SIZES, last) && BEFORE_ITS_WORD.test(parts[0] ?? ""))
    return unitOfKey(parts[0] ?? "");
  if (Object.hasOwn(SECONDS, last)) return UNITS.get(last) ?? remember(last, { kind: "time", times: [secondsIn(last)] });
  if (Object.hasOwn(SIZES, last)) return UNITS.get(last) ?? remember(last, { kind: "size", times: bytesIn(last) });
  return /^(?:percent|percentage|pct)$/.test(last) ? PERCENT : undefined;
}

/** Units that stand first in a key: `daysOpen`, `secondsBefore`, `zile_deschise`. */
const BEFORE_ITS_WORD =
  /^(?:milliseconds|seconds|minutes|hours|days|weeks|secunde|minute|ore|zile|săptămâni|sekunden|minuten|stunden|tage|wochen)$/;

/** How many a key such as `costMillion` makes of one. */
export function groupOfKey(key: string): number {
  const last = /(?:^|[_-]|(?<=\p{Ll}))([TtMmBb](?:housand|illions?|io|rd))$/u.exec(key)?.[1]?.toLowerCase().replace(/s$/, "");
  return last === undefined ? 1 : (GROUPS[last] ?? 1);
}

const GROUPS: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, mio: 1e6, billion: 1e9, mrd: 1e9 };

const UNITS = new Map<string, Unit>();
const PERCENT: Unit = { kind: "percent", times: [1] };

function remember(name: string, unit: Unit): Unit {
  UNITS.set(name, unit);
  return unit;
}

const MOST_LEVELS = 4;

/** The unit of the last key of a path that has one: `packageKB.before` is in KB. A day or a week holds more than its length. */
export function unitOfPath(path: string): Unit | undefined {
  if (!units.has(path)) {
    if (units.size >= MOST_REMEMBERED) units.clear();
    const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
    const [own, ...above] = keys.slice(-MOST_LEVELS).reverse();
    const unit = [own ?? "", ...above.filter((key) => !/^(?:days?|weeks?|zile|zi|tage|s|h)$/i.test(key))]
      .map(unitOfKey)
      .find((one) => one !== undefined);
    units.set(path, unit);
  }
  return units.get(path);
}
