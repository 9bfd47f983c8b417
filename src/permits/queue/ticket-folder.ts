import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, type Owner } from "../../store/index.js";
import { Call, HELD, type ReadName, readTicketName, type Ticket, ticketName, UNFINISHED } from "./ticket.js";

/**
 * The queue of a pool, shared by all processes of a machine, as a folder of tickets:
 *
 * T1. A ticket is a file that never changes. It appears whole (by a rename) and its name is never used again.
 * T2. Whoever draws one takes the number after the last, and looks at the folder after it. Where it then sees a later ticket, the
 *     other may not have seen it, so it gives its own back and draws anew. So a ticket that stays is behind all that were drawn before.
 * T3. Who holds a permit follows from the tickets alone (`standingOf`): a ticket holds when it and all before it fit. As none
 *     ever comes to stand before another, one that holds goes on to hold until it is given back.
 * T4. A ticket whose process is dead counts for nothing and is cleared away.
 */
export class TicketFolder {
  readonly #folder: string;
  readonly #self: Owner;
  readonly #calls = new Map<string, Call>();

  constructor(folder: string, self: Owner) {
    this.#folder = folder;
    this.#self = self;
  }

  get path(): string {
    return this.#folder;
  }

  make(): void {
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Draws a ticket (T1, T2). */
  draw(call: Call, newId: () => string): string {
    for (;;) {
      const number = 1 + Math.max(0, ...this.#names().map((name) => readTicketName(name)?.number ?? 0));
      const id = newId();
      const name = ticketName(number, this.#self, id);
      const unfinished = join(this.#folder, `${UNFINISHED}${this.#self.pid}~${this.#self.startedAt}~${id}`);
      writeFileSync(unfinished, JSON.stringify(call));
      renameSync(unfinished, join(this.#folder, name));
      if (!this.#names().some((other) => readTicketName(other) !== undefined && other > name)) return name;
      this.#remove(name);
    }
  }

  /** Notes since when a ticket that had to wait holds a permit, for people. */
  noteHeld(name: string, since: string): void {
    writeFileSync(join(this.#folder, `${name}${HELD}`), since);
  }

  giveBack(name: string): void {
    this.#remove(`${name}${HELD}`);
    this.#remove(name);
  }

  /** The tickets of living processes, in order. With `clear`, what dead ones left is cleared away (T4). */
  tickets({ clear }: { readonly clear: boolean }): readonly Ticket[] {
    const names = this.#names();
    const known = new Set(names);
    if (clear) this.#clearRemains(names, known);
    const living: Ticket[] = [];
    for (const name of names.sort()) {
      const read = readTicketName(name);
      if (read === undefined) continue;
      if (!this.#lives(read)) {
        if (clear) this.giveBack(name);
        continue;
      }
      const call = this.#callOf(name);
      if (call === "gone") continue;
      const heldSince = known.has(`${name}${HELD}`) ? readIfThere(join(this.#folder, `${name}${HELD}`)) : undefined;
      living.push({ name, pid: read.pid, startedAt: read.startedAt, call, heldSince });
    }
    for (const name of this.#calls.keys()) if (!known.has(name)) this.#calls.delete(name);
    return living;
  }

  #lives({ pid, startedAt }: ReadName): boolean {
    if (pid === this.#self.pid) return startedAt === this.#self.startedAt;
    return isAlive({ host: this.#self.host, pid, startedAt });
  }

  /** A ticket never changes, so it is read once. */
  #callOf(name: string): Call | undefined | "gone" {
    const kept = this.#calls.get(name);
    if (kept !== undefined) return kept;
    const text = readIfThere(join(this.#folder, name));
    if (text === undefined) return "gone";
    try {
      const call = Call.safeParse(JSON.parse(text)).data;
      if (call !== undefined) this.#calls.set(name, call);
      return call;
    } catch {
      return undefined;
    }
  }

  /** Notes without a ticket, and tickets that were never finished. */
  #clearRemains(names: readonly string[], known: ReadonlySet<string>): void {
    for (const name of names) {
      const isOrphan = name.endsWith(HELD) && !known.has(name.slice(0, -HELD.length));
      const [, pid, startedAt] = name.startsWith(UNFINISHED) ? name.split("~") : [];
      const isLeft = pid !== undefined && startedAt !== undefined && !this.#lives({ number: 0, pid: Number(pid), startedAt });
      if (isOrphan || isLeft) this.#remove(name);
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  }

  #remove(name: string): void {
    try {
      unlinkSync(join(this.#folder, name));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
