import { z } from "zod";
import { ChatMessage } from "./chat.js";
import { appendLines, parsedLine, textOf } from "./json-lines.js";
import { type KeptUpdate, keptUpdate, numberOf } from "./telegram-update.js";

const Id = z.object({ id: z.string() });
const Kept = z.union([
  Id.extend({ message: ChatMessage }),
  Id.extend({ elsewhere: z.literal(true) }),
  Id.extend({ unread: z.object({ place: z.string(), because: z.string() }) }),
]);

export interface Fetching {
  /** Where what came in is kept. */
  readonly path: string;
  readonly chats: readonly string[];
  /** From the earliest one on that Telegram holds, or behind those that an offset confirms. */
  fetch(offset: number | undefined): Promise<readonly unknown[]>;
}

/**
 * Fetches what is new, keeps it, and only then confirms it to Telegram, which forgets it; what a crash cuts off is fetched
 * again. The first request names no offset: one that was counted on from an older update would skip all that follow a week
 * of silence, when the numbers start anew anywhere.
 */
export async function fetchUpdates({ path, chats, fetch }: Fetching): Promise<KeptUpdate[]> {
  const all = await keptUpdates(path);
  const known = new Set(all.map(({ id }) => id));
  let offset: number | undefined;
  for (;;) {
    const updates = await fetch(offset);
    const fresh = updates.map((update) => keptUpdate(update, chats)).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    await appendLines(path, fresh);
    all.push(...fresh);
    const last = Math.max(...updates.map((update) => numberOf(update) ?? Number.NEGATIVE_INFINITY));
    if (last < (offset ?? Number.NEGATIVE_INFINITY) || last === Number.NEGATIVE_INFINITY) return all;
    offset = last + 1;
  }
}

/** In the order in which they were kept; one that two machines have kept counts once. */
async function keptUpdates(path: string): Promise<KeptUpdate[]> {
  const kept = (await textOf(path)).split("\n").flatMap((line) => Kept.safeParse(parsedLine(line)).data ?? []);
  const first = new Map<string, KeptUpdate>();
  for (const one of kept) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}
