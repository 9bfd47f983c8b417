import { CHIEF } from "../../chief/index.js";
import type { Delivered, Incoming } from "../../dispatch/index.js";
import type { SessionStore } from "../../registry/index.js";

/** What was said with the front desk, in each chat, so that an unclear message is read in the light of what came before. */
export interface Conversations {
  heard(channel: string, messages: readonly Incoming[]): Promise<void>;
  told(delivered: Delivered): Promise<void>;
  /** What was said in a chat before what came in last, the oldest first. */
  before(channel: string, chat: string): { who: "person" | "us"; text: string }[];
  /** Ends one whose last message was told, and those in which nobody has said anything for long. */
  close(session: string): Promise<void>;
  expire(): Promise<void>;
}

/** So many are shown to whoever reads the next one. */
const SHOWN = 8;

export function conversationsIn(sessions: SessionStore): Conversations {
  const say = async (
    channel: string,
    chat: string,
    message: { readonly id: string; readonly role: "user" | "assistant"; readonly content: string },
  ) => {
    const { id, role, content } = message;
    const { session } = await sessions.open({ agent: CHIEF, channel, chat });
    await sessions.append(session.id, [{ role, content }], id);
  };
  return {
    heard: async (channel, messages) => {
      for (const { id, chat, text } of messages) await say(channel, chat, { id: `${channel}/${id}`, role: "user", content: text });
    },
    told: ({ channel, chat, key, text }) => say(channel, chat, { id: key, role: "assistant", content: text }),
    before: (channel, chat) => {
      const session = sessions.find({ agent: CHIEF, channel, chat });
      if (session === undefined) return [];
      const said = sessions.messages(session.id);
      const last = said.findLastIndex(({ message }) => message.role !== "user");
      return said
        .slice(Math.max(0, last + 1 - SHOWN), last + 1)
        .map(({ message: { role, content } }) => ({ who: role === "user" ? "person" : "us", text: content }));
    },
    close: async (session) => {
      if (sessions.get(session) !== undefined) await sessions.close(session);
    },
    expire: async () => {
      await sessions.expire();
    },
  };
}
