import { randomUUID } from "node:crypto";
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { noneThere, writeWhole } from "../whole-file.js";
import { type Created, calendar, type NewEvent } from "./calendar.js";
import { fileOf, uidOf } from "./event-name.js";
import { assertOrder } from "./event-order.js";
import { eventReads, type WhatIsWritten } from "./event-reads.js";
import { eventText } from "./event-text.js";
import { readIcs, type WrittenEvent } from "./ics-file.js";
import { shown } from "./shown.js";

export interface IcsFolderOptions {
  readonly cwd: string;
  /** The calendar of requests that name none. */
  readonly folder?: string;
  /** The zone of times that name none, and in which whole days begin; this machine's if left out. */
  readonly timeZone?: string;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/**
 * A folder of .ics files as a calendar, as most programs export and synchronise one: each file is read, and a new event
 * is a file of its own, named after its key. A relative folder counts from `cwd`.
 *
 * Throws `calendar/none`, `calendar/not-a-folder`, `calendar/file`, `calendar/zone`, `calendar/rule`,
 * `calendar/too-many`, `calendar/order`, `adapter/package`.
 */
export function icsFolder({ cwd, folder = "calendar", ...options }: IcsFolderOptions): AnyImplementation {
  const { now = () => new Date(), newId = randomUUID } = options;
  const own = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const pathOf = (request: { readonly calendar?: string | undefined }) => resolve(cwd, request.calendar ?? folder);
  const oneByOne = inTurn();
  // A calendar that nobody has written into yet is empty; one that is asked for by name must be there.
  const eventsOf = ({ calendar: wanted, signal }: WhatIsWritten) =>
    readFolder(pathOf({ calendar: wanted }), { own, signal, mayBeMissing: wanted === undefined });

  async function answerTo(key: string, request: NewEvent): Promise<Created | undefined> {
    const uid = uidOf(key);
    const path = join(pathOf(request), fileOf(uid));
    const text = await readFile(path, "utf8").catch(noneThere);
    const [event] = text === undefined ? [] : await readIcs(text, { place: path, own });
    if (event === undefined) return undefined;
    const { start, end } = shown({ event, start: event.start, inSeries: undefined });
    return { uid, address: path, start, end };
  }

  async function create(request: NewEvent, key: string, signal: AbortSignal): Promise<Created> {
    signal.throwIfAborted();
    const path = pathOf(request);
    if ((await stat(path).catch(noneThere))?.isFile()) throw notAFolder(path);
    const before = await answerTo(key, request);
    if (before !== undefined) return before;
    const zone = request.timeZone ?? own;
    assertOrder(request, zone);
    const uid = uidOf(key);
    const content = await eventText({ uid, event: request, zone, now: now() });
    signal.throwIfAborted();
    await writeWhole({ path: join(path, fileOf(uid)), content });
    const written = await answerTo(key, request);
    if (written === undefined) throw none(path);
    return written;
  }

  return implement(calendar, "folder of .ics files", {
    ...eventReads(own, eventsOf),
    createEvent: {
      perform: (request, { key, signal }) => oneByOne(() => create(request, key === "" ? newId() : key, signal)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, request, { signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const answer = key === "" ? undefined : await answerTo(key, request);
          return answer === undefined ? { happened: "no" } : { happened: "yes", answer };
        }),
    },
  });
}

interface Reading {
  readonly own: string;
  readonly signal: AbortSignal;
  readonly mayBeMissing: boolean;
}

async function readFolder(path: string, { own, signal, mayBeMissing }: Reading): Promise<WrittenEvent[]> {
  const found = await stat(path).catch(noneThere);
  if (found === undefined && mayBeMissing) return [];
  if (found === undefined) throw none(path);
  const names = found.isFile() ? [""] : (await readdir(path)).filter((name) => /\.ics$/i.test(name)).sort();
  const events: WrittenEvent[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const place = name === "" ? path : join(path, name);
    if ((await lstat(place).catch(noneThere))?.isFile() || name === "")
      events.push(...(await readIcs(await readFile(place, "utf8"), { place, own })));
  }
  return events;
}

function none(path: string): StagewrightError {
  return new StagewrightError("calendar/none", `there is no calendar at "${path}"`, {
    hint: "name a folder of .ics files, or one such file",
  });
}

function notAFolder(path: string): StagewrightError {
  return new StagewrightError("calendar/not-a-folder", `"${path}" is one file, which events are not written into`, {
    hint: "write into a folder of .ics files",
  });
}
