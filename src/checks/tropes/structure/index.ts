import type { StructureRule } from "../trope.js";
import { denial } from "./denial.js";
import { emojiHeading } from "./emoji-heading.js";
import { rhetoricalAnswer } from "./rhetorical-answer.js";
import { shortFragments } from "./short-fragments.js";
import { sloganTitle } from "./slogan-title.js";
import { triplet } from "./triplet.js";

export const STRUCTURE_RULES: readonly StructureRule[] = [denial, emojiHeading, rhetoricalAnswer, shortFragments, sloganTitle, triplet];
