import { posix } from "node:path";
import { isName, readableSources, type Shown, type ShownCall, type Source, sourceOfCall, textsIn } from "./shown.js";

/**
 * What was shown, without what the task wrote itself. A call that writes a file shows nothing of it, and neither does a look at the file
 * from then on: else an invention would be shown as soon as it is written and read again.
 */
export function othersSources({ texts, calls, folder, written = [] }: Shown): readonly Source[] {
  const root = slashed(folder).replace(/\/$/, "");
  const own = new Set(written.map((path) => pathIn(root, path)));
  const lines = new Set<string>();
  const sources: Source[] = texts.map((text) => ({ text, own: "", from: 0 }));
  for (const call of calls) {
    const { kind, arguments: args, facts } = call;
    if (kind !== "write") {
      const read = facts?.read?.path;
      if (read === undefined) sources.push(without(sourceOfCall(call), own, lines));
      else if (!own.has(pathIn(root, read))) sources.push(sourceOfCall(call));
      continue;
    }
    const given = textsIn(args);
    for (const line of given.flatMap((text) => text.split("\n"))) lines.add(plainly(line));
    const paths = writtenBy(call, root);
    for (const path of paths) own.add(path);
    // The lines of what it wrote are there, whatever they say.
    sources.push({ text: "", own: paths.join("\n"), from: given.flatMap((text) => text.split("\n")).length });
    // Of a command that has changed nothing the names count, as those of a read do: what it was given to look at.
    const names = paths.length === 0 && call.succeeded ? given.flatMap((text) => text.split(/\s+/)).filter(isName) : [];
    if (call.writes === undefined) sources.push(without({ ...sourceOfCall(call), own: names.join("\n") }, own, lines));
  }
  return readableSources(sources);
}

/** The files that a call has put there. Where it says which one it writes, others that changed meanwhile are the work of others. */
function writtenBy({ facts, writes, succeeded }: ShownCall, root: string): readonly string[] {
  const said = writes === undefined ? undefined : pathIn(root, writes);
  const changed = facts?.files?.flatMap(({ path, is }) => (is === "gone" ? [] : [pathIn(root, path)]));
  if (changed === undefined) return said === undefined || !succeeded ? [] : [said];
  return said === undefined ? changed : changed.filter((path) => path === said);
}

/** A result of a tool that does not say what it reads, without the lines that the task wrote, with a number or a name before them or not. */
function without({ text, own, from }: Source, paths: ReadonlySet<string>, lines: ReadonlySet<string>): Source {
  if (lines.size === 0 && paths.size === 0) return { text, own, from };
  const isOwn = (line: string) => {
    const file = /^"?([^\s:"]+):/.exec(line)?.[1];
    return (file !== undefined && paths.has(pathIn("", file))) || [plainly(line), bare(line)].some((one) => one !== "" && lines.has(one));
  };
  const kept = text.split(LINE_ENDS).filter((line) => !isOwn(line));
  return { text: kept.join("\n"), own, from };
}

/** As they are, or as JSON writes them. */
const LINE_ENDS = /\n|\\n/;

function plainly(line: string): string {
  return line.replace(/^"|"$/g, "").trim();
}

/** A line without what a search, a listing or a comparison puts before it. */
function bare(line: string): string {
  return plainly(line)
    .replace(/^(?:[^\s:]+:)?\d+\s*[:|→-]?\s*/, "")
    .replace(/^[+>]\s*/, "");
}

function pathIn(root: string, path: string): string {
  const plain = slashed(path);
  return posix.normalize(root !== "" && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain).replace(/^\.\//, "");
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
