import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { type Disk, fileStore, realDisk } from "../../../src/store/index.js";
import { rejected } from "../../dsl/thrown.js";
import { emptyFolder } from "./folder.js";

const SCRIPT = join(import.meta.dirname, "holds-a-lease.ts");

interface Other {
  readonly child: ChildProcess;
  /** Tells the process to take the lease, and gives what it says then. */
  take(): Promise<string>;
}

/** Another process, ready to take the lease of run "r1". */
async function otherProcess(root: string): Promise<Other> {
  const child = spawn(process.execPath, ["--import", "tsx", SCRIPT, root, "r1"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    take: async () => {
      child.stdin.write("take it\n");
      return (await lines.next()).value;
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}

const claims = (root: string) => readdirSync(join(root, "r1", "lock"));

test("a live process's lock is an error that names it; once it was killed its lock is taken over at once", async () => {
  const root = emptyFolder();
  const { child, take } = await otherProcess(root);
  try {
    assert.equal(await take(), "held");
    assert.deepEqual(await rejected(fileStore(root).lease("r1")), {
      code: "store/leased",
      message: `run "r1" is being written by process ${child.pid} on ${hostname()}`,
      hint: "wait until it has ended, or end it with `stagewright cancel r1`",
    });
    assert.equal((await fileStore(root).owner("r1"))?.pid, child.pid);
  } finally {
    await end(child);
  }
  assert.equal(claims(root).length, 1, "the dead one's claim is still there");
  assert.equal(await fileStore(root).owner("r1"), undefined);
  const lease = await fileStore(root).lease("r1");
  assert.equal((await fileStore(root).owner("r1"))?.pid, process.pid);
  assert.equal(claims(root).length, 1, "the dead one's claim is cleared away");
  await lease.release();
  assert.deepEqual(claims(root), []);
});

test("of two processes that want the lock at the same moment never both get it, and who does not is told of the other", async () => {
  const root = emptyFolder();
  const others = await Promise.all([otherProcess(root), otherProcess(root)]);
  try {
    const [one, two] = await Promise.all(others.map(({ take }) => take()));
    const told = others.map(({ child }) => `run "r1" is being written by process ${child.pid} on ${hostname()}`);
    const allowed = [`held|${told[0]}`, `${told[1]}|held`, `${told[1]}|${told[0]}`];
    assert.ok(allowed.includes(`${one}|${two}`), `${one}|${two}`);
  } finally {
    await Promise.all(others.map(({ child }) => end(child)));
  }
});

test("the same process cannot take a run twice", async () => {
  const root = emptyFolder();
  const lease = await fileStore(root).lease("r1");
  assert.equal(
    (await rejected(fileStore(root).lease("r1"))).message,
    `run "r1" is being written by process ${process.pid} on ${hostname()}`,
  );
  await lease.release();
  await (await fileStore(root).lease("r1")).release();
});

/** A claim that a process left behind, `ageMs` after its last heartbeat. */
function claim(root: string, name: string, ageMs: number): void {
  mkdirSync(join(root, "r1", "lock"), { recursive: true });
  const path = join(root, "r1", "lock", name);
  writeFileSync(path, "");
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
}

test("a pid that another process has got since is not its owner", async () => {
  const root = emptyFolder();
  claim(root, `${hostname()}~${process.ppid}~an-earlier-start`, 0);
  await (await fileStore(root).lease("r1")).release();
});

test("another host's owner lives as long as its heartbeat", async () => {
  const root = emptyFolder();
  claim(root, "elsewhere~7~1.1", 30_000);
  assert.equal((await rejected(fileStore(root).lease("r1"))).message, 'run "r1" is being written by process 7 on elsewhere');
  assert.deepEqual(await fileStore(root).owner("r1"), { host: "elsewhere", pid: 7, startedAt: "1.1" });
  claim(root, "elsewhere~7~1.1", 61_000);
  assert.equal(await fileStore(root).owner("r1"), undefined);
  await (await fileStore(root).lease("r1")).release();
  assert.deepEqual(claims(root), []);
});

test("a file in the lock's folder that is no claim stands in nobody's way", async () => {
  const root = emptyFolder();
  claim(root, ".DS_Store", 0);
  await (await fileStore(root).lease("r1")).release();
  assert.deepEqual(claims(root), [".DS_Store"]);
});

test("a live owner's heartbeat keeps its claim young, and a claim that is gone ends quietly", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.now() });
  const root = emptyFolder();
  const touched: string[] = [];
  let isGone = false;
  const utimesSync: typeof realDisk.utimesSync = (path) => {
    touched.push(String(path));
    if (isGone) throw new Error("gone");
  };
  const lease = await fileStore(root, { ...realDisk, utimesSync }).lease("r1");
  t.mock.timers.tick(20_000);
  assert.deepEqual(touched, Array(2).fill(join(root, "r1", "lock", claims(root)[0] ?? "")));
  isGone = true;
  t.mock.timers.tick(10_000);
  await lease.release();
  t.mock.timers.tick(60_000);
  assert.equal(touched.length, 3, "it beats on after the release");
});

for (const platform of ["darwin", "win32"]) {
  test(`one writer a run holds on ${platform} too, where a process's start is found in another way or not at all`, async () => {
    const real = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
    Object.defineProperty(process, "platform", { ...real, value: platform });
    try {
      const root = emptyFolder();
      const lease = await fileStore(root).lease("r1");
      assert.equal((await fileStore(root).owner("r1"))?.pid, process.pid);
      assert.equal((await rejected(fileStore(root).lease("r1"))).code, "store/leased");
      await lease.release();
      claim(root, `${hostname()}~4194999~an-earlier-start`, 0);
      await (await fileStore(root).lease("r1")).release();
      assert.deepEqual(claims(root), []);
    } finally {
      Object.defineProperty(process, "platform", real);
    }
  });
}

test("a claim that is given up while it is looked at stands in nobody's way, nor does a dead one that another has cleared away", async () => {
  const root = emptyFolder();
  claim(root, `${hostname()}~${process.ppid}~given-up`, 0);
  claim(root, `${hostname()}~4194999~dead`, 0);
  const statSync = ((path: string) => {
    if (path.endsWith("given-up")) throw new Error("gone");
    return realDisk.statSync(path);
    // The one overload of `statSync` that the store calls.
  }) as Disk["statSync"];
  const unlinkSync: Disk["unlinkSync"] = (path) => {
    realDisk.unlinkSync(path);
    if (String(path).endsWith("dead")) throw new Error("gone");
  };
  const lease = await fileStore(root, { ...realDisk, statSync, unlinkSync }).lease("r1");
  await lease.release();
});
