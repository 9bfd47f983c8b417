import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { ENV, fakeGitHub } from "../adapters/issues/fake-github.js";

const ROOT = join(import.meta.dirname, "../..");
const SHOP_TOKEN = "wolf/17+sheep";
const PASTED = "ghp_0123456789abcdefghijABCDEFGHIJ";

it("a run with --record leaves a tape without the secrets of the run, of its environment, and of what others have pasted", async (t) => {
  const github = await fakeGitHub(t, [
    { title: `Pasted ${ENV.GITHUB_TOKEN}` },
    { title: `Authorization: Bearer ${PASTED}` },
    { title: `A key: ${SHOP_TOKEN}, and ${encodeURIComponent(SHOP_TOKEN)}` },
  ]);
  github.intercept = ({ method, headers }, response) => {
    if (method !== "POST") return false;
    response.writeHead(422).end(JSON.stringify({ message: `I saw ${headers.authorization} and ${PASTED}` }));
    return true;
  };
  const cwd = mkdtempSync(join(tmpdir(), "record-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const run = ["run", join(ROOT, "test/credentials/leaky.ts"), "--from", "github", "--record", "tape.jsonl"];
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(ROOT, "src/cli/main.ts"), ...run], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...ENV, SHOP_TOKEN, GITHUB_URL: github.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  assert.equal(await new Promise((ended) => child.once("close", ended)), 1, printed);

  const tape = readFileSync(join(cwd, "tape.jsonl"), "utf8");
  for (const left of [
    "Pasted [credential GITHUB_TOKEN]",
    "Authorization: [scrubbed: authorization]",
    "A key: [scrubbed: SHOP_TOKEN], and [scrubbed: SHOP_TOKEN]",
  ]) {
    assert.ok(tape.includes(left), `${left} is on the tape: ${tape}`);
  }
  assert.match(
    tape,
    /"code":"issues\/refused","message":"[^"]*with 422: I saw Bearer \[credential GITHUB_TOKEN\] and \[scrubbed: token\]"/,
  );
  for (const secret of [ENV.GITHUB_TOKEN, SHOP_TOKEN, encodeURIComponent(SHOP_TOKEN), PASTED]) assert.ok(!tape.includes(secret), secret);
  const files = readdirSync(cwd, { recursive: true, encoding: "utf8" }).map((name) => join(cwd, name));
  assert.ok(files.some((path) => path.endsWith("journal.jsonl")));
  for (const path of files.filter((one) => statSync(one).isFile())) assert.ok(!readFileSync(path).includes(ENV.GITHUB_TOKEN), path);
  assert.ok(!printed.includes(ENV.GITHUB_TOKEN), printed);
});
