import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fixture, shell } from "./shell.js";

const ME = userInfo().username;

test("what waits for a person is listed, with since when, for whom and until when", async (t) => {
  const { call, cwd } = shell(t);
  assert.deepEqual(await call(["gates"]), { code: 0, out: `nothing waits for a person in ${cwd}/.stagewright\n`, err: "" });
  await call(["run", fixture("dinner")]);
  await call(["run", fixture("post")], { now: "2026-03-19T18:30:00.000Z" });
  await call(["run", fixture("guarded")], { now: "2026-03-19T19:00:00.000Z" });
  const { code, out, err } = await call(["gates"], { now: "2026-03-19T20:00:00.000Z" });
  assert.deepEqual([code, err], [0, ""]);
  assert.equal(
    out,
    `run                      gate     tier  waits for   decided by                               when time runs out             about
dinner-20260319-bbbbbb   ask      3     2 h 00 min  any person                               no limit                       menu
post-20260319-cccccc     approve  4     1 h 30 min  any person                               no limit                       draft
guarded-20260319-dddddd  confirm  3     1 h 00 min  bea or ion, but not who started the run  rejected at 2026-03-19T21:00Z  Soup for 4 people at 19:30. Go ahead?
`,
  );
  const late = await call(["gates", "--json"], { now: "2026-03-19T23:00:00.000Z" });
  const guarded = JSON.parse(late.out).gates[2];
  assert.deepEqual(
    { ...guarded, digest: guarded.digest.length },
    {
      run: "guarded-20260319-dddddd",
      pipeline: "guarded",
      gate: "confirm",
      tier: 3,
      shows: "menu",
      says: "Soup for 4 people at 19:30. Go ahead?",
      digest: 64,
      since: "2026-03-19T19:00:00.000Z",
      until: "2026-03-19T21:00:00.000Z",
      decidedBy: "bea or ion, but not who started the run",
    },
  );
  assert.match((await call(["gates"], { now: "2026-03-19T23:00:00.000Z" })).out, /rejected at the next resume/);
});

test("whoever is not among those who may decide is refused, and the run still waits", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("guarded")]);
  const { code, err } = await call(["approve", "last"]);
  assert.equal(code, 2);
  assert.equal(
    err,
    `error: gate "confirm" is decided by bea or ion, but not who started the run: "${ME}" has started the run that asks\n  hint: nothing has been decided, and the run still waits\n`,
  );
  assert.match((await call(["runs"])).out, /guarded +blocked/);
});

test("what a run has started is no person, and decides nothing", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  const env = { STAGEWRIGHT_AGENT: "tool" };
  const hint = "  hint: nothing has been decided, and the run still waits\n";
  const error = 'error: gate "approve" is decided by any person: "agent:tool" is no person\n';
  for (const args of [
    ["approve", "last"],
    ["reject", "last", "--reason", "no"],
  ]) {
    assert.deepEqual(await call(args, { env }), { code: 2, out: "", err: `${error}${hint}` });
  }
  assert.equal((await call(["approve", "last"])).code, 0);
  assert.match((await call(["show", "last"])).out, new RegExp(`approve +approve +by ${ME} +command line`));
});

test("a sentence about what is to happen stands above what a terminal shows", async (t) => {
  const { call } = shell(t);
  const { err } = await call(["run", fixture("guarded")], { typed: ["later"] });
  assert.match(err, /confirm of run guarded-20260319-aaaaaa, tier 3\nSoup for 4 people at 19:30\. Go ahead\?\n\nmenu:\n/);
});

test("a PIN is chosen twice the same at a terminal, and only by whoever knows the one before", async (t) => {
  const { call } = shell(t);
  assert.deepEqual(await call(["gates", "pin"]), {
    code: 2,
    out: "",
    err: "error: a PIN is chosen by a person at a terminal\n  hint: call it where you can type\n",
  });
  const differing = await call(["gates", "pin"], { typed: ["271828", "271829"] });
  assert.deepEqual([differing.code, differing.err.split("\n").at(-2)], [2, "the two differ: nothing was changed"]);
  assert.equal((await call(["gates", "pin"], { typed: ["271828"] })).code, 130);
  assert.deepEqual(await call(["gates", "pin"], { typed: ["271828", "271828"] }), {
    code: 0,
    out: `"${ME}" has a PIN\n`,
    err: `a PIN for "${ME}", six characters or more: 271828\nonce more: 271828\n`,
  });
  assert.match(
    (await call(["gates", "pin"], { typed: ["314159"] })).err,
    /error: that is not the PIN of ".*"\n {2}hint: 4 tries are left\n$/,
  );
  assert.equal((await call(["gates", "pin"], { typed: [] })).code, 130);
  assert.equal((await call(["gates", "pin"], { typed: ["271828", "314159", "314159"] })).code, 0);
});

