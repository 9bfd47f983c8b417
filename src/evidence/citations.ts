import { textsIn } from "./shown.js";

/** Something that a result points to, so that a reader could look it up. */
export type Citation =
  | { readonly is: "line"; readonly said: string; readonly path: string; readonly line: number }
  | { readonly is: "url"; readonly said: string }
  | { readonly is: "quote"; readonly said: string }
  | { readonly is: "path"; readonly said: string };

const URLS = /\bhttps?:\/\/[^\s<>"'`“”„«»|\\^{}[\]]+/gi;

/** Endings by which a word is a file. Those that also end an address or a sentence (`.org`, `.io`) are left out. */
const ENDINGS =
  "md|mdx|markdown|txt|rst|adoc|jsonl|json5|json|yaml|yml|toml|ini|cfg|conf|lock|xml|xhtml|html|htm|css|scss|less|mjs|cjs|jsx|js|mts|cts|tsx|ts|vue|svelte|pyi|py|ipynb|rb|php|java|kts|kt|scala|groovy|go|rs|cpp|cxx|cc|c|hpp|hh|h|cs|fs|swift|lua|pl|jl|sh|bash|zsh|fish|ps1|bat|cmd|sql|graphql|proto|csv|tsv|parquet|log|pdf|epub|docx|xlsx|pptx|odt|png|jpeg|jpg|gif|svg|webp|mp3|mp4|wav|zip|tar|gz|tgz|bz2|xz|db|sqlite|diff|patch|tex|bib|eml|ics|pem|crt|tf|hcl|gradle|cmake|mk";
/** A letter, a digit or a low line, in any script. */
const W = String.raw`\p{L}\p{M}\p{N}_`;
const PATHS = new RegExp(
  String.raw`(?<![${W}./\\*<{$@~%+-])(?:~\/|\/|(?:\.{1,2}\/)+)?(?:[${W}@+.-]+\/)*[${W}@+.-]*[${W})]\.(?:${ENDINGS})(?![${W}*/<{$-]|\.[${W}])`,
  "gu",
);
/** Folders of a system, below which a path needs no ending. */
const SYSTEM_PATHS = /(?<![\w./~-])\/(?:etc|var|usr|home|opt|tmp|srv|root|proc|sys|dev|mnt|run|boot|Users)\/[\w@+./-]*\w/g;
/** Products and sites whose names look like files. */
const NO_FILES =
  /^(?:(?:node|next|vue|nuxt|react|express|three|d3|chart|discord|ember|backbone|angular|moment|p5|require|alpine|solid|nest|deck)\.js|docs\.rs|bun\.sh|brew\.sh|asp\.net|\w\.\w)$/i;
const LINE = /^[`"')\]*]*(?::|#L|,? \(?(?:at |on |in )?(?:lines?|Zeilen?|liniile|linia) )(\d+)/;

/** What is said not to be there, or to be made, cannot have been shown; in English, German and Romanian without accents. */
const ABSENT_BEFORE =
  /\b(?:no|without|lacks?|create[sd]?|add(?:s|ed)?|new|propose[sd]?|suggest(?:s|ed)?|kein\w*|ohne|neue?[rsn]?|lege|nu exista|fara|creeaza|noua?)\W+(?:(?:an?|the|new|files?|named|called|eine?n?|die|datei|un|o|fisierul)\W+)*$/i;
const ABSENT_AFTER =
  /^[`"')\]*]*\s+(?:does not exist|doesn't exist|did not exist|is (?:missing|not there|absent)\s*(?:[.,;]|$)|(?:was|were|is) not found|fehlt|gibt es nicht|existiert nicht|nu exista|lipseste)/i;

const QUOTES = /(?<![\w"])"(?=\S)([^"\n]*[^\s"])"(?!\w)|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»/g;
const BLOCK_QUOTES = /(?:^ {0,3}> ?.*(?:\n|$))+/gm;
const NOTE = /^\s{0,10}(?:\[!|\W{0,10}(?:note|warning|tip|hint|important|hinweis|achtung|nota|atentie)\b)/i;
/** What a model proposes in quotation marks is its own word. */
const PROPOSED =
  /\b(?:instead|titled|called|named|propos\w+|suggest\w+|recommend\w+|(?:chang|renam|rewrit|rewrot|replac|reword)\w*\b[^.!?"]{0,80}\b(?:to|as|with|by))\W*$/i;
/** Fewer words are a name or an irony, and no passage. */
const LEAST_WORDS = 4;
const LEAST_CHARS = 20;

/** What a result cites: in prose, not in the code that it gives. The worst to have invented come first. */
export function citationsIn(result: string): readonly Citation[] {
  const value = jsonIn(result);
  const found = value === undefined ? citationsOf(result) : [...textsIn(value).flatMap(citationsOf), ...fieldsOf(value)];
  const seen = new Set<string>();
  const once = found.filter(({ said }) => !seen.has(said) && seen.add(said));
  return (["line", "url", "quote", "path"] as const).flatMap((is) => once.filter((citation) => citation.is === is));
}

function jsonIn(result: string): unknown {
  const fenced = /^\s*```\w*\s*\n([\s\S]*?)\n```\s*$/.exec(result)?.[1] ?? result;
  try {
    return JSON.parse(fenced);
  } catch {
    // No JSON: a text.
    return undefined;
  }
}

const QUOTE_FIELD = /^(?:quotes?|quoted|excerpts?|passages?|verbatim)$/i;

/** In JSON a field says by its name that it is a quotation, and a line stands beside its file. */
function fieldsOf(value: unknown): readonly Citation[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  const { line } = value as { readonly line?: unknown };
  const paths = entries.flatMap(([, item]) => (typeof item === "string" ? pathsIn(item).filter(({ said }) => said === item) : []));
  const lines =
    typeof line === "number" ? paths.map(({ said }): Citation => ({ is: "line", said: `${said}:${line}`, path: said, line })) : [];
  const quotes = entries.flatMap(([key, item]) => (QUOTE_FIELD.test(key) ? textsIn(item).filter(isPassage).map(quoteOf) : []));
  return [...lines, ...quotes, ...entries.flatMap(([, item]) => fieldsOf(item))];
}

function citationsOf(text: string): readonly Citation[] {
  const prose = text.replaceAll(/^ *(`{3,}|~{3,})[\s\S]*?^ *\1[^\S\n]*$/gm, " … ");
  const urls = [...prose.matchAll(URLS)].map(([url]): Citation => ({ is: "url", said: trimmedUrl(url) }));
  const rest = prose.replaceAll(URLS, " … ");
  return [...urls, ...pathsIn(rest), ...quotesIn(rest)];
}

/** A sentence ends behind an address, and a bracket closes, more often than the address has them. */
function trimmedUrl(url: string): string {
  const trimmed = url.replace(/[.,;:!?*_~]+$/, "");
  return trimmed.endsWith(")") && !trimmed.includes("(") ? trimmedUrl(trimmed.slice(0, -1)) : trimmed;
}

function pathsIn(text: string): readonly Citation[] {
  const matches = [...text.matchAll(PATHS), ...text.matchAll(SYSTEM_PATHS)];
  return matches.flatMap(({ 0: path, index }): readonly Citation[] => {
    if (NO_FILES.test(path)) return [];
    const after = text.slice(index + path.length, index + path.length + 60);
    const line = LINE.exec(after)?.[1];
    if (line !== undefined) return [{ is: "line", said: `${path}:${line}`, path, line: Number(line) }];
    const isAbsent = ABSENT_BEFORE.test(unaccented(text.slice(Math.max(0, index - 60), index))) || ABSENT_AFTER.test(unaccented(after));
    return isAbsent ? [] : [{ is: "path", said: path }];
  });
}

function unaccented(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function quotesIn(text: string): readonly Citation[] {
  const blocks = [...text.matchAll(BLOCK_QUOTES)].map(([block]) => block.replaceAll(/^ {0,3}> ?/gm, ""));
  const prose = text.replaceAll(BLOCK_QUOTES, "\n").replaceAll(/`[^`\n]+`/g, " … ");
  const marked = [...prose.matchAll(QUOTES)].flatMap(({ index, ...groups }) => {
    const isProposed = PROPOSED.test(prose.slice(Math.max(0, index - 120), index));
    return isProposed ? [] : [groups[1] ?? groups[2] ?? groups[3] ?? groups[4] ?? ""];
  });
  // Who said it may stand in the last line of a quotation.
  const said = blocks.filter((block) => !NOTE.test(block)).map(withoutSpeaker);
  return [...said, ...marked].filter(isPassage).map(quoteOf);
}

function withoutSpeaker(block: string): string {
  const trimmed = block.trimEnd();
  const last = trimmed.lastIndexOf("\n");
  return last !== -1 && /^\s*[—–-]+ /.test(trimmed.slice(last + 1)) ? trimmed.slice(0, last) : trimmed;
}

function quoteOf(quote: string): Citation {
  return { is: "quote", said: quote.replaceAll(/\s+/g, " ").trim() };
}

function isPassage(quote: string): boolean {
  const words = quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  // In a script without spaces a sentence is one word.
  return (
    words >= LEAST_WORDS ||
    (words > 0 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(quote) && quote.length >= LEAST_CHARS)
  );
}
