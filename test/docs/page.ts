import { GFM, parser } from "@lezer/markdown";
import { type Info, readInfo } from "./info.js";

/** A fenced block of a page. Its text begins on the line after `line`, which is that of the fence. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly info: Info;
  readonly text: string;
}

export interface Link {
  readonly page: string;
  readonly line: number;
  readonly target: string;
}

export interface Page {
  /** From the repository's root: `docs/recordings.md`. */
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  /** What `#…` can lead to. */
  readonly anchors: ReadonlySet<string>;
  /** What is wrong with the page itself, as `page:line: …`. */
  readonly faults: readonly string[];
}

const markdown = parser.configure(GFM);

export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const links: Link[] = [];
  const anchors = new Set<string>();
  const faults: string[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;

  markdown.parse(text).iterate({
    enter: ({ name, node, from, to }) => {
      const within = (child: string) => node.getChildren(child).map((part) => text.slice(part.from, part.to));
      const fault = (message: string) => void faults.push(`${path}:${lineOf(from)}: ${message}`);
      if (name === "CodeBlock") fault("a block that is only indented is not checked: put it between fences");
      if (name === "FencedCode") {
        if (within("CodeMark").length < 2) fault("the fence is never closed");
        const info = readInfo(within("CodeInfo").join(""));
        if ("fault" in info) fault(info.fault);
        else blocks.push({ page: path, line: lineOf(from), info, text: within("CodeText").join("") });
      }
      if (name === "URL") links.push({ page: path, line: lineOf(from), target: text.slice(from, to) });
      if (name === "HTMLBlock" || name === "HTMLTag") {
        for (const [, target = ""] of text.slice(from, to).matchAll(/\b(?:href|src)="([^"]*)"/g)) {
          links.push({ page: path, line: lineOf(from), target });
        }
      }
      if (/^(?:ATX|Setext)Heading\d$/.test(name)) anchors.add(freeAnchor(anchorOf(text.slice(from, to)), anchors));
    },
  });
  return { path, blocks, links, anchors, faults };
}

/** As GitHub makes it of a heading: its text in small letters, without marks and punctuation, dashes for spaces. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+|\n[=-]+$/g, "")
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

function freeAnchor(anchor: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? anchor : `${anchor}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
