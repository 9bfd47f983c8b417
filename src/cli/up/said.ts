import { ownThread } from "../../chief/index.js";
import type { Delivered, Incoming } from "../../dispatch/index.js";
import { openComms } from "../../state/index.js";

/** What was said on all channels, in both directions. */
export interface Said {
  /** Writes down what came in. `personOf` says who writes, where the channel vouches for them. */
  heard(channel: string, messages: readonly Incoming[], personOf: (message: Incoming) => string | undefined): Promise<void>;
  told(delivered: Delivered): Promise<void>;
  /** The conversation that a message belongs to. */
  threadOf(channel: string, message: Incoming, otherwise: string): string;
  /** Who said what a message answers: a pipeline, or one of the parts of this program. */
  sourceAnswered(channel: string, message: { readonly chat: string; readonly answers?: string | undefined }): string | undefined;
}

export function saidIn(root: string, now: () => Date): Said {
  const comms = openComms(root, { now });
  return {
    heard: async (channel, messages, personOf) => {
      await comms.heard(channel, messages, (message) => ownThread(channel, message, personOf(message)));
    },
    told: async (delivered) => {
      await comms.sent(delivered);
    },
    threadOf: (channel, { chat, answers, thread }, otherwise) =>
      comms.joinThread({
        ...{ channel, chat, otherwise },
        ...(answers !== undefined && { answers }),
        ...(thread !== undefined && { conversation: thread }),
      }),
    sourceAnswered: (channel, { chat, answers }) => {
      const earlier = answers === undefined ? undefined : comms.find({ channel, chat }, answers);
      // Several that were told together are about nothing in particular.
      return earlier?.direction === "out" && !earlier.from.includes(", ") ? earlier.from : undefined;
    },
  };
}
