import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { test } from "node:test";
import { fixture, shell } from "../../shell.js";
import { rested, type Served, served, servedRuns, type Visitor, visitor } from "./visitor.js";

const ME = userInfo().username;
const RUN = "paged-20260319-aaaaaa";
const GATE = `/gate/${RUN}`;
const TODO = "The ice is thin.\r\nTODO: how thin?\r\nStay on the shore.";
const FORM = {
  place: "answer-1",
  day: "answer-2",
  seats: "answer-3",
  price: "answer-4",
  tone: "answer-5",
  late: "answer-6",
  extra: "answer-7",
};

async function paged(t: Parameters<typeof served>[0], args: readonly string[] = []): Promise<Served & { readonly ana: Visitor }> {
  const here = await servedRuns(t, [[fixture("paged"), ...args]]);
  return { ...here, ana: await visitor(here, here.link) };
}

test("all that waits is listed, with what it says, since when, until when and for whom", async (t) => {
  const here = await servedRuns(t, [[fixture("paged")], [fixture("guarded")]]);
  here.at("2026-03-19T18:30:00.000Z");
  const ana = await visitor(here, here.link);
  const { status, text } = await ana.get("/");
  assert.equal(status, 200);
  for (const said of [
    "2 gates wait for a person\n",
    "approve of paged\ngate\napprove of paged, tier 4\nrun\npaged-20260319-aaaaaa\nshows\ndraft\nsince\n2026-03-19 18:00 UTC\n, 30 min 00 s ago\nuntil\n2026-03-20 18:00 UTC\n, then it is rejected\nmay decide\nany person",
    "Soup for 4 people at 19:30. Go ahead?\ngate\nconfirm of guarded, tier 3\n",
    "may decide\nbea or ion, but not who started the run",
  ]) {
    assert.ok(text.includes(said), text);
  }
  here.at("2026-03-19T23:00:00.000Z");
  assert.match((await ana.get("/")).text, /until\nover: rejected at the next resume/);
});

test("an approval is signed, noted as from the page, and the run goes on", async (t) => {
  const { ana, call, stop } = await paged(t);
  const page = await ana.get(GATE);
  assert.match(
    page.text,
    /What is shown: draft\ntitle: Ice\nThe ice is thin\.\nStay on the shore\.\nDecide\nYou decide as \S+\. When it is approved, the run goes on with “ask” at once\./,
  );
  const after = await ana.send(page, { action: "approve" });
  assert.match(after.text, new RegExp(`Decided\napprove: approved by ${ME} \\(page\\) on \n2026-03-19 18:00 UTC`));
  assert.match((await rested(ana, RUN)).text, /^paged: waits · Stagewright[\s\S]*It waits at\nask of paged\n/);
  assert.match((await ana.get("/")).text, new RegExp(`Decided here\n${RUN}\n: waits\n`));
  assert.match((await call(["show", "last"])).out, new RegExp(`approve +approve +by ${ME} +page`));
  const { code, err } = await stop();
  assert.equal(code, 0);
  assert.match(err, /\nask waits for an answer, tier 3\n$/);
});

test("a text is edited in place, and the other fields stay as they are", async (t) => {
  const { ana, call } = await paged(t);
  const page = await ana.get(GATE);
  await ana.send(page, { action: "edit", text: "The ice is <thick>.\r\nGo ahead." });
  await rested(ana, RUN);
  assert.equal((await call(["show", "last", "--output", "approve"])).out, "title: Ice\n\nThe ice is <thick>.\nGo ahead.\n");
});

test("an edit that fails the definition of done decides nothing, and is kept as it was typed", async (t) => {
  const { ana, call } = await paged(t);
  const { status, text, html } = await ana.send(await ana.get(GATE), { action: "edit", text: TODO });
  assert.equal(status, 422);
  assert.match(
    text,
    /^Not decided: approve of paged · [\s\S]*Nothing has been decided\nthe edit at gate "approve" is not what stage "draft" promises\nline 2: a TODO is left \(no-todo\)\nmend it and decide again: nothing has been decided\n/,
  );
  assert.match(
    html,
    /<p class="error" id="text-error">the edit[^<]*<\/p>\n<textarea [^>]*aria-describedby="text-hint text-error" aria-invalid="true">\nThe ice is thin\.\nTODO: how thin\?\n/,
  );
  const short = await ana.send(await ana.get(GATE), { action: "edit", text: "x" });
  assert.match(short.text, /gate "approve" does not take this value: "markdown": Too small/);
  assert.match((await call(["runs"])).out, /paged +blocked/);
  // What was kept can be mended and sent from the same page.
  const mended = await ana.send({ ...short, html }, { action: "edit", text: TODO.replace("TODO: how thin?", "So thin.") });
  assert.match(mended.text, /approve: approved with an edit by /);
});

