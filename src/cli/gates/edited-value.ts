import { StagewrightError } from "../../dsl/index.js";
import { markdownOf } from "./question.js";

/** A value as a file that a person edits, and the way back. */
export interface Editable {
  readonly ending: ".md" | ".json";
  readonly text: string;
}

export function editable(value: unknown): Editable {
  if (typeof value === "string") return { ending: ".md", text: value };
  const markdown = markdownOf(value);
  return markdown === undefined ? asJson(value) : { ending: ".md", text: markdown };
}

function asJson(value: unknown): Editable {
  return { ending: ".json", text: `${JSON.stringify(value, undefined, 2)}\n` };
}

/**
 * The value that an edited text stands for. JSON is the whole value; any other text takes the place of the shown text,
 * or of the `markdown` of the shown object, whose other fields stay. Throws `gate/edit` where it is neither.
 */
export function editedValue(
  text: string,
  shown: unknown,
  { place, isJson }: { readonly place: string; readonly isJson: boolean },
): unknown {
  if (isJson) {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new StagewrightError("gate/edit", `the edit is not JSON: ${why}`, {
        hint: "correct it; nothing has been decided",
        place,
        cause,
      });
    }
  }
  if (typeof shown === "string") return text;
  if (markdownOf(shown) !== undefined) return { ...(shown as object), markdown: text };
  throw new StagewrightError("gate/edit", "what is shown is neither a text nor an object with Markdown, so a text cannot take its place", {
    hint: "give the whole value as a .json file",
    place,
  });
}
