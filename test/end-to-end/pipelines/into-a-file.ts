import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { adapter, effect, implement } from "../../../src/index.js";

/** Where the pipelines of these stories deliver: a line of a file in the folder they run in. */
export const shelf = adapter("shelf", { put: effect({ takes: z.object({ text: z.string() }), gives: z.object({ line: z.string() }) }) });

export const adapters = ({ cwd, recording }: { cwd: string; recording: boolean }) => [
  implement(shelf, recording ? "recording" : "a file", {
    put: {
      perform: async ({ text }, { key }) => {
        if (!recording) await appendFile(join(cwd, "delivered.txt"), `${key} ${text.replaceAll("\n", " ")}\n`);
        return { line: text };
      },
      lookup: async (key, { text }) => {
        const there = await readFile(join(cwd, "delivered.txt"), "utf8").catch(() => "");
        return there.includes(`${key} `) ? { happened: "yes", answer: { line: text } } : { happened: "no" };
      },
    },
  }),
];
