import { z } from "zod";
import type { AttemptContext } from "./attempt-context.js";

const NAME = "now";
const Noted = z.object({ answer: z.object({ inline: z.iso.datetime() }) });

/**
 * A clock that stands still while a run rests, so that a limit of time counts work and not the night for which a run waited
 * for money. It goes on from the last time that the try had noted.
 */
export function workingClock({ calls, settings, state, stageState }: AttemptContext): () => Date {
  const last = [...stageState.calls.values()].findLast(({ adapter, name }) => adapter === "env" && name === NAME);
  const noted = Noted.safeParse(last?.outcome).data?.answer.inline;
  const restedMs = noted === undefined ? 0 : Date.parse(state.at) - Date.parse(noted);
  return () => new Date(calls.callNow(NAME, () => new Date(settings.environment.now().getTime() - restedMs).toISOString()));
}
