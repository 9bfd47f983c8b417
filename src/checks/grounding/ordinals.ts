/** The ordinals that are looked at, from the sixth place on. */
export const ORDINALS: readonly string[] =
  "sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const FIRST_LOOKED_AT = 6;

export const HAS_ORDINAL = /\d(?:st|nd|rd|th)|sixth|enth|eighth|ninth|elfth|tieth/;

/** `eighth` is the 8th place, and so is `8th`. */
export function placeOf(ordinal: string): number {
  const index = ORDINALS.indexOf(ordinal.toLowerCase());
  return index < 0 ? Number.parseInt(ordinal, 10) : index + FIRST_LOOKED_AT;
}

const PLACES = ["second", "third", "fourth", "fifth", ...ORDINALS];
const IN_TEXT = new RegExp(`(?<!\\p{L})(?:the|her|his|its|their|our|a) (${PLACES.join("|")})(?!\\p{L})(?! (?:of|and) )`, "gu");

/** The places that a text of the facts names: where there is a second lock, there are two. */
export function placesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(IN_TEXT), ([, place = ""]) => PLACES.indexOf(place) + 2);
}
