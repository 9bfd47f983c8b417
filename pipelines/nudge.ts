import { z } from "zod";
import { calendar, chat } from "../adapters/index.js";
import { atLeast, decide, deliver, each, gather, input, pipeline } from "../src/dsl/index.js";
import { Chat, Clock, isBetween, maxWords, Zone } from "./day/inputs.js";
import { clockIn, waitLine, waitsIn } from "./day/lines.js";
import { day, dayIn } from "./day/sources.js";
import { counted, quoted, Told, textOf, tried } from "./day/told.js";
import { Chosen, chosen, wording } from "./day/wording.js";

export const request = input(
  z.object({
    zone: Zone,
    quietFrom: Clock.default("22:00").describe("from when on nobody is spoken to"),
    quietTo: Clock.default("07:00").describe("until when nobody is spoken to"),
    afterMinutes: z.int().nonnegative().default(120).describe("what has waited for less is left for later"),
    maxWords: maxWords(80),
    chat: Chat,
  }),
);

const Thing = z.object({ key: z.string(), line: z.string() });
const State = z.object({
  today: z.string(),
  /** The time of the day in the zone. */
  clock: z.string(),
  isQuiet: z.boolean(),
  /** The meeting that goes on, in words. */
  meeting: z.string().nullable(),
  unread: z.array(z.string()),
  /** What has waited long enough and was not spoken of today. */
  things: z.array(Thing),
  saidToday: z.int(),
});

/** Whether this is a time to speak, and of what. The calendar is looked at first. */
export const state = gather("state", {
  needs: { request },
  uses: { calendar, day },
  output: State,
  timeoutMs: 120_000,
  run: async ({ request: { zone, quietFrom, quietTo, afterMinutes } }, { calendar, day, now }) => {
    const at = now();
    const today = dayIn(zone, at);
    const clock = clockIn(zone, at.toISOString());
    const soon = new Date(at.getTime() + 1_000).toISOString();
    const events = await tried("The calendar", calendar.listEvents({ from: at.toISOString(), to: soon }), []);
    // A whole day that is taken, a holiday or a trip, is no meeting.
    const meeting = events.value.find(({ isBusy, isAllDay }) => isBusy && !isAllDay);
    const runs = await tried("The runs", day.runs({ day: today, zone }), []);
    const said = new Set(await day.claimed({ topic: topicOf(today) }));
    const waits = waitsIn(runs.value)
      .filter(({ wait }) => wait.on !== "budget" && at.getTime() - Date.parse(wait.since) >= afterMinutes * 60_000)
      .map(({ run, wait }) => ({ key: `${run.run} ${wait.stage} ${wait.since}`, line: waitLine(run, wait, { zone, now: at }) }));
    return {
      today,
      clock,
      isQuiet: isBetween(clock, quietFrom, quietTo),
      meeting: meeting === undefined ? null : `${quoted(meeting.summary)} until ${clockIn(zone, meeting.end)}`,
      unread: [...events.unread, ...runs.unread],
      things: waits.filter(({ key }) => !said.has(key)),
      saidToday: waits.filter(({ key }) => said.has(key)).length,
    };
  },
});

/** Rather not at all than at the wrong time; why not is in the journal. */
export const speak = decide("speak", {
  needs: { request, state },
  ways: { speak: "go on", rest: "stop" },
  choose: ({ request, state }) => (whyNot(request, state) === undefined ? "speak" : "rest"),
  because: ({ request, state }) => whyNot(request, state) ?? `${counted(state.things.length, "thing")} waits long enough`,
});

/** Before it is said: of two nudges at the same time one alone speaks of a thing, and after a crash nobody does twice. */
export const claim = deliver("claim", {
  needs: { state },
  to: day,
  call: (day, { state: { today, things } }) => day.claim({ topic: topicOf(today), keys: things.map(({ key }) => key) }),
});

export const left = decide("left", {
  needs: { claim },
  ways: { speak: "go on", rest: "stop" },
  choose: ({ claim }) => (claim.fresh.length > 0 ? "speak" : "rest"),
  because: () => "another nudge has spoken of it meanwhile",
});

export const facts = gather("facts", {
  needs: { request, state, claim },
  output: Told,
  run: ({ request: { zone }, state: { clock, things }, claim: { fresh } }) => ({
    title: `Waiting for you at ${clock}, times in ${zone}`,
    nothing: "Nothing waits for you.",
    sections: [{ name: "Waiting", lines: things.filter(({ key }) => fresh.includes(key)).map(({ line }) => line) }],
  }),
});

export const plain = gather("plain", {
  needs: { request, facts },
  output: z.string(),
  run: ({ request: { maxWords }, facts }) => textOf(facts, maxWords),
});

export const worded = each("worded", {
  needs: { request, facts, plain },
  pipeline: wording({ of: "nudge", agent: new URL("nudge/AGENT.md", import.meta.url) }),
  over: ({ request: { maxWords }, facts, plain }) => [{ told: facts, plain, maxWords }],
  succeeds: atLeast(0),
});

export const text = gather("text", { needs: { plain, worded }, output: Chosen, run: ({ plain, worded }) => chosen(plain, worded) });

export const send = deliver("send", {
  needs: { request, text },
  to: chat,
  call: (chat, { request, text }) => chat.send({ chat: request.chat, text: text.text }),
  timeoutMs: 60_000,
});

export default pipeline("nudge", {
  description: "Says what has waited for a person for long, once a day, and never in a meeting or in quiet hours",
  input: request,
  stages: [state, speak, claim, left, facts, plain, worded, text, send],
});

export function report({
  outputs,
  state,
}: {
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly state: { readonly stopped: { readonly because: string } | undefined };
}): string {
  return Chosen.safeParse(outputs.text).data?.text ?? `not spoken: ${state.stopped?.because ?? "it did not come to it"}`;
}

interface Hours {
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly zone: string;
}

function whyNot({ quietFrom, quietTo, zone }: Hours, state: z.output<typeof State>): string | undefined {
  const { clock, isQuiet, meeting, unread, things, saidToday } = state;
  if (isQuiet) return `it is ${clock} in ${zone}, and from ${quietFrom} to ${quietTo} nobody is spoken to`;
  if (meeting !== null) return `in a meeting: ${meeting}`;
  if (unread.length > 0) return unread.join("; ");
  if (things.length > 0) return undefined;
  return saidToday > 0 ? `what waits was spoken of today already: ${counted(saidToday, "thing")}` : "nothing has waited long enough";
}

function topicOf(today: string): string {
  return `nudge ${today}`;
}
