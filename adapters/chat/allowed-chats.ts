import { StagewrightError } from "../../src/dsl/index.js";

/** Throws `chat/not-allowed` for a chat that is not on the list. */
export function mustBeAllowed(chats: readonly string[], name: string): void {
  if (chats.includes(name)) return;
  const are = chats.length === 0 ? "none is" : `allowed are ${chats.map((one) => `"${one}"`).join(", ")}`;
  throw new StagewrightError("chat/not-allowed", `"${name}" is not a chat that may be used: ${are}`, {
    hint: "add it to `chats`, if it is to be written to and read from",
  });
}
