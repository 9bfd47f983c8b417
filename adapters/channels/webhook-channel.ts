import { createHmac } from "node:crypto";
import type { Channel, Outgoing } from "../../src/dispatch/index.js";
import { StagewrightError } from "../../src/dsl/index.js";

export interface WebhookChannelOptions {
  readonly url: string;
  /** Signs each body with HMAC-SHA256 in `X-Hub-Signature-256`, as GitHub's webhooks are. */
  readonly secret?: string;
  /** Whether the receiver takes the same `Idempotency-Key` once only. Where it does not, a lost answer is for a person to settle. */
  readonly idempotent?: boolean;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/** The dispatcher's way to a program: each message is a POST of `{ id, chat, text, subject?, thread? }` as JSON. */
export function webhookChannel({
  url,
  secret,
  idempotent = false,
  fetch = globalThis.fetch,
  timeoutMs = 30_000,
}: WebhookChannelOptions): Channel {
  return {
    send: async (message, key, signal) => {
      const body = bodyOf(message, key);
      const headers: Record<string, string> = { "content-type": "application/json", "idempotency-key": key };
      if (secret !== undefined) headers["x-hub-signature-256"] = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body,
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await answer.body?.cancel();
      if (answer.ok) return [key];
      throw new StagewrightError(isRefused(answer.status) ? "channel/refused" : "channel/status", `the webhook answered ${answer.status}`, {
        hint: "see that its address and its secret are right",
      });
    },
    lookup: async () => ({ happened: idempotent ? "no" : "unknown" }),
    isFinal: (error) => error instanceof StagewrightError && error.code === "channel/refused",
  };
}

/** It read the message and will not have it; 408, 425 and 429 are about time. */
function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function bodyOf({ chat, text, subject, thread }: Outgoing, key: string): string {
  return JSON.stringify({ id: key, chat, text, subject, thread });
}