test("what a person has typed is never lost by another button", async (t) => {
  const { ana } = await paged(t);
  const page = await ana.get(GATE);
  const says = async (typed: Readonly<Record<string, string>>, message: string, kept: RegExp) => {
    const seen = await ana.send(page, typed);
    assert.deepEqual(
      [seen.status, seen.text.includes(`Nothing has been decided\n${message}\n`), kept.test(seen.html)],
      [422, true, true],
      seen.text,
    );
  };
  await says(
    { action: "approve", text: "Other." },
    "you have changed the text, and to approve as shown would lose that\nchoose Approve with my edit, or put the text back",
    />\nOther\.<\/textarea>/,
  );
  await says(
    { action: "approve", reason: "too long" },
    "a reason goes with a rejection\nchoose Reject, or take the reason away",
    />\ntoo long<\/textarea>/,
  );
  await says(
    { action: "edit" },
    "nothing is changed in the text\nchange it, or choose Approve as shown",
    /Stay on the shore\.<\/textarea>/,
  );
  await says(
    { action: "reject", text: "Other.", reason: " " },
    "a rejection needs a reason\nsay what is wrong: the next version is written by it",
    />\nOther\.<\/textarea>/,
  );
  await says({ action: "nothing" }, "the form says nothing that can be done\nchoose one of its buttons", /Stay on the shore/);
});

test("after a rejection the next version is shown with what has changed, and with the reason", async (t) => {
  const { ana } = await paged(t);
  await ana.send(await ana.get(GATE), { action: "reject", reason: "Say <when>." });
  assert.match((await rested(ana, RUN)).text, /approve: rejected by .* \(page\) on \n.*\n: Say <when>\.\n/);
  const { html, text } = await ana.get(GATE);
  assert.match(text, /What has changed\nIt was shown before, on \n2026-03-19 18:00 UTC\n, and rejected by .* on \n.*\n: Say <when>\.\n/);
  assert.match(html, /<span> {2}Stay on the shore\.<\/span><ins>\+ Say &lt;when&gt;\.<\/ins><\/div>/);
});

