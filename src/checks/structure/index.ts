import type { Check } from "../../dsl/index.js";
import type { EmDashLimit } from "../em-dashes.js";
import type { NoListsOptions } from "../no-lists.js";
import type { Pack } from "../pack.js";
import type { Text } from "../text/parse-text.js";
import type { WordLimits } from "../words.js";
import { emDashesRule } from "./em-dashes.js";
import { type FencesOptions, fences, fencesRule } from "./fences.js";
import { type FrontMatterOptions, frontMatter, frontMatterRule } from "./front-matter.js";
import { type HeadingsOptions, headings, headingsRule } from "./headings.js";
import { type LinksOptions, links, linksRule } from "./links.js";
import { listsRule } from "./lists.js";
import { type ParagraphLimits, paragraphs, paragraphsRule } from "./paragraphs.js";
import type { StructureRule } from "./rule.js";
import { type SectionsWish, sectionsRule } from "./sections.js";
import { type SentenceLimits, sentences, sentencesRule } from "./sentences.js";
import { wordsRule } from "./words.js";

export {
  type FencesOptions,
  type FrontMatterOptions,
  fences,
  frontMatter,
  type HeadingsOptions,
  headings,
  type LinksOptions,
  links,
  type ParagraphLimits,
  paragraphs,
  type SectionsWish,
  type SentenceLimits,
  sentences,
};

/** Rules that need a wish of yours are off until it is given; `headings`, `links` and `fences` are on until they are `false`. */
export interface StructureOptions {
  readonly sections?: SectionsWish | false;
  readonly lists?: NoListsOptions | false;
  readonly emDashes?: EmDashLimit | false;
  readonly words?: WordLimits | false;
  readonly sentences?: SentenceLimits | false;
  readonly paragraphs?: ParagraphLimits | false;
  readonly headings?: HeadingsOptions | false;
  readonly links?: LinksOptions | false;
  readonly fences?: FencesOptions | false;
  readonly frontMatter?: FrontMatterOptions | false;
}

/**
 * How a text is built: its sections, lists, lengths, headings, links, fences and front matter.
 *
 * @example
 * structure.checks({ words: { max: 1_000 }, sections: 6, lists: {}, headings: { title: true } })
 */
export const structure: Pack<StructureOptions> = {
  name: "structure",
  description: "How a text is built: sections, lists, lengths, headings, links, fences and front matter.",
  rules: [
    sectionsRule.page,
    listsRule.page,
    emDashesRule.page,
    wordsRule.page,
    sentencesRule.page,
    paragraphsRule.page,
    headingsRule.page,
    linksRule.page,
    fencesRule.page,
    frontMatterRule.page,
  ],
  checks: (options = {}) => [
    ...wished(sectionsRule, options.sections),
    ...wished(listsRule, options.lists),
    ...wished(emDashesRule, options.emDashes),
    ...wished(wordsRule, options.words),
    ...wished(sentencesRule, options.sentences),
    ...wished(paragraphsRule, options.paragraphs),
    ...wished(headingsRule, options.headings ?? {}),
    ...wished(linksRule, options.links ?? {}),
    ...wished(fencesRule, options.fences ?? {}),
    ...wished(frontMatterRule, options.frontMatter),
  ],
};

/** The options with which each rule's examples are bad and good, by the rule's id. */
export const exampleOptions: Readonly<Record<string, StructureOptions>> = {
  [sectionsRule.page.id]: { sections: sectionsRule.exampleOptions },
  [listsRule.page.id]: { lists: listsRule.exampleOptions },
  [emDashesRule.page.id]: { emDashes: emDashesRule.exampleOptions },
  [wordsRule.page.id]: { words: wordsRule.exampleOptions },
  [sentencesRule.page.id]: { sentences: sentencesRule.exampleOptions },
  [paragraphsRule.page.id]: { paragraphs: paragraphsRule.exampleOptions },
  [headingsRule.page.id]: { headings: headingsRule.exampleOptions },
  [linksRule.page.id]: { links: linksRule.exampleOptions },
  [fencesRule.page.id]: { fences: fencesRule.exampleOptions },
  [frontMatterRule.page.id]: { frontMatter: frontMatterRule.exampleOptions },
};

function wished<Options>(rule: StructureRule<Options>, options: Options | false | undefined): readonly Check<Text>[] {
  return options === undefined || options === false ? [] : [rule.check(options)];
}
