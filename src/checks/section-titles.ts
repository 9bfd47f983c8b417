import type { Section, SectionFault } from "./section.js";
import { folded } from "./text/folded.js";

/** Two titles are one where this is equal: case, kind of quotes and hyphens, spaces and marks at the ends do not count. */
export function titleKey(title: string): string {
  const plain = folded(title.normalize("NFC").toLowerCase()).replace(/\s+/g, " ");
  return /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su.exec(plain)?.[0] ?? "";
}

/** Compares the sections of a text with the titles expected: strangers, doubles, the order, and what is missing. */
export function titleFaults(found: readonly Section[], titles: readonly string[]): SectionFault[] {
  const places = new Map(titles.map((title, index) => [titleKey(title), index]));
  const seen = new Map<number, Section>();
  const faults: SectionFault[] = [];
  let furthest = -1;
  for (const section of found) {
    const { title, offset } = section;
    const place = places.get(titleKey(title));
    if (place === undefined) {
      const names = titles.map((expected) => `"${expected}"`).join(", ");
      faults.push({ message: `the section "${title}" is none of those expected (${names}): rename it or take it out`, offset });
    } else if (seen.has(place)) {
      faults.push({ message: `the section "${title}" stands here a second time, expected once: merge the two`, offset });
    } else {
      seen.set(place, section);
      if (place < furthest) {
        faults.push({ message: `the section "${title}" stands after "${titles[furthest]}", expected before it: move it up`, offset });
      }
      furthest = Math.max(furthest, place);
    }
  }
  for (const [place, title] of titles.entries()) {
    if (seen.has(place)) continue;
    const where = place === 0 ? "as the first" : `after "${titles[place - 1]}"`;
    faults.push({ message: `the section "${title}" is missing: add it ${where}`, offset: (seen.get(place - 1) ?? found.at(-1))?.offset });
  }
  return faults;
}
