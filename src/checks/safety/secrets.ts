import type { Hit } from "./hit.js";
import { masked } from "./masked.js";
import { isPlaceholder, isRandom } from "./randomness.js";
import { SECRET_SHAPES } from "./secret-shapes.js";

const BEGINNING = new RegExp(`(?<![A-Za-z0-9_-])(?:${SECRET_SHAPES.map(({ start }) => start).join("|")})`, "g");
const REVOKE = "take it out and revoke it";

/** Tokens that their beginning gives away. */
export function knownTokens(text: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { index } of text.matchAll(BEGINNING)) {
    for (const { name, whole } of SECRET_SHAPES) {
      whole.lastIndex = index;
      const token = whole.exec(text)?.[0];
      if (token === undefined || isPlaceholder(token)) continue;
      hits.push(secret("safety/secret", index, token, `"${masked(token)}" is ${name} of ${token.length} characters: ${REVOKE}`));
      break;
    }
  }
  return hits;
}

const BOT_TOKEN = /(?<![\w:])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![\w-])/g;

/** Tokens of Telegram bots, which begin with any digit. */
export function botTokens(text: string): readonly Hit[] {
  return [...text.matchAll(BOT_TOKEN)].map(({ index, 0: token }) =>
    secret("safety/secret", index, token, `"${masked(token)}" is a Telegram bot token of ${token.length} characters: ${REVOKE}`),
  );
}

const KEY_BEGINS = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Private keys in PEM and PGP armour, up to their last line or, where that was cut off, up to the next key. */
export function privateKeys(text: string): readonly Hit[] {
  const begins = [...text.matchAll(KEY_BEGINS)].map(({ index }) => index);
  if (begins.length === 0) return [];
  const ends = [...text.matchAll(KEY_ENDS)].map(({ index, 0: line }) => index + line.length);
  let next = 0;
  return begins.map((from, at) => {
    while (next < ends.length && (ends[next] ?? 0) < from) next += 1;
    const limit = begins[at + 1] ?? text.length;
    const to = Math.min(ends[next] ?? limit, limit);
    const kind = text.slice(from + "-----BEGIN ".length, text.indexOf("-----", from + 5)).toLowerCase();
    return { ...secret("safety/private-key", from, "", `"-----BEGIN…" begins a ${kind}: take it out and replace the key`), to };
  });
}

const PASSWORD_IN_URL = /:\/\/([^\s:@/"'<>`]{0,100}):([^\s@/"'<>`]{4,200})@(?=[\p{L}\p{N}[])/gu;
const NO_PASSWORD = /^(?:pass|password|passwd|pwd|pw|secret|token|x+|\*+|\.+|…)$/i;
const SCHEME = /[a-z][a-z0-9+.-]{0,20}$/i;

/** Passwords in connection strings and addresses: `postgres://user:password@host`. */
export function passwordsInUrls(text: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { index, 0: match, 1: user = "", 2: password = "" } of text.matchAll(PASSWORD_IN_URL)) {
    if (NO_PASSWORD.test(password) || isPlaceholder(password)) continue;
    const scheme = SCHEME.exec(text.slice(Math.max(0, index - 21), index))?.[0] ?? "";
    const from = index - scheme.length;
    const message = `"${scheme}://${user}:…" holds a password: take the password out and change it`;
    hits.push(secret("safety/connection-string", from, text.slice(from, index + match.length), message));
  }
  return hits;
}

// `Server=…;Password=…;` and `host=… password=…`, as drivers of databases read them.
const PASSWORD_IN_LIST =
  /(?:;[ \t]?|\b(?:host|user|uid|dbname|port|server)=[^\s;]{1,100}[ \t])(?:password|pwd)[ \t]?=[ \t]?([^;\s"'`]{4,100})/gi;

/** Most texts have none, and to look for the word alone is quicker than for all that may stand before it. */
const HAS_PASSWORD = /password[ \t]?=|pwd[ \t]?=/i;

/** Passwords in connection strings that are lists of names and values. */
export function passwordsInLists(text: string): readonly Hit[] {
  if (!HAS_PASSWORD.test(text)) return [];
  return [...text.matchAll(PASSWORD_IN_LIST)].flatMap(({ index, 0: match, 1: password = "" }) => {
    if (NO_PASSWORD.test(password) || isPlaceholder(password)) return [];
    const from = index + match.length - password.length;
    const message = `"${masked(password)}" is the password of a connection string: take the password out and change it`;
    return [secret("safety/connection-string", from, password, message)];
  });
}

/** Keys that open nothing. */
const OPEN_KEY = /(?:cache|public|pub|primary|foreign|partition|sort|idempotency|map|object|s3|storage|row|lookup)[-_ ]?$/i;

// The names end in these words; what follows may be quoted, and may be the value of a field, a flag or a variable.
const ASSIGNMENT =
  /(key|secret|token|passw(?:or)?d|pwd|credentials?|auth)[A-Za-z0-9_-]{0,20}["']?[ \t]{0,3}(?::=|=>|=|:)[ \t]{0,3}["'`]?(?:(?:Bearer|Basic)[ \t])?([A-Za-z0-9+/_=.~-]{16,300})(?![\w(])/gi;

/** Values that look drawn by chance, given to something called a key, a secret, a token or a password. */
export function randomValues(text: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { index, 0: match, 1: word = "", 2: taken = "" } of text.matchAll(ASSIGNMENT)) {
    // The full stop of the sentence is no part of it.
    const value = taken.replace(/\.{1,3}$/, "");
    if (isPlaceholder(value) || !isRandom(value) || OPEN_KEY.test(text.slice(Math.max(0, index - 12), index))) continue;
    const from = index + match.length - taken.length;
    const message = `"${masked(value)}", given to a name with "${word.toLowerCase()}", reads as a secret of ${value.length} characters: ${REVOKE}`;
    hits.push(secret("safety/random-value", from, value, message));
  }
  return hits;
}

function secret(rule: string, from: number, text: string, message: string): Hit {
  return { rule, severity: "error", from, to: from + text.length, message, isHidden: true };
}
