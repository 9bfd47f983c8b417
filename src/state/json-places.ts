/** Where the values of a JSON text stand, and what is wrong with the text first. */
export interface JsonPlaces {
  /** Offsets of the values by their paths: `["activeTasks",0]`, written as JSON. */
  readonly places: ReadonlyMap<string, number>;
  readonly fault?: { readonly offset: number; readonly what: string };
}

/** No file that a person writes goes deeper. */
const DEEPEST = 100;

class NotJson extends Error {
  readonly offset: number;
  constructor(offset: number, what: string) {
    super(what);
    this.offset = offset;
  }
}

/** Unlike `JSON.parse` it says where: also of a key that stands in one object twice, which `JSON.parse` takes without a word. */
export function jsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, number>();
  let at = 0;
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const space = () => token(/[ \t\n\r]*/y);
  const expected = (what: string): never => {
    throw new NotJson(at, at < text.length ? `expected ${what}` : `the file ends where ${what} was expected`);
  };
  const string = (what: string): string => {
    const start = at;
    const found = token(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y);
    if (found === undefined && text[at] === '"') throw new NotJson(at, "the text is never closed, or has a line break in it");
    if (found === undefined) return expected(what);
    try {
      return String(JSON.parse(found));
    } catch {
      throw new NotJson(start, "the text holds a sign that has to be written with a backslash");
    }
  };
  /** What stands between two brackets, with commas in between. */
  const listed = (close: string, entry: (index: number) => void): void => {
    at += 1;
    space();
    for (let index = 0; text[at] !== close; index += 1) {
      if (index > 0) {
        if (text[at] !== ",") expected(`"," or "${close}"`);
        at += 1;
        space();
      }
      entry(index);
      space();
    }
    at += 1;
  };
  const value = (path: readonly (string | number)[]): void => {
    space();
    places.set(JSON.stringify(path), at);
    if (path.length > DEEPEST) throw new NotJson(at, `expected no more than ${DEEPEST} values inside of each other`);
    if (text[at] === "{") {
      const keys = new Set<string>();
      listed("}", () => {
        const start = at;
        const key = string("a key in quotation marks");
        if (keys.has(key)) throw new NotJson(start, `the key "${key}" stands there twice`);
        keys.add(key);
        space();
        if (text[at] !== ":") expected('":"');
        at += 1;
        value([...path, key]);
      });
    } else if (text[at] === "[") listed("]", (index) => value([...path, index]));
    else if (text[at] === '"') string("a text");
    else if (token(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y) === undefined) expected("a value");
  };
  try {
    value([]);
    space();
    if (at < text.length) throw new NotJson(at, "expected the end of the file");
    return { places };
  } catch (error) {
    if (error instanceof NotJson) return { places, fault: { offset: error.offset, what: error.message } };
    throw error;
  }
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
