import { z } from "zod";
import { chat } from "../adapters/index.js";
import { atLeast, decide, deliver, each, gate, gather, input, pipeline } from "../src/dsl/index.js";
import { parseLessons } from "../src/lessons/index.js";
import { Chat, Day, maxWords, Zone } from "./day/inputs.js";
import { isNews } from "./day/lines.js";
import { type DayRun, day, dayIn, daysFrom } from "./day/sources.js";
import { counted, isNothing, quoted, Told, textOf, tried } from "./day/told.js";
import { Chosen, chosen, wording } from "./day/wording.js";
import { endLines, failureLines, lessonLines, Promotion, promotionsIn, rejectionLines } from "./weekly-reflection/patterns.js";

const DAYS = 7;

export const request = input(
  z.object({
    zone: Zone,
    day: Day.describe("the last of the seven days, YYYY-MM-DD; today in the zone if left out"),
    maxWords: maxWords(300),
    chat: Chat,
  }),
);

/** What seven days have in common, counted by code; and the lessons that keep coming back. */
export const week = gather("week", {
  needs: { request },
  uses: { day },
  output: z.object({ last: z.string(), told: Told, promotions: z.array(Promotion) }),
  timeoutMs: 300_000,
  run: async ({ request: { zone, day: asked } }, { day, now }) => {
    const at = now();
    const last = asked ?? dayIn(zone, at);
    const first = daysFrom(last, 1 - DAYS);
    const runs = new Map<string, DayRun>();
    const unread: string[] = [];
    for (let number = 0; number < DAYS; number += 1) {
      const date = daysFrom(first, number);
      const found = await tried(`What ran on ${date}`, day.runs({ day: date, zone }), []);
      for (const run of found.value) runs.set(run.run, run);
      unread.push(...found.unread);
    }
    const known = new Map<string, string>();
    const promotions: Promotion[] = [];
    for (const name of await day.lessonNames({})) {
      const { lessons } = parseLessons((await day.lessons({ name })).text);
      for (const { id, description } of lessons) known.set(id, description);
      promotions.push(...promotionsIn(name, lessons, at));
    }
    const all = [...runs.values()];
    return {
      last,
      promotions,
      told: {
        title: `Weekly reflection for ${first} to ${last}, days in ${zone}`,
        nothing: `${first} to ${last}: nothing of note ran (days in ${zone}).`,
        sections: [
          { name: "Failures by stage", lines: failureLines(all) },
          { name: "Rejected", lines: rejectionLines(all) },
          { name: "Runs", lines: endLines(all.filter(isNews)) },
          { name: "Lessons used", lines: lessonLines(all, known) },
          { name: "Lessons that keep coming back", lines: promotions.map(promotionLine) },
          { name: "Not read", lines: unread },
        ],
      },
    };
  },
});

export const plain = gather("plain", {
  needs: { request, week },
  output: z.string(),
  run: ({ request: { maxWords }, week: { told } }) => textOf(told, maxWords),
});

export const worded = each("worded", {
  needs: { request, week, plain },
  pipeline: wording({ of: "weekly-reflection", agent: new URL("weekly-reflection/AGENT.md", import.meta.url) }),
  over: ({ request: { maxWords }, week: { told }, plain }) => (isNothing(told) ? [] : [{ told, plain, maxWords }]),
  succeeds: atLeast(0),
});

export const text = gather("text", { needs: { plain, worded }, output: Chosen, run: ({ plain, worded }) => chosen(plain, worded) });

export const note = deliver("note", {
  needs: { week, text },
  to: day,
  call: (adapter, { week, text }) => adapter.addNote({ day: week.last, title: "Weekly reflection", text: text.text }),
});

export const send = deliver("send", {
  needs: { request, text },
  to: chat,
  call: (chat, { request, text }) => chat.send({ chat: request.chat, text: text.text }),
  timeoutMs: 60_000,
});

export const anything = decide("anything", {
  needs: { week },
  ways: { propose: "go on", rest: "stop" },
  choose: ({ week: { promotions } }) => (promotions.length > 0 ? "propose" : "rest"),
  because: () => "no lesson keeps coming back",
});

export const proposal = gather("proposal", { needs: { week }, output: z.array(Promotion), run: ({ week: { promotions } }) => promotions });

/** What is taken out of it is not promoted. */
export const approve = gate("approve", {
  tier: 4,
  shows: proposal,
  says: (shown) =>
    `Promote ${counted(shown.length, "lesson")} to the instructions: ${shown.map(({ description }) => quoted(description)).join(", ")}?`,
});

/** Instructions are changed by a person at a terminal alone: what was decided is noted, with what to type. */
export const decided = deliver("decided", {
  needs: { week, approve },
  to: day,
  call: (adapter, { week, approve }) =>
    adapter.addNote({
      day: week.last,
      title: "Lessons to promote",
      text: approve.length === 0 ? "None." : approve.map((one) => `- ${promotionLine(one)}`).join("\n"),
    }),
});

export default pipeline("weekly-reflection", {
  description: "What seven days have in common, counted by code, and the lessons that a person may promote",
  input: request,
  stages: [week, plain, worded, text, note, send, anything, proposal, approve, decided],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return Chosen.safeParse(outputs.text).data?.text ?? "";
}

function promotionLine({ name, id, description, seen }: Promotion): string {
  return `${quoted(description, 200)} was seen in ${counted(seen, "run")} (stagewright lessons promote ${name} ${id} --write).`;
}
