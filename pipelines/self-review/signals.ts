import type { CodeFinding } from "./finding.js";

interface Signal {
  readonly title: string;
  readonly pattern: RegExp;
  readonly why: string;
}

/** What code can see by itself. Each is worth a look, and none is a verdict. */
const SIGNALS: readonly Signal[] = [
  {
    title: "an error is dropped",
    pattern: /catch\s*(?:\([^)]*\))?\s*\{\s*\}|\.catch\(\(\)\s*=>\s*(?:\{\s*\}|undefined|null)\)/,
    why: "The catch does nothing with the error, so that nobody learns of it.",
  },
  {
    title: "a loose comparison",
    pattern: /[^=!<>]==[^=]|!=[^=]/,
    why: "The comparison converts its sides before it compares them.",
  },
  { title: "an async callback in forEach", pattern: /\.forEach\(\s*async\b/, why: "forEach does not wait for what its callback promises." },
  { title: "parseInt without a radix", pattern: /\bparseInt\(\s*[^,()]+\)/, why: "The number's base is guessed from its text." },
  {
    title: "a check of the type system is switched off",
    pattern: /\bas any\b|@ts-ignore|@ts-nocheck/,
    why: "What the compiler would say here is not heard.",
  },
  { title: "numbers are sorted as text", pattern: /\.sort\(\)/, why: "Without a comparison sort() compares texts, so 10 stands before 9." },
];

/** The signals in a file, line by line; a line that is only a comment is none. */
export function signalsIn(file: string, text: string): readonly CodeFinding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (/^\s*(?:\/\/|\*|\/\*|#)/.test(line)) return [];
    return SIGNALS.filter(({ pattern }) => pattern.test(line)).map(
      ({ title, why }): CodeFinding => ({ file, line: index + 1, severity: "info", title, quote: line.trim(), why }),
    );
  });
}
