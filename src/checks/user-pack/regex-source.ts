/** Counts above this are read as "any number": it only adds ways to read a text, and keeps the judging short. */
const COUNT_AT_MOST = 4;

const CASED = /^\\[pP]\{(?:Lu|Ll|Lt|LC|Uppercase|Lowercase|Uppercase_Letter|Lowercase_Letter|Titlecase_Letter|Cased_Letter)\}$/;
const ESCAPE = /^\\(?:k<[^>]*>|[pP]\{[^}]*\}|u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|\d+|[\s\S])/u;

/** A pattern in the simpler language of the judge: it takes each text that the original takes, in at least as many ways. */
export interface PlainSource {
  readonly source: string;
  /** In how many ways it can be gone through; infinite where something repeats without bound. */
  readonly ways: number;
  /** Repetition without bound where each step of the engine would do it again. */
  readonly fault: string | undefined;
}

/** A group that is being read. */
interface Group {
  readonly kind: "plain" | "ahead" | "behind";
  /** The ways through the alternatives before this one. */
  before: number;
  /** The ways through this one, without its last part, which a count may follow. */
  here: number;
  last: number;
}

const newGroup = (kind: Group["kind"]): Group => ({ kind, before: 0, here: 1, last: 1 });

/**
 * Rewrites a sound pattern of the flag `u` for the judge, which knows neither names of groups nor `i` beside `u`, and unrolls counts:
 * letters of both cases stand side by side, names are numbers, counts above four are without bound.
 */
export function plainSource(pattern: string, ignoreCase: boolean): PlainSource {
  const names = [...pattern.matchAll(/\\[\s\S]|\((?:\?<([^=!>][^>]*)>|(?!\?))/g)]
    .filter(([part]) => part.startsWith("("))
    .map(([, name]) => name);
  const groups: Group[] = [newGroup("plain")];
  const group = () => groups.at(-1) ?? newGroup("plain");
  let fault: string | undefined;
  let source = "";
  let at = 0;
  let isCounted = false;
  let hasRepeated = false;

  const part = (ways: number) => {
    group().here *= group().last;
    group().last = ways;
  };
  const repeat = (least: number, most: number) => {
    const { last } = group();
    if (most > COUNT_AT_MOST) {
      const around = groups.findIndex(({ kind }) => kind !== "plain");
      if (groups.some(({ kind }) => kind === "behind")) fault ??= "it looks back without bound";
      else if (around > 1) fault ??= "it looks ahead without bound inside a group";
      else if (around === 1 && hasRepeated) fault ??= "it looks ahead without bound after something that repeats";
      hasRepeated ||= around === -1;
    }
    group().last = most > COUNT_AT_MOST ? Number.POSITIVE_INFINITY : sumOfPowers(last, least, most);
  };

  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const sign = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    const wasCounted: boolean = isCounted;
    isCounted = sign === "{" || sign === "*" || sign === "+" || (sign === "?" && !wasCounted);
    if (sign === "\\") {
      const [escaped = sign] = ESCAPE.exec(rest) ?? [];
      at += escaped.length;
      const name = /^\\k<(.*)>$/.exec(escaped)?.[1];
      source += name === undefined ? plainEscape(escaped, ignoreCase, false) : `\\${names.indexOf(name) + 1}`;
      part(1);
    } else if (sign === "[") {
      const [charClass = sign] = /^\[(?:\\[\s\S]|[^\\\]])*\]/.exec(rest) ?? [];
      at += charClass.length;
      source += ignoreCase ? bothCasesOfClass(charClass) : charClass;
      part(1);
    } else if (sign === "(") {
      const [opening = sign] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(rest) ?? [];
      at += opening.length;
      groups.push(newGroup(/^\(\?<[=!]/.test(opening) ? "behind" : /^\(\?[=!]/.test(opening) ? "ahead" : "plain"));
      source += /^\(\?<[^=!]/.test(opening) ? "(" : opening;
    } else if (sign === "{") {
      const [count = sign, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? [];
      at += count.length;
      const greatest = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
      repeat(Number(least), greatest);
      source += greatest <= COUNT_AT_MOST ? count : Number(least) === 0 ? "*" : "+";
    } else {
      at += sign.length;
      if (sign === "|") {
        const open = group();
        open.before += open.here * open.last;
        open.here = 1;
        open.last = 1;
      } else if (sign === ")") {
        const { before, here, last } = groups.pop() ?? newGroup("plain");
        part(before + here * last);
      } else if (sign === "*" || sign === "+") repeat(0, Number.POSITIVE_INFINITY);
      else if (sign !== "?") part(1);
      // After a count it only says that as little as may be is taken.
      else if (!wasCounted) repeat(0, 1);
      source += ignoreCase ? oneOf(bothCases(sign)) : sign;
    }
  }
  const { before, here, last } = group();
  return { source, ways: before + here * last, fault };
}

function sumOfPowers(ways: number, least: number, most: number): number {
  let sum = 0;
  for (let count = least; count <= most; count += 1) sum += ways ** count;
  return sum;
}

/** An escape that stands for one letter becomes that letter, where the case does not matter; one that takes one case takes all letters. */
function plainEscape(escaped: string, ignoreCase: boolean, isInClass: boolean): string {
  if (!ignoreCase) return escaped;
  if (CASED.test(escaped)) return escaped.startsWith("\\P") ? "\\P{L}" : "\\p{L}";
  const hex = /^\\(?:u\{([\dA-Fa-f]+)\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2}))$/.exec(escaped);
  const code = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  const letter = code === undefined ? "" : String.fromCodePoint(Number.parseInt(code, 16));
  if (!/\p{L}/u.test(letter)) return escaped;
  return isInClass ? bothCases(letter).join("") : oneOf(bothCases(letter));
}

function bothCases(letter: string): readonly string[] {
  if (!/\p{L}/u.test(letter)) return [letter];
  const forms = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((form) => [...form].length === 1);
  return [...new Set(forms)];
}

function oneOf(forms: readonly string[]): string {
  return forms.length === 1 ? (forms[0] ?? "") : `[${forms.join("")}]`;
}

function bothCasesOfClass(charClass: string): string {
  const isNegated = charClass.startsWith("[^");
  const inside = charClass.slice(isNegated ? 2 : 1, -1);
  const parts = [
    ...inside.matchAll(
      /(\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[\s\S])|[\s\S])(?:-(\\(?:u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S])|[^\]]))?/gu,
    ),
  ];
  const widened = parts.map(([range, from = "", to]) => {
    if (to === undefined) return from.startsWith("\\") ? plainEscape(from, true, true) : bothCases(from).join("");
    const cases = [`${from.toLowerCase()}-${to.toLowerCase()}`, `${from.toUpperCase()}-${to.toUpperCase()}`];
    // A range between letters of two cases, or between marks, has no twin.
    const isOfLetters = /^\p{Ll}$/u.test(from) ? /^\p{Ll}$/u.test(to) : /^\p{Lu}$/u.test(from) && /^\p{Lu}$/u.test(to);
    if (isOfLetters && cases.every((one) => [...one].length === 3)) return cases.join("");
    return /^[ -~]-[ -~]$/.test(range) && range !== "0-9" ? `${range}a-zA-Z` : range;
  });
  return `[${isNegated ? "^" : ""}${widened.join("")}]`;
}