test("what happens while nobody decides is listed: when it is asked again, and who may decide as well from when on", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ groups: { cooks: ["bea"], leads: [ME] } }));
  await call(["run", fixture("overdue")]);
  const listed = async (now: string) => (await call(["gates"], { now })).out.split("\n")[1]?.replaceAll(/ {2,}/g, " | ");
  assert.equal(
    await listed("2026-03-19T20:30:00.000Z"),
    "overdue-20260319-aaaaaa | taste | 3 | 2 h 30 min | any person | asked again every 1 h 00 min, next at 2026-03-19 21:00 UTC | menu",
  );
  await call(["approve", "last"]);
  assert.equal(
    await listed("2026-03-19T18:30:00.000Z"),
    "overdue-20260319-aaaaaa | pay | 3 | 30 min 00 s | the group cooks | the group leads may decide from 2026-03-19 19:00 UTC on; rejected at 2026-03-20T18:00Z | menu",
  );
  assert.match((await call(["approve", "last"])).err, /gate "pay" is decided by the group cooks: ".*" is none of them/);
  assert.equal(
    await listed("2026-03-19T19:30:00.000Z"),
    "overdue-20260319-aaaaaa | pay | 3 | 1 h 30 min | the group cooks or the group leads | the group leads may decide since 2026-03-19 19:00 UTC; rejected at 2026-03-20T18:00Z | menu",
  );
  assert.equal((await call(["approve", "last"], { now: "2026-03-19T19:30:00.000Z" })).code, 0);
});

test("a group that the config does not have is an error before anything runs", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ groups: { cocks: ["bea"], leads: ["ion"] } }));
  assert.deepEqual(await call(["run", fixture("overdue")]), {
    code: 2,
    out: "",
    err: 'error: gate "pay" is decided by the group "cooks", and there is none of that name\n  hint: did you mean "cocks"? there are "cocks", "leads"\n',
  });
  assert.equal((await call(["runs"])).out, `no runs in ${cwd}/.stagewright\n`);
});

test("what was approved unchanged 20 times is proposed to be asked less, and a person says whether it is", async (t) => {
  const { call, cwd } = shell(t);
  assert.equal((await call(["gates", "proposals"])).out, `nothing is proposed in ${cwd}/.stagewright\n`);
  const approved = async (count: number, from: number) => {
    for (let nth = from; nth < from + count; nth += 1) {
      await call(["run", fixture("post"), "--run", `r${nth}`]);
      await call(["approve", `r${nth}`, "--no-resume"]);
    }
  };
  await approved(20, 0);
  assert.equal(
    (await call(["gates", "proposals"])).out,
    "about         tier  would do  unchanged    since\npost/approve  4     3         20 in a row  2026-03-19 18:00 UTC\n",
  );
  assert.equal((await call(["gates", "proposals", "--json"])).out.includes('"lower": 3'), true);
  const wrong = await call(["gates", "lower", "post/aprove"]);
  assert.deepEqual(
    [wrong.code, wrong.err],
    [2, 'error: nothing is proposed about "post/aprove"\n  hint: did you mean "post/approve"? there is "post/approve"\n'],
  );
  assert.equal((await call(["gates", "keep", "post/approve"])).out, '"post/approve" stays at tier 4\n');
  assert.equal((await call(["gates", "proposals"])).out, `nothing is proposed in ${cwd}/.stagewright\n`);
});

test("whoever takes a proposal is told what to change where, and nothing is changed for them", async (t) => {
  const { call } = shell(t);
  for (let nth = 0; nth < 20; nth += 1) {
    await call(["run", fixture("post"), "--run", `r${nth}`]);
    await call(["approve", `r${nth}`, "--no-resume"]);
  }
  const agent = await call(["gates", "lower", "post/approve"], { env: { STAGEWRIGHT_AGENT: "tool" } });
  assert.deepEqual(
    [agent.code, agent.err.split("\n")[0]],
    [2, 'error: how closely a person is asked is for a person to say: "agent:tool" is no person'],
  );
  assert.deepEqual(await call(["gates", "lower", "post/approve"]), {
    code: 0,
    out: 'in the pipeline "post": gate("approve", { tier: 3, … })\n',
    err: "",
  });
});
