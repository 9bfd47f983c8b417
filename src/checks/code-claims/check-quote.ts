import type { CodeRange } from "../comments/index.js";
import type { CodeFile } from "./code-file.js";
import type { Evidence } from "./evidence.js";
import { filesOf, type Held, NEAR } from "./held.js";
import type { Quote } from "./quotes.js";
import { lineNumbers, shortened } from "./shown.js";
import { isKeyword } from "./snippets.js";

/** Takes what stands where it is said to as evidence; whether it was found wrong. */
export function checkQuote(on: Held, quote: Quote, evidence: Evidence[]): boolean {
  const files = filesOf(on.index, quote.path);
  if (files.length === 0) return false;
  const { snippet, offset, lines, isWords, at } = quote;
  const find = (file: CodeFile) => (isWords ? file.findWords(quote.text) : file.find(quote.text));
  const named = (file: CodeFile) => (snippet.kind === "code" ? [] : file.find(snippet.name));
  let places = files.map((file) => ({ file, found: find(file) })).filter(({ found }) => found.length > 0);
  if (places.length === 0) places = files.map((file) => ({ file, found: named(file) })).filter(({ found }) => found.length > 0);
  const [first] = places;
  if (first === undefined) {
    if (snippet.kind !== "name") reportAbsent(on, quote, files);
    else if (lines.length > 0) reportElsewhere(on, quote, snippet.name, files);
    return true;
  }
  const cited = lines.filter((one) => files.some(({ lineCount }) => one.from <= lineCount));
  const isNear = ({ file, found }: { file: CodeFile; found: readonly CodeRange[] }) =>
    found.some((place) => cited.some((one) => file.lineOf(place.to - 1) >= one.from - NEAR && file.lineOf(place.from) <= one.to + NEAR));
  // A line inside of a function may be given for the function.
  const isInside = ({ file, found }: { file: CodeFile; found: readonly CodeRange[] }) =>
    snippet.kind !== "code" &&
    found.some(({ from }) => {
      const extent = file.extentAt(from);
      return extent !== undefined && cited.some((one) => one.from <= extent.to && one.to >= extent.from);
    });
  if (cited.length > 0 && !places.some(isNear) && !places.some(isInside)) {
    if (snippet.kind !== "code" && isKeyword(snippet.name)) return false;
    const said = snippet.kind === "code" ? quote.text : snippet.name;
    const where = first.found.slice(0, 3).map(({ from }) => first.file.lineOf(from));
    const more = first.found.length > 3 ? " and others" : "";
    on.report(
      "quote",
      `"${shortened(said)}" stands in "${first.file.path}" at line ${[...new Set(where)].join(", ")}${more}, not at ${cited.map(lineNumbers).join(" or ")}: correct the line`,
      offset,
    );
    return true;
  }
  if (snippet.kind === "name") return false;
  const isComment = places.every(({ file, found }) => found.every((place) => file.kindOf(place) === "comment"));
  const [place] = first.found;
  if (place === undefined) return false;
  evidence.push({
    at,
    offset,
    kind: isComment ? "comment" : "code",
    shown: `"${shortened(quote.text)}" stands in a comment of "${first.file.path}" (line ${first.file.lineOf(place.from)})`,
  });
  return false;
}

/** Says of what does not stand in the cited file where it stands, or what there is nearest to it. */
export function reportAbsent(
  on: Held,
  { text, offset, path }: { readonly text: string; readonly offset: number; readonly path: string },
  files: readonly CodeFile[],
): void {
  const name = files[0]?.path ?? path;
  const inOthers = on.index.findElsewhere(
    text,
    files.map((file) => file.path),
  );
  if (inOthers !== undefined) {
    on.report(
      "quote",
      `"${shortened(text)}" is not in "${name}"; it stands in "${inOthers.file.path}" at line ${inOthers.line}: correct the place`,
      offset,
    );
    return;
  }
  const near = on.mayCompare() ? files[0]?.nearestLine(text) : undefined;
  const nearest =
    near === undefined
      ? ", and no line of it is near it"
      : `; the nearest is line ${near}, "${shortened(files[0]?.line(near).trim() ?? "")}"`;
  on.report("quote", `"${shortened(text)}" is not in "${name}"${nearest}: quote what stands there or take the claim out`, offset);
}

/** A name that is said to stand at a line of a file, and is in others only. */
function reportElsewhere(on: Held, { offset }: Quote, name: string, files: readonly CodeFile[]): void {
  if (isKeyword(name) || name.length < 3) return;
  const inOthers = on.index.findElsewhere(
    name,
    files.map((file) => file.path),
  );
  if (inOthers === undefined) return;
  on.report(
    "quote",
    `"${name}" is not in "${files[0]?.path}"; it stands in "${inOthers.file.path}" at line ${inOthers.line}: correct the place`,
    offset,
  );
}
