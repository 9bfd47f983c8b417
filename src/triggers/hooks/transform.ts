import type { z } from "zod";

/** Checks the type of a hook's body, and makes of it what the hook goes on with. */
export interface HookTransform {
  /** What is wrong with the body, or what becomes of it; `undefined` for one that is passed over. */
  apply(body: unknown): { readonly fault: string } | { readonly body: unknown } | undefined;
}

/**
 * A transform of a type: what does not fit the schema is refused with the place, and `to` gets what fits.
 *
 * @example
 * hookTransform(z.object({ action: z.string() }), ({ action }) => (action === "opened" ? { isNew: true } : undefined));
 */
export function hookTransform<T>(schema: z.ZodType<T>, to: (body: T) => unknown = (body) => body): HookTransform {
  return {
    apply: (body) => {
      const read = schema.safeParse(body);
      if (!read.success) {
        const [issue] = read.error.issues;
        const place = issue === undefined || issue.path.length === 0 ? "the body" : `"${issue.path.map(String).join(".")}"`;
        return { fault: `${place}: ${issue?.message ?? "does not fit"}` };
      }
      const made = to(read.data);
      return made === undefined ? undefined : { body: made };
    },
  };
}
