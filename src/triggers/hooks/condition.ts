import { z } from "zod";

const Path = z
  .string()
  .regex(
    /^(body|path|query|headers)(\.[\w$-]+)*$/,
    'expected a path such as "body.issue.title", "path.repo", "query.page" or "headers.x-event"',
  );

export { Path as HookPath };

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What must hold of what came in. */
export const HookCondition = z
  .strictObject({
    at: Path,
    /** Exactly this, or one of these. */
    is: z.union([Value, z.array(Value).min(1)]).optional(),
    /** None of these; what is not there is none of them. */
    isNot: z.union([Value, z.array(Value).min(1)]).optional(),
    /** A text that holds this, in whatever case, or a list with this entry. */
    has: z.string().min(1).optional(),
    /** Whether there is anything at all. */
    exists: z.boolean().optional(),
  })
  .refine(({ at: _, ...tests }) => Object.values(tests).some((test) => test !== undefined), {
    error: "expected at least one of is, isNot, has and exists",
  });
export type HookCondition = z.output<typeof HookCondition>;

/** What came in, as conditions and templates see it. */
export interface Incoming {
  readonly body: unknown;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export function holds(condition: HookCondition, incoming: Incoming): boolean {
  const { at, is, isNot, has, exists } = condition;
  const found = valueAt(incoming, at);
  if (is !== undefined && !listOf(is).some((one) => one === found)) return false;
  if (isNot !== undefined && listOf(isNot).some((one) => one === found)) return false;
  if (exists !== undefined && (found !== undefined && found !== null) !== exists) return false;
  if (has === undefined) return true;
  if (typeof found === "string") return found.toLowerCase().includes(has.toLowerCase());
  return Array.isArray(found) && found.includes(has);
}

/** What a path leads to; only what the sender has sent, and nothing that every object has. */
export function valueAt(incoming: Incoming, path: string): unknown {
  let found: unknown = incoming;
  for (const key of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function listOf<T>(one: T | readonly T[]): readonly unknown[] {
  return Array.isArray(one) ? one : [one];
}
