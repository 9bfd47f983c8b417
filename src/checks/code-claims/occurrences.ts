import type { SyntaxNode } from "../comments/index.js";
import type { CodeFile } from "./code-file.js";
import type { CodeIndex } from "./code-index.js";

/** What a name is where it stands. `import` is any line that only brings it in or gives it on. */
export type OccurrenceKind = "comment" | "string" | "definition" | "import" | "call" | "use";

export interface Occurrence {
  readonly file: CodeFile;
  readonly offset: number;
  readonly line: number;
  readonly kind: OccurrenceKind;
  /** It stands behind a dot, and may be the member of anything. */
  readonly isMember: boolean;
  readonly isTest: boolean;
}

const MOST = 400;
const remembered = new WeakMap<CodeIndex, Map<string, readonly Occurrence[]>>();

/** Where a name stands in a tree, in its order; 400 places at most. */
export function occurrencesOf(name: string, index: CodeIndex): readonly Occurrence[] {
  const ofIndex = remembered.get(index) ?? new Map<string, readonly Occurrence[]>();
  remembered.set(index, ofIndex);
  const known = ofIndex.get(name);
  if (known !== undefined) return known;
  const found: Occurrence[] = [];
  for (const file of index.filesWith(name)) {
    const testsFrom = file.path.endsWith(".rs") ? testModule(file.text) : Number.POSITIVE_INFINITY;
    for (let at = file.text.indexOf(name); at !== -1 && found.length < MOST; at = file.text.indexOf(name, at + name.length)) {
      if (WORD.test(file.text.charAt(at - 1)) || WORD.test(file.text.charAt(at + name.length))) continue;
      found.push({
        file,
        offset: at,
        line: file.lineOf(at),
        kind: kindAt(file, at, name),
        isMember: /(?:\.|::|->)\s{0,20}$/.test(file.text.slice(Math.max(0, at - 24), at)),
        isTest: file.isTest || at >= testsFrom,
      });
    }
    if (found.length >= MOST) break;
  }
  ofIndex.set(name, found);
  return found;
}

const WORD = /[\p{L}\p{N}_$]/u;

