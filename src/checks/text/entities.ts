import { STAND_IN } from "./stand-in.js";

/** The named entities that change a mark or a space; a letter written as an entity is rare and stays a stand-in. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  emsp: "\u2003",
  ensp: "\u2002",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: "\u00A0",
  ndash: "–",
  quot: '"',
  rdquo: "”",
  rsquo: "’",
};

/** What a reader sees for an entity such as `&mdash;`, `&#8212;` or `&#x2014;`. */
export function decodeEntity(entity: string): string {
  const [, hex, decimal, name = ""] = /^&(?:#x([\da-f]+)|#(\d+)|(\w+));$/i.exec(entity) ?? [];
  if (hex === undefined && decimal === undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? STAND_IN) : STAND_IN;
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : STAND_IN;
}
