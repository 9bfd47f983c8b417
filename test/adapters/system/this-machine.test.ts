import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type SystemOptions, system, thisMachine } from "../../../adapters/system/index.js";

function folder(t: TestContext, contents: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), "system-"));
  t.after(() => rmSync(path, { recursive: true }));
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

function asking(options: SystemOptions) {
  const implementation = thisMachine({ now: () => new Date("2026-03-19T12:00:00Z"), ...options });
  return async <K extends keyof typeof system.calls>(call: K, request: object = {}) => {
    const parsed = system.calls[call].takes.parse(request);
    return implementation.calls[call]?.perform(parsed, { key: "", signal: new AbortController().signal });
  };
}

describe("the journal of a machine", () => {
  /** A journalctl that notes how it was called, and says what it is told to. */
  function journalctl(t: TestContext, script: string): { readonly env: Readonly<Record<string, string>>; readonly args: () => string[] } {
    const bin = folder(t, { journalctl: `#!/bin/sh\nprintf '%s\\n' "$@" > "$(dirname "$0")/args"\n${script}\n` });
    chmodSync(join(bin, "journalctl"), 0o755);
    return { env: { PATH: `${bin}:${process.env.PATH}` }, args: () => readFileSync(join(bin, "args"), "utf8").trim().split("\n") };
  }
  const entry = (second: number, message: string) =>
    JSON.stringify({ __REALTIME_TIMESTAMP: String((1_773_907_200 + second) * 1_000_000), MESSAGE: message, _SYSTEMD_UNIT: "a.service" });
  const printing = (...entries: readonly string[]) => `cat <<'END'\n${entries.join("\n")}\nEND`;
  const messages = (answer: unknown) => {
    const { entries, hasMore } = system.calls.journal.gives.parse(answer);
    return [entries.map(({ message }) => message), hasMore];
  };

  it("gives the newest that were asked for, the oldest of them first, and says whether there are more", async (t) => {
    const { env, args } = journalctl(t, printing(entry(1, "a"), entry(2, "b"), entry(3, "c")));
    assert.deepEqual(messages(await asking({ env })("journal", { unit: "a.service", limit: 2 })), [["b", "c"], true]);
    assert.ok(args().includes("--unit=a.service") && args().includes("--lines=3"));
    assert.deepEqual(messages(await asking({ env })("journal", { limit: 3 })), [["a", "b", "c"], false]);
  });

  it("compares times exactly, from `since` on and before `until`, and finds words in whatever case", async (t) => {
    const { env, args } = journalctl(t, printing(entry(1, "Disk full"), entry(2, "disk ok"), entry(3, "net"), entry(4, "DISK")));
    const request = { since: "2026-03-19T08:00:02Z", until: "2026-03-19T08:00:04Z", contains: "disk" };
    assert.deepEqual(messages(await asking({ env })("journal", request)), [["disk ok"], false]);
    assert.ok(args().includes("--lines=20000"));
  });

  it("is empty where no journal is kept, and a failure is told in its own words", async (t) => {
    const none = journalctl(t, "echo 'No journal files were found.' >&2; exit 1");
    assert.deepEqual(messages(await asking({ env: none.env })("journal")), [[], false]);
    const failing = journalctl(t, "echo 'Failed to open: permission denied' >&2; exit 1");
    await assert.rejects(asking({ env: failing.env })("journal"), {
      code: "system/journal",
      message: "journalctl ended with exit code 1: Failed to open: permission denied",
      hint: "whoever reads the journal must be in the group systemd-journal or adm",
    });
  });

  it("that has none says so", async (t) => {
    await assert.rejects(asking({ env: { PATH: folder(t) } })("journal"), {
      code: "system/no-journal",
      message: 'this machine has no systemd journal: there is no program "journalctl"',
      hint: "read the files of logs by `logs`",
    });
  });
});

