import { z } from "zod";
import { calendar, chat } from "../adapters/index.js";
import { decide, deliver, gather, input, pipeline } from "../src/dsl/index.js";
import { Chat } from "./day/inputs.js";
import { DayTrouble, day } from "./day/sources.js";
import { counted, textOf, tried } from "./day/told.js";

export const request = input(
  z.object({
    stuckMinutes: z.int().positive().default(60).describe("so long without an event, and a run that goes on is stuck"),
    leastFreeMb: z.int().nonnegative().default(500).describe("how much of the disk should be free, in MB"),
    chat: Chat,
  }),
);

const TOPIC = "health";
const MOST_WORDS = 400;

/** What is wrong now, and what was wrong at the last look. No model has a part in it. */
export const looked = gather("looked", {
  needs: { request },
  uses: { day, calendar, chat },
  output: z.object({ troubles: z.array(DayTrouble), known: z.array(z.string()) }),
  timeoutMs: 60_000,
  run: async ({ request: { stuckMinutes, leastFreeMb } }, { day, calendar, chat, now }) => {
    const at = now();
    const soon = new Date(at.getTime() + 60_000).toISOString();
    const health = await tried("The health of the store", day.health({ stuckMinutes, leastFreeMb }), []);
    const events = await tried("The calendar", calendar.listEvents({ from: at.toISOString(), to: soon }), []);
    const heard = await tried("The chat", chat.listMessages({}), undefined);
    // The reason is not in the key: one adapter that fails now in this way and now in that is one trouble.
    const adapters = Object.entries({ store: health, calendar: events, chat: heard }).flatMap(([name, { unread }]) =>
      unread.map((message) => ({ key: `adapters/silent ${name}`, rule: "adapters/silent", message })),
    );
    return { troubles: [...health.value, ...adapters], known: await day.claimed({ topic: TOPIC }) };
  },
});

/** Most looks end here: nothing is new, and nothing is over. */
export const changed = decide("changed", {
  needs: { looked },
  ways: { look: "go on", rest: "stop" },
  choose: ({ looked: { troubles, known } }) =>
    troubles.length === known.length && troubles.every(({ key }) => known.includes(key)) ? "rest" : "look",
  because: ({ looked: { troubles } }) =>
    troubles.length === 0 ? "all is well" : `nothing new: ${counted(troubles.length, "trouble")} said before`,
});

/** What is over is forgotten, so that it is new when it comes back. */
export const claim = deliver("claim", {
  needs: { looked },
  to: day,
  call: (day, { looked: { troubles } }) => day.claim({ topic: TOPIC, keys: troubles.map(({ key }) => key), forgetOthers: true }),
});

export const news = decide("news", {
  needs: { claim },
  ways: { say: "go on", rest: "stop" },
  choose: ({ claim: { fresh } }) => (fresh.length > 0 ? "say" : "rest"),
  because: () => "only what was wrong is over",
});

export const text = gather("text", {
  needs: { looked, claim },
  output: z.string(),
  run: ({ looked: { troubles }, claim: { fresh } }) =>
    textOf(
      {
        title: `Health: ${counted(fresh.length, "new trouble")}`,
        nothing: "All is well.",
        sections: [{ name: "New", lines: troubles.filter(({ key }) => fresh.includes(key)).map(({ message }) => message) }],
      },
      MOST_WORDS,
    ),
});

export const send = deliver("send", {
  needs: { request, text },
  to: chat,
  call: (chat, { request, text }) => chat.send({ chat: request.chat, text }),
  timeoutMs: 60_000,
});

export default pipeline("health-monitor", {
  description: "What is newly wrong with jobs, runs, the outbox, the disk and adapters, said once, without a model",
  input: request,
  stages: [looked, changed, claim, news, text, send],
});

interface Ended {
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly state: { readonly stopped: { readonly because: string } | undefined };
}

export function report({ outputs, state }: Ended): string {
  return typeof outputs.text === "string" ? outputs.text : (state.stopped?.because ?? "");
}
