import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import {
  allowedCommands,
  type CommandOutcome,
  type CommandRule,
  type CommandsOptions,
  commands,
} from "../../../adapters/commands/index.js";
import { shortened } from "../../../adapters/commands/kept-output.js";

function folder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "commands-")));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

const SHELL: CommandRule = { program: "sh", args: ["-c"], rest: /[\s\S]*/ };

function runner(cwd: string, allow: readonly CommandRule[] = [SHELL], options: Partial<CommandsOptions> = {}) {
  const implementation = allowedCommands({ cwd, allow, ...options });
  return async (program: string, args: readonly string[], more: object = {}, signal = new AbortController().signal) => {
    const request = commands.calls.run.takes.parse({ program, args, ...more });
    return (await implementation.calls.run?.perform(request, { key: "", signal })) as CommandOutcome;
  };
}

describe("a command", () => {
  it("answers with its exit code and what it wrote to each stream", async (t) => {
    const outcome = await runner(folder(t))("sh", ["-c", "echo out; echo err >&2; exit 3"]);
    assert.deepEqual(outcome, {
      program: "sh",
      args: ["-c", "echo out; echo err >&2; exit 3"],
      exitCode: 3,
      stdout: {
        text: "out\n",
        bytes: 4,
        sha256: digest("out\n"),
        isCut: false,
        file: null,
      },
      stderr: { text: "err\n", bytes: 4, sha256: digest("err\n"), isCut: false, file: null },
    });
  });

  it("is given its arguments as they are: no shell reads them", async (t) => {
    const run = runner(folder(t), [{ program: "printf", args: ["%s|"], rest: /.*/ }]);
    assert.equal((await run("printf", ["%s|", "$HOME", "a b", ";ls", "*"])).stdout.text, "$HOME|a b|;ls|*|");
  });

  it("that does not end in time is stopped, with what it started", async (t) => {
    await assert.rejects(runner(folder(t), [SHELL], { timeoutMs: 50 })("sh", ["-c", "sleep 60 & sleep 60"]), {
      code: "command/time-limit",
      message: '"sh" did not end within 50 ms and was stopped',
    });
  });

  it("that writes without end is stopped", async (t) => {
    await assert.rejects(runner(folder(t), [SHELL], { maxBytes: 1_000 })("sh", ["-c", "yes"]), {
      code: "command/output-limit",
      message: '"sh" wrote more than 1000 bytes and was stopped',
    });
  });

  it("whose output is long leaves all of it in a file, and its beginning and end in the answer", async (t) => {
    const cwd = folder(t);
    const run = runner(cwd);
    const { stdout } = await run("sh", ["-c", "seq 1 1000"], { maxChars: 200 });
    assert.equal(stdout.isCut, true);
    assert.equal(stdout.bytes, 3_893);
    assert.match(stdout.text, /^1\n2\n[\s\S]*\n\[… 37\d\d characters left out …\]\n[\s\S]*999\n1000\n$/);
    assert.ok(stdout.text.length <= 200);
    assert.equal(readFileSync(join(cwd, stdout.file ?? ""), "utf8").split("\n").length, 1_001);
    assert.equal(stdout.file, `.stagewright/output/${stdout.sha256}.txt`);
    assert.deepEqual((await run("sh", ["-c", "seq 1 1000"], { maxChars: 200 })).stdout, stdout);
    assert.equal(readdirSync(join(cwd, ".stagewright/output")).length, 1);
  });

  it("sees of the environment what is harmless and what its rule names; a value so named does not come back", async (t) => {
    const env = {
      PATH: process.env.PATH,
      HOME: "/home/joe",
      API_KEY: "hunter2hunter2",
      OTHER_KEY: "x",
      LD_PRELOAD: "/evil.so",
      NODE_OPTIONS: "-r x",
    };
    const script = ["-c", 'echo "$HOME $OTHER_KEY$LD_PRELOAD$NODE_OPTIONS$LC_ALL [$API_KEY]"'];
    assert.equal((await runner(folder(t), [SHELL], { env })("sh", script)).stdout.text, "/home/joe C.UTF-8 []\n");
    const named = [{ ...SHELL, env: ["API_KEY"] }];
    assert.equal((await runner(folder(t), named, { env })("sh", script)).stdout.text, "/home/joe C.UTF-8 [[hidden]]\n");
  });

  it("runs in the folder or one below it, wherever links lead", async (t) => {
    const top = folder(t);
    for (const path of ["root/sub", "outside"]) mkdirSync(join(top, path), { recursive: true });
    symlinkSync("../outside", join(top, "root/out"));
    symlinkSync("sub", join(top, "root/in"));
    const run = runner(join(top, "root"), [{ program: "pwd", args: ["-P"] }]);
    for (const [cwd, place] of [
      [".", "root"],
      ["sub", "root/sub"],
      ["in", "root/sub"],
    ] as const) {
      assert.equal((await run("pwd", ["-P"], { cwd })).stdout.text, `${join(top, place)}\n`);
    }
    for (const cwd of ["..", "../outside", "out", "/", "sub/../.."]) {
      await assert.rejects(run("pwd", ["-P"], { cwd }), {
        code: "commands/outside",
        message: `"${cwd}" leads out of "${join(top, "root")}", where commands run`,
        hint: "name a folder inside it",
      });
    }
    await assert.rejects(run("pwd", ["-P"], { cwd: "none" }), { code: "command/no-folder" });
  });

  it("that is stopped from outside ends", async (t) => {
    const stop = new AbortController();
    const running = runner(folder(t))("sh", ["-c", "sleep 60"], {}, stop.signal);
    stop.abort();
    await assert.rejects(running, { code: "command/aborted" });
  });
});

