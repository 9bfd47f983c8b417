import type { CodeRange } from "./comments-in.js";

/**
 * What is open where the reader stands:
 * - `commands`: the script itself, `( … )`, `$( … )` and backticks, where words and comments are;
 * - `double`: a double-quoted string, `parameter`: `${ … }`, `pattern`: `@( … )` and its like, where `#` is a sign like others.
 */
type Frame =
  | { readonly kind: "commands"; readonly opener: "" | "(" | "$(" | "`"; openCases: number }
  | { readonly kind: "double" }
  | { readonly kind: "parameter"; readonly hasLiteralQuotes: boolean }
  | { readonly kind: "pattern" };

interface Heredoc {
  readonly delimiter: string;
  readonly isIndented: boolean;
}

/** Words after which a command begins, as it does after a mark that ends one. */
const BEFORE_COMMAND = new Set("if then else elif do while until ! { time".split(" "));
/** `((` opens arithmetic only where `))` closes it; so far it is looked for, and so often in vain. */
const ARITHMETIC_AT_MOST = 2_000;
const FAILURES_AT_MOST = 200;

/**
 * The comments of a shell script (POSIX, bash, zsh without its options): a `#` that begins a word, up to the end of the line. Not in
 * quotes, heredocs, `$#`, `${x#y}`, `16#ff`. One pass with a stack of its own; never throws, and what is left open ends with the text.
 */
