import assert from "node:assert/strict";
import { test } from "node:test";
import { isCorrection } from "../../../adapters/day/corrections.js";

const CORRECTIONS = [
  "No, it was Tuesday.",
  "Too long",
  "Thanks, but too formal.",
  "Actually, the meeting is at ten.",
  "That's not what I asked",
  "Please don't use bullet points.",
  "Good post. Next time leave the hashes out.",
  "You forgot the harbour.",
  "It should have been in metres",
  "Nu, era marți.",
  "Data viitoare scrie mai scurt.",
  "Prea lung!",
  "Greșit: sunt 12.",
  "Nein, das stimmt nicht.",
  "Das ist falsch.",
  "Beim nächsten Mal bitte kürzer.",
  "Bitte keine Listen. Nie wieder Emojis.",
  "Non, c'était mardi.",
  "La prochaine fois, plus court.",
  "Trop long.",
  "Demasiado largo.",
  "La próxima vez sin listas.",
  "Troppo lungo, grazie",
  "Da próxima vez, mais curto",
  "> The post is out\nWrong number in the title",
];
const OTHERS = [
  "",
  "no",
  "No.",
  "No problem",
  "No, thanks",
  "Never mind.",
  "Thanks!",
  "Great, send it.",
  "Looks good to me, no changes.",
  "What is running?",
  "Nu, mulțumesc.",
  "Nu știu",
  "Nein danke",
  "Non, merci",
  "It should be fine.",
  "You got it!",
  "> no, that is wrong\nI agree with that",
  "I know that nothing is wrong with it",
];

test("an answer that puts something right is known by how it begins, in seven languages", () => {
  assert.deepEqual(
    CORRECTIONS.filter((text) => !isCorrection(text)),
    [],
  );
});

test("thanks, a bare no, politeness, questions and what is only quoted are no corrections", () => {
  assert.deepEqual(OTHERS.filter(isCorrection), []);
});
