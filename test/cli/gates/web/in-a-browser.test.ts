import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumIn } from "../../../../adapters/booking/chromium-program.js";
import { axeFaults } from "../../axe.js";
import { fixture, shell } from "../../shell.js";
import { type Served, served } from "./visitor.js";

const RUN = "paged-20260319-aaaaaa";
/** Below the folder of the coverage, which git ignores. */
const SCREENSHOTS = join(import.meta.dirname, "../../../../coverage/screenshots");
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;

const program = chromiumIn(process.env);
const skip = program === undefined ? "no Chromium is on the PATH (apt-get install chromium)" : false;

async function browser(t: TestContext): Promise<Browser> {
  const started = await chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  t.after(() => started.close());
  return started;
}

async function pagedAt(t: TestContext): Promise<Served> {
  const here = shell(t);
  await here.call(["run", fixture("paged")]);
  return served(t, here);
}

async function another(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Make a link" }).click();
  return (await page.locator("code").textContent()) ?? "";
}

async function lookedAt(page: Page, name: string): Promise<void> {
  assert.deepEqual(await axeFaults(page), [], name);
  const overhang = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(overhang, 0, `${name} is wider than its window`);
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `gates-${name}.png`), fullPage: true });
}

/** Presses Tab until the element that has the focus reads so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate("document.activeElement.innerText ?? ''");
    if (focused === name) return;
  }
  assert.fail(`"${name}" is not reached by Tab`);
}

describe("the page in Chromium", { skip }, () => {
  test("on a desktop and a phone, light and dark, axe finds nothing and nothing sticks out", async (t) => {
    const here = await pagedAt(t);
    const chromium = await browser(t);
    let link = here.link;
    const open = async (size: keyof typeof SIZES, colorScheme: "light" | "dark") => {
      // The policy forbids any script; axe is one.
      const options: BrowserContextOptions = { viewport: SIZES[size], colorScheme, bypassCSP: true, hasTouch: size === "phone" };
      const page = await (await chromium.newContext(options)).newPage();
      await page.goto(link);
      link = await another(page);
      await page.goto(here.origin);
      return page;
    };
    const gate = `${here.origin}/gate/${RUN}`;
    const phone = await open("phone", "dark");
    const desktop = await open("desktop", "light");
    for (const [name, page] of [
      ["phone", phone],
      ["desktop", desktop],
    ] as const) {
      await lookedAt(page, `list-${name}`);
      await page.goto(gate);
      await lookedAt(page, `draft-${name}`);
      await page.getByLabel("The text, to edit").fill("The ice is thin.\nTODO");
      await page.getByRole("button", { name: "Approve with my edit" }).click();
      await lookedAt(page, `refused-${name}`);
      assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), "alert");
    }
    await phone.goto(gate);
    await phone.getByLabel("The reason").fill("Say when.");
    await phone.getByRole("button", { name: "Reject" }).click();
    await lookedAt(phone, "after-phone");
    for (;;) {
      if ((await phone.getByRole("heading", { level: 1 }).textContent()) === "paged: waits") break;
      await phone.getByRole("link", { name: "Look again" }).click();
    }
    await phone.goto(gate);
    await lookedAt(phone, "changed-phone");
    await here.call(["approve", "last"]);
    await phone.goto(gate);
    await phone.getByLabel("seats").fill("many");
    await phone.getByRole("button", { name: "Send the answer" }).click();
    await lookedAt(phone, "form-phone");
    await here.call(["approve", "last", "--answer", '{"place": "x", "day": "2026-03-20", "seats": 1, "tone": "dry", "late": false}']);
    for (const page of [phone, desktop]) {
      await page.goto(gate);
      await lookedAt(page, `tier-5-${page === phone ? "phone" : "desktop"}`);
    }
  });

  test("without JavaScript and by keyboard alone a gate is found and approved", async (t) => {
    const here = await pagedAt(t);
    const page = await (await (await browser(t)).newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(here.link);
    assert.equal(page.url(), `${here.origin}/`);
    await tabTo(page, "approve of paged");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/gate/${RUN}`);
    await tabTo(page, "Approve as shown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/run/${RUN}`);
    assert.match((await page.locator("main").textContent()) ?? "", /approve: approved by .* \(page\)/);
    // The link was used.
    await page.goto(here.link);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "This link was used");
  });

  test("a script in a draft does not run, and a form of another site is refused", async (t) => {
    const here = shell(t);
    await here.call([
      "run",
      fixture("paged"),
      "--text",
      "<script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">",
    ]);
    const gates = await served(t, here);
    const page = await (await (await browser(t)).newContext()).newPage();
    await page.goto(gates.link);
    await page.goto(`${gates.origin}/gate/${RUN}`);
    assert.equal(await page.title(), "approve of paged · Stagewright");
    assert.match((await page.locator(".shown").textContent()) ?? "", /<script>document\.title/);
    // From another site: no cookie goes along, and the browser says that the form is not ours.
    await page.goto(
      `data:text/html,<form method=post action="${gates.origin}/gate/${RUN}"><input name=action value=approve><button>Win</button></form>`,
    );
    await page.getByRole("button", { name: "Win" }).click();
    await page.waitForURL(`**/gate/${RUN}`);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "This form is not from here");
    assert.match((await here.call(["runs"])).out, /paged +blocked/);
  });
});
