/** Compares what the packs find in a passage with what is marked in it. */
import { claims, codeClaims, grounding, repetition, safety, structure, type Text, tropes } from "../../../src/checks/index.js";
import { lengthAt } from "../../../src/cli/check/quoted-length.js";
import type { Check, Finding } from "../../../src/dsl/index.js";
import type { Passage } from "./passages.js";

/** A finding or a label, and whether the other side agrees: found and marked, marked and found once more, found and not marked, marked and not found. */
export interface Verdict {
  readonly is: "right" | "again" | "wrong" | "missed";
  readonly pack: string;
  readonly line: string;
  /** Found, under another rule of the pack. */
  readonly isOther?: boolean;
}

const withoutInput: readonly Check<Text>[] = [...structure.checks(), ...tropes.checks(), ...safety.checks(), ...repetition.checks()];

/** All that is found in a passage by all packs that have what they need. */
export function findingsIn({ markdown, given: { facts, prompt, code } }: Passage): readonly Finding[] {
  const checks = [
    ...withoutInput,
    ...(facts === undefined ? [] : [...grounding.checks({ facts }), ...claims.checks({ facts })]),
    ...(prompt === undefined ? [] : repetition.checks({ prompt }).filter(({ rule }) => rule === "repetition/prompt")),
    ...(code === undefined ? [] : codeClaims.checks({ code })),
  ];
  return checks.flatMap((check) => check.run(markdown, {}));
}

/**
 * A label holds for one finding of its pack whose words overlap its quote, best for one of its rule: where two rules meet, either is right
 * to speak, and one of them is enough.
 */
export function score(passage: Passage): readonly Verdict[] {
  const { name, markdown, labels } = passage;
  const left = new Set(findingsIn(passage));
  const verdicts: Verdict[] = [];
  const marked: { readonly pack: string; readonly from: number; readonly to: number }[] = [];
  let from = 0;
  for (const { rule, quote } of labels) {
    const at = markdown.includes(quote, from) ? markdown.indexOf(quote, from) : markdown.indexOf(quote);
    if (at < 0) throw new Error(`${name}: "${quote}" does not stand in the passage`);
    from = at;
    marked.push({ pack: packOf(rule), from: at, to: at + quote.length });
    const there = [...left].filter((one) => packOf(one.rule) === packOf(rule) && overlaps(markdown, one, at, at + quote.length));
    const hit = there.find((one) => one.rule === rule) ?? there[0];
    if (hit) left.delete(hit);
    const isOther = hit !== undefined && hit.rule !== rule;
    const line = `${name}: ${rule} "${quote}"${isOther ? `, found as ${hit.rule}` : ""}`;
    verdicts.push({ is: hit ? "right" : "missed", pack: packOf(rule), line, isOther });
  }
  for (const { rule, message, ...finding } of left) {
    const isMarked = marked.some(
      (label) => label.pack === packOf(rule) && overlaps(markdown, { rule, message, ...finding }, label.from, label.to),
    );
    verdicts.push({ is: isMarked ? "again" : "wrong", pack: packOf(rule), line: `${name}: ${rule}: ${message}` });
  }
  return verdicts;
}

export interface Score {
  readonly right: number;
  /** Of the right ones, those that were found under another rule of the pack. */
  readonly other: number;
  /** Found within what another finding was right about: one fault told twice, which is no false alarm. */
  readonly again: number;
  readonly wrong: number;
  readonly missed: number;
  /** Of what is found, how much is marked, 0 to 1. */
  readonly precision: number;
  /** Of what is marked, how much is found, 0 to 1. */
  readonly recall: number;
}

export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (is: Verdict["is"]) => verdicts.filter((verdict) => verdict.is === is).length;
  const [right, again, wrong, missed] = [count("right"), count("again"), count("wrong"), count("missed")];
  const other = verdicts.filter(({ isOther }) => isOther).length;
  return { right, other, again, wrong, missed, precision: share(right, right + wrong), recall: share(right, right + missed) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function overlaps(markdown: string, { at, message }: Finding, from: number, to: number): boolean {
  if (at === undefined) return false;
  return at.offset < to && at.offset + lengthAt(markdown, at.offset, message) > from;
}

function packOf(rule: string): string {
  return rule.split("/")[0] ?? rule;
}
