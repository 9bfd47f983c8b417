import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Level, type LogLine, openLog } from "../../src/chief/log.js";
import { realDisk } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";

test("a log is a file of JSON lines a day, without what is below its level", () => {
  const folder = emptyFolder();
  let at = "2026-03-19T23:59:59.000Z";
  let level: Level = "info";
  const log = openLog({ folder, now: () => new Date(at), level: () => level });
  log("info", "jobs", "publisher is due", { job: "publisher" });
  log("debug", "jobs", "left out");
  at = "2026-03-20T00:00:01.000Z";
  level = "debug";
  log("debug", "lanes", "taken in");
  const read = (day: string) => readFileSync(join(folder, `${day}.jsonl`), "utf8");
  assert.equal(
    read("2026-03-19"),
    '{"at":"2026-03-19T23:59:59.000Z","level":"info","from":"jobs","says":"publisher is due","job":"publisher"}\n',
  );
  assert.equal(read("2026-03-20"), '{"at":"2026-03-20T00:00:01.000Z","level":"debug","from":"lanes","says":"taken in"}\n');
});

test("a disk that takes no line ends nothing, and whoever looks on is told", () => {
  const told: LogLine[] = [];
  const disk = {
    ...realDisk,
    openSync: () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    },
  };
  const now = () => new Date("2026-03-19T12:00:00Z");
  openLog({ folder: "/nowhere", now, level: () => "info", disk, tell: (line) => told.push(line) })("error", "disk", "is full");
  assert.deepEqual(told, [{ at: "2026-03-19T12:00:00.000Z", level: "error", from: "disk", says: "is full" }]);
});
