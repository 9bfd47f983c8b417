import { userInfo } from "node:os";
import type { Groups, RunEvent, RunState } from "../core/index.js";
import type { AnyImplementation } from "../dsl/index.js";
import type { PolicyCheck } from "../gates/index.js";
import type { Sessions } from "../model/index.js";
import type { Router } from "../routing/index.js";
import type { Store } from "../store/index.js";
import type { Guards } from "../tools/index.js";
import { type Environment, systemEnvironment } from "./environment.js";
import { fileSources, type Sources } from "./sources.js";
import type { SpawnChild } from "./spawned-child.js";

/** What a run stands on. Everything but the store and the adapters has a default. */
export interface RunnerOptions {
  readonly store: Store;
  /** One implementation for each adapter that the pipeline uses. `model` is one of them. */
  readonly adapters: readonly AnyImplementation[];
  /** The model of every `write` and `work` stage that names none, or `route`: `router` chooses for each. Default `embedded`. */
  readonly model?: string;
  /** Chooses the model of each stage of a run whose model is `route`. */
  readonly router?: Pick<Router, "choose">;
  /** The limits of every `work` stage, where it has none of its own. */
  readonly guards?: Partial<Guards>;
  /** When a `work` stage that goes on after a rest shows its model less of what it read before. Not given: never. */
  readonly sessions?: Sessions;
  /** What demands a person's word before an effect, whatever the pipeline says. Not given: nothing beyond the pipeline's own gates. */
  readonly policies?: PolicyCheck;
  /** The groups of people that gates may name. */
  readonly groups?: Groups;
  /** The folder that `work` stages work in: their artifacts lie below it. Default the process's. */
  readonly folder?: string;
  readonly environment?: Environment;
  readonly sources?: Sources;
  /** Who starts, resumes or decides. Default the user that the process runs as. */
  readonly by?: string;
  /** Aborted to end the run at its next safe point; it can then be resumed. */
  readonly signal?: AbortSignal;
  /** How long what was cut off may take to end, and a stage to ask again for what it asked for before, in ms. Default 5,000. */
  readonly graceMs?: number;
  /** How long it may take to look up whether an effect happened, in ms. Default 60,000: a browser may have to be started for it. */
  readonly lookupMs?: number;
  /** Takes over the children of stages that name an agent. Not given: they run here. */
  readonly spawn?: SpawnChild;
  /** Told of each event as it happens, also of those of child runs, a moment before it is on the disk. */
  readonly onEvent?: (event: RunEvent, state: RunState) => void;
}

export type Settings = Required<Omit<RunnerOptions, "signal" | "model" | "router" | "sessions" | "policies" | "groups" | "spawn">> &
  Pick<RunnerOptions, "signal" | "model" | "router" | "sessions" | "policies" | "groups" | "spawn"> & {
    /** Set by a resume, for the run and its children. */
    readonly acceptChanges?: boolean;
  };

export const DEFAULT_MODEL = "embedded";
/** Stands for a model where the routes decide. */
export const BY_ROUTE = "route";
const GRACE_MS = 5_000;
const LOOKUP_MS = 60_000;

export function settingsOf(options: RunnerOptions & Pick<Settings, "acceptChanges">): Settings {
  return {
    environment: systemEnvironment,
    sources: fileSources(process.cwd()),
    guards: {},
    folder: process.cwd(),
    by: userName(),
    graceMs: GRACE_MS,
    lookupMs: LOOKUP_MS,
    onEvent: () => {},
    ...options,
  };
}

/** The user that the process runs as: who a decision is signed by. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the system's list, as in some containers.
    return "unknown";
  }
}
