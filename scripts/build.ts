/** Compiles the package into dist/ and puts the files beside it that are read at run time: `npm run build`. */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { writeDownRules } from "../src/checks/tropes/index.js";

const root = dirname(import.meta.dirname);
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
try {
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json")], {
    stdio: "inherit",
  });
} catch {
  // The compiler has said what is wrong.
  process.exit(1);
}
for (const file of glob.sync(["src/**/*", "adapters/**/*", "pipelines/**/*"], { cwd: root, ignore: ["**/*.ts"] })) {
  cpSync(join(root, file), join(dist, file));
}
const tropes = join(dist, "src/checks/tropes");
writeDownRules(join(tropes, "rules"), join(tropes, "rules.read.json"));
