import type { Finding } from "../dsl/index.js";
import type { Message } from "../model/index.js";

interface Parts {
  readonly instructions: readonly string[];
  readonly prompt: string;
  readonly overlay: string;
  readonly feedback: readonly Finding[];
}

/** What a model is sent: who it is, then the task with the lessons and what an earlier try was found at fault with. */
export function messagesFor({ instructions, prompt, overlay, feedback }: Parts): Message[] {
  const system = instructions.map((text) => text.trim()).filter((text) => text !== "");
  const task = [prompt, overlay, feedbackText(feedback)].map((text) => text.trim()).filter((text) => text !== "");
  return [
    ...(system.length > 0 ? [{ role: "system" as const, content: system.join("\n\n") }] : []),
    { role: "user", content: task.join("\n\n") },
  ];
}

function feedbackText(feedback: readonly Finding[]): string {
  if (feedback.length === 0) return "";
  const lines = feedback.map(({ rule, message, at }) => `- ${at ? `line ${at.line}: ` : ""}${message.replaceAll(/\s+/g, " ")} (${rule})`);
  return ["## What was wrong with the last version", "", ...lines, "", "Mend each of these. Keep what was right."].join("\n");
}
