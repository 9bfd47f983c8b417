import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { system, systemRecording, thisMachine } from "../../../adapters/system/index.js";
import { conforms } from "../conformance.js";

const samples = [
  { call: "journal", request: { limit: 2 } },
  { call: "logs", request: {} },
  { call: "processes", request: {} },
];

/** A machine that stands still: a folder for its logs, one for its processes, and a journalctl. */
function machine(t: TestContext) {
  const top = mkdtempSync(join(tmpdir(), "system-"));
  t.after(() => rmSync(top, { recursive: true }));
  for (const name of ["log", "proc/7", "bin"]) mkdirSync(join(top, name), { recursive: true });
  writeFileSync(join(top, "log/a.log"), "2026-03-19T08:00:00Z it thaws\n");
  writeFileSync(join(top, "proc/stat"), "btime 1773907200\n");
  writeFileSync(join(top, "proc/7/stat"), "7 (thaw) S 1 7 7 0 -1 0 0 0 0 0 1 0 0 0 20 0 1 0 100 0 0");
  for (const name of ["status", "cmdline"]) writeFileSync(join(top, "proc/7", name), "");
  writeFileSync(join(top, "bin/journalctl"), `#!/bin/sh\necho '{"__REALTIME_TIMESTAMP":"1773907200000000","MESSAGE":"it thaws"}'\n`);
  chmodSync(join(top, "bin/journalctl"), 0o755);
  return thisMachine({
    logFolder: join(top, "log"),
    procFolder: join(top, "proc"),
    env: { PATH: `${join(top, "bin")}:${process.env.PATH}` },
    now: () => new Date("2026-03-19T12:00:00Z"),
  });
}

conforms({ name: "system, this machine", ref: system, open: (t) => ({ implementation: machine(t), samples }) });

conforms({ name: "system, recording", ref: system, open: (t) => ({ implementation: systemRecording({ reads: machine(t) }), samples }) });
