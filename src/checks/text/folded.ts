const TWINS: readonly (readonly [string, string])[] = [
  ["'", "’‘‚‛ʼ′´＇"],
  ['"', "“”„‟″«»＂"],
  ["-", "‐‑−"],
  [" ", "\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000"],
  ["ș", "ş"],
  ["ț", "ţ"],
  ["Ș", "Ş"],
  ["Ț", "Ţ"],
];

const PLAIN_TWIN = new Map(TWINS.flatMap(([plain, twins]) => [...twins].map((twin) => [twin, plain] as const)));
const TWIN = new RegExp(`[${[...PLAIN_TWIN.keys()].join("")}]`, "g");

/**
 * Prose with one form for marks that come in several: straight quotes, plain hyphens and spaces, Romanian letters with a comma.
 * It keeps its length, so that each index stays what it was.
 */
export function folded(prose: string): string {
  return prose.replace(TWIN, (twin) => PLAIN_TWIN.get(twin) ?? twin);
}
