import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { z } from "zod";
import { chromiumIn } from "../../adapters/booking/chromium-program.js";
import { axeFaults } from "../cli/axe.js";
import { follower } from "../cli/up/pages/follower.js";
import { type House, house } from "./house.js";

const Status = z.object({ pages: z.array(z.object({ channel: z.string(), chat: z.string(), url: z.string() })) });
const ONE_PAGE = { listen: { port: 0 }, channels: { page: { kind: "page" } } };

async function linkIn({ call }: House): Promise<string> {
  const { pages } = Status.parse(JSON.parse((await call(["status", "--json"])).out));
  return pages.find(({ channel, chat }) => channel === "page" && chat === "me")?.url ?? "";
}

async function upAt(t: TestContext) {
  const at = house(t, []);
  at.configure(ONE_PAGE);
  const up = at.start(["up"]);
  await up.hears(/Ctrl-C ends this/);
  return { ...at, up, link: await linkIn(at) };
}

const write = (link: string, text: string) =>
  fetch(link.replace("?", "/messages?"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });

test("what is written on a page is answered there; `up` ends though it is followed, and goes on behind what was seen", async (t) => {
  const { cwd, call, start, up, link, ...at } = await upAt(t);
  assert.match((await call(["status"])).out, /^ {2}page "page" for me: http:\/\/127\.0\.0\.1:\d+\/page\/page\/me\?key=[\w-]{43}$/m);
  const follows = await follower(link);
  assert.equal((await write(link, "what runs?")).status, 202);
  assert.deepEqual(await follows.until(/^out/), ["in: what runs?", "out: Nothing runs."]);
  const comms = readFileSync(join(cwd, ".stagewright/state/comms.jsonl"), "utf8");
  assert.match(comms, /what runs\?[\s\S]*Nothing runs\./);
  assert.doesNotMatch((await call(["logs"])).out, /key=/);
  const seen = follows.lastId();
  process.kill(up.pid, "SIGTERM");
  assert.equal(await up.ended, 130);
  await follows.ended;
  const again = start(["up"]);
  await again.hears(/Ctrl-C ends this/);
  const next = await linkIn({ ...at, cwd, call, start });
  assert.equal(new URL(next).search, new URL(link).search);
  const later = await follower(next, seen);
  await write(next, "/stats");
  assert.equal((await later.until(/^in/))[0], "in: /stats");
  process.kill(again.pid, "SIGTERM");
  assert.equal(await again.ended, 130);
});

test("a page that the config gains opens at once, and one that it loses ends", async (t) => {
  const at = house(t, []);
  at.configure({});
  const up = at.start(["up"]);
  await up.hears(/Ctrl-C ends this/);
  at.configure({ channels: ONE_PAGE.channels });
  await up.hears(/nobody can reach the pages for page:me: add `listen: \{\}`/);
  assert.match((await at.call(["doctor"])).out, /channel page.*nobody can reach it/);
  at.configure(ONE_PAGE);
  await up.hears(/hooks at http[\s\S]*was changed/);
  const link = await linkIn(at);
  const follows = await follower(link);
  await write(link, "what runs?");
  assert.deepEqual(await follows.until(/^out/), ["in: what runs?", "out: Nothing runs."]);
  at.configure({ listen: ONE_PAGE.listen });
  await follows.ended;
  assert.equal((await fetch(link)).status, 404);
  process.kill(up.pid, "SIGTERM");
  assert.equal(await up.ended, 130);
});

const program = chromiumIn(process.env);
const skip = program === undefined ? "no Chromium is on the PATH (apt-get install chromium)" : false;

/** What axe finds wrong, as `rule: element`, on the page with its messages. Its policy forbids any script but its own; axe is one. */
async function faults(page: Page, link: string): Promise<readonly string[]> {
  const looked = await page.context().browser()?.newPage({ bypassCSP: true });
  assert.ok(looked !== undefined);
  await looked.goto(link);
  await looked.getByText("Nothing runs.").waitFor();
  const found = await axeFaults(looked);
  await looked.close();
  return found;
}

describe("the page in Chromium", { skip }, () => {
  const opened = async (t: TestContext, link: string): Promise<Page> => {
    const browser: Browser = await chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox", "--disable-gpu"] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(link);
    return page;
  };

  test("a text that is typed and sent is answered below it, by keyboard alone, and is never HTML", async (t) => {
    const { up, link } = await upAt(t);
    const page = await opened(t, link);
    await page.keyboard.press("Tab");
    await page.keyboard.type("what runs?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const log = page.getByRole("log");
    await log.getByText("Nothing runs.").waitFor();
    assert.deepEqual(await faults(page, link), []);
    assert.equal(await page.getByLabel("Your message").inputValue(), "");
    await page.getByLabel("Your message").fill("<img src=x onerror=\"document.title = 'run'\">");
    await page.getByRole("button", { name: "Send" }).click();
    await log.getByText("<img src=x").first().waitFor();
    assert.equal(await page.title(), "me · Stagewright");
    assert.equal(await page.locator("#log img").count(), 0);
    process.kill(up.pid, "SIGTERM");
    assert.equal(await up.ended, 130);
    await page.getByText("Not connected. It is tried again.").waitFor();
  });
});
