/** Whether the system knows a zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A moment as the clock on the wall shows it. */
export interface WallTime {
  /** `2026-03-19` */
  readonly day: string;
  /** `09:40` */
  readonly time: string;
  /** How far it is from UTC: `+02:00`. */
  readonly offset: string;
}

/** The clock on the wall of a zone. @throws RangeError for a zone that the system does not know, see {@link isTimeZone}. */
export function wallClock(zone: string): (at: Date) => WallTime {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const offset = /[+-]\d\d:\d\d/.exec(part.timeZoneName ?? "")?.[0] ?? "+00:00";
    return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}`, offset };
  };
}
