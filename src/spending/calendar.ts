import { isTimeZone, wallClock } from "../dsl/index.js";

/** Days and months as they are counted in one place. */
export interface Calendar {
  readonly timeZone: string;
  /** `2026-12-02` */
  dayOf(at: Date): string;
  /** `2026-12` */
  monthOf(at: Date): string;
  /** When the day after this one begins; it may be 23 or 25 hours long. */
  nextDay(at: Date): Date;
  nextMonth(at: Date): Date;
  /** `2026-12-03 00:00`, as the clock shows it there. */
  clockOf(at: Date): string;
}

/** Every zone that is in use changes its clock, and begins its days, on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;
const DAY_QUARTERS = 24 * 4;

/** The calendar of a time zone, by default the machine's; of a machine that does not know its own, UTC. */
export function calendarOf(timeZone: string = machineZone()): Calendar {
  const wall = wallClock(timeZone);
  const clockOf = (at: Date) => {
    const { day, time } = wall(at);
    return `${day} ${time}`;
  };
  const days = new Map<number, string>();
  // Asking the system takes a thousand times as long as looking it up, and a ledger has many lines of one quarter.
  const dayInQuarter = (quarter: number) => {
    let day = days.get(quarter);
    if (day === undefined) {
      day = wall(new Date(quarter * QUARTER_MS)).day;
      days.set(quarter, day);
    }
    return day;
  };
  const quarterOf = (at: Date) => Math.floor(at.getTime() / QUARTER_MS);
  /** The first quarter in which `isOver`; from the first on it stays so. */
  const firstQuarter = (from: number, within: number, isOver: (day: string) => boolean) => {
    let before = from;
    let after = from + within;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (isOver(dayInQuarter(middle))) after = middle;
      else before = middle;
    }
    return new Date(after * QUARTER_MS);
  };
  const dayOf = (at: Date) => dayInQuarter(quarterOf(at));
  return {
    timeZone,
    dayOf,
    monthOf: (at) => dayOf(at).slice(0, 7),
    // Two days and a bit: the longest day that a zone had was one that it lived through twice.
    nextDay: (at) => firstQuarter(quarterOf(at), 2 * DAY_QUARTERS + 8, (day) => day > dayOf(at)),
    nextMonth: (at) => firstQuarter(quarterOf(at), 33 * DAY_QUARTERS, (day) => day.slice(0, 7) > dayOf(at).slice(0, 7)),
    clockOf,
  };
}

function machineZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(zone) ? zone : "UTC";
}
