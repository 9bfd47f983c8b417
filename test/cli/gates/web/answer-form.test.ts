import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { answerFields, readAnswer } from "../../../../src/cli/gates/answer-fields.js";
import { fieldHtml } from "../../../../src/cli/gates/web/answer-form.js";
import { jsonSchemaOf } from "../../../../src/cli/json-schema.js";

const Trip = z.object({
  to: z.string().describe("where it goes"),
  day: z.iso.date(),
  seats: z.int().min(1).default(2),
  price: z.number().optional(),
  tone: z.enum(["warm", "dry"]),
  late: z.boolean(),
  stops: z.array(z.string()).optional(),
  room: z.object({ floor: z.int() }).optional(),
});

function read(schema: z.ZodType, typed: Readonly<Record<string, string>>) {
  const fields = answerFields(jsonSchemaOf(schema));
  const id = (name: string) => fields.find((field) => field.name === name)?.id ?? fields[0]?.id ?? "";
  const byId = new Map(Object.entries(typed).map(([name, text]) => [id(name), text]));
  const got = readAnswer(fields, (one) => byId.get(one) ?? "", schema);
  if ("answer" in got) return got.answer;
  return Object.fromEntries([...got.errors].map(([at, message]) => [fields.find((field) => field.id === at)?.name ?? "", message]));
}

test("each field of the schema is read as its type; one that is left empty and may be is left out", () => {
  const typed = {
    to: " Sinaia ",
    day: "2026-03-20",
    seats: "4",
    price: "1.5",
    tone: "dry",
    late: "no",
    stops: '["A"]',
    room: '{"floor": 2}',
  };
  assert.deepEqual(read(Trip, typed), {
    to: " Sinaia ",
    day: "2026-03-20",
    seats: 4,
    price: 1.5,
    tone: "dry",
    late: false,
    stops: ["A"],
    room: { floor: 2 },
  });
  assert.deepEqual(read(Trip, { to: "x", day: "2026-03-20", tone: "warm", late: "yes" }), {
    to: "x",
    day: "2026-03-20",
    tone: "warm",
    late: true,
  });
});

test("what does not fit is said at its field, all of it at once", () => {
  assert.deepEqual(read(Trip, { seats: "many", price: "x", tone: "loud", stops: "[", room: "-" }), {
    to: "to is needed",
    day: "day is needed",
    seats: "seats takes a whole number",
    price: "price takes a number",
    tone: 'tone takes one of "warm", "dry"',
    late: "late is needed",
    stops: "stops takes JSON",
    room: "room takes JSON",
  });
});

test("what only the schema can tell is said at the field that it is about", () => {
  assert.deepEqual(read(Trip, { to: "x", day: "20 March", seats: "0", tone: "dry", late: "no", room: '{"floor": "up"}' }), {
    day: "Invalid ISO date",
    seats: "Too small: expected number to be >=1",
    room: "Invalid input: expected number, received string",
  });
});

test("an answer that is no object has one field, and names are only names", () => {
  assert.equal(read(z.number(), { any: "3" }), 3);
  assert.deepEqual(read(z.number(), { any: "" }), { "": "the answer is needed" });
  const odd = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}, "required": ["__proto__"]}');
  const got = readAnswer(answerFields(odd), () => "x", undefined);
  assert.equal(JSON.stringify(got), '{"answer":{"__proto__":"x"}}');
});

test("a field has its label, what is known of it, what is wrong, and what was typed", () => {
  const fields = answerFields(jsonSchemaOf(Trip));
  const drawn = (name: string, typed?: string, error?: string) => {
    const field = fields.find((one) => one.name === name);
    return field && fieldHtml(field, typed, error).toString();
  };
  assert.equal(
    drawn("to", '"<b>', "to is odd"),
    `<div class="field">
<label for="answer-1">to</label>
<p class="hint" id="answer-1-hint">where it goes</p>
<p class="error" id="answer-1-error">to is odd</p>
<input id="answer-1" name="answer-1" type="text" value="&quot;&lt;b&gt;" autocomplete="off" aria-describedby="answer-1-hint answer-1-error" aria-invalid="true" aria-required="true">
</div>`,
  );
  assert.match(drawn("day") ?? "", /type="date" value=""/);
  assert.match(drawn("day", "20 March") ?? "", /type="text" value="20 March"/);
  assert.match(drawn("seats") ?? "", /may be left empty; a whole number<\/p>\n\n?<input [^>]*inputmode="numeric" value="2"/);
  assert.match(drawn("price") ?? "", /inputmode="decimal" value=""/);
  assert.match(
    drawn("tone", "dry") ?? "",
    /<option value="">choose<\/option><option value="warm">warm<\/option><option value="dry" selected>/,
  );
  assert.match(drawn("late") ?? "", /<option value="yes">yes<\/option><option value="no">no<\/option>/);
  assert.match(drawn("stops", "\n[") ?? "", /a list as JSON<\/p>[\s\S]*<textarea [^>]*>\n\n\[<\/textarea>/);
});
