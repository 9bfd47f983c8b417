import { isStagewrightError, parseLessons, parseTape } from "../../src/index.js";
import type { Block } from "./page.js";

/** What is wrong with a block of data, as `page:line: …`; nothing for a block of another kind. */
export function dataFaults(block: Block): readonly string[] {
  return faultsIn(block).map(([row, message]) => `${block.page}:${block.line + row}: ${message}`);
}

/** The line of the block, from 1 (0 is the fence), and what is wrong with it. */
type Fault = readonly [row: number, message: string];

function faultsIn({ info, text }: Block): readonly Fault[] {
  if (info.kind === "mermaid") return text.trim() === "" ? [[0, "the diagram is empty"]] : [];
  if (info.kind === "json") return jsonFault(text, 0);
  if (info.kind !== "jsonl") return [];
  if (text.startsWith('{"tape"')) return tapeFault(text);
  if (text.includes('"severity"'))
    return parseLessons(text).skipped.map(({ line, reason }) => [line, `the lesson would be skipped: ${reason}`]);
  return text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : jsonFault(line, index + 1)));
}

function jsonFault(text: string, row: number): readonly Fault[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [[row, "it is not JSON"]];
  }
}

function tapeFault(text: string): readonly Fault[] {
  try {
    parseTape(text, { place: "the tape" });
    return [];
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
    return [[Number(/:(\d+)$/.exec(error.place ?? "")?.[1] ?? 0), error.message]];
  }
}
