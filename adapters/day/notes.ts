import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
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

/** Adds a section to the log of a day, in one write, at most once for each mark. @throws StagewrightError `day/locked`. */
export async function addNote(
  memory: string,
  { day, title, text, mark }: NewNote & { readonly mark: string },
  world: Pick<TicketLock, "disk" | "me"> & Partial<Pick<TicketLock, "pause">>,
): Promise<string> {
  const path = join(memory, `${day}.md`);
  const { disk, me, pause = (ms) => wait(ms) } = world;
  const lock = { folder: `${path}.lock`, what: `the log of ${day}`, code: "day/locked", leavesNothing: true, disk, me, pause };
  await withTicketLock(lock, () => {
    const before = disk.existsSync(path) ? disk.readFileSync(path).toString("utf8") : "";
    if (isNoted(before, mark)) return;
    // Line ends inside of a title would end the heading.
    const section = `## ${title.replaceAll(/\s+/g, " ").trim()}\n\n${text.trim()}\n\n${tagOf(mark)}\n`;
    appendText(disk, path, before === "" ? `# ${day}\n\n${section}` : `\n${section}`, { durably: true });
  });
  return path;
}

/** Entries of the journal of sessions that stand under a day: each begins with a heading that names a time or a date. */
export async function journalOf(
  memory: string,
  day: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const text = (await textIfThere(join(memory, "session-journal.md"))) ?? "";
  return text
    .split(/^(?=#{1,6} )/m)
    .filter((entry) => {
      const heading = /^#{1,6} .*/.exec(entry)?.[0] ?? "";
      const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/.exec(heading)?.[0];
      if (moment === undefined) return heading.includes(day);
      return Date.parse(moment) >= Date.parse(from) && Date.parse(moment) < Date.parse(to);
    })
    .map((entry) => entry.trim());
}

function tagOf(mark: string): string {
  return `<!-- stagewright:${mark} -->`;
}
