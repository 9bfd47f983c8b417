import { type Hit, inEach, type StructureRule } from "../trope.js";

const TAGS_AT_LEAST = 3;
/** Tags with nothing but spaces between them, to the end of a line. A number alone names an issue. */
const ROW = /(?:^|(?<=\s))#[\p{L}_][\p{L}\p{M}\p{N}_-]*(?:\s+#[\p{L}_][\p{L}\p{M}\p{N}_-]*)+[^\S\n]*(?=$|\n)/gu;

export const hashtags: StructureRule = {
  id: "tropes/hashtags",
  kind: "a row of hashtags",
  severity: "warning",
  isWhole: true,
  why: "It is written for a machine that sorts posts, and the reader who came for the text has to step over it.",
  fix: "Take them out, or say in a sentence what the text is about",
  counts: "three or more words with `#` before them, in a row, at the end of a line",
  examples: {
    bad: [
      "The garden opens on Sunday.\n\n#garden #community #growth",
      "We moved the index to another disk. #databases #postgres #backend #learning",
      "#Leadership #Mindset #NeverStopLearning\n\nThe course lasts two days.",
    ],
    good: ["It closes #12, #14 and #15.", "Ask in #general or in #builds.", "Fixed in #12 #13 #14", "The tags #a, #b and #c are reserved."],
  },
  finder: inEach(({ number, kind, block: { prose } }) => {
    if (kind === "heading" || !prose.includes("#")) return [];
    return [...prose.matchAll(ROW)].flatMap(({ index, 0: row }): readonly Hit[] => {
      const tags = row.split("#").length - 1;
      return tags >= TAGS_AT_LEAST ? [{ block: number, from: index, to: index + row.trimEnd().length }] : [];
    });
  }),
};
