import type { Channel, Incoming, Outgoing } from "../../src/dispatch/index.js";
import { type AnyImplementation, isStagewrightError } from "../../src/dsl/index.js";
import { type ChatMessage, chat, Heard, SentMessage } from "../chat/index.js";
import { callOf, lookupOf } from "./calls.js";

/** The dispatcher's way into a chat: a terminal, Telegram, or a recording of one. */
export function chatChannel(implementation: AnyImplementation): Channel {
  const requestOf = ({ chat: name, text, subject, buttons = [] }: Outgoing) =>
    chat.calls.send.takes.parse({ chat: name, text: subject === undefined ? text : `**${subject}**\n\n${text}`, buttons });
  return {
    send: async (message, key, signal) =>
      SentMessage.parse(await callOf(implementation, "send").perform(requestOf(message), { key, signal })).messages,
    lookup: async (key, message, signal) => {
      const found = await lookupOf(implementation, "send", { key, request: requestOf(message), signal });
      return found.happened === "yes" ? { happened: "yes", answer: SentMessage.parse(found.answer).messages } : found;
    },
    listen: async (after, signal) => {
      const asked = chat.calls.listMessages.takes.parse(after === undefined ? {} : { after });
      const { messages, cursor } = Heard.parse(await callOf(implementation, "listMessages").perform(asked, { key: "", signal }));
      return { messages: messages.map(incomingOf), cursor };
    },
    isFinal: (error) => isStagewrightError(error) && error.code === "chat/not-allowed",
  };
}

function incomingOf({ id, chat: name, who, text, button, replyTo, at }: ChatMessage): Incoming {
  return {
    id: `${name}/${id}`,
    chat: name,
    from: { id: who?.id ?? null, name: who?.name ?? "" },
    text: button ?? text,
    ...(replyTo !== null && { answers: replyTo }),
    at: at ?? new Date(0).toISOString(),
  };
}
