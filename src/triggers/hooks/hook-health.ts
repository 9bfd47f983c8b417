import type { HookStates } from "./hook-store.js";

/** What a hook has taken and nobody has done. */
export interface HookFinding {
  /** The same however often it is looked at, until it is sent again and given up again. */
  readonly key: string;
  readonly rule: "hooks/given-up";
  readonly hook: string;
  readonly message: string;
}

/** Deliveries that were taken and then given up, the latest last. Changes nothing. */
export function hookHealth({ givenUp }: Pick<HookStates, "givenUp">): readonly HookFinding[] {
  return givenUp.map(({ work: { hook, id }, reason, at }) => ({
    key: `hooks/given-up ${id} ${at}`,
    rule: "hooks/given-up",
    hook,
    message: `hook "${hook}": what came as ${id} was given up at ${at.slice(0, 19)}Z: ${reason}`,
  }));
}
