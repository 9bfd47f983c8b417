import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openMemory } from "../../src/memory/index.js";
import { emptyFolder } from "../store/files/folder.js";

const APPENDS = fileURLToPath(new URL("appends.ts", import.meta.url));
const TIMES = 40;

test("eight processes that remember at once, two of which are killed, lose nothing that they said was kept, and tear nothing", async () => {
  const root = emptyFolder();
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const processes = names.map((name) => starting(root, name, name < "c" ? 15 : undefined));
  await Promise.all(processes.map(({ isReady }) => isReady));
  for (const { child } of processes) child.stdin?.write("go\n");
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  assert.deepEqual(
    ends.map(({ signal }) => signal),
    names.map((name) => (name < "c" ? "SIGKILL" : null)),
  );

  const memory = openMemory(root, { zone: "UTC", now: () => new Date() });
  const events = readFileSync(join(memory.folder, "2026-03-19.md"), "utf8");
  assert.ok(events.endsWith("\n"));
  const found = { event: new Map<string, number[]>(), entry: new Map<string, number[]>() };
  const take = (kind: "event" | "entry", [, name = "", nth]: RegExpMatchArray) =>
    found[kind].set(name, [...(found[kind].get(name) ?? []), Number(nth)]);
  for (const line of events.trimEnd().split("\n")) {
    const match = /^- 12:00 ([a-h]) (\d+) (x*)\.$/.exec(line);
    assert.ok(match, line);
    assert.equal(match[3]?.length, Number(match[2]) % 90);
    take("event", match);
  }
  for (const { text } of memory.entries()) {
    const match = /^## 2026-03-19 12:00 \+00:00\n\n([a-h]) (\d+)\n\n(y+)\.$/.exec(text);
    assert.ok(match, text);
    assert.equal(match[3]?.length, Number(match[2]) * 40);
    take("entry", match);
  }
  for (const [index, name] of names.entries()) {
    const end = ends[index];
    for (const kind of ["event", "entry"] as const) {
      const kept = found[kind].get(name) ?? [];
      const said = (end?.said ?? []).flatMap((line) => (line.startsWith(kind) ? [Number(line.split(" ")[1])] : []));
      // One may have been on the disk already when its process was killed before it said so.
      assert.deepEqual(kept.slice(0, said.length), said);
      assert.ok(kept.length <= said.length + (end?.signal === null ? 0 : 1), `${name}: ${kept.length} ${kind}, ${said.length} said`);
    }
    if (end?.signal === null) assert.equal(found.event.get(name)?.length, TIMES);
  }
  const page = readFileSync(join(memory.folder, "MEMORY.md"), "utf8");
  for (const name of names.slice(2)) assert.ok(page.includes(`## ${name}\n\n${TIMES} are done.\n`), page);

  // What the dead have left of their lock goes with whoever is next.
  await memory.note("After them.");
  assert.deepEqual(
    readdirSync(memory.folder).filter((file) => file === ".lock"),
    [],
  );
});

interface Started {
  readonly child: ChildProcess;
  readonly isReady: Promise<unknown>;
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null; readonly said: readonly string[] }>;
}

/** Kills it once it has said that so many events are kept. */
function starting(root: string, name: string, killAt: number | undefined): Started {
  const child = spawn(process.execPath, ["--import", "tsx", APPENDS, root, name, String(TIMES)], { stdio: ["pipe", "pipe", "inherit"] });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const isReady = once(lines, "line");
  lines.on("line", (line) => {
    if (line === "ready") return;
    said.push(line);
    if (line === `event ${killAt}`) child.kill("SIGKILL");
  });
  const ended = Promise.all([once(child, "exit"), once(lines, "close")]).then(([[, signal]]) => ({ signal, said }));
  return { child, isReady, ended };
}
