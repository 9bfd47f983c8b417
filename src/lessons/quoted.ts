import { oneLine, shortened, wordsOf } from "./words.js";

/** So many words in a row that stand in what was gathered are no words of a rule's own. */
const RUN_OF_WORDS = 5;
/** A quote is there to recognise a passage by, and not to carry it on. */
const MOST_QUOTED = 60;
/** Of what is found in gathered text so many words are shown. */
const WORDS_SHOWN = 4;

/** The runs of words in texts that came from outside or from a model. */
export class Gathered {
  readonly #runs = new Set<string>();

  add(value: unknown): void {
    if (typeof value === "string") {
      const words = wordsOf(value);
      for (let at = 0; at + RUN_OF_WORDS <= words.length; at += 1) this.#runs.add(words.slice(at, at + RUN_OF_WORDS).join(" "));
    } else if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) this.add(part);
    }
  }

  /** For each word, whether it stands in a run of words that was gathered. */
  marked(words: readonly string[]): readonly boolean[] {
    const marks = words.map(() => false);
    for (let at = 0; at + RUN_OF_WORDS <= words.length; at += 1) {
      if (this.#runs.has(words.slice(at, at + RUN_OF_WORDS).join(" "))) marks.fill(true, at, at + RUN_OF_WORDS);
    }
    return marks;
  }
}

export interface Fenced {
  readonly text: string;
  /** Whether most of it was gathered: then it is no lesson before a person has said so. */
  readonly isGathered: boolean;
}

/**
 * A rule's message with what it quotes made short. Passages that were gathered and stand there without quotation marks are
 * put into them and cut to their first words.
 */
export function fencedMessage(message: string, gathered: Gathered): Fenced {
  let own = 0;
  let foreign = 0;
  const parts = oneLine(message)
    .split(/"([^"]*)"/)
    .map((part, index) => {
      if (index % 2 === 1) return quoted(part);
      const pieces = part.split(/(\s+)/);
      const words = pieces.flatMap((piece, at) => wordsOf(piece).map((word) => ({ word, at })));
      const marks = gathered.marked(words.map(({ word }) => word));
      foreign += marks.filter((mark) => mark).length;
      own += marks.filter((mark) => !mark).length;
      return withoutGathered(pieces, new Set(words.flatMap(({ at }, nth) => (marks[nth] ? [at] : []))));
    });
  return { text: parts.join(""), isGathered: foreign > own };
}

function withoutGathered(pieces: readonly string[], marked: ReadonlySet<number>): string {
  const kept: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    if (!marked.has(at)) {
      kept.push(pieces[at] ?? "");
      continue;
    }
    let end = at;
    // White space between two marked words stands at an odd place.
    while (marked.has(end + 2)) end += 2;
    const words = pieces.slice(at, end + 1).filter((piece) => piece.trim() !== "");
    kept.push(quoted(`${words.slice(0, WORDS_SHOWN).join(" ")}…`));
    at = end;
  }
  return kept.join("");
}

/** Text that is no rule's own: in quotation marks, on one line, short. */
export function quoted(text: string): string {
  return `"${shortened(text.replaceAll('"', "'"), MOST_QUOTED)}"`;
}
