import { z } from "zod";
import { sha256 } from "../../src/store/index.js";
import type { ChatMessage } from "./chat.js";
import { faultOf, type Incoming } from "./heard.js";

const From = z.object({ id: z.int(), first_name: z.string(), last_name: z.string().optional() });
const Said = z.object({
  message_id: z.int(),
  date: z.int(),
  chat: z.object({ id: z.int() }),
  from: From.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  reply_to_message: z.object({ message_id: z.int() }).optional(),
});
const Press = z.object({ id: z.string().min(1), from: From, data: z.string(), message: Said });
const Update = z.object({ update_id: z.int(), message: Said.optional(), callback_query: Press.optional() });

/** An update as it is kept. The words of a chat that is not allowed are not. */
export type KeptUpdate = Incoming & {
  /** The same whenever this update is delivered. An update's own number is not: it starts anew after a week of silence. */
  readonly id: string;
};

export function keptUpdate(update: unknown, chats: readonly string[]): KeptUpdate {
  const { data, error } = Update.safeParse(update);
  if (data === undefined) return unread(update, faultOf(error));
  if (data.message !== undefined) {
    const { chat, message_id } = data.message;
    return kept(`message:${chat.id}:${message_id}`, messageOf(data.message), chats);
  }
  if (data.callback_query !== undefined) return kept(`press:${data.callback_query.id}`, pressOf(data.callback_query), chats);
  return unread(update, "neither a message nor a button that was pressed");
}

/** An update's number, by which Telegram is told that it has arrived. */
export function numberOf(update: unknown): number | undefined {
  return z.object({ update_id: z.int() }).safeParse(update).data?.update_id;
}

function unread(update: unknown, because: string): KeptUpdate {
  const number = numberOf(update);
  const place = number === undefined ? "an update without a number" : `update ${number}`;
  return { id: `unread:${sha256(JSON.stringify(update) ?? "").slice(0, 32)}`, unread: { place, because } };
}

function kept(id: string, message: ChatMessage, chats: readonly string[]): KeptUpdate {
  return chats.includes(message.chat) ? { id, message } : { id, elsewhere: true };
}

function messageOf({ message_id, date, chat, from, text, caption, reply_to_message: reply }: z.output<typeof Said>): ChatMessage {
  return {
    id: String(message_id),
    chat: String(chat.id),
    who: from === undefined ? null : whoOf(from),
    text: text ?? caption ?? "",
    replyTo: reply === undefined ? null : String(reply.message_id),
    button: null,
    at: new Date(date * 1000).toISOString(),
  };
}

/** Telegram does not say when a button was pressed, only when the message that bears it was written. */
function pressOf({ id, from, data, message }: z.output<typeof Press>): ChatMessage {
  return {
    id: `press-${id}`,
    chat: String(message.chat.id),
    who: whoOf(from),
    text: "",
    replyTo: String(message.message_id),
    button: data,
    at: null,
  };
}

function whoOf({ id, first_name, last_name = "" }: z.output<typeof From>): ChatMessage["who"] {
  return { id: String(id), name: `${first_name} ${last_name}`.trim() };
}
