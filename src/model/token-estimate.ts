/** Bytes of UTF-8 that one token stands for, as a rule of thumb. */
export const BYTES_PER_TOKEN = 3.6;

/** About how many tokens the texts are, for a model that does not report it. */
export function estimateTokens(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
