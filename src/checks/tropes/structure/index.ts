import type { StructureRule } from "../trope.js";
import { denial } from "./denial.js";
import { emojiEnding } from "./emoji-ending.js";
import { emojiHeading } from "./emoji-heading.js";
import { emojiList } from "./emoji-list.js";
import { falseRange } from "./false-range.js";
import { hashtags } from "./hashtags.js";
import { placeholder } from "./placeholder.js";
import { rhetoricalAnswer } from "./rhetorical-answer.js";
import { shortFragments } from "./short-fragments.js";
import { sloganTitle } from "./slogan-title.js";
import { stockHeading } from "./stock-heading.js";
import { triplet } from "./triplet.js";

export const STRUCTURE_RULES: readonly StructureRule[] = [
  denial,
  emojiEnding,
  emojiHeading,
  emojiList,
  falseRange,
  hashtags,
  placeholder,
  rhetoricalAnswer,
  shortFragments,
  sloganTitle,
  stockHeading,
  triplet,
];
