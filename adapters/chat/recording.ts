import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { sha256 } from "../../src/store/index.js";
import { chat } from "./chat.js";

export interface ChatRecordingOptions {
  readonly answers?: Answers<(typeof chat)["calls"]>;
  /** Where messages are read; it may be real. Without it nobody has written anything. */
  readonly reads?: AnyImplementation;
}

/** A chat for a rehearsal: says nothing to anybody. `answers` take the place of its own. */
export function chatRecording({ answers = {}, reads }: ChatRecordingOptions = {}): Recording {
  return recording(
    chat,
    {
      send({ chat }, { key, signal }) {
        signal.throwIfAborted();
        const message = `recording:${sha256(key).slice(0, 32)}`;
        return { message, messages: [message], chat, at: new Date(0).toISOString() };
      },
      ...(reads === undefined && { listMessages: () => ({ messages: [], cursor: "0", elsewhere: 0, unread: [] }) }),
      ...answers,
    },
    reads ? { reads } : {},
  );
}
