import type { Finding } from "../dsl/index.js";
import { type Executed, failed } from "./executed.js";

/** What stands behind the prompt: when the task counts as done, and what its last answer looks like. */
export function whenDone(paths: readonly string[], schema: Readonly<Record<string, unknown>> | undefined): string {
  const files = paths.map((path) => `- "${path}"`).join("\n");
  return [
    "## When you are done",
    "Do the task with the tools: a result without a tool call that succeeded is refused.",
    ...(paths.length === 0 ? [] : [`These files must stand below the working folder, new or changed:\n\n${files}`]),
    schema === undefined
      ? "Then answer with the result."
      : `Then answer with JSON and nothing else, by this schema:\n\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``,
    'If the task cannot be done, call the tool "blocked" with the reason, or answer "BLOCKED: " and why.',
  ].join("\n\n");
}

/** What a model is told whose completion is refused. */
export function refusalText(faults: readonly Finding[]): string {
  return `Your answer was refused:\n\n${faults.map(({ message }) => `- ${message}`).join("\n")}`;
}

/** A try that ends because its completion does not stand. */
export function refused(faults: readonly Finding[], why = ""): Executed {
  return failed("output", refusedReason(faults, why), faults);
}

export function refusedReason(faults: readonly Finding[], why: string): string {
  return why + faults.map(({ message }) => message).join("; ");
}
