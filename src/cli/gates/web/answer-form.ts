import type { JsonSchema, Shape } from "../../json-schema.js";
import type { AnswerField } from "../answer-fields.js";
import { type Html, html } from "./html.js";

/** The field with its label, what is known of it, what is wrong with it, and what was typed. */
export function fieldHtml(
  { id, name, schema, shape, isRequired }: AnswerField,
  typed: string | undefined,
  error: string | undefined,
): Html {
  const value = typed ?? asText(schema.default);
  const hints = [schema.description, isRequired ? undefined : "may be left empty", hintOf(shape, schema)].filter(
    (hint) => hint !== undefined,
  );
  const about = [hints.length > 0 && `${id}-hint`, error !== undefined && `${id}-error`].filter((one) => typeof one === "string").join(" ");
  return html`<div class="field">
<label for="${id}">${name ?? "answer"}</label>
${hints.length > 0 ? html`<p class="hint" id="${id}-hint">${hints.join("; ")}</p>` : undefined}
${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
${control({ id, schema, shape, value, attributes: attributesOf({ about, error, isRequired }) })}
</div>`;
}

interface Control {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly shape: Shape;
  readonly value: string;
  readonly attributes: Html;
}

function control({ id, schema, shape, value, attributes }: Control): Html {
  const choices = shape.choices?.map(String) ?? (shape.kind === "yes or no" ? ["yes", "no"] : undefined);
  if (choices !== undefined) {
    const options = choices.map((choice) =>
      choice === value ? html`<option value="${choice}" selected>${choice}</option>` : html`<option value="${choice}">${choice}</option>`,
    );
    return html`<select id="${id}" name="${id}"${attributes}><option value="">choose</option>${options}</select>`;
  }
  switch (shape.kind) {
    case "list":
    case "JSON":
    case "anything":
      // A browser takes away one line break behind the tag: it gets one that is not the text's.
      return html`<textarea id="${id}" name="${id}" rows="4" spellcheck="false"${attributes}>
${value}</textarea>`;
    case "number":
    case "whole number":
      // No type="number": it forgets what it cannot read, and a turn of the wheel changes it.
      return html`<input id="${id}" name="${id}" inputmode="${shape.kind === "number" ? "decimal" : "numeric"}" value="${value}" autocomplete="off"${attributes}>`;
    default:
      return html`<input id="${id}" name="${id}" type="${typeOf(schema, value)}" value="${value}" autocomplete="off"${attributes}>`;
  }
}

/** A date field shows nothing but a date: what was typed into another browser as text must not vanish. */
function typeOf({ format }: JsonSchema, value: string): string {
  return format === "date" && /^(\d{4}-\d\d-\d\d)?$/.test(value) ? "date" : "text";
}

function hintOf({ kind, choices }: Shape, { format }: JsonSchema): string | undefined {
  if (choices !== undefined || kind === "yes or no") return undefined;
  if (kind === "text") return format === "date" ? "a date, as 2026-03-19" : format;
  if (kind === "list") return "a list as JSON";
  return kind === "JSON" ? "an object as JSON" : kind === "anything" ? "JSON or text" : `a ${kind}`;
}

/** How a value of the schema is written down in its field. */
function asText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function attributesOf({
  about,
  error,
  isRequired = false,
}: {
  readonly about: string;
  readonly error: string | undefined;
  readonly isRequired?: boolean;
}): Html {
  const described = about === "" ? undefined : html` aria-describedby="${about}"`;
  return html`${described}${error === undefined ? undefined : html` aria-invalid="true"`}${isRequired ? html` aria-required="true"` : undefined}`;
}
