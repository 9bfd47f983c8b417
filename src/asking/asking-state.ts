import { z } from "zod";
import type { AskingLine, LineOf } from "./asking-line.js";

/** A question that was put to people in one place. */
export interface Question extends Omit<LineOf<"asked">, "type"> {
  readonly reminded: number;
  /** Who has rejected it and is asked for the reason. */
  readonly why: readonly string[];
  /** How many answers could not be understood. */
  readonly misread: number;
}

export interface AskingState {
  /** Those that are not settled, in the order in which they were asked. */
  readonly questions: Map<string, Question>;
  /** Lately settled ones: a late answer is told what became of it. */
  readonly settled: Map<string, Question>;
  /** `channel:chat` and a message's own id there, and the question that it belongs to. */
  readonly messages: Map<string, string>;
  /** Answers that are not carried out yet, in the order in which they came. */
  readonly answers: Map<string, LineOf<"answered">>;
  readonly cursors: Map<string, string>;
  /** What each channel brought last and was an answer: heard again, it is not taken again. */
  readonly took: Map<string, ReadonlySet<string>>;
}

/** So many questions are remembered once they are settled. */
const KEEP_SETTLED = 1_000;

export function emptyAsking(): AskingState {
  return { questions: new Map(), settled: new Map(), messages: new Map(), answers: new Map(), cursors: new Map(), took: new Map() };
}

export function questionOf({ questions, settled }: AskingState, id: string): Question | undefined {
  return questions.get(id) ?? settled.get(id);
}

const MessageKey = z.tuple([z.string(), z.string()]);

export function messageKey(to: string, message: string): string {
  return JSON.stringify([to, message]);
}

export function foldAsking(state: AskingState, line: AskingLine): AskingState {
  const { questions, settled, messages, answers, cursors, took } = state;
  const change = (id: string, to: (question: Question) => Partial<Question>) => {
    const question = questions.get(id);
    if (question !== undefined) questions.set(id, { ...question, ...to(question) });
  };
  switch (line.type) {
    case "asked": {
      const { type: _, ...asked } = line;
      if (!settled.has(line.id) && !questions.has(line.id)) questions.set(line.id, { ...asked, reminded: 0, why: [], misread: 0 });
      break;
    }
    case "reminded":
      change(line.id, () => ({ reminded: line.times }));
      break;
    case "sent":
      for (const message of line.provider) messages.set(messageKey(line.to, message), line.id);
      break;
    case "why":
      change(line.id, ({ why }) => ({ why: [...why.filter((by) => by !== line.by), line.by] }));
      break;
    case "misread":
      change(line.id, ({ misread }) => ({ misread: misread + 1 }));
      break;
    case "answered":
      answers.set(line.key, line);
      break;
    case "carried":
      answers.delete(line.key);
      break;
    case "settled": {
      const question = questions.get(line.id);
      if (question === undefined) break;
      questions.delete(line.id);
      settled.set(line.id, question);
      if (settled.size > KEEP_SETTLED) forgetOldest(state);
      break;
    }
    case "heard":
      cursors.set(line.channel, line.cursor);
      took.set(line.channel, new Set(line.took));
      break;
    default:
      line satisfies never;
  }
  return state;
}

function forgetOldest({ settled, messages }: AskingState): void {
  const half = [...settled.keys()].slice(0, KEEP_SETTLED / 2);
  for (const id of half) settled.delete(id);
  const gone = new Set(half);
  for (const [message, id] of messages) if (gone.has(id)) messages.delete(message);
}

/** What still counts, as lines that mean the same. */
export function linesOfAsking({ questions, settled, messages, answers, cursors, took }: AskingState): readonly AskingLine[] {
  const asked = ({ reminded: _, why: __, misread: ___, ...question }: Question): AskingLine => ({ type: "asked", ...question });
  return [
    ...[...settled.values()].flatMap((question): AskingLine[] => [asked(question), { type: "settled", id: question.id }]),
    ...[...questions.values()].flatMap((question): AskingLine[] => {
      const { id, reminded, why, misread } = question;
      return [
        asked(question),
        ...(reminded > 0 ? [{ type: "reminded" as const, id, times: reminded }] : []),
        ...why.map((by) => ({ type: "why" as const, id, by })),
        ...Array.from({ length: misread }, () => ({ type: "misread" as const, id })),
      ];
    }),
    ...[...messages].map(([key, id]): AskingLine => {
      const [to, message] = MessageKey.parse(JSON.parse(key));
      return { type: "sent", id, to, provider: [message] };
    }),
    ...answers.values(),
    ...[...cursors].map(
      ([channel, cursor]): AskingLine => ({
        ...{ type: "heard", channel, cursor },
        took: [...(took.get(channel) ?? [])],
      }),
    ),
  ];
}
