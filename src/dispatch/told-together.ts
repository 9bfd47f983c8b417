import type { Outgoing } from "./channel.js";
import type { Queued } from "./outbox-state.js";

/** What goes out for a message, or for several at once: one item of a list for each, with who says it. */
export function outgoingOf(entries: readonly Queued[]): Outgoing {
  const [first] = entries;
  if (first === undefined) throw new RangeError("there is nothing to send");
  const { reply, to } = first;
  if (entries.length === 1) {
    return {
      chat: to.chat,
      text: reply.message,
      ...(reply.subject !== undefined && { subject: reply.subject }),
      ...(reply.thread !== undefined && { thread: reply.thread }),
      ...(reply.buttons !== undefined && { buttons: reply.buttons }),
    };
  }
  const items = entries.map(({ reply: { source, message } }) => `- ${source}: ${message.trim().replaceAll("\n", "\n  ")}`);
  return { chat: to.chat, text: items.join("\n"), subject: `${entries.length} notes` };
}
