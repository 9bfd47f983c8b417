import { z } from "zod";
import { namesByNearness, StagewrightError } from "../dsl/index.js";

/**
 * What a pipeline or an agent says to a person. Only the dispatcher sends it.
 *
 * `high` goes before the rest and also in quiet hours; `low` waits to be told together with others.
 */
export const Reply = z.strictObject({
  /** Who says it: the name of a pipeline, an agent or a job. */
  source: z.string().min(1),
  action: z.literal("reply"),
  /** A name from the configuration, or a channel and its own name of the chat: `telegram:4711`. */
  chat_id: z.string().min(1),
  message: z.string().regex(/\S/, "must say something"),
  priority: z.enum(["high", "normal", "low"]).default("normal"),
  subject: z.string().min(1).optional(),
  /** What it belongs to, over all channels. */
  thread: z.string().min(1).optional(),
  /** Answers that can be given by a press, where the channel has buttons. What each says must also be possible in words. */
  buttons: z
    .array(z.strictObject({ id: z.string().min(1).max(64), text: z.string().min(1) }))
    .min(1)
    .optional(),
  /** The session that ends once it is told. */
  session: z.string().min(1).optional(),
});
export type Reply = z.output<typeof Reply>;

/** Where a chat is: a channel, and what that channel calls it. */
export const Address = z.strictObject({ channel: z.string().min(1), chat: z.string().min(1) });
export type Address = z.output<typeof Address>;

/** @throws StagewrightError `dispatch/chat` for a chat that nobody knows. */
export function addressOf(chatId: string, chats: Readonly<Record<string, Address>>, channels: readonly string[]): Address {
  const known = Object.hasOwn(chats, chatId) ? chats[chatId] : undefined;
  if (known !== undefined) return known;
  const colon = chatId.indexOf(":");
  const channel = chatId.slice(0, Math.max(colon, 0));
  if (channels.includes(channel) && colon < chatId.length - 1) return { channel, chat: chatId.slice(colon + 1) };
  const [near] = namesByNearness(chatId, Object.keys(chats), { most: 1 / 2 });
  throw new StagewrightError("dispatch/chat", `there is no chat "${chatId}"`, {
    hint: `${near === undefined ? "" : `did you mean "${near}"? `}Name one of \`chats\` in the configuration, or a channel and its chat: "${channels[0] ?? "terminal"}:me"`,
  });
}
