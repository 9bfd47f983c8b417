import { type Citation, citationsIn } from "./citations.js";
import { type Shown, type Source, sourcesOf } from "./shown.js";

/** Addresses that a text may name without having them from anywhere: one's own machine, and those that are kept for examples. */
const NO_SOURCE =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])(?:[:/?]|$)|^(?:[\w-]+\.)*example(?:\.(?:com|org|net))?(?:[:/?]|$)|^[\w.-]+\.(?:test|invalid)(?:[:/?]|$)/;

/** What a result cites and nothing has shown, as the result says it; the worst first. */
export function notShownIn(result: string, shown: Shown): readonly string[] {
  return notHeld(citationsIn(result), () => sourcesOf(shown), shown).map(({ said }) => said);
}

/** Those citations that stand in no source. */
export function notHeld(
  citations: readonly Citation[],
  sources: () => readonly Source[],
  names: Pick<Shown, "folder" | "files">,
): readonly Citation[] {
  if (citations.length === 0) return [];
  const known = new Known(sources(), names);
  return citations.filter((citation) => !known.holds(citation));
}

/** Looks citations up in what was shown. */
class Known {
  readonly #folder: string;
  readonly #sources: readonly (Source & { readonly folded: string; readonly lines: number })[];
  readonly #all: string;
  #words: string | undefined;
  #addresses: string | undefined;

  constructor(sources: readonly Source[], { folder, files }: Pick<Shown, "folder" | "files">) {
    this.#folder = `${slashed(folder).replace(/\/$/, "")}/`;
    this.#sources = sources.map((source) => ({ ...source, folded: slashed(`${source.text}\n${source.own}`), lines: linesOf(source) }));
    this.#all = [...this.#sources.map(({ folded }) => folded), ...files.map(slashed)].join("\n");
  }

  holds(citation: Citation): boolean {
    switch (citation.is) {
      case "url":
        return this.#holdsUrl(citation.said);
      case "quote":
        return this.#holdsQuote(citation.said);
      case "path":
        return this.#holdsPath(citation.said);
      case "line":
        return this.#holdsPath(citation.path) && this.#holdsLine(citation.path, citation.line);
      default:
        return citation satisfies never;
    }
  }

  /** The path as it is, or each of its parts: a list of a folder names no folder. */
  #holdsPath(said: string): boolean {
    const path = this.#relative(said);
    if (standsIn(this.#all, path)) return true;
    const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== ".." && part !== "~");
    return parts.length > 1 && parts.every((part) => standsIn(this.#all, part));
  }

  /** A line is there where it was named, or where enough lines of the file were shown. */
  #holdsLine(said: string, line: number): boolean {
    const path = this.#relative(said);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const number = new RegExp(String.raw`(?<!\d)${line}(?!\d)`);
    return (
      line > 0 && this.#sources.some(({ folded, lines, from }) => standsIn(folded, name) && (line <= from + lines || number.test(folded)))
    );
  }

  /** The address, or a longer one below it; or its host and, in a link of a page, the rest. */
  #holdsUrl(said: string): boolean {
    const url = bareUrl(said);
    if (NO_SOURCE.test(url)) return true;
    this.#addresses ??= this.#all.replaceAll("://www.", "://");
    const all = this.#addresses;
    if (standsIn(all, url)) return true;
    const slash = url.indexOf("/");
    if (slash === -1) return false;
    const rest = url.slice(slash);
    return standsIn(all, url.slice(0, slash)) && (standsIn(all, rest) || standsIn(all, rest.slice(1)));
  }

  /** Word for word; what is left out is left out. */
  #holdsQuote(said: string): boolean {
    this.#words ??= wordsOf([...this.#sources.map(({ text }) => text), ...this.#sources.map(({ own }) => own)].join("\n"));
    const words = this.#words;
    return said
      .split(/\[[^\]]*\]|…|\.{3}/)
      .map(wordsOf)
      .filter((part) => part.trim() !== "")
      .every((part) => words.includes(part));
  }

  #relative(path: string): string {
    const plain = slashed(path);
    const below = plain.startsWith(this.#folder) ? plain.slice(this.#folder.length) : plain;
    return below.replace(/^(?:\.\/)+/, "");
  }
}

/** Of what was shown, or of what was written. */
function linesOf({ text, own }: Source): number {
  return Math.max(text.split("\n").length, own.split("\n").length);
}

function slashed(text: string): string {
  return text.replaceAll("\\", "/").toLowerCase();
}

function bareUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/#.*$/, "")
    .replace(/\/+$/, "");
}

/** Whether a name stands there by itself, and not as a part of a longer one. */
function standsIn(text: string, name: string): boolean {
  if (name === "") return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\p{L}\p{N}_.%-]/u.test(before) && !/^(?:[\p{L}\p{N}_%-]|\.\w)/u.test(after)) return true;
  }
  return false;
}

/** The words with one space around each, so that marks, line ends and accents make no difference. */
function wordsOf(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null ? "" : ` ${words.join(" ")} `;
}
