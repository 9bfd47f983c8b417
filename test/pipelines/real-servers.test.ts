import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { calDav } from "../../adapters/calendar/index.js";
import { mailServer } from "../../adapters/email/index.js";
import { gitHubIssues } from "../../adapters/issues/index.js";
import triage, { triageMail, report as triageReport } from "../../pipelines/email-triage.js";
import workboard, { report as workboardReport } from "../../pipelines/workboard.js";
import { models } from "../../src/model/index.js";
import { decideGate, fileSources, openQuestions, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";
import { PASSWORD as CALDAV_PASSWORD, USER as CALDAV_USER, startRadicale, whyNoRadicale } from "../adapters/calendar/radicale.js";
import { PASSWORD as MAIL_PASSWORD, startDovecot, whyNoDovecot } from "../adapters/email/dovecot.js";
import { mailText } from "../adapters/email/mails.js";
import { startSmtp } from "../adapters/email/smtp-server.js";
import { fakeGitHub, ENV as GITHUB_ENV } from "../adapters/issues/fake-github.js";
import { options } from "../runner/rig.js";

const ROOT = join(import.meta.dirname, "../..");

/** A store in files, the embedded model, and the files that stages read. */
function around(t: TestContext) {
  const cwd = mkdtempSync(join(tmpdir(), "real-servers-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  return { store: fileStore(join(cwd, "runs")), sources: fileSources(ROOT), graceMs: 10_000 };
}

describe("e-mail triage on a real Dovecot, a real SMTP server and a real Radicale", {
  skip: whyNoDovecot() ?? whyNoRadicale() ?? false,
}, () => {
  it("reads the inbox, answers by SMTP with a copy in Sent, and enters what was agreed on into the calendar", async (t) => {
    const dovecot = await startDovecot();
    t.after(() => dovecot.stop());
    const smtp = await startSmtp(MAIL_PASSWORD);
    t.after(() => smtp.stop());
    const radicale = await startRadicale();
    t.after(() => radicale.stop());
    const person = "Ana Pop <ana@atelier.example>";
    const mail = (subject: string, body: string, more: Record<string, string> = {}) =>
      mailText(
        {
          From: person,
          To: "me@example.org",
          Subject: subject,
          Date: "Wed, 18 Mar 2026 09:00:00 +0000",
          "Message-ID": `<${subject.length}@atelier.example>`,
          ...more,
        },
        body,
      );
    dovecot.addUser("me", [
      mail("The cover", "Could you look at the second sketch?\n"),
      mail("Meeting about the paper", "Shall we meet on March 20, 2026 at 3 pm?\n"),
      mail("Spring sale", "Only today.\n", {
        From: "news@seeds.example",
        "List-Id": "<news.seeds.example>",
        "List-Unsubscribe": "<mailto:off@seeds.example>",
      }),
    ]);
    const env = { MAIL_PASSWORD, CALDAV_PASSWORD };
    const calendarUrl = radicale.addCalendar();
    const adapters = [
      mailServer({
        accounts: [
          {
            name: "home",
            address: "me@example.org",
            user: "me",
            passwordFrom: "MAIL_PASSWORD",
            imap: { host: "127.0.0.1", port: dovecot.port, secure: false },
            smtp: { host: "127.0.0.1", port: smtp.port, secure: false },
          },
        ],
        env,
      }),
      calDav({ url: calendarUrl, user: CALDAV_USER, passwordFrom: "CALDAV_PASSWORD", env, timeZone: "Europe/Bucharest" }),
      models({ env: {} }),
    ];
    const on = options({ ...around(t), adapters });
    const input = { contacts: ["ana@atelier.example"], how: "send" };
    assert.equal((await startRun(triage, { ...on, run: "r", input })).status, "blocked");
    const questions = await openQuestions(on.store, triage, "r");
    assert.deepEqual(
      questions.map(({ waiting }) => waiting.on === "gate" && waiting.gate.says),
      [
        'Send an answer to "The cover" to ana@atelier.example. Go ahead?',
        'Send an answer to "Meeting about the paper" to ana@atelier.example, and 2026-03-20T15:00:00 into the calendar. Go ahead?',
      ],
    );
    assert.equal(smtp.arrived.length, 0);
    for (const { run } of questions) await decideGate(triageMail, run, { decision: "approve" }, on);
    assert.equal((await resumeRun(triage, "r", on)).status, "done");
    assert.deepEqual(
      smtp.arrived.map(({ to }) => to),
      [["ana@atelier.example"], ["ana@atelier.example"]],
    );
    assert.equal(dovecot.mailsIn("me", ".Sent").length, 2);
    const [event, ...others] = Object.values(radicale.filesOf(calendarUrl));
    assert.equal(others.length, 0);
    assert.match(event ?? "", /^DTSTART;TZID=Europe\/Bucharest:20260320T150000/m);
    assert.match(event ?? "", /^STATUS:CONFIRMED/m);
    const { state, load } = await readRun(on.store, "r");
    const kept = state.stages.get("report")?.output;
    const lines = triageReport({ outputs: { report: kept && (await load(kept)) } }).split("\n");
    assert.equal(lines.length, 3);
    assert.match(lines.find((line) => line.includes("Spring sale")) ?? "", /: skip: /);
  });
});

describe("the workboard on a server that speaks GitHub's REST API", () => {
  it("closes the issue that a merged pull request has done, with a comment that names it, and leaves the deferred one open", async (t) => {
    const at = "2026-03-01T10:00:00Z";
    const who = (login: string) => ({ login });
    const comment = (body: string) => ({
      event: "commented",
      id: 7,
      user: who("ana"),
      actor: who("ana"),
      body,
      created_at: at,
      updated_at: at,
    });
    const merged = {
      event: "cross-referenced",
      actor: who("radu"),
      created_at: at,
      source: {
        type: "issue",
        issue: {
          number: 31,
          title: "Write the catalogue as CSV",
          state: "closed",
          pull_request: { merged_at: at },
          user: who("radu"),
          html_url: "https://example.org/31",
        },
      },
    };
    const hub = await fakeGitHub(t, [
      { title: "Catalogue as CSV", timeline: [merged] },
      { title: "Dark mode", timeline: [comment("Deferred to the summer release.")] },
    ]);
    const adapters = [gitHubIssues({ baseUrl: hub.url, repo: "ana/notes", env: GITHUB_ENV }), models({ env: {} })];
    const on = options({ ...around(t), adapters });
    const outcome = await startRun(workboard, { ...on, run: "r", input: {} });
    assert.equal(outcome.status, "blocked");
    await decideGate(workboard, "r", { decision: "approve" }, on);
    assert.equal((await resumeRun(workboard, "r", on)).status, "done");
    assert.deepEqual(
      hub.issues.map(({ state }) => state),
      ["closed", "open"],
    );
    const { state, load } = await readRun(on.store, "r");
    const kept = state.stages.get("report")?.output;
    assert.match(workboardReport({ outputs: { report: kept && (await load(kept)) } }), /^#1 done {2}closed .*31/m);
  });
});
