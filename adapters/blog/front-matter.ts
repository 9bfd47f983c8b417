/** The first lines of a post's file: `name: value`, between two lines of three dashes. */
export interface FrontMatter {
  readonly title: string;
  readonly date: string;
  readonly slug: string;
  readonly summary?: string | undefined;
  /** Of the Markdown as it was published. */
  readonly sha256: string;
  /** The idempotency key under which it was published: how a later try finds it, where it is found by nothing else. */
  readonly key?: string | undefined;
}

/** A blank line follows the front matter; after it each byte is the post's own. */
export function withFrontMatter(fields: FrontMatter, markdown: string): string {
  const lines = Object.entries(fields).flatMap(([name, value]: [string, string | undefined]) => {
    if (value === undefined) return [];
    return [`${name}: ${name === "date" ? value : quoted(value)}`];
  });
  return `---\n${lines.join("\n")}\n---\n\n${markdown}`;
}

/**
 * Reads a post's file, also one that a person wrote by hand: any field may be missing, and a value that is no JSON
 * string stands for itself.
 */
export function splitFrontMatter(text: string): { readonly fields: Partial<FrontMatter>; readonly markdown: string } {
  const found = /^---\r?\n([\s\S]*?\r?\n)??---(?:\r?\n|$)(?:\r?\n)?/.exec(text);
  if (found === null) return { fields: {}, markdown: text };
  const lines = (found[1] ?? "").split(/\r?\n/);
  const fields = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [[line.slice(0, colon).trim(), plain(line.slice(colon + 1).trim())]] : [];
  });
  return { fields: Object.fromEntries(fields), markdown: text.slice(found[0].length) };
}

/**
 * A JSON string is a YAML string in double quotes, but for the characters that YAML calls not printable; both read
 * the `\u` escape.
 */
function quoted(value: string): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function plain(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
