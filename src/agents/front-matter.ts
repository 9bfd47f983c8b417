import { createRequire } from "node:module";
import { StagewrightError } from "../dsl/index.js";

export type Path = readonly PropertyKey[];

/** Something wrong with the front matter itself, at a line of the file. */
export interface FrontMatterFault {
  readonly line: number;
  readonly key?: string;
  readonly what: string;
  readonly hint: string;
}

export interface FrontMatter {
  /** As YAML has it; where a key stands twice, the last counts. */
  readonly data: unknown;
  readonly faults: readonly FrontMatterFault[];
  /** The text below it. */
  readonly body: string;
  /** The line of a value, or of its key; of what is not there that of what it would stand in. */
  lineOf(path: Path): number;
}

/** The reader of YAML is not linear in brackets left open; no front matter that a person writes is as long. */
const LENGTH_AT_MOST = 8_000;
/** Its text begins on the line after the first "---". */
const FIRST_LINE = 2;

const BLOCK = 'begin the file with a block between two lines of "---" that has a "description"';

/** Reads the front matter of a file, or says why there is none. */
export function frontMatterOf(text: string, file: string): FrontMatter | { readonly faults: readonly FrontMatterFault[] } {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const fault = (line: number, what: string, hint: string) => ({ faults: [{ line, what, hint }] });
  if (!/^---[ \t]*(\n|$)/.test(plain)) return fault(1, "the file has no front matter", BLOCK);
  const start = plain.indexOf("\n") + 1;
  const end = start === 0 ? null : /^---[ \t]*$/m.exec(plain.slice(start));
  if (end === null) return fault(1, "the front matter has no end", 'end it with a line of "---"');
  if (end.index > LENGTH_AT_MOST) {
    return fault(1, `the front matter has ${end.index} characters, and at most ${LENGTH_AT_MOST} are read`, "shorten it");
  }
  const body = plain.slice(start + end.index + end[0].length).trim();
  return { ...dataOf(plain.slice(start, start + end.index), file), body };
}

function dataOf(source: string, file: string): Omit<FrontMatter, "body"> {
  const lineAt = (offset: number) => FIRST_LINE + source.slice(0, offset).split("\n").length - 1;
  const unsound = (why: string, offset: number): FrontMatterFault => ({
    line: lineAt(offset),
    what: `the front matter is no sound YAML (${why})`,
    hint: "write a key, a colon and a value on each line, as in `pipelines: [publisher]`",
  });
  const { isMap, isNode, isScalar, parseDocument } = yamlFor(file);
  try {
    // Its warnings would go to the terminal, past whoever asked.
    const document = parseDocument(source, { logLevel: "error" });
    const faults = document.errors.map(({ code, message, pos: [offset] }): FrontMatterFault => {
      const key = /^["']?([\w-]+)/.exec(source.slice(offset))?.[1];
      if (code === "DUPLICATE_KEY" && key !== undefined) {
        return { line: lineAt(offset), key, what: `"${key}" is there twice`, hint: "keep one of the two" };
      }
      return unsound(message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "", offset);
    });
    const lineOf = (path: Path): number => {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const inside: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
        const pair = isMap(inside) ? inside.items.find(({ key }) => isScalar(key) && key.value === path[depth - 1]) : undefined;
        const node: unknown = isNode(pair?.key) ? pair.key : document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    };
    return { data: document.toJS() ?? {}, faults, lineOf };
  } catch (error) {
    // Aliases that would grow without end, or nesting deeper than the reader can go.
    return { data: {}, faults: [unsound(error instanceof Error ? error.message : String(error), 0)], lineOf: () => 1 };
  }
}

const require = createRequire(import.meta.url);

// An optional package, and loaded only where there is an agent to read.
function yamlFor(file: string): typeof import("yaml") {
  try {
    // The one cast: `require` knows nothing of the module's types.
    return require("yaml") as typeof import("yaml");
  } catch (cause) {
    throw new StagewrightError("agents/package", `"${file}" is read with the package "yaml", which is not installed`, {
      hint: "run `npm install yaml`",
      cause,
    });
  }
}
