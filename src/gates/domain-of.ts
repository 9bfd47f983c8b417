/** The domain of an address or of a URL, in small letters; a text that is neither stands for itself. */
export function domainOf(text: string): string {
  const plain = text.trim().toLowerCase();
  const at = plain.lastIndexOf("@");
  if (at >= 0) return plain.slice(at + 1).replace(/>$/, "");
  return URL.canParse(plain) ? new URL(plain).hostname || plain : plain;
}
