import { resolve } from "node:path";
import type { WebOptions } from "./polite-client.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the environment says of the web: `STAGEWRIGHT_WEB_HOSTS` and `STAGEWRIGHT_WEB_PRIVATE_HOSTS`, lists with commas
 * or spaces, and `STAGEWRIGHT_CONTACT`. Without the first no host may be asked.
 */
export function webFromEnv({ cwd, env = process.env }: { readonly cwd: string; readonly env?: Environment }): WebOptions {
  const list = (name: string) => (env[name] ?? "").split(/[\s,]+/).filter((word) => word !== "");
  const contact = env.STAGEWRIGHT_CONTACT;
  return {
    hosts: list("STAGEWRIGHT_WEB_HOSTS"),
    privateHosts: list("STAGEWRIGHT_WEB_PRIVATE_HOSTS"),
    cacheFolder: resolve(cwd, ".stagewright/web"),
    ...(contact !== undefined && { contact }),
  };
}
