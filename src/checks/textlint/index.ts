export { type OwnTextlintRule, type TextlintOptions, type TextlintRule, textlint } from "./textlint.js";
