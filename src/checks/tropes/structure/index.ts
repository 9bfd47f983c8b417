import type { StructureRule } from "../trope.js";
import { denial } from "./denial.js";
import { emojiHeading } from "./emoji-heading.js";
import { emojiList } from "./emoji-list.js";
import { falseRange } from "./false-range.js";
import { placeholder } from "./placeholder.js";
import { rhetoricalAnswer } from "./rhetorical-answer.js";
import { shortFragments } from "./short-fragments.js";
import { sloganTitle } from "./slogan-title.js";
import { stockHeading } from "./stock-heading.js";
import { triplet } from "./triplet.js";

export const STRUCTURE_RULES: readonly StructureRule[] = [
  denial,
  emojiHeading,
  emojiList,
  falseRange,
  placeholder,
  rhetoricalAnswer,
  shortFragments,
  sloganTitle,
  stockHeading,
  triplet,
];
