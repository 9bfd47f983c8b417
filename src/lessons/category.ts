import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";

export const Category = z.strictObject({
  /** In capitals, as it stands in the lines. */
  name: z.string().regex(/^[A-Z][A-Z0-9_-]*$/, "a category's name is in capitals, like TONE"),
  /** What belongs there, in a sentence. */
  about: z.string().min(1),
  /** The rules whose findings belong there: `tropes`, or more closely `tropes/verbs`. */
  rules: z.array(z.string()).optional(),
});
export type Category = z.output<typeof Category>;

/** The category of lessons that name none. */
export const UNSORTED = "GENERAL";

/** What lessons are about. A list, so that it can be added to: `lessons/categories.json` holds more of the same form. */
export const CATEGORIES: readonly Category[] = [
  { name: UNSORTED, about: "what has no category of its own" },
  { name: "TONE", about: "how a text sounds", rules: ["tropes", "banned-phrases", "banned-phrase", "textlint", "repetition", "em-dashes"] },
  { name: "TIMING", about: "when something is done, and in which order" },
  { name: "EXTRACTION", about: "what is taken from a source", rules: ["grounding", "claims", "code-claims"] },
  { name: "SEARCH", about: "what is looked for, and where" },
  { name: "APPROVAL", about: "what a person refused or changed at a gate" },
  {
    name: "FORM",
    about: "length, sections and layout",
    rules: ["words", "sections", "section-titles", "structure", "no-lists", "front-matter"],
  },
  { name: "SAFETY", about: "secrets, and what must not get out", rules: ["safety"] },
  { name: "OUTPUT", about: "an output that did not fit its schema", rules: ["output"] },
  { name: "EVIDENCE", about: "work that was called done without being done", rules: ["evidence"] },
  { name: "VERDICT", about: "an answer of a model that was none", rules: ["verdict", "guard"] },
  { name: "TIMEOUT", about: "what took too long" },
  { name: "FALLBACK", about: "a model that failed, so that another one answered" },
  { name: "BUDGET", about: "a call that was not made for its cost" },
  { name: "ROLLBACK", about: "work that had to be done again" },
  { name: "PIVOT", about: "a decision that led back" },
  { name: "EFFECT", about: "something outside that did not happen, or nobody knows" },
  { name: "ERROR", about: "what broke" },
  { name: "LATE", about: "a failure after most of the work was done" },
];

/** The category that a rule's findings belong to: that of the longest beginning of its name. */
export function categoryOfRule(rule: string, categories: readonly Category[] = CATEGORIES): string {
  let found = UNSORTED;
  let longest = 0;
  for (const { name, rules = [] } of categories) {
    for (const known of rules) {
      if (known.length <= longest || (rule !== known && !rule.startsWith(`${known}/`))) continue;
      found = name;
      longest = known.length;
    }
  }
  return found;
}

/**
 * The categories that there are, with those of a user's `categories.json` behind them; one of the same name takes the place of ours.
 *
 * @throws StagewrightError `lessons/categories` where the file is no list of categories.
 */
export function withCategories(text: string | undefined, place = "lessons/categories.json"): readonly Category[] {
  if (text === undefined) return CATEGORIES;
  const more = readList(text, place);
  const names = new Set(more.map(({ name }) => name));
  return [...CATEGORIES.filter(({ name }) => !names.has(name)), ...more];
}

function readList(text: string, place: string): readonly Category[] {
  const wanted = 'write a list like [{"name": "LAYOUT", "about": "where things stand on a page"}]';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StagewrightError("lessons/categories", `"${place}" is not JSON`, { hint: wanted, place, cause });
  }
  const parsed = z.array(Category).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StagewrightError("lessons/categories", `"${place}" is no list of categories: ${issue?.path.join(".")}: ${issue?.message}`, {
    hint: wanted,
    place,
  });
}
