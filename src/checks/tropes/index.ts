export { writeDownRules } from "./built-in-rules.js";
export { type PhraseRule, readPhraseRules } from "./phrase-rules.js";
export { type TropesOptions, tropes } from "./tropes.js";
