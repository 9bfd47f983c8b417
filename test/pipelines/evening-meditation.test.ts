import assert from "node:assert/strict";
import { test } from "node:test";
import { openPromises, promisesIn, proposalsFrom } from "../../pipelines/evening-meditation/promises.js";
import meditation, { report } from "../../pipelines/evening-meditation.js";
import { thrown } from "../dsl/thrown.js";
import { assertDone, event, message, ran, runOf, type Surroundings, waiting } from "./day-rig.js";

const MESSAGES = [
  message("m1", "in", "We need the berths in metres. I'll send the list by Friday.", { from: "harbour", channel: "email", thread: "t2" }),
  message("m2", "out", "I will send you the plan in metres.", { from: "chief", at: "2026-03-19T07:30:00.000Z", thread: "t2" }),
  message("m3", "out", "Here it is, as promised.", { from: "chief", at: "2026-03-19T09:00:00.000Z", thread: "t2" }),
  message("m4", "in", "Count on me for the catalogue.", { from: "printer", at: "2026-03-19T09:10:00.000Z", thread: "t3" }),
];

const DAY_OF_WORK: Surroundings = {
  messages: MESSAGES,
  events: [event("Stand-up", "2026-03-19T09:30:00+02:00", "2026-03-19T09:45:00+02:00")],
  runs: [
    waiting("publisher-1", "2026-03-18T22:10:00.000Z", "Publish the post?"),
    runOf({ run: "workboard-1", pipeline: "workboard", status: "failed", failedAt: "board", because: "no such folder" }),
    runOf({ run: "dossier-1", pipeline: "dossier" }),
  ],
  day: {
    notes: () => ({
      log: "# 2026-03-19\n\n- 09:40 The planner was shown to the harbour office.\n\n## Evening meditation\n\nOld.\n\n<!-- stagewright:00000000000000000000000000000000 -->\n",
      journal: ["## In the evening\n\nMetres are in."],
    }),
  },
};

const PLAIN = `Evening meditation for 2026-03-19, times in Europe/Bucharest

Done:
- workboard failed at 02:30 at "board": "no such folder" (run workboard-1).
- dossier was done at 02:30 (run dossier-1).

Noted:
- "09:40 The planner was shown to the harbour office."
- "Metres are in."

On the calendar:
- 09:30 to 09:45, "Stand-up".

Messages:
- 2 came in and 2 went out.

Promised, and still open:
- harbour wrote at 09:00 on email: "I'll send the list by Friday."

Questions for tomorrow:
- What is to be decided here? publisher waits for a decision at "approve" since 00:10, for 9 hours: "Publish the post?" (stagewright approve publisher-1).
- Why did workboard fail at "board" (run workboard-1)?
- Is this done, harbour? "I'll send the list by Friday."`;

function noted({ used }: Awaited<ReturnType<typeof ran>>): readonly unknown[] {
  return used.day.noted.flatMap(({ call, request }) => (call === "addNote" ? [request] : []));
}

test("without a language model the day stands in its log as code has found it, and is not sent", async () => {
  const done = await ran(meditation, {}, DAY_OF_WORK);
  assertDone(done);
  assert.deepEqual(noted(done), [{ day: "2026-03-19", title: "Evening meditation", text: PLAIN }]);
  assert.deepEqual(done.sent, []);
  assert.equal(done.stopped?.because, "it stands in recording:2026-03-19.md, and nobody wants it sent");
  assert.equal(report({ outputs: { text: await done.outputOf("text") } }), PLAIN);
  const [worded] = (await done.outputOf("worded")) as { readonly status: string }[];
  assert.equal(worded?.status, "done", "the plain text passes the checks that a model's text must pass");
});

const CLOSING = 'The workboard failed at 02:30 at "board" (run workboard-1). The printer wrote "Count on me for the catalogue."';

test("a model's proposal counts where its words stand in the message, and its text where the facts carry it", async () => {
  const proposals = JSON.stringify([
    { message: "m4", quote: "count on me for the catalogue" },
    { message: "m4", quote: "I will print it tomorrow" },
    { message: "m9", quote: "Count on me" },
  ]);
  const done = await ran(meditation, { send: true }, { ...DAY_OF_WORK, said: [proposals, CLOSING] });
  assertDone(done);
  const { open, dropped } = (await done.outputOf("promises")) as {
    readonly open: readonly { readonly quote: string }[];
    readonly dropped: number;
  };
  assert.deepEqual([open.map(({ quote }) => quote), dropped], [["I'll send the list by Friday.", "Count on me for the catalogue."], 2]);
  assert.deepEqual(done.sent, [CLOSING]);
  assert.deepEqual(noted(done), [{ day: "2026-03-19", title: "Evening meditation", text: CLOSING }]);
});

test("a model that invents, or answers in no form, leaves the rules and the plain text", async () => {
  const invented = "Maria promised 300 EUR by Monday.";
  const done = await ran(meditation, {}, { ...DAY_OF_WORK, said: ["Nobody.", "Nobody.", invented, invented, invented] });
  assertDone(done);
  assert.deepEqual(noted(done), [{ day: "2026-03-19", title: "Evening meditation", text: PLAIN }]);
});

test("an empty day is noted in one line, and asks no model", async () => {
  const done = await ran(meditation, {}, { said: [] });
  assertDone(done);
  assert.deepEqual(noted(done), [
    {
      day: "2026-03-19",
      title: "Evening meditation",
      text: "2026-03-19: nothing ran, nothing was written, and nothing is open (times in Europe/Bucharest).",
    },
  ]);
});

test("promises are found in six languages, and questions and courtesies are none", () => {
  const found = (body: string) => promisesIn([message("m", "in", body)]).length;
  const promises = [
    "I’ll call you.",
    "Îți trimit lista mâine.",
    "Ich schicke es morgen.",
    "Je vais le faire.",
    "Te envío el plano.",
    "Ti mando la lista.",
  ];
  assert.deepEqual(
    promises.filter((body) => found(body) !== 1),
    [],
  );
  const others = ["I'll be happy to hear from you.", "Will I see you?", "The list was sent.", "> I will send it", "I voice my thanks."];
  assert.deepEqual(
    others.filter((body) => found(body) !== 0),
    [],
  );
});

test("a promise is open until whoever gave it says in the same thread that it is done", () => {
  const promise = message("a", "in", "I will send it.", { from: "ana", thread: "t" });
  const kept = message("b", "in", "Sent!", { from: "ana", thread: "t" });
  const open = (...messages: readonly ReturnType<typeof message>[]) => openPromises(promisesIn(messages), messages).open.length;
  assert.equal(open(promise), 1);
  assert.equal(open(promise, kept), 0);
  assert.equal(open(kept, promise), 1);
  assert.equal(open(promise, { ...kept, from: "radu" }), 1);
  assert.equal(open(promise, { ...kept, thread: "other" }), 1);
});

test("an answer that is no list of promises is refused", () => {
  assert.equal(thrown(() => proposalsFrom("none")).message, "the answer is no list of promises");
  assert.deepEqual(proposalsFrom('```json\n[{"message":"m","quote":"q"}]\n```'), [{ message: "m", quote: "q" }]);
});
