import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

export function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "mail-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Puts mails into a Maildir, as a mail server delivers them, and returns their ids. */
export function fillMaildir(path: string, mails: readonly string[]): readonly string[] {
  for (const name of ["cur", "new", "tmp"]) mkdirSync(join(path, name), { recursive: true });
  return mails.map((mail, index) => {
    const id = `${1773910000 + index}.M1P1.host`;
    writeFileSync(join(path, "new", id), mail);
    return id;
  });
}
