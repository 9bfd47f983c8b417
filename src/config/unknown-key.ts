import { z } from "zod";
import { knownKeys, placeOf } from "./known-keys.js";
import { nearest } from "./nearest.js";

/** Of so many letters at most every third may differ, where a name is looked for in places that the writer may not have meant. */
const CLOSE = 1 / 3;

/**
 * Where a key that is not known here belongs, or which one was meant: one of the same place that is close to it, the same
 * key in another place, one of the same place that is less close, then one close to it anywhere.
 */
export function unknownKey(schema: z.core.$ZodType, path: readonly PropertyKey[], key: string): string {
  const here = placeOf(schema, path);
  if (here === "models.<name>" && SECRET.test(key)) return NO_SECRETS;
  const known = knownKeys(schema);
  const siblings = known.filter(({ place }) => place === here).map((one) => one.key);
  const meant = (sibling: string) => `there is no such key; did you mean "${z.core.toDotPath([...path, sibling])}"?`;

  const close = siblings.find((one) => isPart(key, one)) ?? nearest(key, siblings, CLOSE);
  if (close !== undefined) return meant(close);
  const [elsewhere] = known.filter((one) => one.key === key).sort(nearTo(here));
  if (elsewhere !== undefined) return `belongs ${elsewhere.place === "" ? "at the top level" : `in "${elsewhere.place}"`}`;
  const sibling = nearest(key, siblings);
  if (sibling !== undefined) return meant(sibling);
  const other = nearest(
    key,
    known.map((one) => one.key),
    CLOSE,
  );
  const [found] = known.filter((one) => one.key === other).sort(nearTo(here));
  if (found !== undefined) return `there is no such key; did you mean "${found.place === "" ? "" : `${found.place}.`}${found.key}"?`;
  return `there is no such key; there ${siblings.length === 1 ? "is" : "are"} ${siblings.map((one) => `"${one}"`).join(", ")}`;
}

const SECRET = /^(api|auth|access)?[-_ ]?(key|token)$|secret|password/i;
const NO_SECRETS =
  'there is no such key, and a secret never stands in a config: `keys: ["MY_KEY"]` names the environment variable that holds it';

function isPart(key: string, sibling: string): boolean {
  const [a, b] = [key.toLowerCase(), sibling.toLowerCase()];
  return a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
}

/** A place in the same part of the config comes first, then the one that lies less deep. */
function nearTo(here: string): (a: { readonly place: string }, b: { readonly place: string }) => number {
  const partsOf = (place: string) => place.split(/[.[]/);
  const isOutside = (place: string) => Number(partsOf(place)[0] !== partsOf(here)[0]);
  return (a, b) => isOutside(a.place) - isOutside(b.place) || partsOf(a.place).length - partsOf(b.place).length;
}
