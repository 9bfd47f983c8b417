import { createHmac, timingSafeEqual } from "node:crypto";
import type { AskedProof } from "./hook.js";

type Headers = Readonly<Record<string, string>>;

/** What is wrong with a proof; `undefined` where the sender may send. */
export type Unproven = string | undefined;

/** What can be said before the body is read: whether the secret is right, where the proof is a secret. */
export function provenByHeaders(proof: AskedProof | undefined, headers: Headers, secret: string): Unproven {
  if (proof?.kind !== "secret") return undefined;
  return isEqual(headers[proof.header] ?? "", secret) ? undefined : `the header "${proof.header}" does not hold the secret`;
}

interface Known {
  readonly secret: string;
  readonly now: Date;
}

/** Whether the signature is right, where the proof is one. */
export function provenByBody(proof: AskedProof | undefined, headers: Headers, body: Buffer, { secret, now }: Known): Unproven {
  if (proof === undefined || proof.kind === "secret") return undefined;
  const found = (headers[proof.header] ?? "").replace(/^sha256=/, "");
  const mac = createHmac("sha256", secret);
  if (proof.kind === "signedTime") {
    const time = headers[proof.timeHeader] ?? "";
    if (!/^\d{1,12}$/.test(time)) return `the header "${proof.timeHeader}" holds no time in seconds`;
    // Both ways: a time ahead of ours would keep a signature good for longer than the window.
    if (Math.abs(now.getTime() - Number(time) * 1_000) > proof.windowSeconds * 1_000) {
      return `the time in "${proof.timeHeader}" is more than ${proof.windowSeconds} seconds from now`;
    }
    mac.update(`${time}.`);
  }
  return isEqual(found, mac.update(body).digest("hex")) ? undefined : `the header "${proof.header}" holds no signature of this body`;
}

/** In a time that does not tell how much of it is right: of both the digests are compared, which are equally long. */
function isEqual(found: string, expected: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return expected !== "" && timingSafeEqual(digest(found), digest(expected));
}
