/** Compares the findings of the pack with the labels of `fixtures/review/tropes/`: passages as Markdown, labels as `[{ rule, quote }]`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tropes } from "../../../src/checks/tropes/index.js";
import type { Finding } from "../../../src/dsl/index.js";

const FOLDER = join(import.meta.dirname, "../../../fixtures/review/tropes");
const labels = z.array(z.strictObject({ rule: z.string(), quote: z.string().min(1) }));
type Label = z.output<typeof labels>[number];

export interface Passage {
  readonly name: string;
  readonly markdown: string;
  readonly labels: readonly Label[];
}

export function passages(kind: "good" | "machine"): readonly Passage[] {
  return readdirSync(join(FOLDER, kind))
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => {
      const path = join(FOLDER, kind, file);
      const marked: unknown = kind === "good" ? [] : JSON.parse(readFileSync(path.replace(/md$/, "json"), "utf8"));
      return { name: file.replace(/\.md$/, ""), markdown: readFileSync(path, "utf8"), labels: labels.parse(marked) };
    });
}

/** What was found and is marked, what was found and is not, and what is marked and was not found, as lines to read. */
export interface Score {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

const checks = tropes.checks();

export function findingsIn(markdown: string): readonly Finding[] {
  return checks.flatMap((check) => check.run(markdown, {}));
}

/** A label holds for one finding of its rule whose words overlap its quote. */
export function score({ name, markdown, labels }: Passage): Score {
  const right: string[] = [];
  const missed: string[] = [];
  const left = new Set(findingsIn(markdown));
  const used = new Map<string, number>();
  for (const { rule, quote } of labels) {
    const from = markdown.indexOf(quote, used.get(quote) ?? 0);
    if (from < 0) throw new Error(`${name}: "${quote}" does not stand in the passage`);
    used.set(quote, from + 1);
    const hit = [...left].find((finding) => finding.rule === rule && overlaps(finding, from, from + quote.length));
    if (hit) left.delete(hit);
    (hit ? right : missed).push(`${name}: ${rule} "${quote}"`);
  }
  return { right, missed, wrong: [...left].map(({ rule, message }) => `${name}: ${rule}: ${message}`) };
}

function overlaps({ at, message }: Finding, from: number, to: number): boolean {
  const start = at?.offset ?? Number.NaN;
  const [, quote = ""] = /^"(.*?)" is /s.exec(message) ?? [];
  return start < to && start + quote.length > from;
}
