import { decidersText, type EventOf, overdueAt, timesOverdue } from "../../core/index.js";
import { duration } from "../duration.js";
import { utcClock } from "../utc-clock.js";

/** What happens at a gate while nobody decides, before it expires; nothing where nothing does. */
export function overdueText(gate: Pick<EventOf<"gate-opened">, "at" | "overdue">, now: Date): string | undefined {
  const { overdue } = gate;
  const first = overdueAt(gate);
  if (overdue === undefined || first === undefined) return undefined;
  const times = timesOverdue(gate, now);
  if (overdue.does === "escalate") {
    const who = decidersText({ people: overdue.to });
    return times > 0
      ? `${who} may decide since ${utcClock(first.toISOString())}`
      : `${who} may decide from ${utcClock(first.toISOString())} on`;
  }
  const next = new Date(first.getTime() + times * overdue.afterMs);
  return `asked again every ${duration(overdue.afterMs)}, next at ${utcClock(next.toISOString())}`;
}
