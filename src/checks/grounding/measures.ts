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

/** Sources of patterns with the flags `iu`. */
export const UNIT = {
  time: `(?:${longestFirst(SECONDS)}|m(?= ?\\d|[,.;)]|$))(?![\\p{L}\\p{M}\\p{N}_])`,
  size: `(?:${longestFirst(SIZES)})(?![\\p{L}\\p{M}\\p{N}_])`,
  percent: "(?:%|percent(?:age points?)?(?![\\p{L}])|per cent(?![\\p{L}])|la sută(?![\\p{L}])|prozent(?![\\p{L}]))",
} as const;

export function secondsIn(unit: string): number {
  return unit.toLowerCase() === "m" ? 60 : (SECONDS[unit.toLowerCase()] ?? 1);
}

/** How many bytes a unit may stand for. */
export function bytesIn(unit: string): readonly number[] {
  const power = SIZES[unit.toLowerCase()] ?? 0;
  return power === 0 ? [1] : [1_000 ** power, 1_024 ** power];
}

/** What the last part of a key such as `buildMs`, `size_kb` or `coveragePercent` says of its number. */
export function unitOfKey(key: string): { readonly kind: "time" | "size" | "percent"; readonly times: readonly number[] } | undefined {
  const last = key
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .at(-1);
  if (last === undefined || last === "") return undefined;
  if (Object.hasOwn(SECONDS, last)) return { kind: "time", times: [secondsIn(last)] };
  if (Object.hasOwn(SIZES, last)) return { kind: "size", times: bytesIn(last) };
  return /^(?:percent|percentage|pct)$/.test(last) ? { kind: "percent", times: [1] } : undefined;
}
