export { type CodeRange, commentsIn } from "./comments-in.js";
export { type Language, languageOfPath } from "./language-of-path.js";
export { type SyntaxNode, type SyntaxTree, treeOf } from "./parsers.js";
