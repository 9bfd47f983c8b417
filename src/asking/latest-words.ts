/** Where an answer by mail stops being what was written now: a quote, the line before one, a forwarded head, a signature. */
const ENDS = [
  /^\s*>/,
  /^-- ?$/,
  /^\s*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mesajul inițial)\s*-{2,}/i,
  /^_{10,}\s*$/,
  /^(?:from|von|de|da|van|de la)\s*:\s*\S.*@/i,
  /^sent from my \S/i,
];

/** "On Thursday Ana wrote:", in several languages, which mail programs break over up to three lines. */
const INTRODUCES =
  /^(?:on|am|le|el|il|op|în|pe|em|den)\b[^\n]*(?:\n[^\n]+){0,2}(?:wrote|schrieb[^\n:]*|a écrit|escribió|ha scritto|schreef|a scris|escreveu|skrev)\s*:\s*$/im;

/** What somebody wrote now, without what it answers and without a signature. */
export function latestWords(text: string): string {
  const plain = text.replaceAll("\r\n", "\n");
  const introduced = INTRODUCES.exec(plain);
  const lines = (introduced === null ? plain : plain.slice(0, introduced.index)).split("\n");
  const end = lines.findIndex((line) => ENDS.some((pattern) => pattern.test(line)));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim();
}
