import { type Command, InvalidArgumentError, Option } from "commander";
import type { AnyPipeline } from "../dsl/index.js";
import { StagewrightError } from "../dsl/index.js";
import { type JsonSchema, jsonSchemaOf, readValue, type Shape, shapeOf } from "./json-schema.js";
import { nearest } from "./nearest.js";

/** One field of a pipeline's input, as a flag. */
export interface InputFlag {
  readonly field: string;
  /** With its dashes: `--day`. */
  readonly flag: string;
  readonly shape: Shape;
  readonly help: string;
  readonly isRequired: boolean;
  /** A switch that is off unless it is given, so that nobody needs its `--no-`. */
  readonly isOff: boolean;
}

/**
 * The flags that a pipeline's input schema stands for. A name in `reserved` (a flag that the command has itself)
 * gets the prefix `--input-`. A field whose name makes no flag is given with `--input` only.
 */
export function inputFlags(pipeline: AnyPipeline, reserved: readonly string[]): readonly InputFlag[] {
  const schema = pipeline.input.output && jsonSchemaOf(pipeline.input.output);
  const taken = new Set(reserved);
  return Object.entries(schema?.properties ?? {}).flatMap(([field, property]) => {
    const name = kebab(field);
    const flag = taken.has(`--${name}`) ? `--input-${name}` : `--${name}`;
    if (!/^[a-z][a-z0-9-]*$/.test(name) || taken.has(flag)) return [];
    taken.add(flag);
    const isRequired = schema?.required?.includes(field) === true && property.default === undefined;
    return [{ field, flag, shape: shapeOf(property), help: helpOf(property, isRequired), isRequired, isOff: property.default === false }];
  });
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replaceAll(/[_\s]+/g, "-")
    .toLowerCase();
}

function helpOf(property: JsonSchema, isRequired: boolean): string {
  const notes = isRequired ? ["(required)"] : property.default === undefined ? [] : [`(default: ${JSON.stringify(property.default)})`];
  const { choices } = shapeOf(property);
  if (choices !== undefined) notes.unshift(`(one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")})`);
  return [property.description ?? "", ...notes].join(" ").trim();
}

const PLACEHOLDER: Readonly<Record<Shape["kind"], string>> = {
  text: "text",
  number: "number",
  "whole number": "number",
  "yes or no": "yes-or-no",
  list: "value",
  JSON: "json",
  anything: "value",
};

/** Adds the flags to a command; what they are given is collected under the fields' names in `given`. */
export function addInputFlags(command: Command, flags: readonly InputFlag[], given: Map<string, unknown>): void {
  for (const { field, flag, shape, help, isOff } of flags) {
    if (shape.kind === "yes or no" && shape.choices === undefined) {
      command.addOption(new Option(flag, help));
      command.addOption(new Option(flag.replace("--", "--no-"), `not ${flag}`).hideHelp(isOff));
      command.on(`option:${flag.slice(2)}`, () => given.set(field, true));
      command.on(`option:no-${flag.slice(2)}`, () => given.set(field, false));
      continue;
    }
    const isList = shape.kind === "list" && shape.item !== undefined;
    const label = `${flag} <${PLACEHOLDER[isList ? (shape.item?.kind ?? "anything") : shape.kind]}>`;
    const option = new Option(label, isList ? `${help} (may be given several times)`.trim() : help);
    option.argParser((text: string) => {
      if (isList) given.set(field, [...listSoFar(given.get(field)), read(shape.item ?? shape, text)]);
      else given.set(field, read(shape, text));
      return given.get(field);
    });
    command.addOption(option);
  }
}

function listSoFar(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function read(shape: Shape, text: string): unknown {
  const got = readValue(shape, text);
  if ("value" in got) return got.value;
  const near = shape.choices && nearest(text, shape.choices.map(String));
  throw new InvalidArgumentError(`it takes ${got.expected}${near === undefined ? "" : `: did you mean "${near}"?`}`);
}

/** The flags over the file of `--input`; an input that is no object has no flags, and is the file's value as it is. */
export function inputValue(whole: unknown, given: ReadonlyMap<string, unknown>, flags: readonly InputFlag[]): unknown {
  if (whole !== undefined && given.size === 0) return whole;
  if (whole !== undefined && (typeof whole !== "object" || whole === null || Array.isArray(whole))) {
    throw new StagewrightError("usage/input", "the value of --input is no object, so no flag can change a field of it", {
      hint: `leave out ${flags
        .filter(({ field }) => given.has(field))
        .map(({ flag }) => flag)
        .join(", ")}`,
    });
  }
  if (flags.length === 0 && given.size === 0 && whole === undefined) return {};
  const value = { ...whole, ...Object.fromEntries(given) };
  const missing = flags.filter(({ field, isRequired }) => isRequired && !Object.hasOwn(value, field)).map(({ flag }) => flag);
  if (missing.length === 0) return value;
  throw new StagewrightError(
    "usage/input",
    `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing: the pipeline cannot start without`,
    {
      hint: "give the whole input with --input <file>, or each field by its flag; --help lists them",
    },
  );
}

/** Says by their flags which fields do not fit. Throws `run/input`, as the runner would. */
export function assertInput(pipeline: AnyPipeline, value: unknown, flags: readonly InputFlag[]): void {
  const parsed = pipeline.input.output?.safeParse(value);
  if (parsed === undefined || parsed.success) return;
  const faults = parsed.error.issues.map(({ path, message }) => {
    const flag = flags.find(({ field }) => field === path[0])?.flag ?? (path.length === 0 ? "the whole" : String(path[0]));
    return `${[flag, ...path.slice(1)].map(String).join(".")}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  });
  throw new StagewrightError("run/input", [`pipeline "${pipeline.name}" does not take this input:`, ...faults].join("\n"), {
    hint: `\`stagewright run ${pipeline.name} --help\` lists what it takes`,
  });
}
