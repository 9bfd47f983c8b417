import { z } from "zod";
import { chat, type Issue, issues } from "../../adapters/index.js";
import { type AnyPipeline, atLeast, decide, deliver, each, gather, input, pipeline, tasks } from "../../src/dsl/index.js";
import { Amount, NOTHING_SPENT, plus, Spent, shortOf } from "./budget.js";
import { Item, NotBegun, sorted, Wish, wishIn } from "./items.js";
import { type Became, becameOf, minutesBetween, Night, reportOf } from "./report.js";
import { runs } from "./runs.js";
import { wording } from "./words.js";

const Most = Amount.extend({ items: z.int().nonnegative() });
const Taken = Spent.extend({ begun: z.int() });

export const request = input(
  z.object({
    folder: z.string().min(1).optional().describe("whose issues: a folder of Markdown files, or owner/name on GitHub"),
    label: z.string().min(1).default("overnight").describe("the label of the issues that are taken"),
    authors: z.array(z.string()).default([]).describe("whose issues alone are taken; everybody's by default"),
    items: z.array(Wish).default([]).describe("what is to be done beside them"),
    maxUsd: z.number().nonnegative().default(2).describe("the most that the night may cost, in US dollars"),
    maxTokens: z.int().nonnegative().default(1_000_000).describe("the most tokens that it may take"),
    maxMinutes: z.int().positive().default(480).describe("how long after its beginning an item may still be under way"),
    maxItems: z.int().nonnegative().default(20).describe("the most items that are begun"),
    itemUsd: z.number().nonnegative().default(0.2).describe("what an item may cost that does not say so itself"),
    itemTokens: z.int().nonnegative().default(50_000).describe("the tokens that it may take, likewise"),
    itemMinutes: z.int().nonnegative().default(30).describe("the minutes, likewise"),
    chat: z.string().min(1).default("terminal").describe("which chat the morning report goes to"),
  }),
);

/**
 * The overnight shift over these pipelines: what is open, by priority, one after the other, each as a run of its own below this one,
 * within a budget; then the morning report. An item that waits for a person leaves the others to go on, and the report does not wait
 * for it.
 *
 * @example
 * export default overnightOf({ builder, dossier });
 */
export function overnightOf(kinds: Readonly<Record<string, AnyPipeline>>) {
  /** What is open, and what of that cannot be begun, whoever would begin it. */
  const open = gather("open", {
    needs: { request },
    uses: { issues },
    output: z.object({ items: z.array(Item), refused: z.array(NotBegun), most: Most }),
    timeoutMs: 600_000,
    run: async ({ request }, { issues }) => {
      const { folder: repo, label, authors, maxUsd, maxTokens, maxMinutes, maxItems, itemUsd, itemTokens, itemMinutes } = request;
      const found: Issue[] = [];
      let after: string | null | undefined;
      do {
        const page = await issues.list({ repo, state: "open", labels: [label], ...(after && { after }) });
        for (const { number, author } of page.issues) {
          if (authors.length > 0 && !authors.includes(author ?? "")) continue;
          const issue = await issues.read({ repo, number });
          if (issue?.state === "open") found.push(issue);
        }
        after = page.next;
      } while (after !== null);
      const asked = [...request.items.map((wish) => ({ wish, from: "the list" })), ...found.map(wishIn)];
      const need = { usd: itemUsd, tokens: itemTokens, minutes: itemMinutes };
      return { ...sorted(asked, { kinds, need }), most: { usd: maxUsd, tokens: maxTokens, minutes: maxMinutes, items: maxItems } };
    },
  });

  const shift = tasks("shift", {
    needs: { request, open },
    kinds: { night: nightOf(kinds), words, morning },
    // One after the other, and none needs another: each comes once nothing of the one before goes on, whether that has ended or waits.
    concurrency: 1,
    plan: () => [
      { name: "night", kind: "night" },
      { name: "words", kind: "words" },
      { name: "morning", kind: "morning" },
    ],
    input: ({ request: { chat }, open: { items, refused, most } }, { task }) =>
      task.kind === "night" ? { items, most } : { items, refused, most, chat },
  });

  const summary = gather("report", {
    needs: { shift },
    output: z.string(),
    run: ({ shift }) => {
      const found = shift.tasks.find(({ task }) => task.name === "morning");
      return found?.status === "done" ? z.string().parse(found.output) : "";
    },
  });

  return pipeline("overnight", {
    description: "What is open, by priority and within a budget, each as a run of its own; and a report in the morning",
    input: request,
    stages: [open, shift, summary],
  });
}

