import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Browser, Page, Response } from "playwright-core";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { optionalPackage } from "../optional-package.js";
import { chromiumProgram, type Environment } from "./chromium-program.js";
import { isOnSite } from "./is-on-site.js";
import { NO_ANSWER, type OneSiteProxy, oneSiteProxy } from "./one-site-proxy.js";

export interface VisitOptions {
  /** The site's address; no other one is opened. */
  readonly site: URL;
  readonly env: Environment;
  readonly chromium: string | undefined;
  readonly runsScripts: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A look at the site with a browser that nobody has used before. */
export interface Visit {
  readonly page: Page;
  /** Opens a page of the site, and gives its status. */
  open(address: string): Promise<number>;
  /** Sends a form of the open page by its own button, and gives the status of the page that comes. */
  submit(form: string): Promise<number>;
  /** From here on an abort cuts nothing off, or nobody would know what became of it. */
  hold(): void;
  screenshot(path: string): Promise<void>;
}

/** What a browser needs of the environment; the rest may be secret. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "XDG_RUNTIME_DIR", "FONTCONFIG_PATH"];
const ARGS = [
  // All that the browser asks for goes through the proxy, so that no name is looked up but the proxy's.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-gpu",
];

/**
 * Opens a fresh browser for one piece of work, and closes it behind that.
 *
 * @throws StagewrightError `booking/no-browser`, `booking/elsewhere`, `booking/refused`, `booking/server`, `booking/unreachable`, `adapter/package`
 */
export async function visiting<T>(options: VisitOptions, work: (visit: Visit) => Promise<T>): Promise<T> {
  const { site, signal, env, timeoutMs, runsScripts } = options;
  signal.throwIfAborted();
  const executablePath = chromiumProgram(env, ...(options.chromium === undefined ? [] : [options.chromium]));
  const { chromium } = await optionalPackage({
    install: "playwright-core@1",
    purpose: "to use a booking site",
    load: () => import("playwright-core"),
  });
  signal.throwIfAborted();
  const proxy = await oneSiteProxy(site);
  let browser: Browser | undefined;
  let isHeld = false;
  const cut = () => {
    if (!isHeld) void browser?.close();
  };
  signal.addEventListener("abort", cut, { once: true });
  try {
    browser = await chromium
      .launch({
        executablePath,
        // The sandbox of Chromium does not start for root.
        args: [...ARGS, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
        proxy: { server: proxy.url },
        env: Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
        ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false, timeout: timeoutMs },
      })
      .catch((cause: unknown) => {
        throw new StagewrightError("booking/no-browser", `"${executablePath}" does not start: ${firstLine(cause)}`, {
          hint: "start it by hand, or set STAGEWRIGHT_CHROMIUM to another program",
        });
      });
    signal.throwIfAborted();
    const context = await browser.newContext({ javaScriptEnabled: runsScripts, serviceWorkers: "block", acceptDownloads: false });
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    return await work(visitOf(page, { site, proxy, timeoutMs, signal, hold: () => (isHeld = true) }));
  } catch (error) {
    if (!isHeld) signal.throwIfAborted();
    if (isStagewrightError(error)) throw error;
    throw unreachable(site, error);
  } finally {
    signal.removeEventListener("abort", cut);
    await browser?.close();
    await proxy.close();
  }
}

interface Around {
  readonly site: URL;
  readonly proxy: OneSiteProxy;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  hold(): void;
}

function visitOf(page: Page, { site, proxy, timeoutMs, signal, hold }: Around): Visit {
  let goingTo = "";
  // Redirects and refreshes come by as requests of their own.
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) goingTo = request.url();
  });
  async function arrived(going: Promise<Response | null>): Promise<number> {
    let response: Response | null;
    try {
      response = await going;
    } catch (error) {
      if (goingTo !== "" && !isOnSite(goingTo, site)) throw elsewhere(site, goingTo);
      throw error;
    }
    const to = page.url();
    if (!isOnSite(to, site)) throw elsewhere(site, to);
    const status = response?.status() ?? 0;
    if (response?.headers()[NO_ANSWER] !== undefined) throw unreachable(site, "the connection broke without an answer");
    if (status < 500) return status;
    throw new StagewrightError("booking/server", `"${to}" was answered by ${status}`, {
      hint: "go on with the run later; what was already booked is found by its reference",
      place: to,
    });
  }

  return {
    page,
    open(address) {
      if (!isOnSite(address, site)) throw elsewhere(site, address);
      signal.throwIfAborted();
      return arrived(page.goto(address));
    },
    async submit(form) {
      const scope = page.locator(form).first();
      const action = await scope.evaluate((element: object) => ("action" in element ? String(element.action) : ""));
      if (!isOnSite(action, site)) throw elsewhere(site, action);
      const going = page.waitForNavigation({ timeout: timeoutMs });
      going.catch(() => undefined);
      await scope.locator('[type="submit"]').first().click({ noWaitAfter: true });
      return arrived(going);
    },
    hold() {
      signal.throwIfAborted();
      hold();
      proxy.sendOnce();
    },
    async screenshot(path) {
      await mkdir(dirname(path), { recursive: true });
      await page.screenshot({ path, fullPage: true });
    },
  };
}

function elsewhere(site: URL, address: string): StagewrightError {
  return new StagewrightError("booking/elsewhere", `the site "${site.origin}" leads to "${address}", which is another one`, {
    hint: "nothing was sent there; book by hand, or give that address as the site, if you trust it",
  });
}

function unreachable(site: URL, cause: unknown): StagewrightError {
  return new StagewrightError("booking/unreachable", `the site "${site.origin}" does not answer as a site does: ${firstLine(cause)}`, {
    hint: "check the address and the connection; what was already booked is found by its reference",
    cause,
  });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
