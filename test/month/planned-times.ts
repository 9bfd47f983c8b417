import type { Plan } from "./month-jobs.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The due times of a plan after one instant and up to another, each once, the oldest first. */
export function plannedTimes(plan: Plan, after: number, until: number): readonly number[] {
  return [...new Set(allTimes(plan, after, until))].filter((due) => due > after && due <= until).sort((a, b) => a - b);
}

function allTimes(plan: Plan, after: number, until: number): number[] {
  if ("on" in plan) return [instantIn(plan.zone, Date.parse(`${plan.on}:00Z`))];
  if ("everyHours" in plan) {
    const from = Date.parse(plan.from);
    const length = plan.everyHours * HOUR;
    return Array.from({ length: Math.max(0, Math.floor((until - from) / length) + 1) }, (_, nth) => from + nth * length);
  }
  const { zone, times, days, dates } = plan;
  const due: number[] = [];
  // The day by the clock on the wall, as if it were one of UTC.
  for (let day = Math.floor(after / DAY) * DAY - DAY; day <= until + DAY; day += DAY) {
    const date = new Date(day);
    if (days?.includes(date.getUTCDay()) === false || dates?.includes(date.getUTCDate()) === false) continue;
    for (const time of times) due.push(instantIn(zone, day + Number(time.slice(0, 2)) * HOUR + Number(time.slice(3)) * MINUTE));
  }
  return due;
}

/** When the clock on the wall of a zone first shows a time, or goes on past it: every instant nearby is tried. */
function instantIn(zone: string, wall: number): number {
  for (let instant = wall - 15 * HOUR; instant < wall + 15 * HOUR; instant += 15 * MINUTE) {
    if (wallIn(zone, instant) >= wall) return instant;
  }
  throw new RangeError(`there is no ${new Date(wall).toISOString()} in ${zone}`);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallIn(zone: string, instant: number): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  formats.set(zone, format);
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`);
}
