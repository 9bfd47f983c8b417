import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { lessonFile, lessonStore, parseLessons } from "../../src/lessons/index.js";
import { realDisk } from "../../src/store/index.js";
import { gitIn } from "../adapters/git/repository.js";
import { now } from "./known.js";

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "lessons-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const line = (id: string, description: string) => ({ at: "2026-11-20T00:00:00Z", id, severity: "info" as const, description });

test("many processes write to one file, one of them is killed, and every line that was said to be written is there", async (t) => {
  const folder = folderFor(t);
  const start = (who: string, count: number) => {
    const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "writer.ts"), folder, "mine", who, String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said: number[] = [];
    child.stdout.on("data", (data: Buffer) => said.push(...data.toString().trim().split("\n").map(Number)));
    return { child, said, ended: once(child, "close") };
  };
  const writers = ["a", "b"].map((who) => start(who, 15));
  const victim = start("victim", 100_000);
  while (victim.said.length < 5) await once(victim.child.stdout, "data");
  victim.child.kill("SIGKILL");
  await Promise.all([...writers, victim].map(({ ended }) => ended));
  // What a writer leaves that was cut off in the middle of its line.
  appendFileSync(join(folder, "mine.jsonl"), '{"at":"2026-11-20T0');
  await lessonFile(folder, "mine").append([line("last", "The last one.")]);

  const { lessons, skipped } = parseLessons(readFileSync(join(folder, "mine.jsonl"), "utf8"));
  const written = (who: string) => lessons.filter(({ id }) => id.startsWith(`${who}-`)).length;
  assert.deepEqual(["a", "b"].map(written), [15, 15]);
  assert.ok(written("victim") >= (victim.said.at(-1) ?? 0) && written("victim") <= (victim.said.at(-1) ?? 0) + 1);
  assert.equal(lessons.at(-1)?.id, "last");
  assert.deepEqual(
    skipped.map(({ reason }) => reason),
    ["it is cut short or is not JSON"],
  );
  assert.deepEqual(readdirSync(folder).sort(), [".gitattributes", "mine.jsonl"]);
});

