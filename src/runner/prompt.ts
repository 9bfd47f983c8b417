import { type Finding, SEVERITIES } from "../dsl/index.js";
import type { Message } from "../model/index.js";

interface Parts {
  readonly instructions: readonly string[];
  readonly prompt: string;
  readonly overlay: string;
  readonly feedback: Feedback;
}

export interface Feedback {
  readonly findings: readonly Finding[];
  /** What the stage gave last. */
  readonly lastVersion: unknown;
  /** How many tokens all this may take. */
  readonly maxTokens: number;
}

/** A token of English is about four bytes, of other languages fewer; models with small contexts must not be surprised. */
const BYTES_PER_TOKEN = 3.6;

/** What a model is sent: who it is, then the task with the lessons and what an earlier try was found at fault with. */
export function messagesFor({ instructions, prompt, overlay, feedback }: Parts): Message[] {
  const system = instructions.map((text) => text.trim()).filter((text) => text !== "");
  const task = [prompt, overlay, feedbackText(feedback)].map((text) => text.trim()).filter((text) => text !== "");
  return [
    ...(system.length > 0 ? [{ role: "system" as const, content: system.join("\n\n") }] : []),
    { role: "user", content: task.join("\n\n") },
  ];
}

/** The last version where it fits, so that its lines can be looked at; then what is wrong with it, the worst first. */
function feedbackText({ findings, lastVersion, maxTokens }: Feedback): string {
  if (findings.length === 0) return "";
  const maxBytes = maxTokens * BYTES_PER_TOKEN;
  const instructions = instructionsWithin(maxBytes, findings);
  const version = versionText(lastVersion);
  const doesFit = version !== "" && Buffer.byteLength(version) + Buffer.byteLength(instructions) <= maxBytes;
  const shown = doesFit ? ["## Your last version", `<version>\n${version}\n</version>`] : [];
  return [...shown, "## What was wrong with the last version", instructions, "Mend each of these. Keep what was right."].join("\n\n");
}

function instructionsWithin(maxBytes: number, findings: readonly Finding[]): string {
  const sorted = [...findings].sort(bySeverity);
  const lines: string[] = [];
  let bytes = 0;
  for (const finding of sorted) {
    const line = instruction(finding);
    bytes += Buffer.byteLength(line) + 1;
    // One is said whatever it takes: a model that is told nothing can mend nothing.
    if (bytes > maxBytes && lines.length > 0) break;
    lines.push(line);
  }
  const left = sorted.slice(lines.length);
  return [...lines, ...(left.length === 0 ? [] : [`- and ${left.length} more: ${countsByRule(left)}`])].join("\n");
}

/** `- line 14: "delve into" is a banned phrase; say instead "look into" (banned-phrase)`. */
function instruction({ rule, message, at, fix }: Finding): string {
  const insert = fix?.insert.trim() ?? "";
  const instead = insert === "" || message.includes(insert) ? "" : `; say instead "${insert}"`;
  return `- ${at ? `line ${at.line}: ` : ""}${message.replaceAll(/\s+/g, " ")}${instead.replaceAll(/\s+/g, " ")} (${rule})`;
}

/** `em-dashes (3), words`. */
function countsByRule(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`)).join(", ");
}

/** The most severe first, those of one severity in the order of the text. */
function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || (a.at?.offset ?? -1) - (b.at?.offset ?? -1);
}

/** The text that the places of findings count in, or JSON where it is none. */
function versionText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value.trimEnd();
  const isText = typeof value === "object" && value !== null && "markdown" in value && typeof value.markdown === "string";
  return isText ? String(value.markdown).trimEnd() : JSON.stringify(value, undefined, 2);
}
