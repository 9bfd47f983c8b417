import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { AnyImplementation } from "../dsl/index.js";
import { environmentRule, secretRules, tapeRecorder } from "../recording/index.js";

export interface TapeFile {
  wrap(implementation: AnyImplementation): AnyImplementation;
  /** Puts the whole tape in the file's place, in one step. */
  write(): Promise<void>;
}

interface TapeFileOptions {
  readonly cwd: string;
  readonly now: Date;
  readonly goesOn: boolean;
  /** Whose secrets are kept off the tape. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The tape of a run. With `goesOn`, what another process put on it before stays in front: calls that the journal
 * holds are not made again.
 */
export async function tapeFile(path: string, { cwd, now, goesOn, env }: TapeFileOptions): Promise<TapeFile> {
  const file = resolve(cwd, path);
  const before = goesOn ? await readFile(file, "utf8").catch(() => "") : "";
  const recorder = tapeRecorder({ now, rules: [environmentRule(env), ...secretRules] });
  return {
    wrap: (implementation) => recorder.record(implementation),
    write: async () => {
      const text = recorder.text();
      const body = text.slice(text.indexOf("\n") + 1);
      await writeFileAtomic(file, before === "" ? text : `${before}${before.endsWith("\n") ? "" : "\n"}${body}`);
    },
  };
}
