import { z } from "zod";
import { faultOf, type Incoming } from "./heard.js";
import { parsedLine } from "./json-lines.js";

const Written = z
  .strictObject({
    chat: z.string().min(1).default("terminal"),
    who: z.string().nullable().default(null),
    text: z.string().default(""),
    replyTo: z.string().min(1).nullable().default(null),
    button: z.string().min(1).nullable().default(null),
    at: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .refine(({ text, button }) => text !== "" || button !== null, { path: ["text"], message: "has neither text nor a button" });

/**
 * What people wrote, a message in each line: JSON where it begins with a brace, else plain text. A line that has no end
 * yet is still being written. An empty line is nothing, and counts all the same, so that a cursor never moves back.
 */
export function writtenIn(text: string): Incoming[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line, index) => incoming(line.replace(/\r$/, ""), index + 1));
}

function incoming(line: string, number: number): Incoming {
  const place = `line ${number}`;
  if (line.trim() === "") return { nothing: true };
  const record = line.startsWith("{") ? parsedLine(line) : { text: line };
  if (record === undefined) return { unread: { place, because: "begins like JSON, and is none" } };
  const { data, error } = Written.safeParse(record);
  if (data === undefined) return { unread: { place, because: faultOf(error) } };
  const who = data.who === null ? null : { id: null, name: data.who };
  return { message: { id: `line-${number}`, ...data, who } };
}
