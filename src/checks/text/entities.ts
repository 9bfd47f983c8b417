import { STAND_IN } from "./stand-in.js";

/** The named entities of marks and spaces. */
const MARKS = {
  amp: "&",
  apos: "'",
  bdquo: "„",
  bull: "•",
  copy: "©",
  deg: "°",
  emsp: "\u2003",
  ensp: "\u2002",
  euro: "€",
  gt: ">",
  hellip: "…",
  horbar: "―",
  hyphen: "‐",
  laquo: "«",
  ldquo: "“",
  lsaquo: "‹",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  minus: "−",
  nbsp: "\u00A0",
  ndash: "–",
  para: "¶",
  pound: "£",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsaquo: "›",
  rsquo: "’",
  sbquo: "‚",
  sect: "§",
  shy: "\u00AD",
  thinsp: "\u2009",
  times: "×",
  trade: "™",
  zwj: "\u200D",
  zwnj: "\u200C",
  NoBreak: "\u2060",
  ZeroWidthSpace: "\u200B",
} as const;

/** An accented letter's entity is its letter and the accent's name: `&eacute;`, `&Abreve;`, `&scedil;`. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: "\u0301",
  breve: "\u0306",
  caron: "\u030C",
  cedil: "\u0327",
  circ: "\u0302",
  dblac: "\u030B",
  dot: "\u0307",
  grave: "\u0300",
  macr: "\u0304",
  ogon: "\u0328",
  ring: "\u030A",
  tilde: "\u0303",
  uml: "\u0308",
};
const ACCENTED = /^([A-Za-z])(acute|breve|caron|cedil|circ|dblac|dot|grave|macr|ogon|ring|tilde|uml)$/;

const NAMED = new Map(
  Object.entries({
    ...MARKS,
    AElig: "Æ",
    aelig: "æ",
    ETH: "Ð",
    eth: "ð",
    inodot: "ı",
    Lstrok: "Ł",
    lstrok: "ł",
    OElig: "Œ",
    oelig: "œ",
    Oslash: "Ø",
    oslash: "ø",
    szlig: "ß",
    THORN: "Þ",
    thorn: "þ",
  }),
);

/** HTML reads the numbers 128 to 159 as the characters of Windows-1252: `&#151;` is an em dash. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** What a reader sees for an entity such as `&mdash;`, `&eacute;`, `&#8212;` or `&#x2014;`. */
export function decodeEntity(entity: string): string {
  const [, hex, decimal, name = ""] = /^&(?:#x([\da-f]+)|#(\d+)|(\w+));$/i.exec(entity) ?? [];
  if (hex === undefined && decimal === undefined) return NAMED.get(name) ?? accented(name) ?? STAND_IN;
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (point >= 0x80 && point <= 0x9f) return WINDOWS_1252[point - 0x80] ?? STAND_IN;
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : STAND_IN;
}

function accented(name: string): string | undefined {
  const [, letter, accent = ""] = ACCENTED.exec(name) ?? [];
  const composed = letter === undefined ? "" : `${letter}${ACCENTS[accent] ?? ""}`.normalize("NFC");
  return composed.length === 1 ? composed : undefined;
}
