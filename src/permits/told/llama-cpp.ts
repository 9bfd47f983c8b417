import { z } from "zod";
import { type AskPath, jsonOf, type Told } from "./told.js";

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.int().positive() }),
  total_slots: z.int().positive().optional(),
});
const Slots = z.array(z.object({ n_ctx: z.int().positive() })).min(1);

/**
 * llama.cpp: `/props` gives a slot's context and the number of slots, `/slots` each slot's. With `--kv-unified`, which is the
 * default where the number of slots is not given, all slots share one context of that size, and neither page says so.
 */
export async function toldByLlamaCpp(ask: AskPath): Promise<Told | undefined> {
  const props = Props.safeParse(jsonOf(await ask("/props"))).data;
  if (props !== undefined) return toldOf(props.default_generation_settings.n_ctx, props.total_slots ?? 1);
  const slots = Slots.safeParse(jsonOf(await ask("/slots"))).data;
  if (slots === undefined) return undefined;
  const sizes = slots.map(({ n_ctx }) => n_ctx);
  return toldOf(
    Math.min(...sizes),
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  );
}

function toldOf(window: number, slots: number, atMost = window * slots): Told {
  return { software: "llama.cpp", windows: new Map([["", window]]), atLeast: window, atMost, isSizedByCall: false };
}
