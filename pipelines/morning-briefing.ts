import { z } from "zod";
import { calendar, chat } from "../adapters/index.js";
import { atLeast, deliver, each, gather, input, pipeline } from "../src/dsl/index.js";
import { Chat, Clock, Day, maxWords, Zone } from "./day/inputs.js";
import { clockIn, eventLine, isNews, runLines, waitLine, waitsIn } from "./day/lines.js";
import { type DayRun, day, dayIn, daysFrom, spanOfDay } from "./day/sources.js";
import { isNothing, Told, textOf, tried } from "./day/told.js";
import { Chosen, chosen, wording } from "./day/wording.js";

export const request = input(
  z.object({
    zone: Zone,
    day: Day,
    overnightFrom: Clock.default("18:00").describe("what has run since then on the day before is told"),
    maxWords: maxWords(180),
    chat: Chat,
  }),
);

const NO_CONTEXT = { activeTasks: [], blockers: [], handoffs: [], priorities: [], fault: null };

/** What the day brings and the night has left. A source that cannot be read is told. */
export const facts = gather("facts", {
  needs: { request },
  uses: { day, calendar },
  output: Told,
  timeoutMs: 120_000,
  run: async ({ request: { zone, day: asked, overnightFrom } }, { day, calendar, now }) => {
    const at = now();
    const today = asked ?? dayIn(zone, at);
    const before = daysFrom(today, -1);
    // Compared as the clocks show it, so that it is right where they were changed overnight.
    const isSince = ({ lastAt }: DayRun) => `${dayIn(zone, new Date(lastAt))} ${clockIn(zone, lastAt)}` >= `${before} ${overnightFrom}`;
    const events = await tried("The calendar", calendar.listEvents(spanOfDay(today, zone)), []);
    const yesterday = await tried("What ran yesterday", day.runs({ day: before, zone }), []);
    const todays = await tried("What ran today", day.runs({ day: today, zone }), []);
    const context = await tried("The context", day.context({}), NO_CONTEXT);
    const runs = [...new Map([...yesterday.value, ...todays.value].map((run) => [run.run, run])).values()];
    const { blockers, handoffs, priorities, fault } = context.value;
    return {
      title: `Morning briefing for ${today}, times in ${zone}`,
      nothing: `${today}: nothing is on the calendar, nothing waits for you, and nothing has run since ${overnightFrom} yesterday (times in ${zone}).`,
      sections: [
        { name: "Waiting for you", lines: waitsIn(runs).map(({ run, wait }) => waitLine(run, wait, { zone, now: at })) },
        { name: "Today", lines: events.value.map((event) => eventLine(event, zone)) },
        {
          name: `Since ${overnightFrom} yesterday`,
          lines: [
            ...runLines(
              runs.filter((run) => isNews(run) && isSince(run)),
              today,
              zone,
            ),
          ],
        },
        { name: "Priorities", lines: priorities.map((one, index) => `${index + 1}. ${one}`) },
        {
          name: "Blocked",
          lines: [
            ...blockers.map(({ task, why, by }) => `${task} is blocked: ${why} (said by ${by}).`),
            ...handoffs.map(({ task, from, to }) => `${task} was offered to ${to} by ${from}, and is not accepted yet.`),
          ],
        },
        {
          name: "Not read",
          lines: [
            ...[events, yesterday, todays, context].flatMap(({ unread }) => unread),
            ...(fault === null ? [] : [`context.json has a fault: ${fault}`]),
          ],
        },
      ],
    };
  },
});

export const plain = gather("plain", {
  needs: { request, facts },
  output: z.string(),
  run: ({ request: { maxWords }, facts }) => textOf(facts, maxWords),
});

/** A model puts it into words, where there is anything to say. */
export const worded = each("worded", {
  needs: { request, facts, plain },
  pipeline: wording({ of: "morning-briefing", agent: new URL("morning-briefing/AGENT.md", import.meta.url) }),
  over: ({ request: { maxWords }, facts, plain }) => (isNothing(facts) ? [] : [{ told: facts, plain, maxWords }]),
  succeeds: atLeast(0),
});

export const text = gather("text", {
  needs: { plain, worded },
  output: Chosen,
  run: ({ plain, worded }) => chosen(plain, worded),
});

export const send = deliver("send", {
  needs: { request, text },
  to: chat,
  call: (chat, { request, text }) => chat.send({ chat: request.chat, text: text.text }),
  timeoutMs: 60_000,
});

export default pipeline("morning-briefing", {
  description: "What today brings, what waits for a person and what ran overnight, in a few words",
  input: request,
  stages: [facts, plain, worded, text, send],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return Chosen.safeParse(outputs.text).data?.text ?? "";
}
