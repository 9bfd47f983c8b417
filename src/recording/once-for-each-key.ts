import type { AnyImplementation } from "../dsl/index.js";

type ImplementedCall = AnyImplementation["calls"][string];

/**
 * An effect that does nothing outside: a key that was answered gets its answer again, and what was not answered
 * cannot have happened, so that a lookup is never "unknown". An answer still on its way counts as not given.
 */
export function onceForEachKey(answer: ImplementedCall["perform"]): Required<ImplementedCall> {
  const answered = new Map<string, { readonly answer: unknown }>();
  return {
    async perform(request, context) {
      // Whoever calls by hand, without a runner, may have no key; such calls have nothing to be recognised by.
      if (context.key === "") return answer(request, context);
      const before = answered.get(context.key);
      if (before) return before.answer;
      const given = { answer: await answer(request, context) };
      const first = answered.get(context.key) ?? given;
      answered.set(context.key, first);
      return first.answer;
    },
    async lookup(key) {
      const before = answered.get(key);
      return before ? { happened: "yes", answer: before.answer } : { happened: "no" };
    },
  };
}
