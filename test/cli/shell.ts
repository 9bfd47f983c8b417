import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { main, type Surroundings } from "../../src/cli/index.js";

export const FIXTURES = join(import.meta.dirname, "../fixtures/cli");

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface How {
  readonly cwd?: string;
  /** What a person at the terminal types; without it nobody is there to ask. */
  readonly typed?: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly screen?: NodeJS.WriteStream;
  readonly onSignal?: Surroundings["onSignal"];
  readonly exit?: (code: number) => void;
  /** The time at which the clock stands. */
  readonly now?: string;
  /** Told of what is written on standard error, as it is written. */
  readonly heard?: (text: string) => void;
}

export interface Shell {
  readonly cwd: string;
  call(args: readonly string[], how?: How): Promise<Called>;
}

/** Calls the command line in this process, in a folder of its own, with a clock that stands still. */
export function shell(t: TestContext): Shell {
  const cwd = mkdtempSync(join(tmpdir(), "cli-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  let calls = 0;
  return {
    cwd,
    call: async (args, { typed, input = "", env = {}, screen, onSignal, exit, heard, now = "2026-03-19T18:00:00.000Z", ...how } = {}) => {
      // So that the runs of the first call are named ...aaaaaa, of the second ...bbbbbb.
      const chance = calls / 31 + 0.001;
      calls += 1;
      const out: string[] = [];
      const err: string[] = [];
      const lines = [...(typed ?? [])];
      const code = await main(args, {
        program: "stagewright",
        cwd: how.cwd ?? cwd,
        env,
        out: { write: (text) => void out.push(text), isTty: false, columns: 100 },
        err: {
          write: (text) => {
            err.push(text);
            heard?.(text);
          },
          isTty: screen !== undefined,
          columns: 100,
          ...(screen && { screen }),
        },
        readInput: async () => input,
        canAsk: typed !== undefined,
        ask: async (question) => {
          heard?.(question);
          const line = lines.shift();
          err.push(`${question}${line ?? ""}\n`);
          return line;
        },
        onSignal: onSignal ?? (() => () => {}),
        exit: exit ?? (() => {}),
        environment: { now: () => new Date(now), id: () => "i".repeat(20), random: () => chance },
      });
      return { code, out: out.join(""), err: err.join("") };
    },
  };
}

export function fixture(name: string): string {
  return join(FIXTURES, `${name}.ts`);
}
