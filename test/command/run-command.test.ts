import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Command, runCommand } from "../../src/command/index.js";

const sh = (code: string, ...args: string[]): Pick<Command, "program" | "args"> => ({ program: "sh", args: ["-c", code, "sh", ...args] });

/** SAY connects to the test, says its pid, and holds the line until it dies. */
const node = (code: string, ...args: string[]): Pick<Command, "program" | "args"> => ({
  program: process.execPath,
  args: ["-e", code, ...args],
});
const SAY = `require("node:net").connect(process.argv[1]).on("error", () => {}).write(process.pid + "\\n");`;
const SLEEP = "setInterval(() => {}, 1e9);";
const DEAF = `process.on("SIGTERM", () => {});`;

describe("runCommand", () => {
  let folder: string;
  let cwd: string;
  const { signal } = new AbortController();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "command-"));
    cwd = folder;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Where processes under test report; `next` is the next one: its pid, and a promise kept when it is dead. */
  async function reports() {
    const path = join(folder, "line");
    const waiting: Array<(socket: Socket) => void> = [];
    const come: Socket[] = [];
    const server = createServer((socket) => {
      const taker = waiting.shift();
      if (taker) taker(socket);
      else come.push(socket);
    });
    server.listen(path);
    await once(server, "listening");
    return {
      path,
      close: () => server.close(),
      async next() {
        const socket = come.shift() ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)));
        socket.on("error", () => undefined);
        const [said] = (await once(socket, "data")) as [Buffer];
        return { pid: Number(said.toString()), dead: once(socket, "close") };
      },
    };
  }

  /** A zombie is dead: it waits for its parent to take note. */
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return process.platform !== "linux" || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };

  it("a program's output, error output and exit code are its result", async () => {
    const result = await runCommand({ ...sh("echo out; echo err >&2; exit 3"), cwd, signal });
    assert.deepEqual(result, { stdout: "out\n", stderr: "err\n", exitCode: 3 });
  });

  it("arguments reach the program as they are, with no shell in between", async () => {
    const odd = ["$HOME", "a b", "`id`", "*", "; exit 1", "", "ș"];
    const { stdout } = await runCommand({ ...sh(`printf '%s\\n' "$@"`, ...odd), cwd, signal });
    assert.deepEqual(stdout.split("\n").slice(0, -1), odd);
  });

  it("input is what the program reads, and without input it reads nothing", async () => {
    const cat = sh("cat");
    assert.equal((await runCommand({ ...cat, cwd, signal, input: "Ploiești\n" })).stdout, "Ploiești\n");
    assert.equal((await runCommand({ ...cat, cwd, signal })).stdout, "");
  });

  it("a program that ends without reading its input is no error", async () => {
    assert.equal((await runCommand({ ...sh("exit 0"), cwd, signal, input: "x".repeat(1_000_000) })).exitCode, 0);
  });

  it("a program runs in the given folder with the given environment and no other", async () => {
    const { stdout } = await runCommand({
      program: "/bin/sh",
      args: ["-c", `echo "$(pwd)" "$A" "\${HOME-none}"`],
      cwd,
      signal,
      env: { A: "1" },
    });
    assert.match(stdout, /command-\w+ 1 none\n$/);
  });

  it("a character that two pieces of output share is read whole, and a byte that is not UTF-8 is marked", async () => {
    const halves = `const w = (b) => process.stdout.write(Buffer.from(b)); w([0xc8]); setImmediate(() => w([0x99, 0xff]));`;
    assert.equal((await runCommand({ ...node(halves), cwd, signal })).stdout, "ș\ufffd");
  });

  it("a program that is ended by a signal has the exit code that a shell gives it", async () => {
    assert.equal((await runCommand({ ...sh("kill -9 $$"), cwd, signal })).exitCode, 137);
  });

  it("a program that is not there is named, with what to do", async () => {
    await assert.rejects(runCommand({ program: "no-such-program", args: [], cwd, signal }), {
      code: "command/not-found",
      message: `there is no program "no-such-program"`,
      hint: "install it, or add its folder to PATH",
    });
    await assert.rejects(runCommand({ program: "./no-such-program", args: [], cwd, signal }), { hint: "check the path" });
  });

  it("a missing folder is not taken for a missing program", async () => {
    await assert.rejects(runCommand({ ...sh(""), cwd: join(cwd, "none"), signal }), {
      code: "command/no-folder",
      message: `"sh" cannot be run in "${join(cwd, "none")}", which is not a folder`,
    });
  });

  it("a file that is no program, and an argument that cannot be passed, are refused with the system's reason", async () => {
    writeFileSync(join(cwd, "text"), "not a program");
    await assert.rejects(runCommand({ program: "./text", args: [], cwd, signal }), {
      code: "command/not-started",
      message: `"./text" could not be started: spawn ./text EACCES`,
    });
    await assert.rejects(runCommand({ ...sh("", "a\0b"), cwd, signal }), { code: "command/not-started" });
  });

  it("a signal that is aborted already starts nothing", async () => {
    const marker = join(cwd, "started");
    const because = new Error("cancelled");
    await assert.rejects(runCommand({ ...sh(`touch "$1"`, marker), cwd, signal: AbortSignal.abort(because) }), {
      code: "command/aborted",
      message: `"sh" was stopped before it ended`,
      cause: because,
    });
    assert.equal(existsSync(marker), false);
  });

  it("an abort settles only when the program and its grandchild are dead", async () => {
    const line = await reports();
    const abort = new AbortController();
    // The grandchild holds no pipe of its parent's, so that only the tree itself can tell that it lives.
    const grandchild = `${DEAF}${SAY}${SLEEP}`;
    const child = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}, process.argv[1]], { stdio: "ignore" });${SLEEP}`;
    const running = runCommand({ ...node(child, line.path), cwd, signal: abort.signal, graceMs: 30 });
    const told = await line.next();
    assert.equal(isAlive(told.pid), true);
    abort.abort();
    await assert.rejects(running, { code: "command/aborted" });
    assert.equal(isAlive(told.pid), false);
    await told.dead;
    line.close();
  });

  it("what ignores SIGTERM is killed after the grace", async () => {
    const line = await reports();
    const abort = new AbortController();
    const running = runCommand({ ...node(`${DEAF}${SAY}${SLEEP}`, line.path), cwd, signal: abort.signal, graceMs: 30 });
    const told = await line.next();
    abort.abort();
    await assert.rejects(running, { code: "command/aborted" });
    assert.equal(isAlive(told.pid), false);
    await told.dead;
    line.close();
  });

  it("a program that ends well on SIGTERM is given the time to", async () => {
    const line = await reports();
    const abort = new AbortController();
    const marker = join(cwd, "tidied");
    const tidy = `process.on("SIGTERM", () => { require("node:fs").writeFileSync(process.argv[2], ""); process.exit(0); });`;
    const running = runCommand({ ...node(`${tidy}${SAY}${SLEEP}`, line.path, marker), cwd, signal: abort.signal, graceMs: 60_000 });
    await line.next();
    abort.abort();
    await assert.rejects(running, { code: "command/aborted" });
    assert.equal(existsSync(marker), true);
    line.close();
  });

  it("a descendant that left the process group is ended too", { skip: process.platform !== "linux" && "found through /proc" }, async () => {
    const line = await reports();
    const abort = new AbortController();
    const child = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(DEAF + SAY + SLEEP)}, process.argv[1]], { stdio: "ignore", detached: true });${SLEEP}`;
    const running = runCommand({ ...node(child, line.path), cwd, signal: abort.signal, graceMs: 30 });
    const told = await line.next();
    abort.abort();
    await assert.rejects(running, { code: "command/aborted" });
    assert.equal(isAlive(told.pid), false);
    await told.dead;
    line.close();
  });

  it("what a program leaves running in its group ends with it, and what it wrote is kept", async () => {
    const line = await reports();
    const left = `${SAY}${SLEEP}`;
    // The child ends when the grandchild has reported: its standard error, a pipe, is how it hears of that.
    const child = `const c = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${left}process.stderr.write("up")`)}, process.argv[1]], { stdio: ["ignore", "inherit", "pipe"] });
      c.stderr.once("data", () => { console.log("done"); process.exit(0); });`;
    const result = await runCommand({ ...node(child, line.path), cwd, signal });
    assert.deepEqual(result, { stdout: "done\n", stderr: "", exitCode: 0 });
    await (await line.next()).dead;
    line.close();
  });

  it("a program over its time limit is ended, and the limit is named", async () => {
    await assert.rejects(runCommand({ ...sh("sleep 1000"), cwd, signal, timeoutMs: 20 }), {
      code: "command/time-limit",
      message: `"sh" did not end within 20 ms and was stopped`,
    });
  });

  it("a program that writes more than the limit is ended, one that writes just the limit is not", async () => {
    const write = (bytes: number, then = "") => sh(`head -c ${bytes} /dev/zero; ${then}`);
    assert.equal((await runCommand({ ...write(1_000), cwd, signal, maxBytes: 1_000 })).stdout.length, 1_000);
    const tooMuch = { code: "command/output-limit", message: `"sh" wrote more than 1000 bytes and was stopped` };
    await assert.rejects(runCommand({ ...write(1_001, "sleep 1000"), cwd, signal, maxBytes: 1_000 }), tooMuch);
    await assert.rejects(runCommand({ ...write(300_000), cwd, signal, maxBytes: 1_000 }), tooMuch);
  });

  it("of a long error output the end is kept, where the reason stands", async () => {
    const { stderr } = await runCommand({ ...sh("{ head -c 200000 /dev/zero; printf 'the reason'; } >&2"), cwd, signal });
    assert.equal(stderr.length, 65_536);
    assert.equal(stderr.slice(-11), "\0the reason");
  });

  it("when the process that runs a command exits, the command's tree is killed", async () => {
    const line = await reports();
    const door = new URL("../../src/command/index.ts", import.meta.url).href;
    const deaf = JSON.stringify(["-e", DEAF + SAY + SLEEP, line.path]);
    const code = `import { runCommand } from ${JSON.stringify(door)};
      runCommand({ program: process.execPath, args: ${deaf}, cwd: ".", signal: new AbortController().signal });
      process.stdin.once("data", () => process.exit(0));`;
    const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      cwd: new URL("../..", import.meta.url),
      stdio: ["pipe", "ignore", "inherit"],
    });
    const told = await line.next();
    parent.stdin.write("exit\n");
    await once(parent, "exit");
    await told.dead;
    line.close();
  });
});
