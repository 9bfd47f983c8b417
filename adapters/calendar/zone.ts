/** A time on the clock, as milliseconds as if it were UTC: what a zone's offset is added to and taken from. */
export type ClockTime = number;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

export function isKnownZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(zone: string, instant: number): number {
  // Intl counts whole seconds.
  const second = Math.floor(instant / 1000) * 1000;
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}

/**
 * The instant at which the clocks of a zone show a time. A time that is skipped in spring counts by the offset before
 * it, and one that comes twice in autumn is the first: so says RFC 5545.
 */
export function instantOf(clock: ClockTime, zone: string): number {
  const [before, after] = [offsetAt(zone, clock - DAY_MS), offsetAt(zone, clock + DAY_MS)];
  const found = [before, after].map((offset) => clock - offset).find((instant) => offsetAt(zone, instant) === clock - instant);
  return found ?? clock - before;
}

/** `2026-03-20T19:30:00+01:00`: the time on the zone's clock, and how far that is ahead of UTC. */
export function withOffset(instant: number, offset: number): string {
  const clock = new Date(instant + offset).toISOString().slice(0, 19);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${clock}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** When the clocks of a zone are changed between two instants. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let day = from; day < to; day += DAY_MS) {
    const [before, after] = [offsetAt(zone, day), offsetAt(zone, day + DAY_MS)];
    if (before === after) continue;
    let [low, high] = [day, day + DAY_MS];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offsetAt(zone, middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const part = "2-digit";
  const options = {
    timeZone: zone,
    calendar: "iso8601",
    hourCycle: "h23",
    year: "numeric",
    month: part,
    day: part,
    hour: part,
    minute: part,
    second: part,
  } as const;
  const made = new Intl.DateTimeFormat("en", options);
  clocks.set(zone, made);
  return made;
}
