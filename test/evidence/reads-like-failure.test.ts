import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalsOf } from "../../src/evidence/index.js";

const isRefused = (text: string, shown: readonly string[] = []) =>
  refusalsOf({ text, shown, succeeded: 1, artifacts: [], sinceMs: 0 }).length > 0;

for (const text of [
  "I could not find the file.",
  "I was unable to finish the report.",
  "We weren't able to reach the server.",
  "I'm not able to write files.",
  "I’ve failed to compile it.",
  "Unfortunately, I can't do that.",
  "Could not write notes.md.",
  "The work is there. The task could not be completed.",
  "Error: ENOENT, no such file",
  "Ich konnte die Datei nicht finden.",
  "Leider konnte ich den Bericht nicht schreiben.",
  "Es war mir nicht möglich, den Server zu erreichen.",
  "Die Aufgabe ist gescheitert.",
  "Fehler: keine Rechte",
  "Nu am putut găsi fișierul.",
  "N-am reușit să scriu raportul.",
  "Din păcate, nu pot continua.",
  "Imposibil de citit fișierul.",
  '{"summary": "I could not read the source."}',
  '```json\n{"notes": ["fine", "Unable to open the page."]}\n```',
  "`I could not do it`",
]) {
  test(`"${text.replaceAll("\n", " ")}" reads like a failure`, () => assert.ok(isRefused(text)));
}

for (const text of [
  "The report is written: three sections, twelve sources.",
  "The server could not be reached from Monday on, since its disk was full.",
  'The build stops with "I was unable to open the lock", which comes from a second process.',
  "The log says:\n\n```\nError: could not connect\n```\n\nThe port was wrong; it is mended.",
  "> I could not connect\n\nThat line comes from the old client.",
  "I could not find any other caller of this function.",
  "I could not reproduce the crash after the fix.",
  "Der Server konnte nicht starten, weil der Port belegt war.",
  "Serverul nu a putut porni din cauza portului.",
  "Errors are now handled in one place.",
  '{"cause": "the message \\"could not connect\\" comes from the pool", "fixed": true}',
]) {
  test(`"${text.replaceAll("\n", " ")}" does not`, () => assert.ok(!isRefused(text)));
}

test("a sentence that the task or a tool's result holds word for word is a quotation, with or without marks", () => {
  const line = "Unable to open the lock file.";
  assert.ok(isRefused(line));
  assert.ok(!isRefused(line, ["Which line of the log names the fault?", "12:00 start\n12:01 unable to open the lock file.\n"]));
});
