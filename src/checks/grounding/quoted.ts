import { canonical } from "./canonical.js";
import type { Source } from "./source.js";

const CUT = /(?:\[?(?:…|\.{3,})\]?)/;
const WORD = /[\p{L}\p{M}\p{N}]/u;

/** Final punctuation, in canonical form. */
const END_MARKS = /[\s.,;:!?…–—-]{1,12}$/;
/** A word of the author's in a quotation, `the planner [of berths]`, put in or in the place of one; but `[t]he` is the same word. */
const PUT_IN = /(?<![\p{L}\p{M}])\[[^[\]\n]{2,80}\](?![\p{L}\p{M}])/gu;

function holdsWhole(sources: readonly Source[], part: string): boolean {
  return sources.some((source) => source.holds(part, { before: false, after: false }));
}

/**
 * Whether a text stands in a source: whole, or in its parts where `…` cuts it. A part that is not cut begins and ends with
 * a whole word. White space, quote marks, Markdown's marks, the size of letters and the marks at
 * its end do not count, nor do words in brackets.
 */
export function standsIn(sources: readonly Source[], text: string): boolean {
  const whole = canonical(text);
  if (!WORD.test(whole)) return true;
  if (holdsWhole(sources, whole)) return true;
  // The mark at its end belongs to the sentence that it stands in: "it leaks," she said.
  const unmarked = whole.replace(END_MARKS, "");
  if (unmarked !== whole && WORD.test(unmarked) && holdsWhole(sources, unmarked)) return true;
  const cut = text
    .replace(PUT_IN, " … ")
    .trimEnd()
    .replace(/(?<![.…])[.,;:!?]$/, "");
  if (!CUT.test(cut)) return false;
  const parts = cut.split(CUT).map(canonical);
  return sources.some((source) =>
    parts.every(
      (part, index) =>
        !WORD.test(part) ||
        source.holds(part, {
          before: index > 0,
          after: index < parts.length - 1,
        }),
    ),
  );
}

export interface Passage {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const IN_LINE = /"([^"\n]{2,2000})"|“([^“”]{2,2000})”|„([^„”“]{2,2000})[”“]|«([^«»]{2,2000})»/g;
/** Fewer words than these in quote marks are a name or a word held at arm's length. */
const FEWEST_WORDS = 3;

/** Passages in quote marks inside a block's prose. Single quotes are left alone: they are apostrophes as often. */
export function quotedIn(prose: string): readonly Passage[] {
  if (!/["“„«]/.test(prose)) return [];
  return [...prose.matchAll(IN_LINE)]
    .map((match) => ({
      text: match.slice(1).find((inner) => inner !== undefined) ?? "",
      from: match.index,
      to: match.index + match[0].length,
    }))
    .filter(({ text }) => hasWords(text));
}

/** Block quotations in what lies between the blocks of prose: lines that begin with `>`, and those that go on lazily. */
export function blockQuotations(markdown: string, gaps: readonly { readonly from: number; readonly to: number }[]): readonly Passage[] {
  // Most gaps are a blank line, a fence or a rule.
  const sign = markdown.indexOf(">");
  if (sign === -1) return [];
  return gaps.flatMap((gap) => (gap.to > sign && markdown.slice(gap.from, gap.to).includes(">") ? quotationsOf(markdown, gap) : []));
}

function quotationsOf(markdown: string, gap: { readonly from: number; readonly to: number }): readonly Passage[] {
  const found: Passage[] = [];
  let fence: string | undefined;
  let open: { text: string; from: number; to: number } | undefined;
  const close = () => {
    if (open && hasWords(open.text)) found.push(open);
    open = undefined;
  };
  let from = gap.from;
  for (const line of markdown.slice(gap.from, gap.to).split("\n")) {
    const to = from + line.length;
    const mark = /^[ \t]{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    const quoted = /^(?:[ \t]{0,12}(?:[-*+]|\d{1,9}[.)])?[ \t]{0,4})>((?:[ \t]?>)*)(.*)$/.exec(line)?.[2];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (quoted !== undefined) {
      const said = quoted.trim();
      // A blank line ends a paragraph; a line that begins with a dash says who is quoted; `[!NOTE]` makes the author's own box.
      if (said === "" || /^(?:—|–|--)/.test(said)) close();
      else if (!/^\[!\w{1,20}\]/.test(said)) {
        open ??= { text: "", from: to - quoted.trimStart().length, to };
        open.text += `${said}\n`;
        open.to = to;
      }
    } else {
      if (mark !== undefined) fence = mark;
      if (open && line.trim() !== "" && mark === undefined) open.text += line;
      else close();
    }
    from = to + 1;
  }
  close();
  return found;
}

function hasWords(text: string): boolean {
  return (text.match(/[\p{L}\p{M}\p{N}'’-]+/gu)?.length ?? 0) >= FEWEST_WORDS;
}
