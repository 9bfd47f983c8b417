import assert from "node:assert/strict";
import test from "node:test";
import { Command } from "commander";
import { z } from "zod";
import { addInputFlags, assertInput, inputFlags, inputValue } from "../../src/cli/input-flags.js";
import { gather, input, pipeline } from "../../src/dsl/index.js";

const one = gather("one", { output: z.string(), run: () => "" });

function flagsOf(schema: z.ZodType, args: readonly string[] = []) {
  const made = pipeline("made", { input: input(schema), stages: [one] });
  const flags = inputFlags(made, ["--model", "--help", "--no-help"]);
  const command = new Command("run").exitOverride().configureOutput({ outputError: () => {} });
  const given = new Map<string, unknown>();
  addInputFlags(command, flags, given);
  command.parse([...args], { from: "user" });
  return { made, flags, command, given: Object.fromEntries(given) };
}

test("each field is a flag in kebab case with its description, its choices and its default", () => {
  const { flags } = flagsOf(
    z.object({
      day: z.string().default("today").describe("the day"),
      maxWords: z.int().optional(),
      repoURL: z.string(),
      mood: z.enum(["glad", "grim"]).optional().describe("how it sounds"),
    }),
  );
  assert.deepEqual(
    flags.map(({ field, flag, help }) => [field, flag, help]),
    [
      ["day", "--day", 'the day (default: "today")'],
      ["maxWords", "--max-words", ""],
      ["repoURL", "--repo-url", "(required)"],
      ["mood", "--mood", 'how it sounds (one of "glad", "grim")'],
    ],
  );
});

test("a field that is called like a flag of the command gets a prefix", () => {
  const { flags, given } = flagsOf(z.object({ model: z.string(), inputModel: z.string().optional() }), ["--input-model", "tiny"]);
  assert.deepEqual(
    flags.map(({ flag }) => flag),
    ["--input-model", "--input-input-model"],
  );
  assert.deepEqual(given, { model: "tiny" });
});

test("a field whose name makes no flag is given with the whole input only", () => {
  assert.deepEqual(flagsOf(z.object({ ţară: z.string().optional(), "": z.string().optional() })).flags, []);
});

test("flags are read as the types of their fields, and lists may be given several times", () => {
  const schema = z.object({
    n: z.number(),
    loud: z.boolean(),
    tag: z.array(z.string()),
    ids: z.array(z.int()),
    box: z.object({ a: z.int() }),
  });
  const args = ["--n", "1.5", "--loud", "--tag", "a", "--tag", "b", "--ids", "1", "--box", '{"a":1}'];
  assert.deepEqual(flagsOf(schema, args).given, { n: 1.5, loud: true, tag: ["a", "b"], ids: [1], box: { a: 1 } });
});

test("a switch is turned off with --no-, and is left to its default where nothing is said", () => {
  const schema = z.object({ loud: z.boolean().default(true) });
  assert.deepEqual(flagsOf(schema, ["--no-loud"]).given, { loud: false });
  assert.deepEqual(flagsOf(schema).given, {});
  assert.match(flagsOf(schema).command.helpInformation(), /--no-loud +not --loud/);
  assert.doesNotMatch(flagsOf(z.object({ loud: z.boolean().default(false) })).command.helpInformation(), /--no-loud/);
});

test("a value of the wrong kind is refused with what is expected, and the nearest choice", () => {
  const refused = (schema: z.ZodType, args: string[], message: string) => assert.throws(() => flagsOf(schema, args), { message });
  refused(z.object({ n: z.int() }), ["--n", "x"], "error: option '--n <number>' argument 'x' is invalid. it takes a whole number");
  refused(
    z.object({ mood: z.enum(["glad", "grim"]) }),
    ["--mood", "gald"],
    `error: option '--mood <text>' argument 'gald' is invalid. it takes one of "glad", "grim": did you mean "glad"?`,
  );
});

test("a schema that is no object has no flags", () => {
  assert.deepEqual(flagsOf(z.string()).flags, []);
});

test("flags win over the fields of the whole input", () => {
  const { flags } = flagsOf(z.object({ a: z.string(), b: z.string() }));
  assert.deepEqual(inputValue({ a: "1", b: "2" }, new Map([["b", "3"]]), flags), { a: "1", b: "3" });
  assert.deepEqual(inputValue({ a: "1", b: "2" }, new Map(), flags), { a: "1", b: "2" });
  assert.deepEqual(inputValue(undefined, new Map(), []), {});
});

test("fields that must be given and are not are named by their flags", () => {
  const { flags } = flagsOf(z.object({ a: z.string(), bC: z.string(), d: z.string().optional() }));
  assert.throws(() => inputValue(undefined, new Map(), flags), {
    code: "usage/input",
    message: "--a, --b-c are missing: the pipeline cannot start without",
    hint: "give the whole input with --input <file>, or each field by its flag; --help lists them",
  });
});

test("a flag cannot change a field of an input that is no object", () => {
  const { flags } = flagsOf(z.object({ a: z.string() }));
  assert.throws(() => inputValue([1], new Map([["a", "x"]]), flags), {
    message: "the value of --input is no object, so no flag can change a field of it",
    hint: "leave out --a",
  });
});

test("an input that the schema refuses is told flag by flag", () => {
  const { made, flags } = flagsOf(z.object({ day: z.iso.date(), box: z.object({ n: z.int() }) }));
  assert.throws(() => assertInput(made, { day: "2026-13-01", box: { n: "x" } }, flags), {
    code: "run/input",
    message: 'pipeline "made" does not take this input:\n--day: invalid ISO date\n--box.n: invalid input: expected number, received string',
  });
  assert.throws(() => assertInput(made, 7, flags), { message: /the whole: invalid input: expected object, received number$/ });
  assertInput(made, { day: "2026-03-19", box: { n: 1 } }, flags);
});