export function shellComments(text: string): readonly CodeRange[] {
  const comments: CodeRange[] = [];
  const frames: Frame[] = [{ kind: "commands", opener: "", openCases: 0 }];
  let heredocs: Heredoc[] = [];
  let failures = 0;
  /** A second backtick closes the first, so that none are inside others. */
  let isInBackticks = false;
  let at = 0;
  /** Where the word began that is being read; -1 between words. */
  let word = -1;
  let isCommandNext = true;

  const open = (frame: Frame, length: number) => {
    frames.push(frame);
    at += length;
    word = -1;
    isCommandNext = true;
  };
  const close = () => {
    frames.pop();
    at += 1;
    // What was expanded is part of a word.
    word = at;
    isCommandNext = false;
  };
  const endWord = (commands: Frame & { kind: "commands" }) => {
    if (word === -1) return;
    const said = text.slice(word, Math.min(at, word + 8));
    word = -1;
    if (!isCommandNext) return;
    if (said === "case") commands.openCases += 1;
    if (said === "esac") commands.openCases = Math.max(0, commands.openCases - 1);
    isCommandNext = BEFORE_COMMAND.has(said);
  };

  while (at < text.length) {
    const frame = frames[frames.length - 1];
    if (frame === undefined) return comments;
    const char = text.charAt(at);
    if (char === "\\") {
      // A line that goes on is as if the break were not there: no word begins or ends by it.
      const isBreak = /^\\\r?\n/.test(text.slice(at, at + 3));
      if (!isBreak && word === -1) word = at;
      at += text.startsWith("\\\r\n", at) ? 3 : 2;
      continue;
    }
    if (char === "$" && opensExpansion()) continue;
    if (char === "`") {
      if (isInBackticks) {
        // A backtick ends what it opened, whatever is open inside.
        for (let last = frame; last.kind !== "commands" || last.opener !== "`"; last = frames[frames.length - 1] ?? frame) frames.pop();
        close();
      } else open({ kind: "commands", opener: "`", openCases: 0 }, 1);
      isInBackticks = !isInBackticks;
      continue;
    }
    if (char === '"') {
      if (frame.kind === "double") close();
      else open({ kind: "double" }, 1);
      continue;
    }
    if (char === "'" && frame.kind !== "double" && !(frame.kind === "parameter" && frame.hasLiteralQuotes)) {
      word = word === -1 ? at : word;
      const isAnsi = text.charAt(at - 1) === "$";
      at = isAnsi ? endOfAnsiQuote(text, at + 1) : endAfter(text, "'", at + 1);
      continue;
    }
    if (frame.kind === "parameter" && char === "}") {
      close();
      continue;
    }
    if (frame.kind === "pattern") {
      if (char === ")") close();
      else if (char === "(") open({ kind: "pattern" }, 1);
      else at += 1;
      continue;
    }
    if (frame.kind === "commands") readCommand(frame, char);
    else at += 1;
  }
  return comments;

  function readCommand(frame: Frame & { kind: "commands" }, char: string): void {
    switch (char) {
      case "\n":
        endWord(frame);
        isCommandNext = true;
        at += 1;
        for (const heredoc of heredocs) at = endOfHeredoc(text, at, heredoc);
        heredocs = [];
        return;
      case " ":
      case "\t":
      case "\r":
        endWord(frame);
        at += 1;
        return;
      case ";":
      case "&":
      case "|":
        endWord(frame);
        isCommandNext = true;
        at += 1;
        return;
      case "(":
        return readParenthesis(frame);
      case ")":
        endWord(frame);
        if ((frame.opener === "(" || frame.opener === "$(") && frame.openCases === 0) {
          close();
          // After a subshell, unlike after an expansion, a comment may follow at once.
          if (frame.opener === "(") word = -1;
        } else {
          isCommandNext = true;
          at += 1;
        }
        return;
      case "<":
      case ">":
        endWord(frame);
        if (text.startsWith("<<<", at)) at += 3;
        else if (text.startsWith("<<", at)) readHeredocStart();
        else at += 1;
        return;
      case "#":
        if (word === -1) {
          const from = at;
          at = endOfComment(text, at, isInBackticks);
          comments.push({ from, to: text.charAt(at - 1) === "\r" ? at - 1 : at });
          return;
        }
    }
    if (word === -1) word = at;
    at += 1;
  }

  function readParenthesis(frame: Frame & { kind: "commands" }): void {
    if (word !== -1 && /[?*+@!]/.test(text.charAt(at - 1))) return open({ kind: "pattern" }, 1);
    if (text.charAt(at + 1) === "(" && word === -1 && skipArithmetic(at)) return;
    endWord(frame);
    open({ kind: "commands", opener: "(", openCases: 0 }, 1);
  }

  /** Reads what `$` begins; `false` where it begins nothing of its own. */
  function opensExpansion(): boolean {
    const next = text.charAt(at + 1);
    if (next === "(") {
      if (text.charAt(at + 2) === "(" && skipArithmetic(at + 1)) return true;
      open({ kind: "commands", opener: "$(", openCases: 0 }, 2);
      return true;
    }
    if (next === "{") {
      const isQuoted = frames[frames.length - 1]?.kind === "double";
      // After these an apostrophe inside double quotes is one; after `#`, `%` and `/` it still quotes.
      const hasLiteralQuotes = isQuoted && /^\$\{[#!]?[\w@*?$!-]{1,200}(?:\[[^\]\n]{0,200}\])?(?::?[-=?+])/.test(text.slice(at, at + 420));
      open({ kind: "parameter", hasLiteralQuotes }, 2);
      return true;
    }
    if (next !== "" && "#$?!@*-".includes(next)) {
      if (word === -1) word = at;
      at += 2;
      return true;
    }
    return false;
  }

  function skipArithmetic(from: number): boolean {
    if (failures >= FAILURES_AT_MOST) return false;
    const end = endOfArithmetic(text, from);
    if (end === undefined) {
      failures += 1;
      return false;
    }
    if (word === -1) word = at;
    at = end;
    return true;
  }

  function readHeredocStart(): void {
    const [all = "", dash, , quoted, doubled, bare] = HEREDOC.exec(text.slice(at, at + 300)) ?? [];
    const delimiter = quoted ?? doubled ?? bare?.replace(/\\(.)/g, "$1").replace(/["']/g, "");
    if (delimiter === undefined) {
      at += 2;
      return;
    }
    heredocs.push({ delimiter, isIndented: dash === "-" });
    at += all.length;
    word = at;
  }
}

const HEREDOC = /^<<(-?)([ \t]*)(?:'([^'\n]*)'|"([^"\n]*)"|((?:\\.|[^\s\\<>|&;()])+))/;

/** The end of a comment; inside backticks one ends it too. */
function endOfComment(text: string, from: number, isInBackticks: boolean): number {
  const feed = text.indexOf("\n", from);
  const end = feed === -1 ? text.length : feed;
  if (!isInBackticks) return end;
  const tick = text.slice(from, end).search(/(?<!\\)`/);
  return tick === -1 ? end : from + tick;
}

/** The start of the line after a heredoc's delimiter. */
function endOfHeredoc(text: string, from: number, { delimiter, isIndented }: Heredoc): number {
  let at = from;
  while (at < text.length) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    let start = at;
    while (isIndented && text.charAt(start) === "\t") start += 1;
    const line = text.slice(start, end);
    at = end + 1;
    if (line === delimiter || line === `${delimiter}\r`) return Math.min(at, text.length);
  }
  return text.length;
}

function endOfAnsiQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "'") return at + 1;
  }
  return text.length;
}

function endAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + 1;
}

/** The end of `(( … ))` from its first parenthesis on; `undefined` where the two do not close together, as those of nested commands. */
function endOfArithmetic(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + ARITHMETIC_AT_MOST); at += 1) {
    const char = text.charAt(at);
    if (char === "(") depth += 1;
    if (char !== ")") continue;
    depth -= 1;
    // The inner pair has closed: the outer one has to follow at once.
    if (depth <= 1) return depth === 1 && text.charAt(at + 1) === ")" ? at + 2 : undefined;
  }
  return undefined;
}