test("two branches that learned, one of them compacted, are merged by git without a conflict", async (t) => {
  const folder = folderFor(t);
  gitIn(folder, ["init", "--quiet", "--initial-branch", "main"]);
  const file = lessonFile(join(folder, "lessons"), "mine");
  const commit = (message: string) => {
    gitIn(folder, ["add", "--all"]);
    gitIn(folder, ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--message", message]);
  };
  await file.append([line("l-b", "Be short."), line("l-a", "Name the file.")]);
  commit("first");
  gitIn(folder, ["checkout", "--quiet", "-b", "other"]);
  await file.learn({ at: "2026-11-28T00:00:00Z", run: "r2", lessons: [{ severity: "error", description: "Be short." }] });
  await file.append([line("l-c", "Count what you name.")]);
  commit("theirs");
  gitIn(folder, ["checkout", "--quiet", "main"]);
  await file.learn({ at: "2026-11-29T00:00:00Z", run: "r3", lessons: [{ severity: "error", description: "Be short." }] });
  await file.compact(now);
  commit("mine");
  gitIn(folder, ["-c", "user.name=t", "-c", "user.email=t@t", "merge", "--quiet", "--no-edit", "other"]);

  const { lessons, skipped } = parseLessons(file.read());
  assert.deepEqual(skipped, []);
  assert.deepEqual(Object.fromEntries(lessons.map(({ id, seen }) => [id, seen])), { "l-a": 1, "l-b": 3, "l-c": 1 });
  await file.compact(now);
  assert.equal(file.read().trim().split("\n").length, 4);
});

test("what is learned again makes a lesson stronger and is no second one, and the same run counts once", async (t) => {
  const file = lessonFile(folderFor(t), "mine");
  const learning = (run: string, description: string, at = "2026-11-20T00:00:00Z") =>
    file.learn({ at, run, lessons: [{ severity: "error", category: "FORM", description, stage: "draft" }] });
  await learning("r1", "The post has 1,204 words: keep it to 1,000.");
  await learning("r2", "The post has 1,377 words: keep it to 1,000.", "2026-11-21T00:00:00Z");
  const { seenAgain, added } = await learning("r2", "The post has 1,377 words: keep it to 1,000.", "2026-11-21T00:00:00Z");
  assert.deepEqual([seenAgain.length, added.length], [1, 0]);
  const { lessons } = parseLessons(file.read());
  assert.deepEqual(
    lessons.map(({ description, seen, lastSeenMs, run }) => ({ description, seen, lastSeenMs, run })),
    [{ description: "The post has 1,204 words: keep it to 1,000.", seen: 2, lastSeenMs: Date.parse("2026-11-21T00:00:00Z"), run: "r1" }],
  );
});

test("a lesson that was in the prompts of a run that ended without its fault was followed, others were not", async (t) => {
  const file = lessonFile(folderFor(t), "mine");
  await file.append([line("l-a", "Be short."), line("l-b", "Name the file.")]);
  const learn = (run: string, isDone: boolean) =>
    file.learn({
      at: "2026-11-22T00:00:00Z",
      run,
      isDone,
      shown: ["l-a", "l-b"],
      lessons: [{ severity: "info", description: "Be short." }],
    });
  assert.deepEqual((await learn("r1", false)).followed, []);
  assert.deepEqual(
    (await learn("r2", true)).followed.map(({ id }) => id),
    ["l-b"],
  );
  assert.deepEqual(
    parseLessons(file.read()).lessons.map(({ id, seen, followed }) => [id, seen, followed]),
    [
      ["l-a", 3, 0],
      ["l-b", 1, 1],
    ],
  );
});

test("a write that the disk refuses leaves the file as it was", async (t) => {
  const folder = folderFor(t);
  await lessonFile(folder, "mine").append([line("l-a", "Be short.")]);
  const before = readFileSync(join(folder, "mine.jsonl"), "utf8");
  const full = {
    ...realDisk,
    fdatasyncSync: () => {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    },
  };
  await assert.rejects(lessonFile(folder, "mine", { disk: full }).append([line("l-b", "Lost.")]), { message: "no space left" });
  assert.equal(readFileSync(join(folder, "mine.jsonl"), "utf8"), before);
  assert.ok(!existsSync(join(folder, "mine.jsonl.lock")));
});

test("a lock that a living process holds for half a minute is an error, one of a dead process is cleared away", async (t) => {
  const folder = folderFor(t);
  const me = { host: "here", pid: process.pid, startedAt: "now" };
  const lock = join(folder, "mine.jsonl.lock");
  mkdirSync(lock, { recursive: true });
  // Another machine's claim counts as long as it is young; this one was made just now.
  writeFileSync(join(lock, "1~there~7~x~1"), "");
  let waitedMs = 0;
  const pause = async (ms: number) => {
    waitedMs += ms;
  };
  await assert.rejects(lessonFile(folder, "mine", { me, pause }).append([line("l-a", "Be short.")]), {
    code: "lessons/locked",
    message: 'process 7 on there has held the lessons of "mine" for half a minute',
    hint: "it may have been stopped: let it go on, or end it",
  });
  assert.ok(waitedMs >= 30_000);
  writeFileSync(join(lock, "1~here~999999~gone~1"), "");
  rmSync(join(lock, "1~there~7~x~1"));
  await lessonFile(folder, "mine", { me, pause }).append([line("l-a", "Be short.")]);
  assert.deepEqual(readdirSync(folder).sort(), [".gitattributes", "mine.jsonl"]);
});

test("a name that leads out of the folder is refused", () => {
  assert.throws(() => lessonFile("/tmp", "../mine"), {
    code: "lessons/name",
    message: '"../mine" cannot be the name of a lessons file',
    hint: "use letters, digits, `.`, `_` and `-`",
  });
});

test("an overlay is built by name from the first folder that has it, and anew when the file has changed", async (t) => {
  const [mine, shipped] = [folderFor(t), folderFor(t)];
  await lessonFile(shipped, "post").append([line("l-a", "Be short.")]);
  const store = lessonStore([mine, shipped], { now: () => now });
  const chosen = () => store.buildOverlay("post", { max: 5, budgetTokens: 400 }).chosen.map(({ lesson }) => lesson.id);
  assert.deepEqual(chosen(), ["l-a"]);
  assert.equal(store.lessons("post"), store.lessons("post"));
  await lessonFile(shipped, "post").append([line("l-b", "Name the file.")]);
  assert.deepEqual(chosen(), ["l-a", "l-b"]);
  await lessonFile(mine, "post").append([line("l-c", "Count what you name.")]);
  assert.deepEqual(chosen(), ["l-c"]);
  assert.equal(store.buildOverlay("none").text, "");
});
