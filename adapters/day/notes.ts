import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { memoryLock, openMemory } from "../../src/memory/index.js";
import { appendText, sha256, type TicketLock, textIfThere, withTicketLock } from "../../src/store/index.js";

export interface NewNote {
  readonly day: string;
  readonly title: string;
  readonly text: string;
}

export function markOf(key: string): string {
  return sha256(key).slice(0, 32);
}

/** The log of a day; `undefined` where there is none. The marks of what was added stay in it: Markdown shows them nowhere. */
export function logOf(memory: string, day: string): Promise<string | undefined> {
  return textIfThere(join(memory, `${day}.md`));
}

/** What stands in a log under the key of an effect. */
export function isNoted(log: string | undefined, mark: string): boolean {
  return log?.includes(tagOf(mark)) ?? false;
}

/** Adds a section to the log of a day, in one write, at most once for each mark. @throws StagewrightError `memory/locked`. */
export async function addNote(
  memory: string,
  { day, title, text, mark }: NewNote & { readonly mark: string },
  world: Pick<TicketLock, "disk" | "me"> & Partial<Pick<TicketLock, "pause">>,
): Promise<string> {
  const path = join(memory, `${day}.md`);
  const { disk, me, pause = (ms) => wait(ms) } = world;
  await withTicketLock({ ...memoryLock(memory), disk, me, pause }, () => {
    const before = disk.existsSync(path) ? disk.readFileSync(path).toString("utf8") : "";
    if (isNoted(before, mark)) return;
    // Line ends inside of a title would end the heading.
    const section = `## ${title.replaceAll(/\s+/g, " ").trim()}\n\n${text.trim()}\n\n${tagOf(mark)}\n`;
    appendText(disk, path, before === "" ? `# ${day}\n\n${section}` : `\n${section}`, { durably: true });
  });
  return path;
}

/** The notes to the next instance that were left within a span of time. */
export function journalOf(folder: string, { from, to }: { readonly from: string; readonly to: string }): string[] {
  return openMemory(folder, { zone: "UTC", now: () => new Date(), folder })
    .entries()
    .filter(({ at }) => at.getTime() >= Date.parse(from) && at.getTime() < Date.parse(to))
    .map(({ text }) => text);
}

function tagOf(mark: string): string {
  return `<!-- stagewright:${mark} -->`;
}