describe("the logs of a machine", () => {
  const logs = async (logFolder: string, request: object = {}) => {
    const { lines, ...rest } = system.calls.logs.gives.parse(await asking({ logFolder })("logs", request));
    return { lines: lines.map(({ file, line, text }) => `${file}:${line} ${text.replace(/^\S+Z /, "")}`), ...rest };
  };

  it("are read together in order of time, those of one moment by file and line", async (t) => {
    const path = folder(t, {
      "b.log": "2026-03-19T08:00:00Z b1\n2026-03-19T08:00:02Z b2\n  at b\n",
      "a.log": "2026-03-19T08:00:01Z a1\n2026-03-19T08:00:02Z a2",
      syslog: "2026-03-19T07:00:00Z s",
      "other.txt": "2026-03-19T08:00:00Z no",
    });
    const all = ["syslog:1 s", "b.log:1 b1", "a.log:1 a1", "a.log:2 a2", "b.log:2 b2", "b.log:3   at b"];
    assert.deepEqual(await logs(path), { lines: all, hasMore: false, skipped: [] });
    assert.deepEqual(await logs(path, { limit: 2 }), { lines: all.slice(-2), hasMore: true, skipped: [] });
    assert.deepEqual((await logs(path, { patterns: ["*.log", "!b.*"], contains: "A2" })).lines, ["a.log:2 a2"]);
    assert.deepEqual((await logs(path, { since: "2026-03-19T08:00:01Z", until: "2026-03-19T08:00:02Z" })).lines, ["a.log:1 a1"]);
  });

  it("that are no text, or not to be read, are named; links and what lies outside are not followed", async (t) => {
    const path = folder(t, { "bin.log": Buffer.from([65, 0, 66]), "a.log": "2026-03-19T08:00:00Z a" });
    symlinkSync("/etc/passwd", join(path, "link.log"));
    assert.deepEqual(await logs(path), { lines: ["a.log:1 a"], hasMore: false, skipped: [{ file: "bin.log", because: "it is not text" }] });
    await assert.rejects(logs(path, { patterns: ["../*"] }), { code: "files/outside-root" });
  });

  it("of a size are read from their end, by whole lines", async (t) => {
    const line = (number: number) => `2026-03-19T08:00:00Z ${String(number).padStart(7, "0")} ${"x".repeat(70)}\n`;
    const path = folder(t, { "big.log": Array.from({ length: 50_000 }, (_, index) => line(index)).join("") });
    const { lines, hasMore } = await logs(path, { limit: 5_000 });
    assert.equal(lines.length, 5_000);
    assert.equal(lines.at(-1), `big.log:null 0049999 ${"x".repeat(70)}`);
    assert.equal(hasMore, true);
  });

  it("that are too many are not read", async (t) => {
    const path = folder(t, Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.log`, ""])));
    await assert.rejects(logs(path), {
      code: "system/too-many-logs",
      message: `the patterns match 201 files in "${path}", at most 200 are read`,
      hint: "name fewer files",
    });
  });
});

describe("the processes of a machine", () => {
  const stat = (pid: number, name: string, ticks: number) => `${pid} (${name}) S 1 7 7 0 -1 0 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 100 0 0`;
  const proc = (t: TestContext) =>
    folder(t, {
      stat: "btime 1773907200\n",
      "10/stat": stat(10, "big", 1),
      "10/status": "Uid:\t0\nVmRSS:\t900 kB\n",
      "10/cmdline": "/bin/big\0-x\0",
      "9/stat": stat(9, "busy", 500),
      "9/status": "Uid:\t0\nVmRSS:\t10 kB\n",
      "9/cmdline": "",
      "11/status": "gone",
      "self/stat": "x",
    });
  const names = (answer: unknown) => system.calls.processes.gives.parse(answer).processes.map(({ name }) => name);

  it("come in order of their ids, or the largest or the busiest first; what ended meanwhile is left out", async (t) => {
    const ask = asking({ procFolder: proc(t) });
    assert.deepEqual(names(await ask("processes")), ["busy", "big"]);
    assert.deepEqual(names(await ask("processes", { order: "memory" })), ["big", "busy"]);
    assert.deepEqual(names(await ask("processes", { order: "cpu" })), ["busy", "big"]);
    assert.deepEqual(names(await ask("processes", { contains: "BIG -X" })), ["big"]);
    const { at, leftOut } = system.calls.processes.gives.parse(await ask("processes", { limit: 1 }));
    assert.deepEqual({ at, leftOut }, { at: "2026-03-19T12:00:00.000Z", leftOut: 1 });
  });

  it("are asked of ps where there is no /proc, and this test's own is among them", async (t) => {
    const ask = asking({ procFolder: folder(t), now: () => new Date() });
    const { processes } = system.calls.processes.gives.parse(await ask("processes", { limit: 5_000 }));
    const own = processes.find(({ pid }) => pid === process.pid);
    assert.deepEqual([own?.parent, own?.uid], [process.ppid, process.getuid?.()]);
    assert.ok((own?.memoryBytes ?? 0) > 1_000_000);
  });

  it("are asked of /proc where it is there, and this test's own is among them", {
    skip: process.platform !== "linux" && "only Linux has it",
  }, async () => {
    const { processes } = system.calls.processes.gives.parse(await asking({})("processes", { limit: 5_000 }));
    const own = processes.find(({ pid }) => pid === process.pid);
    assert.deepEqual([own?.parent, own?.uid], [process.ppid, process.getuid?.()]);
    assert.ok(Math.abs(Date.parse(own?.startedAt ?? "") - (Date.now() - process.uptime() * 1_000)) < 60_000);
  });

  it("where ps fails, its words are told", async (t) => {
    const bin = folder(t, { ps: "#!/bin/sh\necho 'unknown option' >&2; exit 1\n" });
    chmodSync(join(bin, "ps"), 0o755);
    await assert.rejects(asking({ procFolder: folder(t), env: { PATH: `${bin}:${process.env.PATH}` } })("processes"), {
      code: "system/ps",
      message: "ps ended with exit code 1: unknown option",
    });
  });
});