test("a hostile draft is shown as the text that it is, wherever it stands", async (t) => {
  const hostile = `</textarea></div><script>alert(1)</script>\n[click](javascript:alert(2)) <img src=x onerror="alert(3)">\n" autofocus onfocus='alert(4)'\u202e`;
  const { ana } = await paged(t, ["--text", hostile]);
  const page = await ana.get(GATE);
  await ana.send(page, { action: "reject", reason: "<script>alert(5)</script>" });
  await rested(ana, RUN);
  for (const { html, text } of [
    page,
    await ana.get(GATE),
    await ana.get(`/run/${RUN}`),
    await ana.send(await ana.get(GATE), { action: "edit", text: `${hostile} TODO` }),
  ]) {
    assert.doesNotMatch(html, /<script|<img|<a href="javascript/);
    // No tag but those of the page itself, and none with a handler.
    assert.doesNotMatch(html.replaceAll(/"[^"<>]*"/g, '""'), /<[^>]* on\w+=/);
    assert.match(text, /<script>alert\(\d\)<\/script>/);
  }
  assert.match(page.html, /\[U\+202E\]/);
  // The text in the form is the text itself: unchanged, it is approved as shown.
  assert.match((await ana.send(await ana.get(GATE), { action: "approve" })).text, /approve: approved by /);
});

test("a form that is sent twice decides once; another word about the same is told who was first", async (t) => {
  const { ana, call } = await paged(t);
  const page = await ana.get(GATE);
  const edit = { action: "edit", text: "Mine." };
  const both = await Promise.all([ana.send(page, edit), ana.send(page, edit)]);
  for (const { text } of both) assert.match(text, /Decided\napprove: approved with an edit by /);
  await rested(ana, RUN);
  assert.match((await ana.send(page, edit)).text, /approve: approved with an edit by /);
  for (const typed of [{ action: "approve" }, { action: "reject", reason: "no" }, { action: "edit", text: "Other." }]) {
    const late = await ana.send(page, typed);
    assert.equal(late.status, 409);
    assert.match(
      late.text,
      new RegExp(
        `It has been decided already\nThe gate “approve” was approved with an edit by ${ME} \\(page\\) on \n2026-03-19 18:00 UTC\nThat counts; what you have sent does not\\.`,
      ),
    );
  }
  assert.match((await ana.send(page, { action: "edit", text: "Other." })).text, /What you had written\nOther\.$/);
  assert.match((await ana.send(page, { action: "approve" })).text, /How the run stands$/);
  assert.equal((await call(["show", "last"])).out.match(/approve +edit +by/g)?.length, 1);
});

test("of two people at once one wins, and the other is told by whom", async (t) => {
  const { ana, ...here } = await paged(t);
  const bea = await visitor(here, /http:\S+/.exec((await ana.send(await ana.get("/"), {})).text)?.[0] ?? "");
  const [one, other] = [await ana.get(GATE), await bea.get(GATE)];
  const seen = await Promise.all([ana.send(one, { action: "approve" }), bea.send(other, { action: "reject", reason: "not yet" })]);
  assert.deepEqual(seen.map(({ status }) => status).sort(), [200, 409]);
  const lost = seen.find(({ status }) => status === 409)?.text ?? "";
  assert.match(lost, new RegExp(`The gate “approve” was (approved|rejected) by ${ME} \\(page\\)`));
});

test("what was decided at the command line meanwhile is said", async (t) => {
  const { ana, call } = await paged(t);
  const page = await ana.get(GATE);
  await call(["reject", "last", "--reason", "Say when."]);
  const late = await ana.send(page, { action: "edit", text: "Mine." });
  assert.equal(late.status, 409);
  assert.match(
    late.text,
    new RegExp(
      `The gate “approve” was rejected by ${ME} \\(command line\\) on \n2026-03-19 18:00 UTC\n: Say when\\.\nThat counts; what you have sent does not\\.\nHow the run stands\nWhat you had written\nMine\\.$`,
    ),
  );
});

test("a gate that shows something else meanwhile is shown anew, with what was typed beside it", async (t) => {
  const { ana, call } = await paged(t);
  const page = await ana.get(GATE);
  process.env.PAGED_LINE = "It melts.";
  t.after(() => {
    delete process.env.PAGED_LINE;
  });
  await call(["resume", "last", "--from", "draft"]);
  const seen = await ana.send(page, { action: "edit", text: "Mine." });
  assert.equal(seen.status, 409);
  assert.match(
    seen.text,
    /Nothing has been decided\ngate "approve" has asked anew since this form was shown\nlook at what it shows now, and decide about that\nWhat you had written\nIt was about what the gate showed before\..*\nMine\.\n/,
  );
  assert.match(seen.html, /<ins>\+ It melts\.<\/ins>/);
  // The form is that of the new one, and an approval now counts.
  assert.match((await ana.send(seen, { action: "approve" })).text, /approve: approved by /);
});

test("of two gates that show the same, a form of the one decides nothing at the other", async (t) => {
  const { ana } = await paged(t);
  const page = await ana.get(GATE);
  await ana.send(page, { action: "approve" });
  assert.match((await rested(ana, RUN)).text, /It waits at\nask of paged/);
  const digest = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1];
  assert.equal(digest((await ana.get(GATE)).html), digest(page.html));
  assert.equal((await ana.send(page, { action: "reject", reason: "no" })).status, 409);
  assert.match((await ana.get(`/run/${RUN}`)).text, /It waits at\nask of paged/);
});

test("nobody but those who may decide is given a form, and nothing that a run has started", async (t) => {
  const here = shell(t);
  await here.call(["run", fixture("guarded")]);
  await here.call(["run", fixture("post")]);
  const person = await served(t, here);
  const ana = await visitor(person, person.link);
  const guarded = await ana.get("/gate/guarded-20260319-aaaaaa");
  assert.match(guarded.text, new RegExp(`Decide\nYou cannot decide here: "${ME}" has started the run that asks\\.$`));
  assert.doesNotMatch(guarded.html, /<form/);
  const agent = await served(t, here, { env: { STAGEWRIGHT_AGENT: "tool" } });
  const tool = await visitor(agent, agent.link);
  assert.match((await tool.get("/gate/post-20260319-bbbbbb")).text, /You cannot decide here: "agent:tool" is no person\.$/);
});

test("after its time a gate takes no decision, and a form that comes too late is told so", async (t) => {
  const { ana, at } = await paged(t);
  const page = await ana.get(GATE);
  at("2026-03-20T18:00:01.000Z");
  const late = await ana.send(page, { action: "approve" });
  assert.equal(late.status, 410);
  assert.match(
    late.text,
    /gate "approve" took decisions until 2026-03-20T18:00:00\.000Z\nresume the run: it goes the way of a rejection\n/,
  );
  assert.match(late.text, /The time is over\. With the next resume the run goes the way of a rejection\.$/);
});

test("a form made of the schema says what is wrong at each field, keeps what was typed, and answers", async (t) => {
  const { ana, call } = await paged(t);
  await ana.send(await ana.get(GATE), { action: "approve" });
  await rested(ana, RUN);
  const page = await ana.get(GATE);
  const bad = { [FORM.place]: "<Sinaia>", [FORM.seats]: "0", [FORM.price]: "dear", [FORM.late]: "yes" };
  const refused = await ana.send(page, { action: "answer", ...bad });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Nothing has been decided\nday: day is needed\nprice: price takes a number\ntone: tone is needed\n/);
  assert.match(refused.html, /<a href="#answer-2">day: day is needed<\/a>/);
  assert.match(refused.html, /<input id="answer-1" [^>]*value="&lt;Sinaia&gt;"/);
  assert.match(
    refused.html,
    /<p class="error" id="answer-4-error">price takes a number<\/p>\n<input id="answer-4" [^>]*value="dear" [^>]*aria-invalid="true"/,
  );
  const better = { ...bad, [FORM.day]: "2026-03-20", [FORM.price]: "1.5", [FORM.tone]: "dry" };
  assert.match((await ana.send(page, { action: "answer", ...better })).text, /seats: Too small: expected number to be >=1\n/);
  const answer = { action: "answer", ...better, [FORM.seats]: "4", [FORM.extra]: '["tea"]' };
  assert.match((await ana.send(page, answer)).text, /ask: answered by /);
  await rested(ana, RUN);
  // Twice the same does nothing more.
  assert.match((await ana.send(page, answer)).text, /ask: answered by /);
  assert.equal((await ana.send(page, { ...answer, [FORM.seats]: "5" })).status, 409);
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "ask", "--json"])).out), {
    place: "<Sinaia>",
    day: "2026-03-20",
    seats: 4,
    price: 1.5,
    tone: "dry",
    late: true,
    extra: ["tea"],
  });
});