function testModule(text: string): number {
  const at = text.search(/#\[cfg\(test\)\]|#\[(?:tokio::)?test\]/);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

const STRINGS = new Set([
  "String",
  "TemplateString",
  "FormatString",
  "RawString",
  "Char",
  "Rune",
  "RegExp",
  "JSXText",
  "JSXAttributeValue",
]);
const IMPORTS = new Set(["ImportDeclaration", "ExportGroup", "ImportStatement", "ImportDecl", "UseDeclaration"]);
const DEFINITIONS = new Set([
  "VariableDefinition",
  "TypeDefinition",
  "PropertyDefinition",
  "PrivatePropertyDefinition",
  "DefName",
  "BoundIdentifier",
]);
/** Nodes whose own name is a child of no name of its own. */
const NAMED_BY_CHILD = new Set([
  "FunctionDefinition",
  "ClassDefinition",
  "ParamList",
  "MethodDecl",
  "FieldDecl",
  "StructItem",
  "EnumItem",
  "TraitItem",
  "TypeItem",
  "FieldDeclaration",
  "EnumVariant",
]);

function kindAt(file: CodeFile, at: number, name: string): OccurrenceKind {
  if (file.isInComment(at)) return "comment";
  const { tree } = file;
  if (tree === undefined) return plainKindAt(file, at, name);
  const node = tree.resolveInner(at, 1);
  if (STRINGS.has(node.name)) return "string";
  if (hasAncestor(node, IMPORTS)) return "import";
  if (DEFINITIONS.has(node.name)) return isShorthand(node) ? "use" : "definition";
  const parent = node.parent;
  if (parent !== null && NAMED_BY_CHILD.has(parent.name) && !/^(?:TypeName|Self)$/.test(node.name) && isNameOf(node, parent))
    return "definition";
  if (parent?.name === "AssignStatement" && parent.from === node.from) return "definition";
  return callsAt(file.text, at + name.length) ? "call" : "use";
}

/** In the base classes of a Python class and in types there are names too. */
function isNameOf(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.name === "FieldDeclaration") return node.name === "FieldIdentifier";
  for (let child = parent.firstChild; child !== null && child.from <= node.from; child = child.nextSibling) {
    if (/^(?:TypeAnnotation|TypeDef|ArgList|=|AssignOp)$/.test(child.name)) return false;
  }
  return true;
}

/** `{ name }` in an object uses the name and defines a key by it. */
function isShorthand({ name, from, to, parent }: SyntaxNode): boolean {
  return name === "PropertyDefinition" && parent?.name === "Property" && parent.from === from && parent.to === to;
}

function hasAncestor(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  let up: SyntaxNode | null = node;
  for (let steps = 0; up !== null && steps < 6; steps += 1) {
    if (names.has(up.name)) return true;
    up = up.parent;
  }
  return false;
}

function callsAt(text: string, end: number): boolean {
  return /^!?(?:::)?(?:<[^<>()\n]{0,80}>)?\s{0,20}[(`]/.test(text.slice(end, end + 120));
}

/** Without a parser: shell, and files of other languages. */
function plainKindAt(file: CodeFile, at: number, name: string): OccurrenceKind {
  const before = file.text.slice(Math.max(0, file.rangeOf({ from: file.lineOf(at), to: file.lineOf(at) }).from), at);
  const after = file.text.slice(at + name.length, at + name.length + 40);
  if (/^\s*(?:function\s+)?$/.test(before) && /^\s*\(\s*\)/.test(after)) return "definition";
  if (/(?:^|[\s;])(?:function|def|fn|func|sub|class|struct|interface|type)\s+$/.test(before)) return "definition";
  if (/^(?:\s*(?:local|export|readonly|declare(?: -\w+)?)\s+)?$/.test(before) && /^\+?=/.test(after)) return "definition";
  if (/^\s*(?:import|from|use|source|\.|#include|require)\s/.test(before)) return "import";
  if (/^\s*\(/.test(after) || /(?:^|[;&|(`]|\$\(|\b(?:if|then|else|do|while|until|!))\s*$/.test(before)) return "call";
  return "use";
}

/** Whether a call stands where a failure of it is caught: inside `try`, before `.catch`, or with its error looked at. */
export function isGuarded({ file, offset, line }: Occurrence): boolean {
  const near = file.text.slice(offset, file.rangeOf({ from: line, to: Math.min(file.lineCount, line + 3) }).to);
  if (file.path.endsWith(".go")) return /\berr\b[^\n]*(?:!=|==)\s*nil/.test(near) || /\breturn\b/.test(file.line(line));
  if (file.path.endsWith(".rs"))
    return (
      /^[\w:!]+(?:\((?:[^()]|\([^()]*\))*\))?\s*(?:\?|\.(?:unwrap_or|map_err|ok\(|or_else))/.test(near) ||
      /\b(?:match|if let)\b/.test(file.line(line))
    );
  if (/^[\w.]+\((?:[^()]|\([^()]*\)){0,200}\)\s*\.\s*catch\b/.test(near.slice(0, 500))) return true;
  if (file.tree === undefined) return /\|\||&&|\bif\b/.test(file.line(line));
  let inner: SyntaxNode = file.tree.resolveInner(offset, 1);
  for (let up = inner.parent; up !== null; inner = up, up = up.parent) {
    // Of a `try` only what stands before its first handler is caught by it.
    if (up.name === "TryStatement" && isTried(inner, up)) return true;
    if (/^(?:Function|Arrow|Method|Lambda)/.test(up.name) && up.name !== "ArrowFunction") return false;
  }
  return false;
}

function isTried(inner: SyntaxNode, statement: SyntaxNode): boolean {
  let isCaught = false;
  for (let child = statement.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "CatchClause" || child.name === "except") {
      isCaught = true;
      if (inner.from >= child.from) return false;
    }
    if (child.name === "FinallyClause" && inner.from >= child.from) return false;
  }
  return isCaught;
}
