import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../../..");
const UNIT = join(ROOT, "packaging/stagewright.service");
const container = readFileSync(join(ROOT, "packaging/Containerfile"), "utf8");
const unit = readFileSync(UNIT, "utf8");
const setting = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1];

test("all that the container file copies is there, and is kept under version control", () => {
  const copied = [...container.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
  assert.ok(copied.includes("src") && copied.includes("lessons"), copied.join());
  const tracked = execFileSync("git", ["ls-files", "--", ...copied], { cwd: ROOT, encoding: "utf8" }).split("\n");
  for (const source of copied) {
    assert.ok(existsSync(join(ROOT, source)), source);
    assert.ok(
      tracked.some((file) => file === source || file.startsWith(`${source}/`)),
      source,
    );
  }
});

test("the container runs the program that the package names, not as root, and asks it whether it is ready", () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.ok(container.includes(`/app/${bin.stagewright.replace("./", "")} /usr/local/bin/stagewright`));
  assert.match(container, /^USER node$[\s\S]*^ENTRYPOINT/m);
  assert.match(container, /^VOLUME \/store$/m);
  assert.match(container, /^HEALTHCHECK [\s\S]*?127\.0\.0\.1:8765\/ready/m);
  assert.match(container, /^ENV STAGEWRIGHT_HOST=\S+$/m);
  assert.doesNotMatch(container, /\b(?:TOKEN|PASSWORD|API_KEY|SECRET)=/);
});

test("the unit gives what runs more time than its grace, and does not start again what is configured wrongly", () => {
  assert.equal(setting("Type"), "exec");
  assert.equal(setting("Restart"), "on-failure");
  assert.equal(setting("RestartPreventExitStatus"), "2");
  assert.equal(setting("SuccessExitStatus"), "130");
  assert.ok(Number(setting("TimeoutStopSec")) > 60);
  assert.match(setting("ExecStart") ?? "", /dist\/src\/cli\/main\.js up /);
});

test("the unit lets nothing be written but the store and the lessons, and keeps credentials out of itself", () => {
  assert.equal(setting("ProtectSystem"), "strict");
  assert.equal(setting("NoNewPrivileges"), "true");
  assert.equal(setting("ReadWritePaths"), "/var/lib/stagewright -/opt/stagewright/lessons");
  assert.match(setting("EnvironmentFile") ?? "", /^-\/etc\/stagewright\//);
});

test("systemd finds nothing wrong with the unit, where there is a systemd to ask", (t) => {
  const { status, stderr, error } = spawnSync("systemd-analyze", ["verify", UNIT], { encoding: "utf8" });
  if (error !== undefined) return t.skip("systemd-analyze is not on this machine");
  assert.deepEqual([status, stderr.split("\n").filter((line) => line.includes("stagewright.service"))], [0, []]);
});
