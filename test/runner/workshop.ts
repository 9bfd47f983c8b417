import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { z } from "zod";
import type { Completion } from "../../src/model/index.js";
import type { RunOutcome } from "../../src/runner/index.js";
import { tool } from "../../src/tools/index.js";

let ids = 0;
/** An answer that asks for one call. */
export function calls(name: string, args: Record<string, unknown> = {}): Partial<Completion> {
  ids += 1;
  return { calls: [{ id: `call${ids}`, name, arguments: args }], finish: "other", stopReason: "tool_calls" };
}

/** A working folder of its own, and tools that read and write in it. */
export async function workshop(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "work-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const ran: string[] = [];
  const read = tool({
    name: "read_file",
    description: "Reads a file.",
    takes: z.object({ path: z.string() }),
    reads: ({ path }) => ({ path }),
    run: ({ path }) => {
      ran.push(`read ${path}`);
      return readFile(join(folder, path), "utf8");
    },
  });
  const write = tool({
    name: "write_file",
    description: "Writes a file.",
    takes: z.object({ path: z.string(), text: z.string() }),
    writes: ({ path, text }) => ({ path, content: text }),
    run: async ({ path, text }) => {
      ran.push(`write ${path}`);
      await writeFile(join(folder, path), text);
      return "written";
    },
  });
  const link = tool({
    name: "link_file",
    description: "Makes a link.",
    kind: "write",
    takes: z.object({ from: z.string(), to: z.string() }),
    run: async ({ from, to }) => {
      await symlink(to, join(folder, from));
      return "linked";
    },
  });
  return { folder, ran, tools: [read, write, link] };
}

/** Why the task of a run rests as blocked. */
export function blockerOf({ waiting }: RunOutcome): string | undefined {
  return waiting?.on === "blocker" ? waiting.blocker.reason : undefined;
}
