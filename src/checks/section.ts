import type { ParsedText } from "./text/parse-text.js";
import { countWordsIn } from "./text/words.js";

/** A heading with all up to the next heading of its level or a higher one. */
export interface Section {
  readonly title: string;
  /** Where its heading begins in the original. */
  readonly offset: number;
  readonly hasProse: boolean;
}

/** What is wrong with the sections, and where; without an offset where a text has no section at all. */
export interface SectionFault {
  readonly message: string;
  readonly offset: number | undefined;
}

export function sectionsOf({ blocks }: ParsedText, level: number): readonly Section[] {
  const found: { title: string; offset: number; hasProse: boolean }[] = [];
  let open: (typeof found)[number] | undefined;
  for (const block of blocks) {
    if (block.kind !== "heading") {
      if (open && !open.hasProse) open.hasProse = countWordsIn(block.prose) > 0;
    } else if (block.level <= level) {
      open = block.level === level ? { title: block.prose.replace(/\s+/g, " ").trim(), offset: block.from, hasProse: false } : undefined;
      if (open) found.push(open);
    }
  }
  return found;
}
