import { isDeepStrictEqual } from "node:util";
import { type CompleteRequest, type Message, pruned, Sessions } from "../model/index.js";
import type { AttemptContext } from "./attempt-context.js";

type Messages = CompleteRequest["messages"];

/** What the run's config says of sessions. It is noted, since whoever replays a run need not have its config. */
async function optionsOf({ calls, settings }: AttemptContext): Promise<Sessions | undefined> {
  return Sessions.nullable().parse(await calls.call("settings", "sessions", {}, async () => settings.sessions ?? null)) ?? undefined;
}

/**
 * Shortens what a model is shown of its own work when its run is resumed after a rest: a run that waited for money until
 * the next day has lost its server's cache, and would pay for every old result once more.
 *
 * What was pruned is noted under the number of the request. A request that was answered before is asked as it was then, so
 * that its answer is found; the first one behind those is where the rest lies.
 */
export async function restedSession(context: AttemptContext): Promise<(messages: Messages) => Messages> {
  const { calls, state, stageState } = context;
  const before = [...stageState.calls.values()];
  const goesOnAt = state.at;
  const options = await optionsOf(context);
  if (options === undefined) return (messages) => messages;
  const asked = before.filter(({ adapter }) => adapter === "model");
  const noted = new Set(before.filter(({ adapter }) => adapter === "env").map(({ name }) => name));
  let seen: readonly Message[] = [];
  let session: Message[] = [];
  let number = 0;
  return (messages) => {
    number += 1;
    // The loop only adds. Should it ever begin anew, so does the session.
    if (!isDeepStrictEqual(messages.slice(0, seen.length), seen)) session = [];
    session.push(...messages.slice(session.length));
    seen = messages;
    const note = `pruned before request ${number}`;
    const last = noted.has(note) ? new Date(0) : number === asked.length + 1 ? asked.at(-1)?.at : undefined;
    if (last !== undefined) {
      const at = new Date(last);
      const rested = pruned(
        session.map((message) => ({ at, message })),
        { now: new Date(goesOnAt), options },
      );
      if (rested.said !== "") calls.callNow(note, () => rested.said);
      session = rested.messages.map(({ message }) => message);
    }
    return [...session];
  };
}
