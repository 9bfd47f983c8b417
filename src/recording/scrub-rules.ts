import { createHash } from "node:crypto";

/** One kind of thing that is not to stand on a tape. A text that it has been taken out of once, it leaves as it is. */
export interface ScrubRule {
  readonly name: string;
  scrub(text: string): string;
}

/** What stands in the place of what was taken out. */
export function placeholderOf(name: string): string {
  return `[scrubbed: ${name}]`;
}

/** Takes out whatever matches, which must not begin with a bracket. */
function matching(name: string, pattern: RegExp): ScrubRule {
  return { name, scrub: (text) => text.replace(pattern, placeholderOf(name)) };
}

/** What secrets look like, or what stands before them, whoever wrote the text. */
export const secretRules: readonly ScrubRule[] = [
  matching("private key", /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|$)/g),
  matching(
    "authorization",
    /(?<=\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?)(?!(?:\w+\s+)?\[)(?:(?:bearer|basic|digest|token|ghost)\s+)?[^\s"',;]+/gi,
  ),
  matching("authorization", /(?<=\b(?:bearer|basic|ghost)\s{1,3})(?=\S{0,200}\d)[a-z0-9._~+/=-]{16,}/gi),
  matching("cookie", /(?<=\bcookie["']?\s{0,3}:\s{0,3}["']?)[^\s"'[][^\r\n"']*/gi),
  matching(
    "token",
    /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-(?=[\w-]{0,200}\d)[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}\b|AIza[\w-]{35}|\d{8,10}:AA[\w-]{33}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})/g,
  ),
  matching("password", /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,256}:)[^\s/@[][^\s/@]{0,255}(?=@)/gi),
  matching("secret", /(?<=[?&](?:access_token|api_?key|client_secret|password|secret|sig|signature|token)=)[^&#\s"'[][^&#\s"']*/gi),
  matching(
    "secret",
    /(?<=(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|ACCESS_KEY|ADMIN_KEY|PRIVATE_KEY)["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'[][^\s"']*/g,
  ),
];

/** A field of this name holds a secret, whatever that looks like. */
const SECRET_FIELD =
  /^(?:password|passwd|passphrase|secret|token|(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api[-_]?key|(?:access|refresh|auth|id)[-_]?token|client[-_]?secret|private[-_]?key)$/i;

export function isSecretField(name: string): boolean {
  return SECRET_FIELD.test(name);
}

const SECRET_VARIABLE = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|KEY|CREDENTIALS?)$/i;
/** What is shorter may well be a word. */
const LEAST_LENGTH = 8;

/** The secrets of an environment, as they are, in an address and in Base64. */
export function environmentRule(env: Readonly<Record<string, string | undefined>>): ScrubRule {
  const known = Object.entries(env)
    .flatMap(([name, value = ""]) =>
      SECRET_VARIABLE.test(name) && value.trim().length >= LEAST_LENGTH ? [{ name, secret: value.trim() }] : [],
    )
    .flatMap(({ name, secret }) => formsOf(secret).map((form) => ({ name, form })))
    // The longest first, as one may be a part of another.
    .sort((one, other) => other.form.length - one.form.length);
  return {
    name: "environment",
    scrub: (text) => known.reduce((left, { name, form }) => left.replaceAll(form, placeholderOf(name)), text),
  };
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [...new Set([secret, encodeURIComponent(bytes.toString()), bytes.toString("base64"), bytes.toString("base64url")])];
}

/** Domains that are nobody's, so that an address there is no person's. */
const NOBODYS = /@(?:[\w-]+\.)*(?:example\.(?:org|com|net)|example|invalid|test|localhost)$/i;

/** Mail addresses, each as another that is the same wherever the first one stands; those of examples stay. */
export const mailAddresses: ScrubRule = {
  name: "mail address",
  scrub: (text) =>
    text.replace(/[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu, (address) =>
      NOBODYS.test(address) ? address : `${createHash("sha256").update(address.toLowerCase()).digest("hex").slice(0, 12)}@scrubbed.invalid`,
    ),
};
