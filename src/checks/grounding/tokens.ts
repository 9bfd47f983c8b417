/** What a word that is no plain word may be. */
export type TokenKind = "path" | "commit" | "identifier" | "version" | "url" | "email";

export const URL_PATTERN = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>"“”`{}|\\^[\]\uFFFC]{1,2000}/iuy;
export const EMAIL_PATTERN = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/uy;
/** A run of the characters that paths, versions and identifiers are made of. */
export const TOKEN_PATTERN = /(?<![\p{L}\p{M}\p{N}_./~@$#+\\-])[\p{L}\p{N}_./~@$][\p{L}\p{M}\p{N}_./~@$#+\\-]{1,255}/uy;

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|cs?|cc|cpp|h|hpp|sh|bash|sql|md|mdx|txt|json[lc5]?|ya?ml|toml|ini|cfg|conf|lock|xml|html?|css|scss|svg|png|jpe?g|gif|webp|pdf|csv|log|env|proto|vue|svelte|php|swift|zip|gz|tgz|tar)$/i;
const VERSION = /^v?\d+\.\d+\.\d+(?:\.\d+)*(?:[-+][\p{L}\p{N}.+-]+)?$|^v\d+(?:\.\d+)*(?:-[\p{L}\p{N}.]+)?$/iu;

const STANDARD = /^(?:UTF|ISO|SHA|RFC|AES|RSA|IEEE|IEC|DIN|EN|ASTM|WCAG|HTTP|TLS|ES|CP|ANSI)-/;

/** Without the punctuation of the sentence around it. */
export function withoutPunctuation(token: string): string {
  return token.replace(/[.,;:!?)'’"…-]{1,255}$/u, "");
}

/** What a token looks like; `undefined` for a plain word. In code also a plain word is an identifier, and any slash makes a path. */
export function kindOf(token: string, { inCode }: { readonly inCode: boolean }): TokenKind | undefined {
  if (/^(?:https?:\/\/|www\.)/i.test(token)) return "url";
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(token)) return "email";
  if (VERSION.test(token)) return "version";
  if (/^[0-9a-f]{7,40}$/.test(token) && /\d/.test(token) && /[a-f]/.test(token)) return "commit";
  if (isPath(token, inCode)) return "path";
  if (/^[\p{Ll}][\p{Ll}\p{N}]*(?:\p{Lu}[\p{L}\p{N}]*)+$/u.test(token)) return "identifier";
  if (/^[\p{L}\p{N}$]+(?:_[\p{L}\p{N}]+)+$/u.test(token)) return "identifier";
  if (/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{Ll}_$][\p{L}\p{N}_$]*)+\(?\)?$/u.test(token) && /[\p{Lu}_]|\(/u.test(token)) return "identifier";
  // `GLRY-2026-014` and `INC-204` name one thing; `UTF-8` and `SHA-256` are names of standards.
  if (/^\p{Lu}{2,8}(?:-[\p{Lu}\p{N}]{1,12}){0,3}-\d{3,12}$/u.test(token) && !STANDARD.test(token)) return "identifier";
  return inCode && /\p{L}/u.test(token) ? "identifier" : undefined;
}

function isPath(token: string, inCode: boolean): boolean {
  if (!/\p{L}/u.test(token)) return false;
  if (EXTENSION.test(token))
    return /^[^.]|^\.{1,2}\/|^\.\p{L}/u.test(token) && !/^(?:node|next|vue|express|three|d3|socket)\.js$/i.test(token);
  if (!token.includes("/")) return /^\.[\p{L}][\p{L}\p{N}_-]{2,}$/u.test(token);
  if (/^(?:\.{1,2}|~)?\//.test(token) || inCode) return true;
  return /\/$/.test(token) || token.split("/").length > 3 || /^[@.]|[_.]/.test(token.split("/")[0] ?? "");
}

/** A path as it is compared: no `./` before it, no slash or line number behind it. */
export function plainPath(path: string): string {
  return path
    .replace(/:\d+(?::\d+)?$/, "")
    .replace(/^(?:\.\/)+|^\/+/, "")
    .replace(/\/+$/, "")
    .toLowerCase();
}

/** A URL as it is compared: no scheme, `www.`, fragment or slash at its end. */
export function plainUrl(url: string): string {
  return withoutPunctuation(url)
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/#.*$/, "")
    .replace(/\/+$/, "")
    .toLowerCase();
}
