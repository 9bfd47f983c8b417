import type { z } from "zod";
import { type Announcer, type EndedRun, openRegistry, type RegistryOptions, RegistrySettings } from "../../src/registry/index.js";
import type { Owner } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";

const START = Date.parse("2026-03-19T12:00:00Z");

/** A registry whose processes live and die as the test says. */
export function registryRoom(given: z.input<typeof RegistrySettings> = {}, more: Partial<RegistryOptions> = {}) {
  const folder = emptyFolder();
  const settings = RegistrySettings.parse(given);
  let time = START;
  let ids = 0;
  let pid = 0;
  const dead = new Set<string>();
  const told: string[] = [];
  const tornDown: string[] = [];
  const troubles: string[] = [];
  const options = (): RegistryOptions => ({
    settings: () => settings,
    agents: () => ["researcher", "builder"],
    models: () => ["small", "large"],
    now: () => new Date(time),
    newId: () => {
      ids += 1;
      return `r${ids}`;
    },
    trouble: (text, fields) => troubles.push(`${text} ${JSON.stringify(fields)}`),
    isGone: (process) => dead.has(process.split("~")[1] ?? ""),
    me: nextProcess(),
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
    ...more,
  });
  const tearDown = async ({ id }: EndedRun) => {
    tornDown.push(id);
  };
  /** In a process of its own. */
  const open = (own: Partial<RegistryOptions> = {}) => openRegistry(folder, { tearDown, ...options(), ...own });
  function nextProcess(): Owner {
    pid += 1;
    return { host: "h", pid, startedAt: "x" };
  }
  const registry = open();
  const announcer: Announcer = {
    announce: async (parent, child, key) => {
      told.push(`${parent.id} < ${key} ${child.stand.how}`);
    },
    wasTold: async (key) => told.some((line) => line.includes(`< ${key} `)),
  };
  return {
    folder,
    registry,
    open,
    /** In a process that can take nothing down. */
    openBare: () => openRegistry(folder, options()),
    /** What a kill does to the processes that were opened so far. */
    kill: () => {
      for (let one = 1; one <= pid; one += 1) dead.add(String(one));
    },
    dead,
    told,
    tornDown,
    troubles,
    announcer,
    failing: (why: string): Announcer => ({ ...announcer, announce: () => Promise.reject(new Error(why)) }),
    /** A run that is running, below another or on top. */
    running: async (parent?: string, by = registry) => {
      const { id } = await by.spawn({ agent: "researcher", task: null, ...(parent !== undefined && { parent }) });
      await by.begin(id);
      return id;
    },
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    stand: (id: string, by = registry) => by.get(id)?.stand,
    announcement: (id: string): EndedRun["stand"]["announcement"] | undefined => {
      const stand = registry.get(id)?.stand;
      return stand?.state === "ended" ? stand.announcement : undefined;
    },
  };
}

/** A promise that a test resolves from outside. */
export function promised(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
