export { bannedPhrases } from "./banned-phrases.js";
export { type ClaimedOptions, claimed, claimedIn, claims } from "./claims/index.js";
export {
  type CodeClaimedOptions,
  type CodeExamples,
  type CodeFiles,
  type CodeRulePage,
  type CodeTree,
  codeClaimed,
  codeClaimedIn,
  codeClaims,
  codeTreeOf,
} from "./code-claims/index.js";
export { applyDisables, DISABLE_RULES, type DisableOptions } from "./disable.js";
export { type EmDashLimit, emDashes } from "./em-dashes.js";
export {
  type FactExamples,
  type FactPack,
  type FactPackOptions,
  type FactRulePage,
  type GroundedOptions,
  grounded,
  groundedIn,
  grounding,
} from "./grounding/index.js";
export { type NoListsOptions, noLists } from "./no-lists.js";
export type { Pack, RulePage } from "./pack.js";
export { type PublisherOptions, publisher } from "./publisher.js";
export { type RepetitionOptions, repetition } from "./repetition/index.js";
export { maskSecrets, type SafetyOptions, safety } from "./safety/index.js";
export { type SectionsOptions, sections } from "./sections.js";
export {
  fences,
  frontMatter,
  headings,
  links,
  paragraphs,
  type StructureOptions,
  sentences,
  structure,
} from "./structure/index.js";
export type { Block, List, Piece } from "./text/block.js";
export { type ParsedText, parseText, type Text } from "./text/parse-text.js";
export { countWords } from "./text/words.js";
export { type OwnTextlintRule, type TextlintOptions, type TextlintRule, textlint } from "./textlint/index.js";
export { type PhraseRule, readPhraseRules, type TropesOptions, tropes } from "./tropes/index.js";
export { type PackData, packFrom, packOf } from "./user-pack/index.js";
export { withSeverity } from "./with-severity.js";
export { type WordLimits, words } from "./words.js";
