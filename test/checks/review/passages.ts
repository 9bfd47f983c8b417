/** Reads the labelled passages of `fixtures/review/`: Markdown, and beside it what is to be found in it (see the README.md there). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const REVIEW = join(import.meta.dirname, "../../../fixtures/review");

const Labels = z.array(
  z.strictObject({
    rule: z.string(),
    /** As it stands in the passage; of several places the first that is not before the label before. */
    quote: z.string().min(1),
  }),
);

const Beside = z.union([
  Labels.transform((findings) => ({ findings })),
  z.strictObject({ facts: z.unknown().optional(), prompt: z.string().optional(), findings: Labels.default([]) }),
]);

export interface Passage {
  readonly name: string;
  /** Whether somebody wrote it with care, or a model as models write. */
  readonly kind: "good" | "machine";
  readonly markdown: string;
  readonly labels: z.output<typeof Labels>;
  /** What the packs that compare need. */
  readonly given: { readonly facts?: unknown; readonly prompt?: string; readonly code?: Readonly<Record<string, string>> };
}

/** The project's own passages. */
export function allPassages(): readonly Passage[] {
  return [...passagesIn(join(REVIEW, "tropes")), ...passagesIn(join(REVIEW, "passages")), ...reviewsOfCode()];
}

/** The passages of a folder with `good/` and `machine/` in it. */
export function passagesIn(folder: string): readonly Passage[] {
  return (["good", "machine"] as const).flatMap((kind) => {
    const files = readdirSync(join(folder, kind)).filter((file) => file.endsWith(".md"));
    return files.sort().map((file): Passage => {
      const path = join(folder, kind, file);
      const beside = path.replace(/md$/, "json");
      const { findings, ...given } = existsSync(beside) ? Beside.parse(JSON.parse(readFileSync(beside, "utf8"))) : { findings: [] };
      return { name: `${kind}/${file.replace(/\.md$/, "")}`, kind, markdown: readFileSync(path, "utf8"), labels: findings, given };
    });
  });
}

/** Reviews that all speak of one tree of code. */
function reviewsOfCode(): readonly Passage[] {
  const folder = join(REVIEW, "code-claims");
  const files = readdirSync(join(folder, "tree"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".txt"));
  const code = Object.fromEntries(files.map((path) => [path.slice(0, -".txt".length), readFileSync(join(folder, "tree", path), "utf8")]));
  const labels = z.record(z.string(), Labels).parse(JSON.parse(readFileSync(join(folder, "labels.json"), "utf8")));
  return Object.entries(labels).map(([name, marked]) => ({
    name,
    kind: name.startsWith("good") ? "good" : "machine",
    markdown: readFileSync(join(folder, "reviews", `${name}.md`), "utf8"),
    labels: marked,
    given: { code },
  }));
}
