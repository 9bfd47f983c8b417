import { resolve } from "node:path";
import type { Config } from "../../config/index.js";
import { realDisk, stampOf } from "../../store/index.js";
import { loadConfig } from "../load-config.js";

/** A config file that is looked at again and again. */
export interface WatchedConfig {
  /**
   * The config, where its file has changed since the last look.
   *
   * @throws StagewrightError `config/…` once, where it is not right: the one before stays.
   */
  changed(): Promise<Config | undefined>;
}

/** Only the file itself is looked at: what it imports is read again with the next start. */
export function watchedConfig(cwd: string, file: string | undefined): WatchedConfig {
  const stamp = () => (file === undefined ? undefined : stampOf(realDisk, resolve(cwd, file)));
  let seen = stamp();
  return {
    changed: async () => {
      const now = stamp();
      // While an editor puts a new file in its place there may be none for a moment.
      if (file === undefined || now === undefined || now === seen) return undefined;
      seen = now;
      return (await loadConfig(cwd, file, { asOf: now })).config;
    },
  };
}
