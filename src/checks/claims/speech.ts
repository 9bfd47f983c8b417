/** From the first mark of a quotation to its last, a paragraph at most. */
const QUOTATION = /"[^"]{2,2000}"|“[^“”]{2,2000}”|„[^„“”"]{2,2000}[“”"]|«[^«»]{2,2000}»/g;

/** The ranges of a block's prose that are the words of others. Straight marks of inches and such do not pair up in words. */
export function quotationsIn(prose: string): readonly { readonly from: number; readonly to: number }[] {
  if (!/["“„«]/.test(prose)) return [];
  return [...prose.matchAll(QUOTATION)].map(({ index, 0: quoted }) => ({ from: index, to: index + quoted.length }));
}
