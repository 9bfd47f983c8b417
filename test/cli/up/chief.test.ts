import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { type Called, fixture, shell } from "../shell.js";

const GREET = fixture("reported");
const Sent = z.object({ id: z.string(), text: z.string() });

function room(t: TestContext) {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  mkdirSync(join(cwd, "pipelines"));
  writeFileSync(
    join(cwd, "pipelines/greet.ts"),
    `export * from ${JSON.stringify(GREET)};\nexport { default } from ${JSON.stringify(GREET)};\n`,
  );
  const configure = (config: object) => writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
  configure({});
  const said = () =>
    readFileSync(join(cwd, ".stagewright/chat/sent.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => Sent.parse(JSON.parse(line)));
  return {
    ...{ cwd, configure, said },
    call: (args: readonly string[], more: Parameters<typeof call>[1] = {}) => call(args, { env, ...more }),
    /** Runs `up` until `isOver` holds of what it has said, then ends it by a signal. */
    until: async (
      args: readonly string[],
      acts: readonly { readonly on: RegExp; readonly act: () => void | Promise<void> }[],
    ): Promise<Called> => {
      let signal = () => {};
      const left = [...acts];
      let text = "";
      return call(args, {
        env,
        onSignal: (told) => {
          signal = told;
          return () => {};
        },
        heard: (more) => {
          text += more;
          const next = left[0];
          if (next === undefined || !next.on.test(text)) return;
          left.shift();
          setImmediate(async () => {
            await next.act();
            if (left.length === 0) signal();
          });
        },
      });
    },
  };
}

test("what people write is answered, or queued and done, and how it ended is told", async (t) => {
  const { call, said } = room(t);
  assert.match((await call(["tell", "what runs?"])).out, /nothing reads it now: start `stagewright up`/);
  await call(["tell", '/run greet {"name": "Ana"}']);
  await call(["tell", '/run greet {"nme": "Ana"}']);
  await call(["tell", "/run gret"]);
  const { code, err } = await call(["up", "--once"]);
  assert.equal(code, 0, err);
  const texts = said().map(({ text }) => text.split("\n")[0]);
  assert.deepEqual(texts.slice(0, 2), ["Nothing runs.", 'Queued: greet, in the lane "main"; it is next.']);
  assert.match(texts[2] ?? "", /^I did nothing: pipeline "greet" does not take this input:/);
  assert.match(texts[3] ?? "", /^I did nothing: there is no pipeline "gret" \(did you mean "greet"\?/);
  assert.match(texts[4] ?? "", /^greet: done \(run desk-/);
  assert.match(said()[4]?.text ?? "", /greeted: Hello Ana$/);
  // Told once, however often it is looked.
  await call(["up", "--once"]);
  assert.equal(said().length, 5);
});

test("a correction of what a run brought becomes a lesson of its pipeline, which its next run is told", async (t) => {
  const { call, cwd, said } = room(t);
  await call(["tell", '/run greet {"name": "Ana"}']);
  await call(["up", "--once"]);
  const line = { chat: "me", text: "Too long: greet in one word.", replyTo: said().at(-1)?.id };
  appendFileSync(join(cwd, ".stagewright/chat/inbox.txt"), `${JSON.stringify(line)}\n`);
  await call(["up", "--once"]);
  assert.equal(said().at(-1)?.text, 'Noted for "greet": its next runs are told.');
  assert.match((await call(["lessons", "overlay", "greet"])).out, /Too long: greet in one word\./);
});

test("what no rule can read is read by a pipeline, in the light of what was said before", async (t) => {
  const { call, said, cwd } = room(t);
  await call(["tell", "please greet Ana"]);
  await call(["up", "--once"]);
  const answer = said().at(-1)?.text ?? "";
  assert.match(answer, /^I did nothing: pipeline "greet" does not take this input/);
  await call(["tell", "and now?"]);
  await call(["up", "--once"]);
  assert.match(said().at(-1)?.text ?? "", /I can start greet/);
  const inputs = readFileSync(join(cwd, ".stagewright/registry/registry.jsonl"), "utf8");
  assert.match(inputs, /"before":\[\{"who":"person","text":"please greet Ana"\},\{"who":"us","text":"I did nothing/);
  assert.match((await call(["sessions"])).out, /chief +terminal:me +4 /);
  const [id = ""] = (await call(["sessions"])).out.split("\n")[1]?.split(" ") ?? [];
  assert.match((await call(["sessions", "close", id])).out, /has ended/);
  assert.match((await call(["sessions"])).out, /^no conversation is under way/);
});

test("what runs did stands on the whiteboard and in the events of the day, and goes into what the chief is given", async (t) => {
  const { call, cwd } = room(t);
  await call(["tell", '/run greet {"name": "Ana"}']);
  await call(["tell", `/run ${fixture("post")}`]);
  await call(["up", "--once"]);
  const context = JSON.parse(readFileSync(join(cwd, ".stagewright/state/context.json"), "utf8"));
  assert.deepEqual([context.recentOutputs.length, context.activeTasks.length, context.blockers.length], [1, 1, 1]);
  assert.match(context.recentOutputs[0].output, /^done \(run desk-/);
  assert.match(readFileSync(join(cwd, ".stagewright/memory/2026-03-19.md"), "utf8"), /^- 18:00 greet: done \(run desk-[0-9a-f]+\)\n$/);
  assert.match((await call(["context"])).out, /^chief: \d+ of at most 2,000 tokens\n {2}2026-03-19\.md +\d+/m);
  await call(["approve", context.activeTasks[0].task]);
  await call(["up", "--once"]);
  assert.deepEqual(JSON.parse(readFileSync(join(cwd, ".stagewright/state/context.json"), "utf8")).activeTasks, []);
});

test("a run that waits for a person says so, and how it ended once somebody has decided at the terminal", async (t) => {
  const { call, said } = room(t);
  await call(["tell", `/run ${fixture("post")}`]);
  await call(["up", "--once"]);
  assert.match(said().at(-1)?.text ?? "", /waits for a person: stagewright approve desk-/);
  const run = /desk-[0-9a-f]+/.exec(said().at(-1)?.text ?? "")?.[0] ?? "";
  assert.equal((await call(["approve", run])).code, 0);
  await call(["up", "--once"]);
  assert.match(said().at(-1)?.text ?? "", /: done \(run desk-/);
  await call(["up", "--once"]);
  assert.equal(said().filter(({ text }) => text.includes(": done")).length, 1);
});

test("hooks start pipelines and bring texts; the config is followed while it runs; a store is served once", async (t) => {
  const { call, cwd, configure, until, said } = room(t);
  const hooks = (path: string) => ({
    listen: { port: 0 },
    hooks: {
      greet: { path: "/greet/:name", proof: "none", pipeline: "greet", input: { name: "{{path.name}}" }, deliver: { channel: "terminal" } },
      voice: { path, proof: "none", agent: "chief", deliver: { channel: "terminal" } },
    },
  });
  configure(hooks("/voice"));
  let url = "";
  const post = async (path: string, body: object) =>
    (await fetch(`${url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).status;
  const statuses: number[] = [];
  const { code, err } = await until(
    ["up"],
    [
      {
        on: /Ctrl-C ends this/,
        act: async () => {
          url = readFileSync(join(cwd, ".stagewright/up/up.pid"), "utf8").split("\n")[2] ?? "";
          statuses.push((await fetch(`${url}/ready`)).status, await post("/greet/Ion", {}), await post("/voice", { text: "what runs?" }));
          const second = await call(["up"]);
          assert.equal(second.code, 2);
          assert.match(second.err, /serves this store already, in the process \d+/);
          assert.match((await call(["status"])).out, /^up: process \d+ at http:/);
          configure({ hoks: {} });
        },
      },
      { on: /hoks: there is no such key/, act: () => configure(hooks("/speech")) },
      {
        on: /was changed, and is followed from now on[\s\S]*greet: done[\s\S]*\[me\] greet: done/,
        act: async () => {
          statuses.push(await post("/voice", { text: "what runs?" }), await post("/speech", { text: "what runs?" }));
        },
      },
      { on: /(?:\[me\] (?:Nothing runs|Running)[\s\S]*){2}/, act: () => {} },
    ],
  );
  assert.equal(code, 130, err);
  assert.deepEqual(statuses, [200, 202, 202, 404, 202]);
  assert.ok(said().some(({ text }) => text.startsWith("greet: done") && text.endsWith("Hello Ion")));
  assert.ok(said().some(({ text }) => /^(Nothing runs|Running: )/.test(text)));
  assert.ok(!existsSync(join(cwd, ".stagewright/up/up.pid")));
  const logged = (await call(["logs", "--json"])).out.trim().split("\n");
  assert.ok(logged.some((line) => JSON.parse(line).says.includes("hoks") && JSON.parse(line).level === "error"));
  assert.match((await call(["logs", "-n", "1"])).out, /ending: nothing more is begun/);
});

test("a channel that does not answer is told of once, where people are, and holds up nobody else", async (t) => {
  const { call, configure, said } = room(t);
  configure({ channels: { phone: { kind: "telegram", chats: ["1"] } } });
  await call(["tell", "what runs?"]);
  const { code, err } = await call(["up", "--once"]);
  assert.equal(code, 0);
  assert.match(err, /there is no token for Telegram/);
  assert.deepEqual(
    said().map(({ text }) => text),
    ["Nothing runs.", 'channel "phone" has not answered since 2026-03-19T18:00:00Z'],
  );
  await call(["up", "--once"]);
  assert.equal(said().length, 2);
});

test("lanes are listed, and what waits in one is taken away", async (t) => {
  const { call, configure } = room(t);
  configure({ lanes: { lanes: { main: { maxConcurrent: 0 } } } });
  await call(["tell", '/run greet {"name": "Ana"}']);
  await call(["up", "--once"]);
  assert.match((await call(["lanes"])).out, /^main +0 +0 +1 +0 ms$/m);
  assert.match((await call(["lanes", "reset", "main"])).out, /^1 taken away from the lane "main"$/m);
  assert.equal(JSON.parse((await call(["lanes", "--json"])).out).lanes[0].waiting, 0);
  assert.match((await call(["lanes", "reset", "mian"])).err, /did you mean "main"/);
});

test("a job is run by hand, beside its schedule", async (t) => {
  const { call, configure } = room(t);
  configure({ jobs: { hello: { cron: "0 0 1 1 *", zone: "UTC", pipeline: "greet", input: { name: "Ana" } } } });
  const { code, out, err } = await call(["jobs", "run", "hello"]);
  assert.equal(code, 0, err);
  assert.match(out, /^hello: done \(run hello-2026-03-19T18-00-00/);
  assert.match((await call(["jobs"])).out, /^hello .* done: done/m);
  assert.match((await call(["jobs", "run", "helo"])).err, /there is no job "helo"/);
});

test("doctor says what is wrong, where, and what to do", async (t) => {
  const { call, cwd, configure } = room(t);
  const well = await call(["doctor"]);
  assert.equal(well.code, 0, well.out);
  assert.match(well.out, /^ok {4}channel terminal: terminal: it answers$/m);
  assert.match(well.out, /^look {2}up: no process serves this store\n {8}start it: stagewright up$/m);
  configure({
    jobs: { hello: { cron: "0 0 1 1 *", zone: "UTC", pipeline: "greet", input: { name: "Ana" }, agent: "ghost" } },
    models: { small: { model: "openai:http://127.0.0.1:1#m", keys: ["NO_SUCH_KEY"] } },
    channels: { phone: { kind: "telegram", chats: ["1"] } },
  });
  mkdirSync(join(cwd, "agents/helper"), { recursive: true });
  writeFileSync(join(cwd, "agents/helper/AGENT.md"), "---\ndescription: helps\npiplines: [greet]\n---\nHelp.\n");
  const { code, out } = await call(["doctor"]);
  assert.equal(code, 1);
  assert.match(out, /^wrong agents: agents\/helper\/AGENT\.md:3: there is no key "piplines"\n +did you mean "pipelines"\?$/m);
  assert.match(out, /^wrong agents: .*there is no agent "ghost"/m);
  assert.match(out, /^wrong model small: NO_SUCH_KEY is not set$/m);
  assert.match(out, /^wrong channel phone: there is no token for Telegram\n +set TELEGRAM_BOT_TOKEN/m);
  assert.equal(JSON.parse((await call(["doctor", "--json"])).out).isWell, false);
  configure({ hoks: {} });
  assert.match((await call(["doctor"])).out, /^wrong config: .*hoks: there is no such key; did you mean "hooks"\?/m);
  assert.match((await call(["agents"], { cwd: join(cwd, "pipelines") })).out, /^chief /m);
});
