import type { LaneItem } from "./lane-line.js";
import type { LaneSettings } from "./lane-settings.js";
import type { LaneState, LanesState } from "./lanes-state.js";

/**
 * Which items start now. A lane never runs more than its limit, and all together no more than the total. Of the lanes that
 * have room the one with the highest priority goes first; its next item's waiting raises it, so that none waits for ever.
 * Within a lane the owners take turns.
 */
export function nextStarts(state: LanesState, { lanes, total, risesAfterSeconds }: LaneSettings, now: number): readonly LaneItem[] {
  const starts: LaneItem[] = [];
  let places = total - [...state.lanes.values()].reduce((sum, { running }) => sum + running.size, 0);
  const candidates = [...state.lanes.values()].flatMap((lane) => {
    const settings = lanes[lane.name];
    const room = (settings?.maxConcurrent ?? 0) - lane.running.size;
    return settings === undefined || room <= 0 ? [] : [{ lane, room, priority: settings.priority, turns: inTurn(lane) }];
  });
  const heads = candidates.map((candidate) => ({ ...candidate, head: candidate.turns.next() }));
  const risen = (item: LaneItem) => Math.floor(Math.max(0, now - Date.parse(item.at)) / (risesAfterSeconds * 1000));
  while (places > 0) {
    let best: { readonly index: number; readonly item: LaneItem; readonly rank: number } | undefined;
    for (const [index, { head, room, priority }] of heads.entries()) {
      if (head.done === true || room === 0) continue;
      const rank = priority + risen(head.value);
      if (best === undefined || rank > best.rank || (rank === best.rank && head.value.at < best.item.at))
        best = { index, item: head.value, rank };
    }
    const chosen = best && heads[best.index];
    if (best === undefined || chosen === undefined) break;
    starts.push(best.item);
    chosen.room -= 1;
    chosen.head = chosen.turns.next();
    places -= 1;
  }
  return starts;
}

/** The items of a lane as they have their turns: one of each owner, then the next one of each. */
function* inTurn({ waiting }: LaneState): Generator<LaneItem, void> {
  let round: Iterable<Iterator<LaneItem>> = iteratorsOf(waiting);
  for (let isOver = false; !isOver; ) {
    const left: Iterator<LaneItem>[] = [];
    for (const mine of round) {
      const next = mine.next();
      if (next.done === true) continue;
      yield next.value;
      left.push(mine);
    }
    round = left;
    isOver = left.length === 0;
  }
}

/** One at a time, for of many owners only the first few have their turn. */
function* iteratorsOf(waiting: LaneState["waiting"]): Generator<Iterator<LaneItem>> {
  for (const mine of waiting.values()) yield mine.values();
}
