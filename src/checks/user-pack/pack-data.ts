import { z } from "zod";

const sentence = z.string().trim().min(1);
const severity = z.enum(["info", "warning", "error"]);

const name = z.string().regex(/^[a-z][a-z0-9-]*$/, "expected a name in lower case, such as house-style");
const phrases = z.array(sentence).min(1);

/** What a rule of a pack holds in a file. */
export const ruleData = z.strictObject({
  /** With or without the name of the pack before it. */
  id: z.string().regex(/^(?:[a-z][a-z0-9-]*\/)?[a-z][a-z0-9-]*$/, "expected a name in lower case, such as no-utilise"),
  why: sentence,
  /** May be left out where `instead` says it. */
  fix: sentence.optional(),
  /** What the finding calls the words, as in "… is a house word". */
  kind: sentence.optional(),
  severity: severity.default("error"),
  /** In the language of `docs/checks/patterns.md`. */
  phrases: z.union([sentence.transform((one) => [one]), phrases], "expected a phrase or a list of phrases").optional(),
  /** A regular expression with the flag `u`. */
  pattern: z.string().min(1).optional(),
  flags: z
    .string()
    .regex(/^(?!.*(.).*\1)[ims]*$/, "expected some of the flags i, m and s, each once")
    .default(""),
  where: z.enum(["prose", "headings", "opening", "closing", "source"]).default("prose"),
  /** One is let through; the next is found only where it stands at most this many words after it. */
  within: z.int().positive().optional(),
  /** The words to write. */
  instead: sentence.optional(),
  /** Whether `instead` can never change what a text says, so that `--fix` may put it in. */
  safe: z.boolean().default(false),
  examples: z.strictObject({ bad: z.array(z.string().min(1)).default([]), good: z.array(z.string().min(1)).default([]) }).prefault({}),
});

export type RuleData = z.output<typeof ruleData>;

const limit = z.int().exactOptional();
const whole = z.int();
const wishOfSections = z.union([
  whole,
  z.array(sentence).min(1),
  z.strictObject({
    count: limit,
    titles: z.array(sentence).exactOptional(),
    level: limit,
    prose: z.boolean().exactOptional(),
    severity: severity.exactOptional(),
  }),
]);

/** The options of the ready-made rules, under the names that `structure.checks` gives them. */
export const useData = z.strictObject({
  sections: wishOfSections.exactOptional(),
  lists: z.strictObject({ numbered: z.boolean().exactOptional(), severity: severity.exactOptional() }).exactOptional(),
  emDashes: z.strictObject({ max: whole, severity: severity.exactOptional() }).exactOptional(),
  words: z.strictObject({ max: whole, min: limit, severity: severity.exactOptional() }).exactOptional(),
  sentences: z.strictObject({ maxWords: limit, max: limit, severity: severity.exactOptional() }).exactOptional(),
  paragraphs: z.strictObject({ maxWords: limit, maxSentences: limit, max: limit, severity: severity.exactOptional() }).exactOptional(),
  headings: z.strictObject({ title: z.boolean().exactOptional(), severity: severity.exactOptional() }).exactOptional(),
  links: z.strictObject({ severity: severity.exactOptional() }).exactOptional(),
  fences: z.strictObject({ severity: severity.exactOptional() }).exactOptional(),
});

export type UseData = z.output<typeof useData>;

export const packData = z
  .strictObject({
    name,
    description: sentence.default("rules of your own"),
    rules: z.array(ruleData).default([]),
    use: useData.optional(),
  })
  .refine(({ rules, use }) => rules.length > 0 || Object.keys(use ?? {}).length > 0, 'has no rule, expected some under "rules" or "use"');

/** A pack of rules as data: what a file `*.checks.yaml` holds. */
export type PackData = z.input<typeof packData>;
