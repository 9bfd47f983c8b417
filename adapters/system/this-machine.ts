import { resolve } from "node:path";
import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { type Environment, readJournal } from "./journal.js";
import { type LocalTime, machineTime } from "./log-time.js";
import { readLogs } from "./logs.js";
import { readProcesses } from "./processes.js";
import { system } from "./system.js";

export interface SystemOptions {
  /** Default `/var/log`. */
  readonly logFolder?: string;
  /** Default `/proc`. Where it is not there, `ps` is asked. */
  readonly procFolder?: string;
  /** Where `journalctl` and `ps` are looked for: its PATH. Default: that of this process. */
  readonly env?: Environment;
  readonly now?: () => Date;
  /** In which zone logs that name none are written. Default: the machine's. */
  readonly localTime?: LocalTime;
}

/**
 * The machine that this runs on, as far as this user may see it.
 *
 * Throws `system/no-journal`, `system/journal`, `system/too-many-logs`, `system/ps`, and what `files` and `runCommand` throw.
 */
export function thisMachine(options: SystemOptions = {}): AnyImplementation {
  const { logFolder = "/var/log", procFolder = "/proc", env = process.env, now = () => new Date(), localTime = machineTime } = options;
  const folder = resolve(logFolder);
  return implement(system, "this machine", {
    journal: { perform: (request, { signal }) => readJournal(request, { env, signal }) },
    logs: { perform: (request, { signal }) => readLogs(request, { folder, now: now(), localTime, signal }) },
    processes: { perform: (request, { signal }) => readProcesses(request, { procFolder, env, now: now(), signal }) },
  });
}
