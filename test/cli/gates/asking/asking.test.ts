import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { ANA, ENV, type FakeTelegram, fakeTelegram, GROUP } from "../../../adapters/chat/fake-telegram.js";
import { fixture, type Shell, shell } from "../../shell.js";

const MAILS = ".stagewright/mail";

interface Office {
  readonly here: Shell;
  readonly telegram: FakeTelegram;
  /** One look at all places. */
  look(now?: string): Promise<{ readonly out: string; readonly err: string; readonly code: number }>;
  status(run: string): Promise<string>;
  /** Mails that were sent, the oldest first. */
  mails(): readonly string[];
  answer(mail: string, text: string, from?: string): void;
}

const PLACES = [
  { chat: `telegram:${ANA}`, people: { [ANA]: "ana" } },
  { chat: "mail:bea@example.org", people: { "bea@example.org": "bea" } },
];

async function office(t: TestContext, config: Readonly<Record<string, unknown>> = {}): Promise<Office> {
  const here = shell(t);
  const telegram = await fakeTelegram();
  t.after(() => telegram.close());
  for (const folder of ["cur", "new", "tmp"]) mkdirSync(join(here.cwd, MAILS, "inbox", folder), { recursive: true });
  const channels = {
    telegram: { kind: "telegram", chats: [ANA, GROUP], apiRoot: telegram.url },
    mail: { kind: "email", people: ["bea@example.org"] },
    terminal: { kind: "terminal" },
  };
  writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify({ channels, gates: { places: PLACES }, ...config }));
  const read = (folder: string) => {
    try {
      return readdirSync(join(here.cwd, MAILS, folder, "cur")).map((name) =>
        decoded(readFileSync(join(here.cwd, MAILS, folder, "cur", name), "utf8")),
      );
    } catch {
      return [];
    }
  };
  let answers = 0;
  return {
    here,
    telegram,
    look: (now) => here.call(["gates", "--ask", "--once"], { env: { ...ENV }, ...(now !== undefined && { now }) }),
    status: async (run) => (await here.call(["show", run])).out,
    mails: () => read("Sent"),
    answer: (mail, text, from = "Bea <bea@example.org>") => {
      answers += 1;
      const subject = /^Subject: ([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/m.exec(mail)?.[1]?.replaceAll(/\r?\n[ \t]/g, " ") ?? "";
      const head = [`From: ${from}`, "To: me@localhost", `Subject: Re: ${subject}`, `Message-ID: <answer-${answers}@example.org>`];
      const written = [...head, "Date: Thu, 19 Mar 2026 18:00:00 +0000", "Content-Type: text/plain; charset=utf-8", "", text].join("\r\n");
      writeFileSync(join(here.cwd, MAILS, "inbox/new", `${answers}.answer`), written);
    },
  };
}

/** A mail with its body as it is read. */
function decoded(mail: string): string {
  const [head = "", body = ""] = mail.split("\r\n\r\n");
  return /^content-transfer-encoding: base64/im.test(head) ? `${head}\r\n\r\n${Buffer.from(body, "base64").toString()}` : mail;
}

const RUN = "paged-20260319-aaaaaa";

describe("a gate that is asked in several places", () => {
  it("shows what it is about in each, with buttons where there are any, and is asked once", async (t) => {
    const { here, telegram, look, mails } = await office(t);
    await here.call(["run", fixture("paged")]);
    const { out } = await look();
    assert.match(out, /asked at telegram:77: paged, "approve"/);
    assert.match(out, /asked at mail:bea@example.org/);
    await look();
    assert.equal(telegram.sent.length, 1);
    assert.equal(mails().length, 1);
    assert.match(telegram.sent[0]?.text ?? "", /> The ice is thin\./);
    assert.match(JSON.stringify(telegram.sent[0]?.more), /"Approve".*"Reject"/);
    assert.match(mails()[0] ?? "", /Answer this message with the one word/);
  });

  it("takes the first answer, goes on with the run, and tells the others", async (t) => {
    const { here, telegram, look, mails, answer, status } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    const code = /approve ([0-9a-f]{10})/.exec(telegram.sent[0]?.text ?? "")?.[1];
    telegram.press(ANA, 1, `approve ${code}`);
    const [mail = ""] = mails();
    const { out, err, code: exit } = await look();
    assert.match(out, /decided at telegram:77 by ana/, err);
    assert.equal(exit, 0);
    assert.match(await status(RUN), /approved? by ana \(telegram:77\)|approve.*ana.*telegram:77/);
    assert.match(mails().join("\n"), /approved by ana \(telegram:77\)/);
    assert.match(telegram.sent.map(({ text }) => text).join("\n"), /Approved: paged, "approve"\. The run goes on\./);
    // Too late: told who was first, and the run is as it was.
    answer(mail, "reject: too short");
    await look();
    assert.match(mails().join("\n"), /Too late: paged, "approve" was approved by ana \(telegram:77\)/);
    assert.doesNotMatch(await status(RUN), /too short/);
  });

  it("is told of what was decided at a terminal", async (t) => {
    const { here, telegram, look } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    await here.call(["approve", RUN, "--no-resume"]);
    await look();
    assert.match(telegram.sent.at(-1)?.text ?? "", /approved by .* \(command line\).* Nothing more is to be done/);
  });
});

describe("an answer on Telegram", () => {
  it("that rejects is asked for its reason, and the reason becomes that of the rejection", async (t) => {
    const { here, telegram, look, status } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    const code = /approve ([0-9a-f]{10})/.exec(telegram.sent[0]?.text ?? "")?.[1];
    telegram.press(ANA, 1, `reject ${code}`);
    await look();
    assert.match(telegram.sent.at(-1)?.text ?? "", /What is wrong\?/);
    telegram.write(ANA, "Say how thin.", { reply_to_message: { message_id: 1, date: 1, chat: { id: 77, type: "private" } } });
    await look();
    assert.match(await status(RUN), /Say how thin\./);
    // The next version is asked about anew, by another code.
    const again = telegram.sent.filter(({ text }) => text.includes("waits at"));
    assert.equal(again.length, 2);
    assert.ok(!again[1]?.text.includes(code ?? "-"));
  });

  it("from somebody who is not named decides nothing", async (t) => {
    const { here, telegram, look, status } = await office(t, {
      gates: { places: [{ chat: `telegram:${GROUP}`, people: { "12": "ion" } }] },
    });
    await here.call(["run", fixture("paged")]);
    await look();
    const code = /approve ([0-9a-f]{10})/.exec(telegram.sent[0]?.text ?? "")?.[1];
    telegram.write(GROUP, `approve ${code}`);
    await look();
    assert.match(telegram.sent.at(-1)?.text ?? "", /Ana.* decides nothing here/);
    assert.match(await status(RUN), /blocked/);
  });

  it("that says more than yes approves nothing, and talk that is about no gate is left alone", async (t) => {
    const { here, telegram, look, status } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    const code = /approve ([0-9a-f]{10})/.exec(telegram.sent[0]?.text ?? "")?.[1];
    telegram.write(ANA, `approve ${code} but change the title`);
    telegram.write(ANA, "approve");
    await look();
    assert.match(telegram.sent.at(-1)?.text ?? "", /neither a yes nor a no/);
    assert.equal(telegram.sent.length, 2);
    assert.match(await status(RUN), /blocked/);
  });

  it("fills in a form, line by line, and is told what is wrong with it", async (t) => {
    const { here, telegram, look, status } = await office(t, { gates: { places: [PLACES[0]] } });
    await here.call(["run", fixture("dinner")]);
    await look();
    const reply = { reply_to_message: { message_id: 1, date: 1, chat: { id: 77, type: "private" } } };
    assert.match(telegram.sent[0]?.text ?? "", /- seats: how many come \(whole number\)/);
    telegram.write(ANA, "seats: many", reply);
    await look();
    assert.match(telegram.sent.at(-1)?.text ?? "", /seats takes a whole number.*Nothing has been decided/);
    telegram.write(ANA, "seats: 4\nnote: by the window", reply);
    await look();
    assert.match(await status("dinner-20260319-aaaaaa"), /answer.*ana|answered by ana/);
    // The next gate has tier 5: it can be rejected here, and not approved.
    assert.match(telegram.sent.at(-1)?.text ?? "", /An approval takes your PIN/);
    assert.doesNotMatch(JSON.stringify(telegram.sent.at(-1)?.more), /"Approve"/);
  });
});

describe("an answer by e-mail", () => {
  it("counts with the token that only its receiver has, and what it quotes counts for nothing", async (t) => {
    const { here, look, mails, answer, status } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    answer(mails()[0] ?? "", "Approve\r\n\r\nOn Thu, 19 Mar 2026, me wrote:\r\n> reject with the reason\r\n");
    const { out, err } = await look();
    assert.match(out, /decided at mail:bea@example.org by bea/, err);
    assert.match(await status(RUN), /bea/);
  });

  it("counts however the address is written in the config", async (t) => {
    const places = [{ chat: "mail:Bea@Example.org", people: { "Bea@Example.org": "bea" } }];
    const { here, look, mails, answer } = await office(t, { gates: { places } });
    await here.call(["run", fixture("paged")]);
    await look();
    answer(mails()[0] ?? "", "Yes");
    assert.match((await look()).out, /decided at mail:Bea@Example.org by bea/);
  });

  it("with another token, or that of another gate, decides nothing and is not answered", async (t) => {
    const { here, look, mails, answer, status } = await office(t);
    await here.call(["run", fixture("paged")]);
    await look();
    const [mail = ""] = mails();
    const token = /\.([\w-]{32})\]/.exec(mail.replaceAll(/\r?\n[ \t]/g, ""))?.[1] ?? "";
    assert.notEqual(token, "");
    answer(mail.replaceAll(/\r?\n[ \t]/g, "").replace(token, "A".repeat(32)), "approve");
    answer(mail.replaceAll(/\r?\n[ \t]/g, "").replace(`.${token}`, ""), "approve");
    await look();
    assert.match(await status(RUN), /blocked/);
    assert.equal(mails().length, 1);
  });

  it("is known by a key that only its owner can read", async (t) => {
    const { here, look } = await office(t);
    await look();
    const path = join(here.cwd, ".stagewright/asking/secret");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    writeFileSync(path, "short");
    const { code, err } = await look();
    assert.equal(code, 2);
    assert.match(err, /is not the key/);
  });
});

