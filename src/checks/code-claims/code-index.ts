import { editDistance } from "../../dsl/index.js";
import { CodeFile } from "./code-file.js";
import { type CodeTree, plainPath } from "./code-tree.js";
import { stem } from "./test-file.js";

const MOST_COMPARED = 5_000;
/** A passage is looked for in at most so many files beside the cited one. */
const MOST_SEARCHED = 60;

/** What claims about a tree are answered from. Paths are indexed at once, the words of the files when one is first asked for. */
export class CodeIndex {
  readonly #tree: CodeTree;
  readonly #paths: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();
  readonly #folders = new Set<string>();
  readonly #files = new Map<string, CodeFile | undefined>();
  readonly #nearest = new Map<string, string | undefined>();
  #byWord: ReadonlyMap<string, readonly CodeFile[]> | undefined;

  constructor(tree: CodeTree) {
    this.#tree = tree;
    this.#paths = new Set(tree.paths);
    for (const path of tree.paths) {
      const name = nameOf(path);
      const named = this.#byName.get(name);
      if (named) named.push(path);
      else this.#byName.set(name, [path]);
      for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
        if (this.#folders.has(path.slice(0, slash))) break;
        this.#folders.add(path.slice(0, slash));
      }
    }
  }

  /** The paths that a cited one can mean: the path itself, those that end with it, or the one that it ends with. */
  resolve(cited: string): readonly string[] {
    const path = plainPath(cited);
    if (this.#paths.has(path)) return [path];
    const named = this.#byName.get(nameOf(path)) ?? [];
    const longer = named.filter((one) => one.endsWith(`/${path}`));
    if (longer.length > 0) return longer;
    // A path from outside the tree's root: absolute, as a diff shows it, or with the name of the root's folder before it.
    const [first = "", ...rest] = path.split("/");
    if (first !== "" && first !== "a" && first !== "b" && this.#folders.has(first)) return [];
    const inner = first === "" ? named.filter((one) => one.includes("/") && path.endsWith(`/${one}`)) : [rest.join("/")];
    return inner.filter((one) => this.#paths.has(one) && one.includes("/"));
  }

  /** Whether files lie in a folder of this name, from the root or anywhere. */
  hasFolder(cited: string): boolean {
    const folder = plainPath(cited).replace(/\/+$/, "");
    if (this.#folders.has(folder)) return true;
    for (const one of this.#folders) if (one.endsWith(`/${folder}`)) return true;
    return false;
  }

  isTopFolder(name: string): boolean {
    return this.#folders.has(name) && !name.includes("/");
  }

  /** A path with an end left out, as an import may write it. */
  hasStem(cited: string): boolean {
    const path = plainPath(cited);
    const begins = `${nameOf(path)}.`;
    for (const [name, paths] of this.#byName) {
      if (name.startsWith(begins) && paths.some((one) => `/${one}`.includes(`/${path}.`))) return true;
    }
    return false;
  }

  /** The path that was probably meant. */
  nearestPath(cited: string): string | undefined {
    if (!this.#nearest.has(cited)) this.#nearest.set(cited, this.#findNearest(plainPath(cited)));
    return this.#nearest.get(cited);
  }

  #findNearest(cited: string): string | undefined {
    const sameName = this.#byName.get(nameOf(cited));
    const [same] = sameName ?? [];
    if (same !== undefined && sameName?.length === 1) return same;
    let best: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    const name = nameOf(cited);
    for (const path of (sameName ?? this.#tree.paths).slice(0, MOST_COMPARED)) {
      const candidate = nameOf(path);
      const most = Math.max(2, name.length * 0.34);
      const isPart =
        stem(name).length > 3 && stem(candidate).length > 3 && (name.includes(stem(candidate)) || candidate.includes(stem(name)));
      if (!isPart && Math.abs(candidate.length - name.length) > most) continue;
      const between = isPart ? 2 : editDistance(candidate.slice(0, 80), name.slice(0, 80));
      if (between > most) continue;
      const distance =
        between +
        (path.startsWith(cited.slice(0, cited.lastIndexOf("/") + 1)) ? 0 : 1) +
        editDistance(path.slice(0, 120), cited.slice(0, 120)) / 100;
      if (distance < least) {
        best = path;
        least = distance;
      }
    }
    return best;
  }

  file(path: string): CodeFile | undefined {
    if (!this.#files.has(path)) {
      const text = this.#tree.read(path);
      this.#files.set(path, text === undefined ? undefined : new CodeFile(path, text));
    }
    return this.#files.get(path);
  }

  /** The files that hold a word, in the order of the tree. */
  filesWith(word: string): readonly CodeFile[] {
    this.#byWord ??= this.#indexWords();
    return this.#byWord.get(word) ?? [];
  }

  /** The first place of a passage in files other than some, searched where its rarest word stands. */
  findElsewhere(passage: string, not: readonly string[]): { readonly file: CodeFile; readonly line: number } | undefined {
    let files: readonly CodeFile[] | undefined;
    for (const word of new Set(passage.match(WORD))) {
      const holding = this.filesWith(word);
      if (files === undefined || holding.length < files.length) files = holding;
    }
    for (const file of files?.slice(0, MOST_SEARCHED) ?? []) {
      if (not.includes(file.path)) continue;
      const [place] = file.find(passage);
      if (place !== undefined) return { file, line: file.lineOf(place.from) };
    }
    return undefined;
  }

  get files(): readonly CodeFile[] {
    return this.#tree.paths.map((path) => this.file(path)).filter((file) => file !== undefined);
  }

  #indexWords(): ReadonlyMap<string, readonly CodeFile[]> {
    const byWord = new Map<string, CodeFile[]>();
    for (const file of this.files) {
      for (const [word] of file.text.matchAll(WORD)) {
        const files = byWord.get(word);
        if (files === undefined) byWord.set(word, [file]);
        else if (files[files.length - 1] !== file) files.push(file);
      }
    }
    return byWord;
  }
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

const indexes = new WeakMap<CodeTree, CodeIndex>();

/** The index of a tree, made once. */
export function indexOf(tree: CodeTree): CodeIndex {
  const known = indexes.get(tree) ?? new CodeIndex(tree);
  indexes.set(tree, known);
  return known;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
