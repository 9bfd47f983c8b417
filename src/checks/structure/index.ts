import type { Check } from "../../dsl/index.js";
import type { EmDashLimit } from "../em-dashes.js";
import type { NoListsOptions } from "../no-lists.js";
import type { Pack, RulePage } from "../pack.js";
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
    pageOf(sectionsRule, (sections) => ({ sections })),
    pageOf(listsRule, (lists) => ({ lists })),
    pageOf(emDashesRule, (emDashes) => ({ emDashes })),
    pageOf(wordsRule, (words) => ({ words })),
    pageOf(sentencesRule, (sentences) => ({ sentences })),
    pageOf(paragraphsRule, (paragraphs) => ({ paragraphs })),
    pageOf(headingsRule, (headings) => ({ headings })),
    pageOf(linksRule, (links) => ({ links })),
    pageOf(fencesRule, (fences) => ({ fences })),
    pageOf(frontMatterRule, (frontMatter) => ({ frontMatter })),
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

function pageOf<Options>({ page, exampleOptions }: StructureRule<Options>, asked: (options: Options) => StructureOptions): RulePage {
  return { ...page, examples: { ...page.examples, given: asked(exampleOptions) } };
}

function wished<Options>(rule: StructureRule<Options>, options: Options | false | undefined): readonly Check<Text>[] {
  return options === undefined || options === false ? [] : [rule.check(options)];
}
