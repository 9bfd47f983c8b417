/** What the words behind a fence say about its block: how it is checked. */
export type Info =
  | { readonly kind: "ts"; readonly file?: string }
  | { readonly kind: "sh"; readonly exit: number }
  /** Commands that cannot run in a test; each is on the list of not-run.ts. */
  | { readonly kind: "no-run" }
  | { readonly kind: "json" | "jsonl" | "text" | "mermaid" };

const KNOWN = "ts, ts file=<path>, sh, sh exit=<code>, sh no-run, json, jsonl, text, mermaid";

export function readInfo(text: string): Info | { readonly fault: string } {
  const [language = "", ...words] = text.trim().split(/\s+/);
  const word = words.join(" ");
  if (language === "ts") {
    if (word === "") return { kind: "ts" };
    const file = /^file=(\S+\.ts)$/.exec(word)?.[1];
    if (file !== undefined && !file.startsWith("/") && !file.split("/").includes("..")) return { kind: "ts", file };
  }
  if (language === "sh") {
    if (word === "") return { kind: "sh", exit: 0 };
    if (word === "no-run") return { kind: "no-run" };
    const exit = /^exit=([1-9]\d{0,2})$/.exec(word)?.[1];
    if (exit !== undefined) return { kind: "sh", exit: Number(exit) };
  }
  if (word === "" && (language === "json" || language === "jsonl" || language === "text" || language === "mermaid"))
    return { kind: language };
  return { fault: `"${text.trim()}" does not say how the block is checked; known are ${KNOWN}` };
}
