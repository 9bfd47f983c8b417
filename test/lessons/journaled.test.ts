import assert from "node:assert/strict";
import { test } from "node:test";
import { lessonsRanked, overlayText, RankingAnswer } from "../../src/runner/lessons-ranked.js";
import { options } from "../runner/rig.js";

test("a ranking that an older journal holds gives the overlay that it gave then", () => {
  const ranked = ["a", "b", "c", "d", "e", "f"].map((letter, index) => ({
    lesson: { at: "2026-03-18", severity: 5 - (index % 5), lesson: `Do\n${letter}.`, line: index + 1 },
    ageDays: 1,
    weight: 4,
  }));
  const answer = RankingAnswer.parse({ now: "2026-03-19T08:00:04.000Z", considered: 6, skipped: [], ranked });
  assert.equal(overlayText(answer), "## Lessons from earlier runs\n\n- Do a.\n- Do b.\n- Do c.\n- Do d.\n- Do e.\n");
});

test("a ranking is journaled with what each lesson says and why it weighs so, and its overlay is fenced", async () => {
  const line = '{"at":"2026-03-19","id":"l-1","severity":"error","category":"FORM","description":"Name the <file>.","fix":"its path"}';
  const sources = { instructions: async () => "", lessons: async () => line };
  const settings = { ...options({ sources }), guards: {}, folder: "", graceMs: 1, lookupMs: 1, by: "ana", onEvent: () => {}, sources };
  const answer = await lessonsRanked(settings, { lessons: "mine", stage: "draft", pipeline: "post", task: "Write." });
  assert.deepEqual(answer, {
    now: "2026-03-19T08:00:00.000Z",
    considered: 1,
    skipped: [],
    ranked: [
      {
        lesson: { id: "l-1", line: 1, at: "2026-03-19", severity: "error", category: "FORM", lesson: "Name the <file>.", fix: "its path" },
        ageDays: 1 / 3,
        weight: 5 * 0.5 ** (1 / 90) * 0.8,
        factors: { severity: 5, decay: 0.5 ** (1 / 90), relevance: 0.8, reinforcement: 1, fading: 1 },
      },
    ],
    form: "fenced",
  });
  assert.match(overlayText(RankingAnswer.parse(answer)), /\n<lessons>\n- Name the &lt;file>\. \(fix: its path\)\n<\/lessons>\n$/);
});
