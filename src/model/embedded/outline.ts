import type { Section } from "./day.js";
import { changes } from "./sections/changes.js";
import { log } from "./sections/log.js";
import { overview } from "./sections/overview.js";
import { people } from "./sections/people.js";
import { places } from "./sections/places.js";
import { sizes } from "./sections/sizes.js";

/** What the writer can tell of a day, in the order in which it tells it. */
const IN_ORDER: readonly Section[] = [overview, changes, places, sizes, people, log];

/** Which titles ask for what. A title may hold words of several, so the narrower ones come first. */
const ASKED_BY: readonly (readonly [RegExp, Section])[] = [
  [/\b(?:logs?|notes?|diary|journal)\b/i, log],
  [/\b(?:large|sizes?|big|figures?|numbers?|lines?|much)\b/i, sizes],
  [/\b(?:where|files?|folders?|areas?|parts?)\b/i, places],
  [/\b(?:who|when|people|times?|hours?|authors?)\b/i, people],
  [/\b(?:short|summary|overview|brief|paragraph|glance)\b/i, overview],
  [/\b(?:changed|changes|commits?|done|happened)\b/i, changes],
];

/** A section for each title: the one that its words ask for, else the next that no title asked for, else nothing. */
export function sectionsFor(titles: readonly string[]): readonly (Section | undefined)[] {
  const taken = new Set<Section>();
  const asked = titles.map((title) => {
    const section = ASKED_BY.find(([words, candidate]) => words.test(title) && !taken.has(candidate))?.[1];
    if (section) taken.add(section);
    return section;
  });
  const left = IN_ORDER.filter((section) => !taken.has(section)).values();
  return asked.map((section) => section ?? left.next().value);
}
