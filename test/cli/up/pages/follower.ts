import { z } from "zod";

const Said = z.object({ way: z.enum(["in", "out"]), text: z.string() });

export interface Follower {
  readonly status: number;
  /** The texts so far with who has said them, as "in: hello"; settles once the last one fits, or the stream has ended. */
  until(pattern: RegExp): Promise<readonly string[]>;
  /** Settles when the stream has ended by itself. */
  readonly ended: Promise<void>;
  lastId(): string;
  leave(): void;
}

/** Follows a page as a browser does. */
export async function follower(url: string, lastId?: string): Promise<Follower> {
  const end = new AbortController();
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const answer = await fetch(url.replace("?", "/events?"), { headers, signal: end.signal });
  let text = "";
  let isOver = false;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const settle of waiting.splice(0)) settle();
  };
  const said = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => {
      const one = Said.parse(JSON.parse(json));
      return `${one.way}: ${one.text}`;
    });
  const read = async () => {
    try {
      for await (const piece of answer.body ?? []) {
        text += Buffer.from(piece).toString();
        wake();
      }
    } catch {
      // It was cut off, by whichever end.
    }
    isOver = true;
    wake();
  };
  const ended = read();
  return {
    status: answer.status,
    ended,
    until: async (pattern) => {
      while (!isOver && !pattern.test(said().at(-1) ?? "")) await new Promise<void>((settle) => waiting.push(settle));
      return said();
    },
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? "",
    leave: () => end.abort(),
  };
}
