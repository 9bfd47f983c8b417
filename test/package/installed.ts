import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/**
 * The folders of the packages that an install of the one in `folder` brings: its dependencies, theirs, and so on, as
 * they lie in node_modules.
 */
export function installedWith(folder: string): readonly string[] {
  const found = new Set<string>();
  const open = [folder];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const name of dependenciesOf(manifestOf(from))) {
      const dependency = findPackage(name, from);
      if (dependency === undefined || found.has(dependency)) continue;
      found.add(dependency);
      open.push(dependency);
    }
  }
  return [...found];
}

/** A package for another platform is not installed, and so is not found. */
function dependenciesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Manifest): readonly string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  return dirname(from) === from ? undefined : findPackage(name, dirname(from));
}

const DISK_BLOCK_BYTES = 4_096;

/**
 * What packages take on the disk, where a file takes whole blocks, and one that lies there under two names counts once
 * (esbuild links its program so). What lies in a package's own node_modules is another package.
 */
export function bytesOf(folders: readonly string[]): number {
  const seen = new Set<string>();
  const within = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sum + (entry.name === "node_modules" ? 0 : within(path));
      const { size, dev, ino } = lstatSync(path);
      if (!entry.isFile() || seen.has(`${dev} ${ino}`)) return sum;
      seen.add(`${dev} ${ino}`);
      return sum + Math.ceil(size / DISK_BLOCK_BYTES) * DISK_BLOCK_BYTES;
    }, 0);
  return folders.reduce((sum, folder) => sum + within(folder), 0);
}
