import { type CodeRange, commentsIn, languageOfPath, type SyntaxTree, treeOf } from "../comments/index.js";
import { lastAtMost } from "../text/places.js";
import { placesIn, type Squeezed, squeeze, squeezed } from "./squeezed.js";
import { isTestPath } from "./test-file.js";

export type LineKind = "code" | "comment" | "blank";

/** Lines of a file, from 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

const MOST_PLACES = 200;
/** A passage with parts left out may reach over so many lines. */
const LONGEST_CUT = 60;

const DEFINES = /^(?:Function|Method|Class|Interface|Trait|Impl|Struct|Enum|TypeSpec|TypeAlias|VariableDecl|PropertyDecl|Property$)\w*$/;

/** One file of a tree; what is asked of it is worked out once. */
export class CodeFile {
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly #starts: readonly number[];
  #comments: readonly CodeRange[] | undefined;
  #squeezed: Squeezed | undefined;
  #unmarked: Squeezed | undefined;
  #tree: SyntaxTree | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.isTest = isTestPath(path);
    const starts = [0];
    for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
    // A line feed at the end opens no line.
    if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
    this.#starts = starts;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** 1-based. */
  lineOf(offset: number): number {
    return lastAtMost(this.#starts.length, (index) => this.#starts[index] ?? 0, offset) + 1;
  }

  line(number: number): string {
    const { from, to } = this.rangeOf({ from: number, to: number });
    return this.text.slice(from, to).trimEnd();
  }

  rangeOf({ from, to }: Lines): CodeRange {
    return { from: this.#starts[from - 1] ?? this.text.length, to: this.#starts[to] ?? this.text.length };
  }

  get comments(): readonly CodeRange[] {
    this.#comments ??= commentsIn(this.path, this.text) ?? [];
    return this.#comments;
  }

  /** The syntax tree; `undefined` for a language without a parser here. */
  get tree(): SyntaxTree | undefined {
    const language = languageOfPath(this.path, this.text);
    if (language === undefined || language === "shell") return undefined;
    this.#tree ??= treeOf(language, this.text);
    return this.#tree;
  }

  /** The lines of what a name defines, where it stands at its definition: those of a whole function or class. */
  extentAt(offset: number): Lines | undefined {
    const line = this.lineOf(offset);
    if (this.tree === undefined) {
      const isFunction = /^\s*(?:function\s+\S+|[\w-]+\s*\(\))/.test(this.line(line));
      return isFunction ? { from: line, to: Math.min(this.lineCount, line + LONGEST_CUT) } : undefined;
    }
    let node = this.tree.resolveInner(offset, 1).parent;
    // A variable that holds a function stands one deeper than the name of a function.
    for (let steps = 0; node !== null && steps < 2 && !DEFINES.test(node.name); steps += 1) node = node.parent;
    return node === null || !DEFINES.test(node.name) ? undefined : { from: this.lineOf(node.from), to: this.lineOf(node.to) };
  }

  isInComment(offset: number): boolean {
    const { comments } = this;
    const comment = comments[lastAtMost(comments.length, (index) => comments[index]?.from ?? 0, offset)];
    return comment !== undefined && comment.from <= offset && offset < comment.to;
  }

  /** `comment` where all that is no white space lies in comments. */
  kindOf({ from, to }: CodeRange): LineKind {
    let kind: LineKind = "blank";
    for (let at = from; at < to; at += 1) {
      if (/\s/.test(this.text.charAt(at))) continue;
      const { comments } = this;
      const comment = comments[lastAtMost(comments.length, (index) => comments[index]?.from ?? 0, at)];
      if (comment === undefined || comment.from > at || at >= comment.to) return "code";
      kind = "comment";
      at = comment.to - 1;
    }
    return kind;
  }

  /** Where a passage of code stands, white space aside; a passage that is cut by dots in its parts, one after the other. */
  find(passage: string): readonly CodeRange[] {
    this.#squeezed ??= squeezed(this.text);
    const whole = placesIn(this.text, this.#squeezed, squeeze(passage), MOST_PLACES);
    return whole.length > 0 ? whole : this.#findCut(passage, this.#squeezed);
  }

  /** Where words stand, also when they go on over several lines of a comment. */
  findWords(passage: string): readonly CodeRange[] {
    const direct = this.find(passage);
    if (direct.length > 0) return direct;
    // Marks at the start of a line become spaces, so that offsets stay.
    const unmarked = () => this.text.replace(/^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*|#+!?)/gm, (mark) => " ".repeat(mark.length));
    this.#unmarked ??= squeezed(unmarked());
    return placesIn(this.text, this.#unmarked, squeeze(passage), MOST_PLACES);
  }

  #findCut(passage: string, within: Squeezed): readonly CodeRange[] {
    const parts = passage
      .split(/…|\.{3}/)
      .map(squeeze)
      .filter((part) => part !== "");
    const [first, ...rest] = parts;
    // What is left over has to say something: `(...)` stands everywhere.
    if (first === undefined || (rest.length === 0 && first === squeeze(passage)) || parts.join("").length < 6) return [];
    const found: CodeRange[] = [];
    for (const { from, to } of placesIn(this.text, within, first, MOST_PLACES)) {
      let end: number | undefined = to;
      for (const part of rest) {
        const next: CodeRange | undefined = placesIn(this.text, within, part, MOST_PLACES).find(
          (place) => end !== undefined && place.from >= end,
        );
        end = next?.to;
      }
      if (end !== undefined && this.lineOf(end) - this.lineOf(from) <= LONGEST_CUT) found.push({ from, to: end });
    }
    return found;
  }

  /** The line that has most words in common with a passage, where it has at least half of them. */
  nearestLine(passage: string): number | undefined {
    const wanted = new Set(passage.match(/[\p{L}\p{N}_$]{2,}/gu));
    if (wanted.size === 0) return undefined;
    let best: number | undefined;
    let most = 0.45;
    for (let number = 1; number <= Math.min(this.lineCount, 20_000); number += 1) {
      const words = new Set(
        this.line(number)
          .slice(0, 400)
          .match(/[\p{L}\p{N}_$]{2,}/gu),
      );
      let common = 0;
      for (const word of words) if (wanted.has(word)) common += 1;
      const likeness = (2 * common) / (words.size + wanted.size);
      if (likeness > most) {
        best = number;
        most = likeness;
      }
    }
    return best;
  }
}
