import { pathIn } from "./citations.js";
import type { CodeFile, Lines } from "./code-file.js";
import type { CodeIndex } from "./code-index.js";
import type { Denial } from "./denials.js";
import { isGuarded, type Occurrence, occurrencesOf } from "./occurrences.js";
import { isDistinctive, isKeyword, snippetOf } from "./snippets.js";
import { stem, testSubject } from "./test-file.js";

/** Where a denial is to be looked into: files named beside it, before or behind its verb. */
export interface Scope {
  readonly files: readonly CodeFile[];
  readonly lines: readonly Lines[];
  /** The file stands behind the denial: "is never called in a.ts". */
  readonly isBehind: boolean;
}

/** What contradicts a denial, and where it stands. */
export interface Answer {
  readonly says: string;
  readonly file: CodeFile;
  readonly line: number;
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** What the tree holds against a denial; `undefined` where a search finds nothing, or cannot tell. */
export function answerTo(denial: Denial, scope: Scope, index: CodeIndex): Answer | undefined {
  const cited = pathIn(denial.subject);
  if (cited !== undefined) return answerForPath(denial, cited.path, scope, index);
  const snippet = snippetOf(denial.subject);
  if (snippet === undefined || snippet.kind === "code") return undefined;
  const { name } = snippet;
  if (!NAME.test(name) || name.length < 3 || isKeyword(name)) return undefined;
  const all = occurrencesOf(name, index);
  const inScope = scope.files.length === 0 ? all : all.filter(({ file }) => scope.files.includes(file));
  switch (denial.kind) {
    case "tested":
      return tested(name, all, scope);
    case "called":
      return called(name, scope.isBehind ? inScope : all, all, scope);
    case "imported":
      return answer(
        `"${name}" is imported`,
        (scope.isBehind ? inScope : all).find(({ kind, isTest }) => kind === "import" && !isTest),
      );
    case "callsIn":
      return scope.files.length === 0 ? undefined : answer(`"${name}" is called`, inScope.find(isUse));
    case "defined":
      if (scope.files.length === 0) return defined(name, all);
      // What is missing in a file may be no more than a use of it.
      return /missing|absent|there |no such/i.test(denial.said)
        ? answer(`"${name}" is there`, definitions(near(inScope, scope))[0] ?? near(inScope, scope).find(isUse))
        : defined(name, near(inScope, scope));
    case "lacking":
      return scope.files.length === 0 ? undefined : defined(name, near(inScope, scope));
    case "validated":
      return guardedBy(name, VALIDATED, denial, inScope, scope);
    case "closed":
      return guardedBy(name, closing(denial.said), denial, inScope, scope);
    case "handled":
      return allCalls(name, "handled", inScope.some(isCall) ? inScope : all, isGuarded);
    case "exported":
      return answer(
        `"${name}" is exported`,
        definitions(all).find(({ file, line, isTest }) => !isTest && /^\s*(?:export|pub)\b/.test(file.line(line))),
      );
    case "awaited":
      return allCalls(name, "awaited", inScope.some(isCall) ? inScope : all, isAwaited);
  }
}

function answer(says: string, found: { readonly file: CodeFile; readonly line: number } | undefined): Answer | undefined {
  return found && { says, file: found.file, line: found.line };
}

function isCall({ kind, isTest }: Occurrence): boolean {
  return kind === "call" && !isTest;
}

function isUse({ kind }: Occurrence): boolean {
  return kind === "call" || kind === "use";
}

function near(found: readonly Occurrence[], { lines }: Scope): readonly Occurrence[] {
  if (lines.length === 0) return found;
  return found.filter(({ line }) => lines.some(({ from, to }) => line >= from - 3 && line <= to + 3));
}

function tested(name: string, all: readonly Occurrence[], { files }: Scope): Answer | undefined {
  const testFiles = files.filter(({ isTest }) => isTest);
  const uses = all.filter((one) => one.isTest && isUse(one) && (testFiles.length === 0 || testFiles.includes(one.file)));
  // A common word may be a member of anything; a definition in a test is another thing of that name.
  if (!isDistinctive(name) && all.some(({ isTest, kind }) => isTest && kind === "definition")) return undefined;
  return answer(
    `"${name}" is tested`,
    uses.find(({ isMember }) => !isMember || isDistinctive(name) || definitions(all).length === 1),
  );
}

function definitions(all: readonly Occurrence[]): readonly Occurrence[] {
  return all.filter(({ kind }) => kind === "definition");
}

function called(name: string, found: readonly Occurrence[], all: readonly Occurrence[], scope: Scope): Answer | undefined {
  const known = definitions(all).filter(({ isTest }) => !isTest);
  // What is defined elsewhere can be called in a file that is named.
  if (known.length === 0 && !isDistinctive(name)) return undefined;
  if (known.length === 0 && scope.files.length > 0)
    return answer(
      `"${name}" is used`,
      all.find((one) => isUse(one) && scope.files.includes(one.file)),
    );
  return answer(
    `"${name}" is used`,
    found.find((one) => !one.isTest && isUse(one) && (isDistinctive(name) || (known.length === 1 && !one.isMember))),
  );
}

function defined(name: string, found: readonly Occurrence[]): Answer | undefined {
  return answer(`"${name}" is defined`, definitions(found).find(({ isTest }) => !isTest) ?? definitions(found)[0]);
}

function allCalls(name: string, how: string, found: readonly Occurrence[], isSo: (call: Occurrence) => boolean): Answer | undefined {
  const calls = found.filter(isCall);
  if (calls.length === 0 || !calls.every(isSo)) return undefined;
  return answer(calls.length === 1 ? `the call of "${name}" is ${how}` : `each call of "${name}" is ${how}`, calls[0]);
}

function isAwaited({ file, offset }: Occurrence): boolean {
  return /\bawait\s+(?:[\w$]+(?:\([^()\n]{0,60}\))?\s*\.\s*){0,6}$/.test(file.text.slice(Math.max(0, offset - 120), offset));
}

interface Search {
  readonly says: string;
  /** A line that does it to the thing of this name. */
  isDone(name: string, line: string, next: string): boolean;
}

const VALIDATED: Search = {
  says: "checked",
  isDone: (name, line, next) => {
    if (
      new RegExp(
        `(?:valid|assert|check|verify|sanit|ensure|require|[sS]chema|\\bis)\\w*(?:\\.\\w+)?\\([^()]{0,80}(?<![\\w$])${escaped(name)}(?![\\w$])`,
      ).test(line)
    )
      return true;
    const isCondition = new RegExp(`(?:\\bif\\b|\\bunless\\b|\\belif\\b|\\[\\[? ).{0,160}(?<![\\w$])${escaped(name)}(?![\\w$])`).test(line);
    return (
      isCondition &&
      /\b(?:throw|raise|return|panic|exit|Err|bail|fail|die|refuse|fatal)\b/.test(`${line.slice(line.search(/\bif\b/))}\n${next}`)
    );
  },
};

const CLOSERS: readonly (readonly [RegExp, string])[] = [
  [/clos|flush/, "close|end|destroy|dispose|finish|shutdown"],
  [/releas|free|unlock/, "release|unlock|free|close|drop|end"],
  [/clear|cancel|stop/, "clear|clearInterval|clearTimeout|cancel|stop|abort|unref|close"],
  [/dispos|destroy|clean/, "dispose|destroy|close|cleanup|cleanUp|clean|end|free"],
];

function closing(said: string): Search {
  const verbs = CLOSERS.find(([pattern]) => pattern.test(said))?.[1] ?? "close";
  return {
    says: /clos/.test(said) ? "closed" : /releas/.test(said) ? "released" : /clear/.test(said) ? "cleared" : "taken care of",
    isDone: (name, line) =>
      new RegExp(
        `(?<![\\w$])${escaped(name)}[!?]?\\.(?:${verbs})\\w*\\(|(?<![\\w$])(?:${verbs})\\w*\\((?:&?mut )?[\\w.]{0,20}${escaped(name)}\\b|\\b(?:await )?using ${escaped(name)}\\b|\\bwith\\b.{0,120}\\bas ${escaped(name)}\\b`,
        "i",
      ).test(line),
  };
}

function escaped(name: string): string {
  return name.replaceAll("$", "\\$");
}

/** Within so many lines before a cited one the same function may have done it. */
const REACH = 40;

function guardedBy(
  name: string,
  search: Search,
  denial: Denial,
  found: readonly Occurrence[],
  { files, lines }: Scope,
): Answer | undefined {
  const source = found.filter(({ kind, isTest }) => kind !== "comment" && kind !== "string" && !isTest);
  // A common name is another variable in each function.
  if (files.length === 0 && !isDistinctive(name)) return undefined;
  if (lines.length === 0 && !isDistinctive(name) && definitions(source).length > 1 && denial.kind === "validated") return undefined;
  return answer(
    `"${name}" is ${search.says}`,
    source.find(({ file, line }) => {
      if (lines.length > 0 && !lines.some(({ from, to }) => line >= from - REACH && line <= to + REACH)) return false;
      const next = `${file.line(Math.min(line + 1, file.lineCount))}\n${file.line(Math.min(line + 2, file.lineCount))}`;
      return search.isDone(name, file.line(line).slice(0, 400), next.slice(0, 400));
    }),
  );
}

function answerForPath(denial: Denial, cited: string, scope: Scope, index: CodeIndex): Answer | undefined {
  const [path] = index.resolve(cited);
  const file = path === undefined ? undefined : index.file(path);
  if (file === undefined) return undefined;
  switch (denial.kind) {
    case "defined":
    case "lacking":
      return { says: `"${cited}" is there`, file, line: 1 };
    case "tested": {
      const subject = plainName(stem(nameOf(file.path)));
      const named = index.files.find((one) => one.isTest && one !== file && plainName(testSubject(one.path)) === subject);
      if (named !== undefined) return { says: `"${cited}" has tests`, file: named, line: 1 };
      if (/#\[cfg\(test\)\]/.test(file.text))
        return { says: `"${cited}" has tests`, file, line: file.lineOf(file.text.indexOf("#[cfg(test)]")) };
      return undefined;
    }
    case "handled": {
      const line = firstHandling(file);
      return line === undefined || scope.lines.length > 0 ? undefined : { says: `"${cited}" handles an error`, file, line };
    }
    default:
      return undefined;
  }
}

function firstHandling(file: CodeFile): number | undefined {
  for (const match of file.text.matchAll(/\bcatch\b|^\s*except\b|\berr\s*!=\s*nil|\.map_err\(|\btrap\b/gm)) {
    const at = match.index + match[0].search(/\S/);
    if (!file.isInComment(at)) return file.lineOf(at);
  }
  return undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `parse-date`, `parse_date` and `parseDate` are one. */
function plainName(name: string): string {
  return name.replace(/[-_.]/g, "").toLowerCase();
}
