/** The parts of a result that are looked at; servers may send others. */
export interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** A result as a text. Of what is no text (a picture, a sound) only that it is there is said. */
export function resultText({ content, structuredContent }: McpResult): string {
  const parts = Array.isArray(content) ? content.filter(isObject).map(partText) : [];
  if (parts.length > 0) return parts.join("\n");
  return structuredContent === undefined ? "" : JSON.stringify(structuredContent);
}

function partText(part: Readonly<Record<string, unknown>>): string {
  if (part.type === "text") return String(part.text);
  if (part.type === "resource" && isObject(part.resource)) {
    const { text, uri, mimeType } = part.resource;
    return typeof text === "string" ? text : notShown("a file", uri, mimeType);
  }
  if (part.type === "resource_link") return `[a file: ${String(part.uri)}]`;
  return notShown(String(part.type), undefined, part.mimeType);
}

function notShown(what: string, uri: unknown, mimeType: unknown): string {
  const facts = [what, uri, mimeType].filter((fact) => typeof fact === "string");
  return `[${facts.join(", ")}: not shown]`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
