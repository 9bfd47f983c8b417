import { STAND_IN } from "../text/stand-in.js";

const MOST = 40;

/** The first words of a stretch of prose, by which a person finds it again; what is not prose shows as "…". */
export function opening(prose: string, from: number, to: number): string {
  const text = prose
    .slice(from, Math.min(to, from + MOST * 4))
    .replaceAll(STAND_IN, "…")
    .replace(/\s+/g, " ");
  if (text.length <= MOST && to - from <= MOST * 4) return text;
  const cut = text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > 0 ? space : undefined)} …`;
}
