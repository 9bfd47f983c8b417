import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type ChatMessage, chat, Heard, SentMessage } from "../../../adapters/chat/index.js";
import { type AnyImplementation, type CallContext, isStagewrightError, type Lookup } from "../../../src/dsl/index.js";

const { signal } = new AbortController();

export function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "chat-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function send(implementation: AnyImplementation, request: object, key = "key-1", more: Partial<CallContext> = {}) {
  const takes = chat.calls.send.takes.parse(request);
  return SentMessage.parse(await implementation.calls.send?.perform(takes, { key, signal, ...more }));
}

export async function lookup(implementation: AnyImplementation, request: object, key = "key-1"): Promise<Lookup<unknown> | undefined> {
  return implementation.calls.send?.lookup?.(key, chat.calls.send.takes.parse(request), { key, signal });
}

export async function hear(implementation: AnyImplementation, request: object = {}): Promise<Heard> {
  const takes = chat.calls.listMessages.takes.parse(request);
  return Heard.parse(await implementation.calls.listMessages?.perform(takes, { key: "", signal }));
}

export function textsOf({ messages }: Heard): string[] {
  return messages.map(({ text }: ChatMessage) => text);
}

/** `code: message (hint)` of what a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
    return `${error.code}: ${error.message} (${error.hint})`;
  }
  return "answered";
}
