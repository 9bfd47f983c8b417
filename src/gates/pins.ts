import { randomBytes, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import { appendFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { textIfThere } from "../store/index.js";

/** Whoever knows which PIN is a person's. */
export interface PinCheck {
  /** @throws StagewrightError `pin/none`, `pin/wrong`, `pin/locked`. */
  check(person: string, pin: string): Promise<void>;
}

export interface Pins extends PinCheck {
  has(person: string): Promise<boolean>;
  /** Gives a person a PIN, in the place of the one before. @throws StagewrightError `pin/short`. */
  set(person: string, pin: string): Promise<void>;
}

export interface FilePinsOptions {
  /** Two small files a person, readable by their owner alone: the PIN's hash, and the tries. */
  readonly folder: string;
  readonly now: () => Date;
  /** What a try costs, as scrypt's N: a power of two. Default 65,536, about a tenth of a second and 64 MB. */
  readonly scryptN?: number;
}

const TRIES = 5;
const LOCKED_MS = 3_600_000;
const LEAST_CHARACTERS = 6;
/** What OWASP's cheat sheet on storing passwords gives for scrypt with p = 2. */
const COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 2 ** 28 };
const KEY_BYTES = 32;
const ONLY_OWNER = 0o600;

const Kept = z.object({ N: z.int(), r: z.int(), p: z.int(), salt: z.string(), hash: z.string() });
const Try = z.object({ at: z.string(), id: z.string(), right: z.boolean().optional() });

/**
 * PINs in a folder, hashed by scrypt (RFC 7914). A try is written down before the PIN is looked at, so that no number of
 * processes, and no restart, gives anybody more than five wrong ones within an hour.
 */
export function filePins({ folder, now, scryptN = COST.N }: FilePinsOptions): Pins {
  const hashFile = (person: string) => join(folder, `${encodeURIComponent(person)}.json`);
  const triesFile = (person: string) => join(folder, `${encodeURIComponent(person)}.tries.jsonl`);

  /** The tries of the last hour since the last right one. */
  const openTries = async (person: string): Promise<readonly z.output<typeof Try>[]> => {
    const lines = ((await textIfThere(triesFile(person))) ?? "").split("\n").filter((line) => line !== "");
    const tries = lines.flatMap((line) => Try.safeParse(json(line)).data ?? []);
    const open = tries.slice(tries.findLastIndex(({ right }) => right === true) + 1);
    return open.filter(({ at }) => Date.parse(at) > now().getTime() - LOCKED_MS);
  };
  // A line begins anew, also behind one that was torn.
  const note = (person: string, id: string, right?: true) =>
    appendFile(triesFile(person), `\n${JSON.stringify({ at: now().toISOString(), id, ...(right && { right }) })}\n`, { mode: ONLY_OWNER });

  return {
    has: async (person) => (await textIfThere(hashFile(person))) !== undefined,
    set: async (person, pin) => {
      if (pin.length < LEAST_CHARACTERS) {
        throw new StagewrightError("pin/short", `a PIN has at least ${LEAST_CHARACTERS} characters`, { hint: "choose a longer one" });
      }
      const salt = randomBytes(16);
      const { r, p } = COST;
      const cost = { ...COST, N: scryptN };
      const kept = { N: scryptN, r, p, salt: salt.toString("hex"), hash: (await hashed(pin, salt, cost)).toString("hex") };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(hashFile(person), `${JSON.stringify(kept)}\n`, { mode: ONLY_OWNER });
      await rm(triesFile(person), { force: true });
    },
    check: async (person, pin) => {
      const text = await textIfThere(hashFile(person));
      if (text === undefined) {
        throw new StagewrightError("pin/none", `"${person}" has no PIN`, { hint: "`stagewright gates pin` sets one", place: folder });
      }
      const kept = Kept.safeParse(json(text));
      if (!kept.success) {
        throw new StagewrightError("pin/file", `the PIN of "${person}" cannot be read`, {
          hint: "`stagewright gates pin` sets a new one",
          place: hashFile(person),
        });
      }
      const before = await openTries(person);
      if (before.length >= TRIES) throw locked(person, before);
      const id = randomUUID();
      await note(person, id);
      const tries = await openTries(person);
      const mine = tries.findIndex((one) => one.id === id);
      if (mine >= TRIES) throw locked(person, tries);
      const { salt, hash, ...cost } = kept.data;
      const is = await hashed(pin, Buffer.from(salt, "hex"), { ...COST, ...cost });
      const expected = Buffer.from(hash, "hex");
      if (is.length === expected.length && timingSafeEqual(is, expected)) return note(person, id, true);
      const left = TRIES - mine - 1;
      throw new StagewrightError("pin/wrong", `that is not the PIN of "${person}"`, {
        hint: left === 0 ? "it is locked now, for an hour" : `${left} ${left === 1 ? "try is" : "tries are"} left`,
      });
    },
  };
}

function locked(person: string, tries: readonly z.output<typeof Try>[]): StagewrightError {
  // The fifth try from the end leaves the hour first.
  const until = Date.parse(tries.at(-TRIES)?.at ?? "") + LOCKED_MS;
  return new StagewrightError("pin/locked", `the PIN of "${person}" is locked after ${TRIES} wrong tries`, {
    hint: `the next try counts from ${new Date(until).toISOString()} on`,
  });
}

function hashed(pin: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin.normalize("NFC"), salt, KEY_BYTES, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** A torn line counts as none. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