describe("what may run", () => {
  const GIT: readonly CommandRule[] = [
    { program: "true", args: ["log", /-n\d+/], rest: /[\w./]+/ },
    { program: "true", args: ["status"] },
    { program: "true" },
  ];

  it("is what a rule allows, word by word and each as a whole", async (t) => {
    const run = runner(folder(t), GIT);
    for (const args of [["log", "-n5"], ["log", "-n5", "a/b.ts", "c"], ["status"], []]) assert.equal((await run("true", args)).exitCode, 0);
    for (const args of [
      ["log"],
      ["log", "-n5", "--output=x"],
      ["log", "-n5 --x"],
      ["log", "x-n5"],
      ["status", "x"],
      ["push"],
      ["log", "-n5\n"],
    ]) {
      await assert.rejects(run("true", args), {
        code: "commands/not-allowed",
        message: `"true" may not run with the arguments ${JSON.stringify(args)}`,
        hint: "what is allowed: true log /-n\\d+/ /[\\w./]+/…; true status; true",
      });
    }
  });

  it("is no program that is not named as it is called", async (t) => {
    for (const program of ["rm", "/bin/true", "./true", "TRUE"]) {
      await assert.rejects(runner(folder(t), GIT)(program, []), {
        code: "commands/not-allowed",
        message: `"${program}" is not on the list of programs that may run`,
        hint: 'allow it where the adapter is made; the list has "true"',
      });
    }
    await assert.rejects(runner(folder(t), [])("true", []), { hint: "the list is empty: allow it where the adapter is made" });
  });

  it("is decided anew each time, by a pattern that remembers where it was too", async (t) => {
    const run = runner(folder(t), [{ program: "true", args: [/a|b/gy] }]);
    for (let i = 0; i < 3; i++) assert.equal((await run("true", ["b"])).exitCode, 0);
    await assert.rejects(run("true", ["ab"]), { code: "commands/not-allowed" });
    await assert.rejects(run("true", ["b\nrm"]), { code: "commands/not-allowed" });
  });
});

it("a long output keeps its beginning and its end, and never half of a character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "\n", "😀", "é"), minLength: 300, maxLength: 600 }),
      fc.integer({ min: 200, max: 290 }),
      (text, maxChars) => {
        const short = shortened(text, maxChars);
        assert.ok(short.length <= maxChars);
        assert.ok(!/\p{Surrogate}/u.test(short));
        const [, start = "", count = "", end = ""] = /^([\s\S]*?\n)\[… (\d+) characters left out …\]\n([\s\S]*)$/.exec(short) ?? [];
        assert.ok(text.startsWith(start) || text.startsWith(start.slice(0, -1)));
        assert.ok(text.endsWith(end));
        assert.ok(Number(count) > 0);
      },
    ),
  );
});
