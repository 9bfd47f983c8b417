import { z } from "zod";
import { calendar, chat } from "../adapters/index.js";
import { atLeast, decide, deliver, each, gather, input, pipeline, write } from "../src/dsl/index.js";
import { Chat, Day, maxWords, Zone } from "./day/inputs.js";
import { eventLine, isNews, runLines, waitLine, waitsIn, whenIn } from "./day/lines.js";
import { DayMessage, DayRun, day, dayIn, spanOfDay } from "./day/sources.js";
import { isNothing, quoted, Told, textOf, tried } from "./day/told.js";
import { Chosen, chosen, wording } from "./day/wording.js";
import { OpenPromise, openPromises, Promised, promisesIn, proposalsFrom } from "./evening-meditation/promises.js";

export const request = input(
  z.object({
    zone: Zone,
    day: Day,
    send: z.boolean().default(false).describe("also send it to the chat; it is written into the day's log in any case"),
    maxWords: maxWords(300),
    chat: Chat,
  }),
);

/** What the day has left behind. */
export const sources = gather("sources", {
  needs: { request },
  uses: { day, calendar },
  output: z.object({
    day: z.string(),
    at: z.string(),
    runs: z.array(DayRun),
    messages: z.array(DayMessage),
    events: z.array(z.string()),
    log: z.array(z.string()),
    unread: z.array(z.string()),
  }),
  timeoutMs: 120_000,
  run: async ({ request: { zone, day: asked } }, { day, calendar, now }) => {
    const at = now();
    const today = asked ?? dayIn(zone, at);
    const on = { day: today, zone };
    const runs = await tried("The runs", day.runs(on), []);
    const messages = await tried("The messages", day.messages(on), []);
    const notes = await tried("The notes", day.notes(on), { log: null, journal: [] });
    const events = await tried("The calendar", calendar.listEvents(spanOfDay(today, zone)), []);
    return {
      ...{ day: today, at: at.toISOString(), runs: runs.value, messages: messages.value },
      events: events.value.map((event) => eventLine(event, zone)),
      log: [...entriesOf(notes.value.log ?? ""), ...notes.value.journal.flatMap(entriesOf)],
      unread: [runs, messages, notes, events].flatMap(({ unread }) => unread),
    };
  },
});

const asked = input(z.object({ messages: z.array(z.object({ id: z.string(), from: z.string(), body: z.string() })) }));

/** A model may see a promise that no rule knows; one whose words do not stand in its message is dropped. */
const proposing = pipeline("evening-meditation-promises", {
  input: asked,
  stages: [
    write("promises", {
      needs: { asked },
      instructions: [new URL("evening-meditation/promises.md", import.meta.url)],
      prompt: ({ asked }) => `Who promised what in these messages?\n\n\`\`\`json\n${JSON.stringify(asked.messages, undefined, 2)}\n\`\`\``,
      output: z.array(Promised),
      parse: (answer) => proposalsFrom(answer),
      retries: 1,
      timeoutMs: 300_000,
    }),
  ],
});

/** So much of a day's messages is read by a model; the rules read all. */
const MOST_MESSAGES = 200;
const MOST_CHARS = 2_000;

export const proposed = each("proposed", {
  needs: { sources },
  pipeline: proposing,
  over: ({ sources: { messages } }) => {
    const some = messages.slice(-MOST_MESSAGES).map(({ id, from, body }) => ({ id, from, body: body.slice(0, MOST_CHARS) }));
    return some.length === 0 ? [] : [{ messages: some }];
  },
  succeeds: atLeast(0),
});

export const promises = gather("promises", {
  needs: { sources, proposed },
  output: z.object({ open: z.array(OpenPromise), dropped: z.int() }),
  run: ({ sources: { messages }, proposed: [result] }) =>
    openPromises([...promisesIn(messages), ...(result?.status === "done" ? result.output : [])], messages),
});

