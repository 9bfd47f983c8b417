import { StagewrightError } from "../../dsl/index.js";
import type { Heading, ReadText } from "../document.js";
import { optionalPackage } from "../optional-package.js";
import { decoded } from "./decoded.js";
import { type HtmlToText, readHtml } from "./html.js";

export type Unzip = Pick<typeof import("fflate"), "unzipSync">;

/** What a book may unpack to: a file of some KB can be made to unpack to all of the memory. */
const MOST_BYTES = 512_000_000;

export function loadUnzip(load: () => Promise<Unzip> = () => import("fflate")): Promise<Unzip> {
  return optionalPackage("fflate", "EPUB", load);
}

/** The chapters of a book in its reading order. A section begins at each heading of a chapter; of one without headings, at the chapter. */
export function readEpub(bytes: Uint8Array, name: string, { unzipSync }: Unzip, html: HtmlToText): ReadText {
  const files = unpacked(bytes, name, unzipSync);
  const file = (path: string): string => {
    const found = files[path];
    if (found === undefined) throw broken(name, `it names "${path}" and does not hold it`);
    return decoded(found, `${name}/${path}`);
  };
  const container = file("META-INF/container.xml");
  const packagePath = attributesOf(container, "rootfile")[0]?.["full-path"];
  if (packagePath === undefined) throw broken(name, "it does not say where its table of contents is");
  const opf = file(packagePath);
  const items = new Map(attributesOf(opf, "item").map((item) => [item.id, item]));
  const locked = new Set(
    attributesOf(files["META-INF/encryption.xml"] === undefined ? "" : file("META-INF/encryption.xml"), "CipherReference").map(
      ({ URI }) => URI,
    ),
  );

  const parts: string[] = [];
  const headings: Heading[] = [];
  let length = 0;
  for (const { idref } of attributesOf(opf, "itemref")) {
    const item = items.get(idref);
    if (item === undefined || !/html/i.test(item["media-type"] ?? "")) continue;
    const path = pathFrom(packagePath, item.href ?? "");
    if (locked.has(path)) throw broken(name, `"${path}" is encrypted`, "a book with a lock can only be read by the shop's own program");
    const chapter = readHtml(file(path), html);
    if (chapter.text.trim() === "") continue;
    for (const heading of chapter.headings) headings.push({ ...heading, from: heading.from + length });
    parts.push(chapter.text);
    length += chapter.text.length + 2;
  }
  const title = /<(?:\w+:)?title\b[^>]*>([^<]*)</.exec(opf)?.[1];
  return { text: parts.join("\n\n"), headings, ...(title !== undefined && { title: entities(title) }) };
}

function unpacked(bytes: Uint8Array, name: string, unzipSync: Unzip["unzipSync"]): Readonly<Record<string, Uint8Array>> {
  let sum = 0;
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        if (!/\.(?:x?html?|xml|opf)$/i.test(file.name)) return false;
        sum += file.originalSize;
        if (sum > MOST_BYTES) throw broken(name, "it unpacks to more than 512 MB", "take out what is not to be read");
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof StagewrightError) throw cause;
    throw broken(name, "it is no zip archive that can be unpacked", undefined, cause);
  }
}

function broken(
  name: string,
  why: string,
  hint = "open it in a reader of books to see whether the file is whole",
  cause?: unknown,
): StagewrightError {
  return new StagewrightError("reading/epub", `"${name}" cannot be read as EPUB: ${why}`, { hint, ...(cause !== undefined && { cause }) });
}

/** The attributes of each element of a name, whatever its prefix. */
function attributesOf(xml: string, element: string): readonly Readonly<Record<string, string>>[] {
  const tags = xml.matchAll(new RegExp(`<(?:\\w+:)?${element}\\s([^<>]*)>`, "g"));
  return [...tags].map(([, inside = ""]) => {
    const pairs = inside.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    return Object.fromEntries([...pairs].map(([, key = "", double, single]) => [key, entities(double ?? single ?? "")]));
  });
}

function entities(text: string): string {
  const known: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, word) => {
    if (word !== undefined) return known[word] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Where a reference of a file leads, inside the archive. */
function pathFrom(file: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `epub:///${file}`).pathname.slice(1));
  } catch {
    return href;
  }
}
