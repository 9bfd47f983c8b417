/** HTML that is safe to send: only `html` makes it, and it escapes all that it is given. */
export class Html {
  readonly #text: string;

  constructor(parts: readonly string[], given: readonly Part[]) {
    this.#text = parts.map((part, index) => `${part}${textOf(given[index])}`).join("");
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = string | number | undefined | Html | readonly Html[];

/** A template whose text is HTML, and whose values are text: `html\`<p>${draft}</p>\``. */
export function html(parts: TemplateStringsArray, ...given: readonly Part[]): Html {
  return new Html(parts, given);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.join("");
  return String(part).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Control characters, and those that turn or hide what stands beside them, so that a text could read otherwise than it is. The joiners are part of words and emoji. */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/u;
const EACH_UNSEEN = new RegExp(`(${UNSEEN.source})`, "u");

/** A text as it is: what cannot be seen in it is named. */
export function asShown(text: string): Html {
  const pieces = text.replaceAll("\r\n", "\n").split(EACH_UNSEEN);
  // Those that the text was split at stand between the others.
  const shown = pieces.map((piece, index) => (index % 2 === 0 ? html`${piece}` : html`<span class="unseen">[${codePoint(piece)}]</span>`));
  return html`${shown}`;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
