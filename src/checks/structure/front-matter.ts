import { createRequire } from "node:module";
import { z } from "zod";
import { type Check, type Finding, type Severity, StagewrightError } from "../../dsl/index.js";
import { grouped } from "../amount.js";
import { parseText, type Text } from "../text/parse-text.js";
import type { StructureRule } from "./rule.js";

export interface FrontMatterOptions {
  /** What the front matter, read as YAML, must be. */
  readonly schema: z.ZodType;
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/front-matter";

/** The reader of YAML is not linear in brackets left open; no front matter that a person writes is as long. */
const LENGTH_AT_MOST = 8_000;

const require = createRequire(import.meta.url);

// Loaded where it is first needed: most pipelines check no front matter, and each start of the program would pay for it.
let reader: typeof import("yaml") | undefined;
const yaml = (): typeof import("yaml") => {
  // The one cast: `require` knows nothing of the module's types.
  reader ??= require("yaml") as typeof import("yaml");
  return reader;
};

/** An optional package: better missed when a pack is put together than in the middle of a run. */
function assertInstalled(): void {
  try {
    require.resolve("yaml");
  } catch (cause) {
    throw new StagewrightError("check/package", `"${rule}" reads YAML with the package "yaml", which is not installed`, {
      hint: "run `npm install yaml`",
      cause,
    });
  }
}

interface Fault {
  readonly message: string;
  readonly offset: number;
}

/**
 * The text opens with front matter that is sound YAML and of the given schema; one finding for each fault, at the key it is about.
 *
 * @example
 * frontMatter({ schema: z.object({ title: z.string().min(1), date: z.iso.date() }) })
 */
export function frontMatter({ schema, severity = "error" }: FrontMatterOptions): Check<Text> {
  assertInstalled();
  const { required = [], ...rest } = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  const wish = required.length === 0 ? "" : ` with ${required.map((key) => `"${key}"`).join(", ")}`;
  return {
    rule,
    options: { schema: { ...rest, required }, severity },
    run(text) {
      const { markdown, frontMatter, placeAt } = parseText(text);
      if (!frontMatter) {
        const message = `the text has no front matter, expected some${wish}: begin it with a block between two lines of "---"`;
        return [{ rule, severity, message }];
      }
      const { from, to } = frontMatter;
      const faults = faultsOf(markdown.slice(from, to), schema);
      return faults.map(({ message, offset }): Finding => ({ rule, severity, message, at: placeAt(Math.min(from + offset, to)) }));
    },
  };
}

function faultsOf(source: string, schema: z.ZodType): readonly Fault[] {
  if (source.length > LENGTH_AT_MOST) {
    const message = `the front matter has ${grouped(source.length)} characters, expected at most ${grouped(LENGTH_AT_MOST)}: shorten it`;
    return [{ message, offset: 0 }];
  }
  const unreadable = (why: string, offset: number) => ({
    message: `the front matter is no sound YAML (${why.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "")}): correct it`,
    offset,
  });
  const { parseDocument, isNode } = yaml();
  try {
    const document = parseDocument(source);
    if (document.errors.length > 0) return document.errors.map(({ message, pos }) => unreadable(message, pos[0]));
    const value: unknown = document.toJS() ?? {};
    const result = schema.safeParse(value);
    return (result.error?.issues ?? []).map(({ path, message }) => {
      const keys = path.map((key) => (typeof key === "symbol" ? String(key) : key));
      const name = keys.join(".");
      for (let depth = keys.length; depth > 0; depth -= 1) {
        const node: unknown = document.getIn(keys.slice(0, depth), true);
        if (isNode(node) && depth === keys.length) {
          return { message: `the front matter's "${name}" is not as expected (${message}): correct it`, offset: node.range?.[0] ?? 0 };
        }
        if (isNode(node)) return { message: `the front matter has no "${name}" (${message}): add it`, offset: node.range?.[0] ?? 0 };
      }
      return name === ""
        ? { message: `the front matter is not as expected (${message}): correct it`, offset: 0 }
        : { message: `the front matter has no "${name}" (${message}): add it`, offset: 0 };
    });
  } catch (error) {
    // Aliases without end, or nesting deeper than the reader can go.
    return [unreadable(error instanceof Error ? error.message : String(error), 0)];
  }
}

export const frontMatterRule: StructureRule<FrontMatterOptions> = {
  page: {
    id: rule,
    why: "What publishes the text reads its title and date from there, and fails or guesses where they are wrong.",
    fix: "Write each key that the schema asks for, with a value of the kind that it asks for.",
    counts: "The block between two lines of `---` at the very start, read as YAML 1.2.",
    examples: {
      bad: [
        "Hello.",
        "---\ntitle: A day\n---\n\nHello.",
        "---\ntitle: A day\ndate: yesterday\n---\n",
        "---\ntitle: [a\ndate: 2026-03-19\n---\n",
      ],
      good: [
        "---\ntitle: A day\ndate: 2026-03-19\n---\n\nHello.",
        '---\r\n"title": "A: day"\r\ndate: "2026-03-19"\r\ntags: [a, b]\r\n---\r\n',
      ],
    },
  },
  exampleOptions: { schema: z.object({ title: z.string(), date: z.iso.date() }) },
  check: frontMatter,
};
