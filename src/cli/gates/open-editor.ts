import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StagewrightError } from "../../dsl/index.js";
import type { Editable } from "./edited-value.js";

/** Lets a person edit a text in $VISUAL or $EDITOR, and gives what it then is. Throws `gate/editor`. */
export async function openEditor(
  { text, ending }: Editable,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) {
    throw new StagewrightError("gate/editor", "neither VISUAL nor EDITOR names an editor", {
      hint: "set one of them, or decide later with `stagewright approve <run> --edit <file>`",
    });
  }
  const folder = await mkdtemp(join(tmpdir(), "stagewright-"));
  const file = join(folder, `${name}${ending}`);
  try {
    await writeFile(file, text);
    // By the shell, because an editor often comes with flags of its own: `code --wait`.
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(`${editor} "${file}"`, { shell: true, stdio: "inherit", env: { ...env } });
      child.on("error", reject);
      child.on("exit", resolve);
    });
    if (code !== 0) {
      throw new StagewrightError("gate/editor", `the editor "${editor}" ended with code ${code}`, { hint: "what it wrote was not taken" });
    }
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
