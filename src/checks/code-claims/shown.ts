import type { Lines } from "./code-file.js";

export function lineWords({ from, to }: Lines): string {
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}

export function lineNumbers({ from, to }: Lines): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).trimEnd()}…`;
}
