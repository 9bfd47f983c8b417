import { beginning } from "../web/index.js";
import { withoutSecrets } from "./without-secrets.js";

export interface Filter {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly contains?: string | undefined;
}

/** Whether a message of that time is asked for. One without a time is not, where times are asked for. */
export function isWanted({ since, until, contains }: Filter, at: string | null, text: string): boolean {
  if (contains !== undefined && !text.toLowerCase().includes(contains.toLowerCase())) return false;
  if (since === undefined && until === undefined) return true;
  const ms = Date.parse(at ?? "");
  return (
    ms >= (since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)) && ms < (until === undefined ? Infinity : Date.parse(until))
  );
}

const MOST_CHARS = 4_000;

/** A message as it may be journaled: no escape codes, no secrets, not too long. */
export function message(text: string): { readonly text: string; readonly isCut: boolean } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  const plain = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
  const start = beginning(withoutSecrets(beginning(plain, MOST_CHARS * 4)), MOST_CHARS);
  return { text: start, isCut: plain.length > MOST_CHARS };
}
