import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { textIfThere } from "../store/index.js";

/** What a token vouches for: that whoever has it was sent this question, by this way, as this person. */
export interface Vouched {
  /** The question's id, which names run, gate and place. */
  readonly question: string;
  /** Of what was shown. */
  readonly digest: string;
  readonly person: string;
}

const LENGTH = 32;

/** HMAC-SHA256 (RFC 2104), cut to 192 bits, in letters that a subject line carries. */
export function tokenFor({ question, digest, person }: Vouched, secret: string): string {
  const text = JSON.stringify([question, digest, person]);
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, LENGTH);
}

export function isToken(given: string, vouched: Vouched, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(tokenFor(vouched, secret))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The key of all tokens of a store, made when it is asked for first, in a file that only its owner reads.
 *
 * @throws StagewrightError `asking/secret` for a file that others can read, or that holds something else.
 */
export async function secretIn(folder: string): Promise<string> {
  const path = join(folder, "secret");
  const found = (await textIfThere(path)) ?? (await made(folder, path));
  const isOpen = process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0;
  if (/^[\w-]{43}$/.test(found) && !isOpen) return found;
  throw new StagewrightError(
    "asking/secret",
    isOpen ? `others can read "${path}", by which answers by mail are known` : `"${path}" is not the key that answers by mail are known by`,
    { hint: "delete the file: another is made, and mails that were sent before decide nothing any more", place: path },
  );
}

/** Put into place whole, and by one of two processes that make it at once. */
async function made(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const next = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(next, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    await link(next, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(next);
  }
  return readFile(path, "utf8");
}
