import type { Dialect } from "./dialects.js";
import { jsonEnd } from "./json-end.js";

export type MarkedDialect = Extract<Dialect, { form: "marks" | "mark-json" | "lines" }>;

export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly dialect: MarkedDialect | undefined;
  readonly is: "open" | "close" | "lone";
}

export interface CallEnd {
  readonly to: number;
  /** Whether the call came to its own end, and was not cut off by that of the text. */
  readonly isWhole: boolean;
}

/** How much behind a mark is looked at to see whether a call follows. */
const NEAR = 300;

/** Finds the ends of the calls in a text, whose marks are asked for from the first to the last. Linear in the text's length. */
export class CallEnds {
  readonly #text: string;
  /** Each dialect's closing marks, last first, so that those which are passed can be dropped. */
  readonly #closing = new Map<MarkedDialect, Mark[]>();
  /** Once JSON has met the text's end it is not looked for again: else many openings without an end cost their square. */
  #isJsonOver = false;

  constructor(text: string, marks: readonly Mark[]) {
    this.#text = text;
    for (const mark of [...marks].reverse()) {
      if (mark.is !== "close" || !mark.dialect) continue;
      const held = this.#closing.get(mark.dialect);
      if (held) held.push(mark);
      else this.#closing.set(mark.dialect, [mark]);
    }
  }

  /** Where the call ends that a mark opens; undefined if it opens none. */
  of({ from, to, dialect, is }: Mark): CallEnd | undefined {
    if (is !== "open" || !dialect) return undefined;
    const text = this.#text;
    const next = text.slice(to, to + NEAR);
    const mark = text.slice(from, to);
    if (dialect.form === "lines") {
      const given = dialect.begins.filter(([name]) => name === mark).map(([, given]) => given);
      const line = /^[ \t]{0,8}[\w.:-]{1,80}[ \t]{0,8}\n/.exec(next);
      const isCall = line && isAtLineStart(text, from) && given.some((begin) => next.startsWith(begin, line[0].length));
      return isCall ? { to: text.length, isWhole: false } : undefined;
    }
    if (dialect.form === "mark-json") {
      // Three of them alone are also a prompt of Python and a quotation in a quotation.
      if (mark === ">>>" && !(isAtLineStart(text, from) && /^[\w.]{1,80}\n/.test(next))) return undefined;
      const before = /^\s{0,8}(?:[\w.:/-]{1,80}\s{0,8}(?:\[CALL_ID\][\w-]{1,40})?(?:\[ARGS\])?\s{0,8})?(?=[{[])/.exec(next);
      return before ? this.#afterJson(to + before[0].length) : undefined;
    }
    if (!isFollowedByCall(mark, next)) return undefined;
    const close = this.#closeAfter(dialect, to);
    if (close) return { to: close.to, isWhole: true };
    const space = /^\s{0,8}(?=[{[])/.exec(next);
    return space ? this.#afterJson(to + space[0].length) : { to: text.length, isWhole: false };
  }

  #afterJson(from: number): CallEnd {
    const end = this.#isJsonOver ? undefined : jsonEnd(this.#text, from);
    this.#isJsonOver = end === undefined;
    return { to: end ?? this.#text.length, isWhole: end !== undefined };
  }

  #closeAfter(dialect: MarkedDialect, offset: number): Mark | undefined {
    const marks = this.#closing.get(dialect) ?? [];
    for (let last = marks.at(-1); last !== undefined && last.from < offset; last = marks.at(-1)) marks.pop();
    return marks.at(-1);
  }
}

/** A special token is never prose. A tag could be, and opens a call only where JSON, a tag, or a name and no more prose follows. */
function isFollowedByCall(mark: string, next: string): boolean {
  if (/^<[|｜]/.test(mark)) return true;
  if (mark.endsWith("=")) return /^"?[\w.:-]{1,80}"?>\s{0,8}(?:[{<]|$)/.test(next);
  return /^\s{0,8}(?:[{[]|<(?!\/)|[A-Za-z_][\w.:-]{0,80}[ \t]{0,8}(?:[({<\n]|$))/.test(next);
}

function isAtLineStart(text: string, offset: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, offset - NEAR), offset));
}
