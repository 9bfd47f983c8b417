import { type Citation, isReal, pathIn } from "./citations.js";
import type { Denial } from "./denials.js";
import { filesOf, type Held } from "./held.js";
import { type Passage, sentenceAt } from "./passages.js";
import { isKeyword, snippetOf } from "./snippets.js";
import { isUnreal, isWished } from "./unreal.js";

/** `parse` in a.ts, the `parse` function of a.ts */
const NAME_IN =
  /^ (?:(?:function|method|class|helper|constant|variable|type|hook|component|interface|struct|that|which|is|lives|sits|defined|declared|exported|found) ){0,4}(?:in|from|of|at|inside) (?:the )?(?:file |module )?["“(]?$/i;

const HAS_NAME =
  /^(?:['’]s| (?:also |now |only |then )?(?:defines|exports|declares|contains|implements|calls|uses|imports|invokes|has|provides)) (?:(?:a|an|the|its|own|function|method|class|helper|constant|type|called|named) ){0,4}$/i;

/** `Cache.has` (a.ts:12) is a name of code by its shape; a single word before a place may be a severity. */
function isAheadOf(text: string, between: string): boolean {
  return NAME_IN.test(between) || (/^ ?[([](?:in |see )?$/.test(between) && /[.(#_]|\p{Ll}\p{Lu}/u.test(text));
}

/** Names that a file is said to hold, and that are nowhere. */
export function checkIdentifiers(on: Held, passage: Passage, citations: readonly Citation[], denials: readonly Denial[]): void {
  const { prose } = passage;
  for (const { text, at, end, offset } of [...passage.spans, ...passage.words]) {
    const snippet = snippetOf(text);
    if (snippet?.kind !== "name" || pathIn(text) !== undefined) continue;
    const { name } = snippet;
    if (name.length < 3 || isKeyword(name) || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) continue;
    if (denials.some(({ from, to }) => at >= from && at < to)) continue;
    const sentence = sentenceAt(passage, at);
    const before = prose.slice(sentence.from, at);
    const place = citations.find((cited) => {
      if (!isReal(cited) || filesOf(on.index, cited.path).length === 0 || cited.from < sentence.from || cited.from >= sentence.to)
        return false;
      return cited.from > at ? isAheadOf(text, prose.slice(end, cited.from)) : HAS_NAME.test(prose.slice(cited.to, at));
    });
    if (place === undefined || isWished(before) || isUnreal(before, prose.slice(end, sentence.to))) continue;
    if (on.index.filesWith(name).length > 0) continue;
    on.report(
      "identifier",
      `"${name}" is nowhere in the code, and is said to be in "${place.path}": correct the name or take the claim out`,
      offset,
    );
  }
}
