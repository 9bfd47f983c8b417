import { createRequire } from "node:module";
import type { Language } from "./language-of-path.js";

/** A node of a parsed file; only what is used here of the parsers' own. */
export interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly parent: SyntaxNode | null;
  readonly firstChild: SyntaxNode | null;
  readonly nextSibling: SyntaxNode | null;
}

export interface SyntaxTree {
  /** Visits the nodes in their order, without recursion. */
  iterate(visit: {
    enter(node: { readonly name: string; readonly from: number; readonly to: number; readonly node: SyntaxNode }): void;
  }): void;
  resolveInner(offset: number, side: 1): SyntaxNode;
}

interface Parser {
  parse(text: string): SyntaxTree;
}

const require = createRequire(import.meta.url);

// A parser's tables take 20 to 50 ms to load, which a command that reads no code in that language does not pay.
const LOADERS: Readonly<Record<Exclude<Language, "shell">, () => Parser>> = {
  typescript: () => javascript().configure({ dialect: "ts" }),
  tsx: () => javascript().configure({ dialect: "ts jsx" }),
  python: () => {
    const { parser }: typeof import("@lezer/python") = require("@lezer/python");
    return parser;
  },
  go: () => {
    const { parser }: typeof import("@lezer/go") = require("@lezer/go");
    return parser;
  },
  rust: () => {
    const { parser }: typeof import("@lezer/rust") = require("@lezer/rust");
    return parser;
  },
};

function javascript() {
  const { parser }: typeof import("@lezer/javascript") = require("@lezer/javascript");
  return parser;
}

const loaded = new Map<Language, Parser>();

/** The syntax tree of a text in this language. Faults in the text end in the tree as nodes of their own; nothing is thrown. */
export function treeOf(language: Exclude<Language, "shell">, text: string): SyntaxTree {
  const parser = loaded.get(language) ?? LOADERS[language]();
  loaded.set(language, parser);
  return parser.parse(text);
}