test("at tier 5 the digits and the PIN are typed, the consequence is said, and a wrong one decides nothing", async (t) => {
  const here = shell(t);
  await here.call(["run", fixture("paged")]);
  await here.call(["approve", "last"]);
  await here.call(["approve", "last", "--answer", '{"place": "x", "day": "2026-03-20", "seats": 1, "tone": "dry", "late": false}']);
  const page5 = await served(t, here);
  const ana = await visitor(page5, page5.link);
  const bare = await ana.get(GATE);
  assert.match(bare.text, /^send of paged · Stagewright\nAll that waits\nSend “Ice” to 400 people\?\n/);
  assert.match(
    bare.text,
    /Are you sure\?\nA gate of tier 5 stands before what cannot be taken back\. \n?“\n?Send “Ice” to 400 people\?\n?”/,
  );
  assert.match(bare.text, new RegExp(`“${ME}” has no PIN yet: \nstagewright gates pin\n`));
  const digits = /type ([0-9a-f]{8})\n/.exec(bare.text)?.[1] ?? "";
  const says = async (typed: Readonly<Record<string, string>>, status: number, expected: RegExp) => {
    const seen = await ana.send(bare, { action: "approve", ...typed });
    assert.equal(seen.status, status);
    assert.match(seen.text, expected);
    assert.match(seen.html, /<input id="pin" name="pin" type="password" autocomplete="off"[^>]*>/);
    assert.doesNotMatch(seen.html, /314159|271829/);
    return seen;
  };
  await says({ pin: "271828" }, 422, /gate "send" has tier 5: the decision must be confirmed\n/);
  await says({ confirm: digits, pin: "271828" }, 422, new RegExp(`"${ME}" has no PIN\n`));
  await here.call(["gates", "pin"], { typed: ["271828", "271828"] });
  const wrong = await says(
    { confirm: digits.toUpperCase(), pin: "314159" },
    422,
    new RegExp(`that is not the PIN of "${ME}"\n4 tries are left\n`),
  );
  assert.match(wrong.html, new RegExp(`<input id="confirm" name="confirm" value="${digits.toUpperCase()}"`));
  for (const left of [3, 2, 1, 0]) {
    await says(
      { confirm: digits, pin: "271829" },
      422,
      left === 0 ? /it is locked now, for an hour/ : new RegExp(`${left} (try is|tries are) left`),
    );
  }
  await says(
    { confirm: digits, pin: "271828" },
    429,
    /is locked after 5 wrong tries\nthe next try counts from 2026-03-19T19:00:00\.000Z on\n/,
  );
  page5.at("2026-03-19T19:00:01.000Z");
  const done = await ana.send(bare, { action: "approve", confirm: ` ${digits} `, pin: "271828" });
  assert.match(done.text, /send: approved by /);
  assert.match((await rested(ana, RUN)).text, /^paged: done · /);
  assert.match((await ana.get("/")).text, /^Nothing waits · Stagewright\nNothing waits for a person\n/);
});