function nightOf(kinds: Readonly<Record<string, AnyPipeline>>): AnyPipeline {
  const asked = input(z.object({ items: z.array(Item), most: Most }));
  const begun = gather("begun", { needs: { asked }, output: z.string(), run: (_, { now }) => now().toISOString() });
  const items = tasks("items", {
    needs: { asked, begun },
    kinds: Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, itemOf(name, kind)])),
    // One after the other, so that what the last one took is known before the next begins.
    concurrency: 1,
    succeeds: atLeast(0),
    plan: ({ asked }) => asked.items.map((item) => ({ name: item.name, kind: item.pipeline, title: item.title, about: item })),
    input: ({ asked: { most }, begun }, { task, note, tasks }) => {
      // What waits for a person has not told yet what it took.
      const waiting = tasks.flatMap((one) => {
        if (one.status !== "running" || one.task.name === task.name) return [];
        const { name, needs } = Item.parse(one.task.about);
        return [{ name, needs }];
      });
      return { item: task.about, begun, most, taken: { ...note, begun: note.begun + waiting.length }, waiting };
    },
    note: {
      schema: Taken,
      first: { ...NOTHING_SPENT, begun: 0 },
      next: (taken, result) =>
        result.status === "done"
          ? { ...plus(taken, Spent.parse(result.output)), begun: taken.begun + 1 }
          : // It was not begun; one that failed beside its own run has taken what nobody can say.
            { ...taken, begun: taken.begun + (result.status === "failed" ? 1 : 0) },
    },
  });
  return pipeline("overnight-night", { input: asked, stages: [begun, items] });
}

/** One item: begun only where the rest of the budget can carry it. Its own run may fail; what it took is known either way. */
function itemOf(name: string, kind: AnyPipeline): AnyPipeline {
  const waiting = z.array(z.object({ name: z.string(), needs: Amount }));
  const asked = input(z.object({ item: Item, begun: z.string(), most: Most, taken: Taken, waiting }));
  const shortage = gather("shortage", {
    needs: { asked },
    uses: { runs },
    output: z.string().nullable(),
    run: async ({ asked: { item, begun, most, taken, waiting } }, { runs, now }) => {
      const reserved = { usd: 0, tokens: 0 };
      for (const { name, needs } of waiting) {
        // It may go on to what it needs, and may have taken more already.
        const spent = (await runs.beside({ task: name }))?.spent ?? NOTHING_SPENT;
        reserved.usd += Math.max(needs.usd, spent.usd);
        reserved.tokens += Math.max(needs.tokens, spent.tokens);
      }
      const minutes = (now().getTime() - Date.parse(begun)) / 60_000;
      return shortOf(item.needs, { most, taken, reserved, minutes }) ?? null;
    },
  });
  const room = decide("room", {
    needs: { shortage },
    ways: { begin: "go on", full: "stop" },
    choose: ({ shortage }) => (shortage === null ? "begin" : "full"),
    because: ({ shortage }) => shortage ?? "there is room",
  });
  const work = each("work", { needs: { asked }, pipeline: kind, over: ({ asked: { item } }) => [item.input], succeeds: atLeast(0) });
  const spent = gather("spent", {
    needs: { work },
    uses: { runs },
    output: Spent,
    run: async ({ work: [done] }, { runs }) => (done && (await runs.read({ run: done.run })))?.spent ?? NOTHING_SPENT,
  });
  return pipeline(`overnight-${name}`, { input: asked, stages: [shortage, room, work, spent] });
}

const left = input(z.object({ items: z.array(Item), refused: z.array(NotBegun), most: Most, chat: z.string() }));

/** All that the report says, from the journals of the night. */
const night = gather("night", {
  needs: { left },
  uses: { runs },
  output: Night,
  run: async ({ left: { items, refused, most } }, { runs, now }) => {
    const at = now().toISOString();
    const whole = await runs.beside({ task: "night" });
    const found: Became[] = [];
    const notBegun: NotBegun[] = [];
    for (const item of items) {
      const child = whole?.children.find(({ task }) => task === item.name);
      const about = child === undefined ? null : await runs.read({ run: child.run });
      const own = about?.children.find(({ stage }) => stage === "work");
      const became = becameOf(item, { about, work: own === undefined ? null : await runs.read({ run: own.run }) });
      if ("why" in became) notBegun.push(became);
      else found.push(became);
    }
    const [from, to] = [whole?.startedAt ?? at, whole?.lastAt ?? at];
    return {
      from,
      to,
      items: found,
      notBegun: [...notBegun, ...refused],
      spent: whole?.spent ?? NOTHING_SPENT,
      minutes: minutesBetween(from, to),
      most,
    };
  },
});

const said = each("said", {
  needs: { night },
  pipeline: wording,
  // Where an item waits for money, there is none for words.
  over: ({ night }) => {
    const { items, notBegun } = night;
    const isShort = items.some(({ waits }) => waits.some(({ on }) => on === "budget"));
    return isShort || items.length + notBegun.length === 0 ? [] : [night];
  },
  succeeds: atLeast(0),
});

const words = pipeline("overnight-sentences", {
  input: left,
  stages: [
    night,
    said,
    gather("words", { needs: { said }, output: z.string(), run: ({ said: [words] }) => (words?.status === "done" ? words.output : "") }),
  ],
});

const text = gather("text", {
  needs: { night },
  uses: { runs },
  output: z.string(),
  run: async ({ night }, { runs }) => {
    const said = await runs.beside({ task: "words" });
    return reportOf(night, said?.status === "done" ? (said.output ?? "") : "");
  },
});

const told = deliver("told", {
  needs: { left, text },
  to: chat,
  timeoutMs: 120_000,
  call: async (chat, { left: { chat: to }, text }) => {
    await chat.send({ chat: to, text });
    return text;
  },
});

const morning = pipeline("overnight-morning", { input: left, stages: [night, text, told] });
