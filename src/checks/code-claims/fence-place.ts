import { type Citation, isReal, onlyFile, pathIn } from "./citations.js";
import type { Lines } from "./code-file.js";
import type { FencedCode } from "./fences.js";
import type { Passage } from "./passages.js";
import { leadsToProposals } from "./unreal.js";

export interface FencePlace {
  readonly path: string;
  readonly lines: readonly Lines[];
  readonly offset: number;
  /** Named by the fence itself, and so not looked at yet. */
  readonly isOwn: boolean;
}

/** The file that a block of code is said to be from: by its info string, its first line, or the sentence that leads to it. */
export function fencePlace(
  fence: FencedCode,
  before: Passage | undefined,
  citations: readonly Citation[],
  markdown: string,
): FencePlace | undefined {
  const isBeside = before !== undefined && /^\s*$/.test(markdown.slice(before.block.to, fence.from));
  const last = isBeside ? before.sentences.at(-1) : undefined;
  const lead = last && before ? before.prose.slice(last.from, last.to) : "";
  const first = fence.lines[0]?.text.trim() ?? "";
  if (/suggest|fixed|proposed/i.test(fence.info) || PROPOSES.test(lead) || leadsToProposals(lead.slice(-120)) || PROPOSED_LINE.test(first))
    return undefined;
  const [, range, rangePath] = /^(?:\w+ )?(\d{1,7}:\d{1,7}):(\S+)$/.exec(fence.info) ?? [];
  if (range !== undefined && rangePath !== undefined) {
    const [from = 0, to = 0] = range.split(":").map(Number);
    return { path: rangePath, lines: [{ from, to }], offset: fence.from + markdown.slice(fence.from).indexOf(rangePath), isOwn: true };
  }
  for (const word of fence.info.split(/[\s,]+/).slice(0, 6)) {
    const own = pathIn(word.replace(/^(?:title|file|filename|path|name)=/, "").replace(/^["'{]+|["'}]+$/g, ""));
    if (own !== undefined)
      return {
        path: own.path,
        lines: own.lines ? [own.lines] : [],
        offset: fence.from + markdown.slice(fence.from, fence.from + 400).indexOf(own.path),
        isOwn: true,
      };
  }
  const written = /^(?:\/\/|#|--|\/\*)\s*(.{1,200}?)\s*(?:\*\/)?$/.exec(first)?.[1];
  const inFirst = written === undefined ? undefined : pathIn(written.replace(/^File: /i, ""));
  if (inFirst !== undefined)
    return {
      path: inFirst.path,
      lines: inFirst.lines ? [inFirst.lines] : [],
      offset: (fence.lines[0]?.offset ?? 0) + (fence.lines[0]?.text.indexOf(inFirst.path) ?? 0),
      isOwn: true,
    };
  if (last === undefined || !/[:：]\s*$/.test(lead)) return undefined;
  if (/^(?:sh|bash|shell|console|text|txt|output|log|json|yaml|http|mermaid|md|markdown)\b/i.test(fence.info)) return undefined;
  const inLead = citations.filter((cited) => isReal(cited) && cited.from >= last.from);
  const path = onlyFile(inLead);
  return path === undefined
    ? undefined
    : { path, lines: inLead.flatMap(({ lines }) => lines), offset: inLead[0]?.offset ?? 0, isOwn: false };
}

const PROPOSES =
  /(?<!\w)(?:should|could|would|instead|replace|rewrite|change|fix|suggest\w*|propos\w*|recommend\w*|prefer|add|create|use|write|try|better|like this|like so|for example|e\.g\.|becomes?|after|run|gives|prints|output|was|used to|before the|previously|simplif\w*|equivalent|patch|reproduc\w*|consider|refactor\w*|caller|callers|calling|test for|usage)(?!\w)/i;
const PROPOSED_LINE =
  /^(?:\/\/|#|--|\/\*)\s*(?:suggest\w*|fix\w*|after|proposed|better|good|new|instead|example|usage|bad|before|e\.g\.)\b/i;
