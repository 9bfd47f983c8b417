/**
 * The files of a code base that a text is held against. Reading is synchronous, so that a check stays a pure function of what it is given;
 * a tree may read its files when they are asked for.
 */
export interface CodeTree {
  /** Relative to the root, with forward slashes. */
  readonly paths: readonly string[];
  /** The text of a file; `undefined` for a path that is not in the tree, or a file that holds no text. */
  read(path: string): string | undefined;
}

/** Files by their path: a code tree as plain data, as a stage can give it on. */
export type CodeFiles = Readonly<Record<string, string>>;

/**
 * A tree of files that are in memory.
 *
 * @example
 * codeTreeOf({ "src/a.ts": "export const a = 1;\n" })
 */
export function codeTreeOf(files: CodeFiles): CodeTree {
  const known = trees.get(files);
  if (known !== undefined) return known;
  const texts = new Map(Object.entries(files).map(([path, text]) => [plainPath(path), text]));
  const tree = { paths: [...texts.keys()], read: (path: string) => texts.get(path) };
  trees.set(files, tree);
  return tree;
}

// One object of files is one tree, so that its index is built once.
const trees = new WeakMap<CodeFiles, CodeTree>();

/** A path as a tree names it: no `./` before it, forward slashes. */
export function plainPath(path: string): string {
  let plain = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  // `a/../b`: bounded, since a path may be any text.
  for (let steps = 0; steps < 20 && plain.includes("/../"); steps += 1)
    plain = plain.replace(/(?:^|\/)(?!\.\.\/)[^/]+\/\.\.\//, "/").replace(/^\//, "");
  return plain;
}