test("gates of child runs are decided one by one, and the run above goes on with each", async (t) => {
  const here = await servedRuns(t, [[fixture("mails")]]);
  const ana = await visitor(here, here.link);
  const run = "mails-20260319-aaaaaa";
  const [first, second] = [await ana.get(`/gate/${run}.answers.v1.1`), await ana.get(`/gate/${run}.answers.v1.2`)];
  // A text by itself is edited whole.
  assert.match(first.text, /Change it here, where something must be said otherwise\.\nDear Ana\n/);
  const after = await ana.send(first, { action: "edit", text: "Hello Ana" });
  assert.match(after.text, new RegExp(`part of\n${run}\n`));
  await rested(ana, run);
  await ana.send(second, { action: "approve" });
  assert.match((await rested(ana, run)).text, /^mails: done · /);
  assert.deepEqual(
    JSON.parse((await here.call(["show", "last", "--output", "answers", "--json"])).out).map(({ output }: { output: string }) => output),
    ["Hello Ana", "Dear Bo"],
  );
});

test("a value without a text is edited as JSON, and what is no JSON is said", async (t) => {
  const here = shell(t);
  await here.call(["run", fixture("dinner")]);
  await here.call(["approve", "last", "--answer", '{"seats": 2}']);
  const page = await served(t, here);
  const ana = await visitor(page, page.link);
  const seen = await ana.get("/gate/dinner-20260319-aaaaaa");
  assert.match(seen.text, /The whole value, as JSON\.\n\{\n {2}"dish": "soup"\n\}\n/);
  const bad = await ana.send(seen, { action: "edit", text: '{"dish": ' });
  assert.equal(bad.status, 422);
  assert.match(bad.text, /Nothing has been decided\nthe edit is not JSON: [\s\S]*\ncorrect it; nothing has been decided\n/);
  assert.match(bad.html, />\n\{&quot;dish&quot;: <\/textarea>/);
});

test("a run that was cancelled meanwhile asks nobody any more", async (t) => {
  const { ana, call } = await paged(t);
  const page = await ana.get(GATE);
  await call(["cancel", "last"]);
  const seen = await ana.send(page, { action: "approve" });
  assert.equal(seen.status, 409);
  assert.match(seen.text, /Nothing waits here\nRun “paged-20260319-aaaaaa” waits at no gate: it is cancelled\.\n/);
  assert.match((await ana.get("/")).text, /^Nothing waits · /);
  // The gate's own address leads to how the run stands.
  assert.match((await ana.get(GATE)).text, /^paged: cancelled · /);
});
