import { StagewrightError } from "../../src/dsl/index.js";

/** An element, named by namespace and local name: `{http://www.w3.org/2005/Atom}entry`, or `item` where it is in none. */
export interface XmlElement {
  readonly name: string;
  /** Those without a prefix by their names; others as elements are. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
  /** Its tag as it was written, to show markup as markup. */
  readonly tag: string;
}

const DEEPEST = 256;
const MOST_ELEMENTS = 500_000;
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

/** What XML defines, and what writers of feeds use of HTML without defining it. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
  ...{ nbsp: "\u00a0", ndash: "–", mdash: "—", hellip: "…", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
  ...{ copy: "©", reg: "®", trade: "™", middot: "·", bull: "•", deg: "°", euro: "€", pound: "£", sect: "§", times: "×", shy: "\u00ad" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß", eacute: "é", egrave: "è", agrave: "à", ccedil: "ç" },
};

const NAME = "[A-Za-z_:\\u0080-\\uffff][-.\\w:\\u0080-\\uffff]*";
const OPENING = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, "y");
const CLOSING = new RegExp(`</(${NAME})\\s*>`, "y");
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "g");

type Scope = ReadonlyMap<string, string>;
interface Open {
  readonly element: XmlElement;
  readonly scope: Scope;
}

/**
 * Reads a document that is well-formed, as far as a feed needs it: elements with namespaces, text, CDATA and
 * references. A document type is passed over and what it defines is not used, so nothing can be expanded or fetched.
 * A stray `&` and an unknown entity stand for themselves.
 *
 * Throws `feeds/xml`, with the line, for anything that is not well-formed.
 */
export function readXml(text: string): XmlElement {
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let at = skipProlog(text);
  const fail = (what: string): StagewrightError => malformed(text, at, what);
  const endOf = (mark: string, from: number, what: string): number => {
    const found = text.indexOf(mark, from);
    if (found < 0) throw fail(`${what} is never closed`);
    return found;
  };
  const say = (words: string) => {
    const parent = open.at(-1)?.element;
    if (parent !== undefined) parent.children.push(words);
    else if (words.trim() !== "") throw fail("text stands outside of the outermost element");
  };
  while (at < text.length) {
    const next = text.indexOf("<", at);
    if (next !== at) say(referencesResolved(text.slice(at, next < 0 ? undefined : next)));
    if (next < 0) break;
    at = next;
    if (text.startsWith("<!--", at)) at = endOf("-->", at + 4, "a comment") + 3;
    else if (text.startsWith("<![CDATA[", at)) {
      const end = endOf("]]>", at + 9, "a CDATA section");
      say(text.slice(at + 9, end));
      at = end + 3;
    } else if (text.startsWith("<?", at)) at = endOf("?>", at + 2, "an instruction") + 2;
    else if (text.startsWith("</", at)) {
      CLOSING.lastIndex = at;
      const [all, tag] = CLOSING.exec(text) ?? [];
      const last = open.pop();
      if (all === undefined || last?.element.tag !== tag)
        throw fail(last === undefined ? "nothing is open here" : `"${last.element.tag}" is open here`);
      at += all.length;
    } else {
      OPENING.lastIndex = at;
      const [all, tag = "", written = "", isEmpty] = OPENING.exec(text) ?? [];
      if (all === undefined) throw fail("this is no tag");
      if (root !== undefined && open.length === 0) throw fail("a second outermost element begins here");
      if (open.length >= DEEPEST || ++elements > MOST_ELEMENTS) throw fail("it holds more than any feed does");
      const opened = opening(tag, written, open.at(-1)?.scope ?? new Map([["xml", XML_NAMESPACE]]));
      open.at(-1)?.element.children.push(opened.element);
      root ??= opened.element;
      if (isEmpty === "") open.push(opened);
      at += all.length;
    }
  }
  const last = open.at(-1);
  if (last !== undefined) throw fail(`"${last.element.tag}" is never closed`);
  if (root === undefined) throw fail("there is no element");
  return root;
}

function opening(tag: string, written: string, outer: Scope): Open {
  const pairs = [...written.matchAll(ATTRIBUTE)].map(
    ([, name = "", double, single]) => [name, referencesResolved(double ?? single ?? "")] as const,
  );
  const declared = pairs.flatMap(([name, value]): [string, string][] => {
    if (name === "xmlns") return [["", value]];
    return name.startsWith("xmlns:") ? [[name.slice(6), value]] : [];
  });
  const scope = declared.length === 0 ? outer : new Map([...outer, ...declared]);
  const attributes = pairs
    .filter(([name]) => name !== "xmlns" && !name.startsWith("xmlns:"))
    .map(([name, value]) => [name.includes(":") ? expanded(name, scope) : name, value] as const);
  return { element: { name: expanded(tag, scope), attributes: new Map(attributes), children: [], tag }, scope };
}

/** A prefix that is nowhere declared is a fault that many feeds have; the name then stays as it is written. */
function expanded(name: string, scope: Scope): string {
  const colon = name.indexOf(":");
  const namespace = scope.get(colon < 0 ? "" : name.slice(0, colon));
  if (colon < 0) return namespace ? `{${namespace}}${name}` : name;
  return namespace === undefined ? name : `{${namespace}}${name.slice(colon + 1)}`;
}

function referencesResolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([A-Za-z]\w{1,31}));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    // No character is there, or half of one.
    const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isNone ? "\ufffd" : String.fromCodePoint(code);
  });
}

function skipProlog(text: string): number {
  let at = /^\uFEFF?\s*/.exec(text)?.[0].length ?? 0;
  for (;;) {
    const rest = /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|\s+)/.exec(text.slice(at, at + 65_536))?.[0];
    if (rest !== undefined) at += rest.length;
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = endOfDoctype(text, at);
    else return at;
  }
}

/** Behind the `>` that closes it: brackets may hold declarations, quotes and comments any sign. */
function endOfDoctype(text: string, from: number): number {
  const token = /"[^"]*"|'[^']*'|<!--[\s\S]*?-->|[[\]>]/g;
  token.lastIndex = from;
  let isInside = false;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === "[") isInside = true;
    else if (found[0] === "]") isInside = false;
    else if (found[0] === ">" && !isInside) return token.lastIndex;
  }
  throw malformed(text, from, "the document type is never closed");
}

function malformed(text: string, at: number, what: string): StagewrightError {
  const line = text.slice(0, at).split("\n").length;
  return new StagewrightError("feeds/xml", `line ${line} of the feed is not XML: ${what}`, {
    hint: "tell the site's owner, or look whether the address is that of a feed",
  });
}
