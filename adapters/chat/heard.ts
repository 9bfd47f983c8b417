import type { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import type { ChatMessage, Heard } from "./chat.js";

/** One thing that came in: a message, or why there is none. */
export type Incoming =
  | { readonly message: ChatMessage }
  | { readonly elsewhere: true }
  | { readonly nothing: true }
  | { readonly unread: { readonly place: string; readonly because: string } };

export interface Asked {
  readonly chats: readonly string[];
  readonly chat?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * What came in behind a cursor, which is how many there were before: the list only grows at its end.
 *
 * Throws `chat/cursor`.
 */
export function heardOf(all: readonly Incoming[], { chats, chat, after = "0" }: Asked): Heard {
  if (Number(after) > all.length) {
    throw new StagewrightError("chat/cursor", `the cursor "${after}" lies behind all that came in, which is ${all.length}`, {
      hint: "use the cursor of an answer from this chat's own folder, or none",
    });
  }
  const heard: Heard = { messages: [], cursor: String(all.length), elsewhere: 0, unread: [] };
  for (const one of all.slice(Number(after))) {
    if ("unread" in one) heard.unread.push(one.unread);
    else if ("nothing" in one) continue;
    // The list of chats may have become shorter since the message was kept.
    else if ("elsewhere" in one || !chats.includes(one.message.chat)) heard.elsewhere += 1;
    else if (chat === undefined || one.message.chat === chat) heard.messages.push(one.message);
  }
  return heard;
}

/** The first fault, at the path of its field. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `"${issue?.path.join(".") ?? ""}": ${issue?.message ?? "cannot be read"}`;
}
