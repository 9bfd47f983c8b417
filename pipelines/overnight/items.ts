import { z } from "zod";
import type { Issue } from "../../adapters/index.js";
import type { AnyPipeline } from "../../src/dsl/index.js";
import { Amount } from "./budget.js";

/** What is to be done, as a person writes it. */
export const Wish = z.strictObject({
  title: z.string().min(1),
  pipeline: z.string().min(1),
  input: z.record(z.string(), z.json()).default({}),
  priority: z.int().min(1).max(9).default(5).describe("1 comes first"),
  needs: Amount.partial().default({}).describe("what it may take; what is not said is the same for all"),
});
export type Wish = z.output<typeof Wish>;

/** One that can be begun: its pipeline is one of the night's, and takes its input. */
export const Item = Wish.extend({ name: z.string(), from: z.string(), needs: Amount });
export type Item = z.output<typeof Item>;

export const NotBegun = z.strictObject({ title: z.string(), why: z.string() });
export type NotBegun = z.output<typeof NotBegun>;

interface Found {
  readonly wish: Wish;
  readonly from: string;
}

/** What an issue asks for: the JSON in its fenced block `overnight`. A text says why there is none. */
export function wishIn({ number, title, body }: Pick<Issue, "number" | "title" | "body">): Found | NotBegun {
  const not = (why: string): NotBegun => ({ title: `${title} (issue ${number})`, why });
  const block = /^(`{3,}|~{3,})[ \t]*overnight[ \t]*\r?\n([\s\S]*?)^\1[ \t]*$/m.exec(body)?.[2];
  if (block === undefined) return not("it has no fenced block `overnight` that names a pipeline");
  let json: unknown;
  try {
    json = JSON.parse(block);
  } catch {
    return not("its block `overnight` is not JSON");
  }
  const read = Wish.omit({ title: true }).safeParse(json);
  if (!read.success) return not(`its block \`overnight\` does not fit: ${inOneLine(read.error)}`);
  return { wish: { title, ...read.data }, from: `issue ${number}` };
}

/** In the order in which they come: by priority, then as they were found. With those that cannot be begun, and why. */
export function sorted(
  found: readonly (Found | NotBegun)[],
  { kinds, need }: { readonly kinds: Readonly<Record<string, AnyPipeline>>; readonly need: Amount },
): { readonly items: Item[]; readonly refused: NotBegun[] } {
  const refused: NotBegun[] = [];
  const takes = ({ wish, from }: Found): boolean => {
    const title = `${wish.title} (${from})`;
    const kind = Object.hasOwn(kinds, wish.pipeline) ? kinds[wish.pipeline] : undefined;
    if (kind === undefined) {
      refused.push({
        title,
        why: `the night has no pipeline "${wish.pipeline}": it has ${Object.keys(kinds)
          .map((one) => `"${one}"`)
          .join(", ")}`,
      });
      return false;
    }
    const read = kind.input.output?.safeParse(wish.input);
    if (read?.success === false) refused.push({ title, why: `"${wish.pipeline}" does not take its input: ${inOneLine(read.error)}` });
    return read?.success !== false;
  };
  for (const one of found) if ("why" in one) refused.push(one);
  const items = found
    .flatMap((one) => ("wish" in one && takes(one) ? [one] : []))
    .sort((one, other) => one.wish.priority - other.wish.priority)
    .map(({ wish, from }, index) => ({ ...wish, from, name: `item-${index + 1}`, needs: { ...need, ...stated(wish.needs) } }));
  return { items, refused };
}

/** Without what is there and undefined, which would hide what holds for all. */
function stated(needs: Wish["needs"]): Partial<Amount> {
  return Object.fromEntries(Object.entries(needs).filter(([, value]) => value !== undefined));
}

function inOneLine(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`)).join("; ");
}