export const facts = gather("facts", {
  needs: { request, sources, promises },
  output: Told,
  run: ({ request: { zone }, sources: { day, at, runs, messages, events, log, unread }, promises: { open } }) => {
    const now = new Date(at);
    const news = runs.filter((run) => isNews(run) && dayIn(zone, new Date(run.lastAt)) === day);
    const waits = waitsIn(runs);
    const [came, went] = (["in", "out"] as const).map((direction) => messages.filter((message) => message.direction === direction).length);
    return {
      title: `Evening meditation for ${day}, times in ${zone}`,
      nothing: `${day}: nothing ran, nothing was written, and nothing is open (times in ${zone}).`,
      sections: [
        { name: "Done", lines: [...runLines(news, day, zone)] },
        { name: "Noted", lines: log },
        { name: "On the calendar", lines: events },
        { name: "Messages", lines: messages.length === 0 ? [] : [`${came} came in and ${went} went out.`] },
        {
          name: "Promised, and still open",
          lines: open.map(
            ({ by, channel, at: said, quote }) => `${by} wrote at ${whenIn(zone, said, day)} on ${channel}: ${quoted(quote, 200)}`,
          ),
        },
        {
          name: "Questions for tomorrow",
          lines: [
            ...waits.map(({ run, wait }) => `What is to be decided here? ${waitLine(run, wait, { zone, now })}`),
            ...news
              .filter(({ status, parent }) => parent === null && status === "failed")
              .map(({ run, pipeline, failedAt }) => `Why did ${pipeline} fail at "${failedAt ?? "its start"}" (run ${run})?`),
            ...open.map(({ by, quote }) => `Is this done, ${by}? ${quoted(quote, 200)}`),
          ],
        },
        { name: "Not read", lines: unread },
      ],
    };
  },
});

export const plain = gather("plain", {
  needs: { request, facts },
  output: z.string(),
  run: ({ request: { maxWords }, facts }) => textOf(facts, maxWords),
});

export const worded = each("worded", {
  needs: { request, facts, plain },
  pipeline: wording({ of: "evening-meditation", agent: new URL("evening-meditation/AGENT.md", import.meta.url) }),
  over: ({ request: { maxWords }, facts, plain }) => (isNothing(facts) ? [] : [{ told: facts, plain, maxWords }]),
  succeeds: atLeast(0),
});

export const text = gather("text", { needs: { plain, worded }, output: Chosen, run: ({ plain, worded }) => chosen(plain, worded) });

/** Into the day's log, once, whatever becomes of the run. */
export const note = deliver("note", {
  needs: { sources, text },
  to: day,
  call: (adapter, { sources, text }) => adapter.addNote({ day: sources.day, title: "Evening meditation", text: text.text }),
  timeoutMs: 60_000,
});

export const wanted = decide("wanted", {
  needs: { request, note },
  ways: { send: "go on", rest: "stop" },
  choose: ({ request }) => (request.send ? "send" : "rest"),
  because: ({ note }) => `it stands in ${note.path}, and nobody wants it sent`,
});

export const send = deliver("send", {
  needs: { request, text },
  to: chat,
  call: (chat, { request, text }) => chat.send({ chat: request.chat, text: text.text }),
  timeoutMs: 60_000,
});

export default pipeline("evening-meditation", {
  description: "What was done today, what was promised and is still open, and the questions for tomorrow, in the day's log",
  input: request,
  stages: [sources, proposed, promises, facts, plain, worded, text, note, wanted, send],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return Chosen.safeParse(outputs.text).data?.text ?? "";
}

const MOST_ENTRIES = 20;

/** The entries of a log, without headings, marks and what an earlier meditation has put there. */
function entriesOf(log: string): string[] {
  return log
    .replaceAll(/^## Evening meditation\n[\s\S]*?<!-- stagewright:[0-9a-f]{32} -->$/gm, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !/^\s*#/.test(line))
    .map((line) => quoted(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ""), 200))
    .slice(0, MOST_ENTRIES);
}
