const HIDDEN = "[hidden]";
/** The end of a name is enough: `DB_PASSWORD` and `x-api-key` are found by it, and no text takes long. */
const NAME = "(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)";
/** `--password=x`, `API_KEY: x`, `"token":"x"`; the value ends at white space, or at the quote that it begins with. */
const ASSIGNED = new RegExp(`(${NAME}["']?\\s?[=:]\\s?)("[^"\\n]{1,4096}"|'[^'\\n]{1,4096}'|[^\\s"'&,;]{1,4096})`, "gi");
/** `--password x`: only as an option, since "the token expired" is a sentence. */
const OPTION = new RegExp(`(\\s--?[\\w-]{0,40}${NAME}\\s+)(?!-)([^\\s]{1,4096})`, "gi");
const HEADER = /\b((?:authorization|cookie|set-cookie)\s?[:=]\s?(?:(?:bearer|basic|digest|token)\s+)?)[^\s"',;]{1,4096}/gi;
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,256}:)[^\s/@]{1,256}(?=@)/gi;

/** A text in which passwords, tokens and keys that are written as such are hidden. What does not look like one stays. */
export function withoutSecrets(text: string): string {
  return text
    .replace(IN_ADDRESS, `$1${HIDDEN}`)
    .replace(HEADER, `$1${HIDDEN}`)
    .replace(ASSIGNED, `$1${HIDDEN}`)
    .replace(OPTION, `$1${HIDDEN}`);
}
