const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The words of a title or an abstract that is written in JATS or bits of HTML; null for none. */
export function plainOfJats(text: string | null | undefined): string | null {
  if (!text) return null;
  const words = text
    .replace(/<\/(?:jats:)?(?:p|title|sec|list-item)\s*>/gi, " ")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, " ")
    .trim();
  return words || null;
}
