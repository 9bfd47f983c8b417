import type { DeskLine, Heard } from "./desk-line.js";

export interface DeskThread {
  readonly id: string;
  /** What is not dealt with yet, in the order in which it was heard. */
  readonly waiting: Map<string, Heard>;
  /** Messages that are being dealt with, as one item. */
  begun: { readonly item: string; readonly ids: readonly string[] } | undefined;
  /** The items of work that it waits for. */
  readonly busy: Set<string>;
}

export interface DeskState {
  readonly threads: Map<string, DeskThread>;
  readonly known: Set<string>;
  /** How far each channel was listened to. */
  readonly cursors: Map<string, string>;
}

export function emptyDesk(): DeskState {
  return { threads: new Map(), known: new Set(), cursors: new Map() };
}

export function foldDesk(state: DeskState, line: DeskLine): DeskState {
  switch (line.type) {
    case "heard": {
      if (state.known.has(line.id)) break;
      state.known.add(line.id);
      const { type: _, ...heard } = line;
      threadOf(state, line.thread).waiting.set(line.id, heard);
      break;
    }
    case "begun": {
      const thread = threadOf(state, line.thread);
      if (line.ids.length > 0) thread.begun = { item: line.item, ids: line.ids };
      thread.busy.add(line.item);
      break;
    }
    case "taken": {
      const thread = threadOf(state, line.thread);
      for (const id of line.ids) thread.waiting.delete(id);
      if (thread.begun?.item === line.item) thread.begun = undefined;
      // Queued work may be over by now, and nothing waits for what was answered at once.
      if (line.as !== "queued" && line.item !== undefined) thread.busy.delete(line.item);
      forgetIdle(state, thread);
      break;
    }
    case "finished": {
      const thread = threadOf(state, line.thread);
      thread.busy.delete(line.item);
      forgetIdle(state, thread);
      break;
    }
    case "listened":
      state.cursors.set(line.channel, line.cursor);
      break;
    case "known":
      state.known.add(line.id);
      break;
  }
  return state;
}

function threadOf(state: DeskState, id: string): DeskThread {
  const known = state.threads.get(id);
  if (known !== undefined) return known;
  const thread: DeskThread = { id, waiting: new Map(), begun: undefined, busy: new Set() };
  state.threads.set(id, thread);
  return thread;
}

function forgetIdle(state: DeskState, { id, waiting, busy }: DeskThread): void {
  if (waiting.size === 0 && busy.size === 0) state.threads.delete(id);
}

/** Lines that mean what still counts, for a log that has grown long. */
export function linesOfDesk(state: DeskState, at: string, keepKnown: number): DeskLine[] {
  const waiting = [...state.threads.values()].flatMap((thread) => [...thread.waiting.values()]);
  const isWaiting = new Set(waiting.map(({ id }) => id));
  return [
    ...[...state.known]
      .filter((id) => !isWaiting.has(id))
      .slice(-keepKnown)
      .map((id): DeskLine => ({ type: "known", id })),
    ...[...state.cursors].map(([channel, cursor]): DeskLine => ({ type: "listened", at, channel, cursor })),
    ...waiting.map((heard): DeskLine => ({ type: "heard", ...heard })),
    ...[...state.threads.values()].flatMap(({ id, busy, begun }) =>
      [...busy].map((item): DeskLine => ({ type: "begun", at, thread: id, ids: begun?.item === item ? [...begun.ids] : [], item })),
    ),
  ];
}