describe("places where people are asked", () => {
  it("where nobody vouches for who writes are told, and decide nothing", async (t) => {
    const { here, look, status } = await office(t, { gates: { places: [{ chat: "terminal:me", people: { me: "ana" } }] } });
    await here.call(["run", fixture("paged")]);
    const { err } = await look();
    assert.match(err, /Decide at a terminal: `stagewright approve paged/);
    const code = /run paged/.test(err) ? /asked/.test(err) : false;
    assert.equal(code, false);
    assert.match(await status(RUN), /blocked/);
  });

  it("are reminded once for all that was missed, and asked where a gate escalates to", async (t) => {
    const { here, telegram, look } = await office(t, { groups: { cooks: ["cora"], leads: ["ana"] }, gates: { places: [PLACES[0]] } });
    await here.call(["run", fixture("overdue")]);
    await look();
    await look("2026-03-19T21:30:00.000Z");
    await look("2026-03-19T21:31:00.000Z");
    assert.deepEqual(
      telegram.sent.map(({ text }) => text.split("\n")[0]),
      ['**overdue: decide at "taste"**', '**Reminder: overdue: decide at "taste"**'],
    );
    telegram.press(ANA, 1, `approve ${/approve ([0-9a-f]{10})/.exec(telegram.sent[0]?.text ?? "")?.[1]}`);
    await look("2026-03-19T21:32:00.000Z");
    assert.equal(telegram.sent.filter(({ text }) => text.includes('"pay"')).length, 0);
    await look("2026-03-19T23:32:00.000Z");
    assert.equal(telegram.sent.filter(({ text }) => text.includes('"pay"')).length, 1);
  });

  it("that lead nowhere, that name two for one mail, or none at all are errors that say what to write", async (t) => {
    for (const [places, says] of [
      [[{ chat: "pager:1", people: { "1": "ana" } }], /there is no chat "pager:1"/],
      [[{ chat: "mail:bea@example.org", people: { a: "ana", b: "bea" } }], /names 2 people/],
      [
        [{ chat: "mail:eve@example.org", people: { "eve@example.org": "eve" } }],
        /no answer from there would be read[\s\S]*channels\.mail\.people/,
      ],
      [[{ chat: "telegram:12", people: { "12": "ion" } }], /no answer from there would be read[\s\S]*channels\.telegram\.chats/],
      [[], /names no place/],
    ] as const) {
      const { look } = await office(t, { gates: { places } });
      const { code, err } = await look();
      assert.equal(code, 2);
      assert.match(err, says);
    }
  });

  it("are not asked from within a run", async (t) => {
    const { here } = await office(t);
    const { code, err } = await here.call(["gates", "--ask", "--once"], { env: { STAGEWRIGHT_AGENT: "writer" } });
    assert.equal(code, 2);
    assert.match(err, /what runs unattended brings no decisions/);
  });

  it("end by a signal, and what was asked stays asked", async (t) => {
    const { here, telegram } = await office(t);
    await here.call(["run", fixture("paged")]);
    let signal = () => {};
    const { code } = await here.call(["gates", "--ask", "--every", "1"], {
      env: { ...ENV },
      onSignal: (told) => {
        signal = told;
        return () => {};
      },
      heard: (text) => {
        if (text.includes("Ctrl-C")) setImmediate(() => signal());
      },
    });
    assert.equal(code, 0);
    assert.ok(telegram.sent.length <= 1);
  });

  it("--once and --every are about --ask", async (t) => {
    const { err } = await shell(t).call(["gates", "--once"]);
    assert.match(err, /--once says how --ask looks for answers/);
  });
});
