import type { Check } from "../../dsl/index.js";
import type { RulePage } from "../pack.js";
import { emDashesRule } from "../structure/em-dashes.js";
import { fencesRule } from "../structure/fences.js";
import { headingsRule } from "../structure/headings.js";
import { linksRule } from "../structure/links.js";
import { listsRule } from "../structure/lists.js";
import { paragraphsRule } from "../structure/paragraphs.js";
import { type StructureRule, underRule } from "../structure/rule.js";
import { sectionsRule } from "../structure/sections.js";
import { sentencesRule } from "../structure/sentences.js";
import { wordsRule } from "../structure/words.js";
import type { Text } from "../text/parse-text.js";
import type { UseData } from "./pack-data.js";
import { faultOfOptions, type PackFault } from "./pack-fault.js";

/** A rule that comes with the library, under the name of the pack that uses it. */
export interface ReadyMade {
  readonly page: RulePage;
  readonly check: Check<Text>;
}

/** The rules that a pack uses, each with its options, or what is wrong with them. */
export function readyMade(pack: string, use: UseData): readonly (ReadyMade | PackFault)[] {
  return [
    ...made(pack, "sections", sectionsRule, use.sections),
    ...made(pack, "lists", listsRule, use.lists),
    ...made(pack, "emDashes", emDashesRule, use.emDashes),
    ...made(pack, "words", wordsRule, use.words),
    ...made(pack, "sentences", sentencesRule, use.sentences),
    ...made(pack, "paragraphs", paragraphsRule, use.paragraphs),
    ...made(pack, "headings", headingsRule, use.headings),
    ...made(pack, "links", linksRule, use.links),
    ...made(pack, "fences", fencesRule, use.fences),
  ];
}

function made<Options>(
  pack: string,
  key: keyof UseData,
  rule: StructureRule<Options>,
  options: Options | undefined,
): readonly (ReadyMade | PackFault)[] {
  if (options === undefined) return [];
  const id = rule.page.id.replace(/^[^/]*/, pack);
  try {
    // The examples of its page are bad with other options than these.
    return [{ page: { ...rule.page, id, examples: { bad: [], good: [] } }, check: underRule(id, rule.check(options)) }];
  } catch (error) {
    return [faultOfOptions(["use", key], error)];
  }
}
