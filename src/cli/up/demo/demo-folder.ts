import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { briefing } from "./briefing.js";
import { post } from "./post.js";
import { tidy } from "./tidy.js";

/** What a person would write into `stagewright.config.json` for such a day. */
const CONFIG = {
  jobs: {
    post: { cron: "30 0 * * *", zone: "UTC", pipeline: post.name, deliver: { channel: "terminal" } },
    briefing: { cron: "30 7 * * *", zone: "UTC", pipeline: briefing.name, deliver: { channel: "terminal" } },
    tidy: { every: "6h", countFrom: "2026-03-19T21:00Z", zone: "UTC", pipeline: tidy.name },
  },
  dispatch: { quiet: { from: "22:00", to: "07:00", zone: "UTC" } },
};

/** Makes a folder like that of a person who uses this program: with a config, and with pipelines, but nothing in the store. */
export function demoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stagewright-demo-"));
  writeFileSync(join(folder, "stagewright.config.json"), `${JSON.stringify(CONFIG, undefined, 2)}\n`);
  mkdirSync(join(folder, "pipelines"));
  for (const { name } of [post, briefing, tidy]) {
    const { href } = new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
    writeFileSync(join(folder, `pipelines/${name}.mjs`), `export * from "${href}";\nexport { ${name} as default } from "${href}";\n`);
  }
  return folder;
}
