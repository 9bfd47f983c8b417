import { StagewrightError } from "../dsl/index.js";

/** A text with line feeds only, whatever system it was written on. */
export function withLineFeeds(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}

/** A text on one line. @throws StagewrightError `memory/empty`. */
export function onOneLine(text: string, what: string): string {
  return notEmpty(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), what);
}

/** @throws StagewrightError `memory/empty`. */
export function notEmpty(text: string, what: string): string {
  if (text !== "") return text;
  throw new StagewrightError("memory/empty", `${what} has no text`, { hint: "say what is to be remembered" });
}
