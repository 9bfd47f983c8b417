/** How much of its beginning a pattern is looked up by: enough that hardly any other text begins like it. */
const LENGTH = 6;

/**
 * What the matches of a pattern may begin with, each up to six characters long and shorter where anything may follow; a space stands for a
 * gap. Of regular expressions it knows what the patterns of orders are written in: letters, groups, sets, and `?`, `+` and `{0,n}`.
 */
export function beginningsOf(pattern: string): ReadonlySet<string> {
  const reader = new BeginningReader(pattern);
  return new Set([...reader.either()].map(({ text }) => text));
}

/** Whether what follows belongs to it: not past what may be anything. */
interface Beginning {
  readonly text: string;
  readonly isOpen: boolean;
}

type Beginnings = readonly Beginning[];

const EMPTY: Beginning = { text: "", isOpen: true };

class BeginningReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Up to the end or a `)`. */
  either(): Beginnings {
    const all = [...this.#sequence()];
    while (this.#takes("|")) all.push(...this.#sequence());
    return distinct(all);
  }

  #sequence(): Beginnings {
    let before: Beginnings = [EMPTY];
    while (this.#at < this.#pattern.length && !"|)".includes(this.#sign())) {
      const one = this.#one();
      const [least, most] = this.#times();
      let after = before;
      const all: Beginning[] = least === 0 ? [...before] : [];
      for (let time = 1; time <= Math.min(most, LENGTH); time += 1) {
        after = followed(after, one);
        if (time >= least) all.push(...after);
      }
      before = distinct(all);
    }
    return before;
  }

  #one(): Beginnings {
    if (this.#takes("(?:")) {
      const options = this.either();
      if (!this.#takes(")")) throw new RangeError(`a group is not closed in ${this.#pattern}`);
      return options;
    }
    if (this.#takes("[")) {
      const end = this.#pattern.indexOf("]", this.#at);
      const set = this.#pattern.slice(this.#at, end);
      this.#at = end + 1;
      return /[\\^]|.-./.test(set) ? [{ text: "", isOpen: false }] : [...set].map((text) => ({ text, isOpen: true }));
    }
    const sign = this.#sign();
    if ("\\(.^$*".includes(sign)) throw new RangeError(`"${sign}" is not understood in ${this.#pattern}`);
    this.#at += 1;
    return [{ text: sign, isOpen: true }];
  }

  #times(): readonly [least: number, most: number] {
    if (this.#takes("?")) return [0, 1];
    if (this.#takes("+")) return [1, Number.POSITIVE_INFINITY];
    const [whole = "", least, most] = /^\{(\d+),(\d+)\}/.exec(this.#pattern.slice(this.#at)) ?? [];
    this.#at += whole.length;
    return whole === "" ? [1, 1] : [Number(least), Number(most)];
  }

  #sign(): string {
    return this.#pattern[this.#at] ?? "";
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function followed(before: Beginnings, next: Beginnings): Beginnings {
  return distinct(
    before.flatMap((one) => {
      if (!one.isOpen || one.text.length >= LENGTH) return [one];
      return next.map(({ text, isOpen }) => ({ text: (one.text + text).slice(0, LENGTH), isOpen: isOpen }));
    }),
  );
}

function distinct(beginnings: Beginnings): Beginnings {
  const byText = new Map<string, Beginning>();
  // Of two alike the one that says less about what follows is kept.
  for (const one of beginnings) if (byText.get(one.text)?.isOpen !== false) byText.set(one.text, one);
  return [...byText.values()];
}
