import { FIRST_HASH, Forms, hashedWith } from "./forms.js";
import { KINDS, kindAt, OF_WORD } from "./letters.js";
import type { ParsedText } from "./parse-text.js";
import { STAND_IN } from "./stand-in.js";

/**
 * The runs of letters, marks and numbers in the prose of all blocks, and the stand-ins between them, in parallel lists: a text of megabytes
 * has a million. What a check has to know of a word it finds out once for each form.
 */
export interface Runs {
  /** For each block the number of its first run, and at the end how many there are. */
  readonly firstOf: Int32Array;
  /** The range of each in the prose of its block. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The number of each one's form. */
  readonly ids: Int32Array;
  /** The forms by their numbers, as they are spelled. */
  readonly forms: readonly string[];
}

const known = new WeakMap<ParsedText, Runs>();

/** The runs of a text, found once. */
export function runsOf(parsed: ParsedText): Runs {
  const runs = known.get(parsed) ?? findRuns(parsed);
  known.set(parsed, runs);
  return runs;
}

const STAND_IN_UNIT = STAND_IN.charCodeAt(0);

function findRuns({ blocks }: ParsedText): Runs {
  const firstOf = new Int32Array(blocks.length + 1);
  const forms = new Forms();
  // There is a run for each five or six units of prose; of a text with more the lists grow.
  const room = 64 + Math.ceil(blocks.reduce((sum, { prose }) => sum + prose.length, 0) / 5);
  let [from, to, ids] = [new Int32Array(room), new Int32Array(room), new Int32Array(room)];
  let length = 0;
  for (let number = 0; number < blocks.length; number += 1) {
    const prose = blocks[number]?.prose ?? "";
    firstOf[number] = length;
    for (let at = 0; at < prose.length; ) {
      // Letter by letter, and the hash with it: each look at a letter more is felt in a text of megabytes.
      let hash = FIRST_HASH;
      let end = at;
      for (; end < prose.length; end += 1) {
        const unit = prose.charCodeAt(end);
        const kind = KINDS[unit] || kindAt(prose, end);
        if ((kind & OF_WORD) === 0) {
          // The second half of a pair has no kind of its own.
          if (end === at || (unit & 0xfc_00) !== 0xdc_00 || (prose.charCodeAt(end - 1) & 0xfc_00) !== 0xd8_00) break;
        }
        hash = hashedWith(hash, unit);
      }
      if (end === at && prose.charCodeAt(at) === STAND_IN_UNIT) {
        end += 1;
        hash = hashedWith(hash, STAND_IN_UNIT);
      }
      if (end === at) {
        at += 1;
        continue;
      }
      if (length === ids.length) [from, to, ids] = [grown(from), grown(to), grown(ids)];
      from[length] = at;
      to[length] = end;
      ids[length] = forms.numberOfHashed(prose, at, end, hash);
      length += 1;
      at = end;
    }
  }
  firstOf[blocks.length] = length;
  return { firstOf, from: from.subarray(0, length), to: to.subarray(0, length), ids: ids.subarray(0, length), forms: forms.all };
}

function grown(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length);
  larger.set(list);
  return larger;
}

/** For each form of a text what `bitsOf` says of it. */
export function formBits({ forms }: Runs, bitsOf: (form: string) => number): Uint8Array {
  return Uint8Array.from(forms, bitsOf);
}
