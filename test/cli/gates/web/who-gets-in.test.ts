import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, shell } from "../../shell.js";
import { asHost, served, servedRuns, visitor } from "./visitor.js";

const RUN = "paged-20260319-aaaaaa";
const GATE = `/gate/${RUN}`;

test("a link opens one session, once, by a cookie that no script and no other site can use", async (t) => {
  const here = await served(t, shell(t));
  const open = () => fetch(here.link, { redirect: "manual" });
  const ahead = await fetch(here.link, { redirect: "manual", headers: { "sec-purpose": "prefetch;prerender" } });
  assert.deepEqual([ahead.status, ahead.headers.get("set-cookie")], [503, null]);
  assert.equal((await fetch(here.link, { method: "HEAD", redirect: "manual" })).status, 405);
  const first = await open();
  assert.deepEqual([first.status, first.headers.get("location")], [303, "/"]);
  assert.match(
    first.headers.get("set-cookie") ?? "",
    new RegExp(`^stagewright-${here.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
  );
  const second = await open();
  assert.deepEqual([second.status, second.headers.get("set-cookie")], [410, null]);
  assert.match(
    await second.text(),
    /This link was used<\/h1><p>A link opens once\.<\/p><p>For a new one choose “Make a link” at the end of the list/,
  );
  const unknown = await fetch(`${here.origin}/open/${"x".repeat(43)}`, { redirect: "manual" });
  assert.deepEqual([unknown.status, unknown.headers.get("set-cookie")], [404, null]);
});

test("without a session nothing is shown and nothing is done", async (t) => {
  const here = await servedRuns(t, [[fixture("paged")]]);
  for (const cookie of ["", `stagewright-${here.port}=guess`, "stagewright-1=x"]) {
    for (const path of ["/", GATE, `/run/${RUN}`, "/anything"]) {
      const seen = await fetch(here.origin + path, { headers: { cookie } });
      assert.equal(seen.status, 401);
      assert.doesNotMatch(await seen.text(), /paged|Ice/);
    }
    const sent = await fetch(here.origin + GATE, { method: "POST", headers: { cookie, origin: here.origin }, body: "action=approve" });
    assert.equal(sent.status, 401);
  }
  assert.match((await here.call(["runs"])).out, /paged +blocked/);
});

test("a form counts only from a page of ours, with the token of this session for this gate as it was shown", async (t) => {
  const here = await servedRuns(t, [[fixture("paged")], [fixture("post")]]);
  const ana = await visitor(here, here.link);
  const page = await ana.get(GATE);
  const other = await ana.get("/gate/post-20260319-bbbbbb");
  const token = (html: string) => /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const more = await ana.send(await ana.get("/"), {});
  const bea = await visitor(here, /http:\S+/.exec(more.text)?.[0] ?? "");
  const ofBea = await bea.get(GATE);
  const approve = { action: "approve" };
  const refused: readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
    [{ ...approve, csrf: "" }, {}],
    [{ ...approve, csrf: "f".repeat(43) }, {}],
    [{ ...approve, csrf: token(other.html) }, {}],
    [{ ...approve, csrf: token(ofBea.html) }, {}],
    [{ ...approve, seen: "0".repeat(64) }, {}],
    [approve, { origin: "http://evil.example" }],
    [approve, { origin: "null" }],
    [approve, { origin: `http://localhost:${here.port}` }],
  ];
  for (const [typed, headers] of refused) {
    const seen = await ana.send(page, typed, headers);
    assert.deepEqual([seen.status, /This form is not from here/.test(seen.text)], [403, true], JSON.stringify([typed, headers]));
  }
  const without = await fetch(here.origin + GATE, { method: "POST", headers: { cookie: ana.cookie }, body: new URLSearchParams(approve) });
  assert.equal(without.status, 403);
  assert.equal((await ana.post("/link", "csrf=guess")).status, 403);
  assert.match((await here.call(["runs"])).out, /paged +blocked/);
  assert.match((await ana.send(page, approve)).text, /approve: approved by /);
});

test("under any other name of this machine there is no page", async (t) => {
  const here = await served(t, shell(t));
  for (const host of ["evil.example", `evil.example:${here.port}`, "127.0.0.1", `127.0.0.1:${here.port + 1}`, `[::1]:${here.port}`]) {
    assert.equal(await asHost(here.link, host), 403, host);
  }
  // None of these has used the link up.
  assert.equal(await asHost(here.link, `localhost:${here.port}`), 303);
});

test("every answer forbids scripts, frames, guesses at its type, and being kept", async (t) => {
  const here = await servedRuns(t, [[fixture("paged")]]);
  const ana = await visitor(here, here.link);
  const nonces = new Set<string>();
  for (const path of ["/", GATE, `/run/${RUN}`, "/nothing", "/gate/none"]) {
    const { headers, html } = await ana.get(path);
    const policy = headers.get("content-security-policy") ?? "";
    const [, nonce = ""] =
      /^default-src 'none'; style-src 'nonce-([\w-]{43})'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/.exec(policy) ?? [];
    assert.ok(html.includes(`<style nonce="${nonce}">`), policy);
    nonces.add(nonce);
    const kept = ["x-content-type-options", "cache-control", "referrer-policy"].map((name) => headers.get(name));
    assert.deepEqual(kept, ["nosniff", "no-store", "same-origin"]);
  }
  assert.equal(nonces.size, 5);
});

test("what is too long, no form, in another way or nowhere is refused in so many words", async (t) => {
  const here = await servedRuns(t, [[fixture("paged")]]);
  const ana = await visitor(here, here.link);
  const long = await ana.post(GATE, `text=${"a".repeat(4_000_001)}`);
  assert.match(long.text, /A form of this page holds at most 4,000,000 bytes\. Nothing has been decided\.$/);
  assert.equal(long.status, 413);
  // Without a length in front it is counted as it comes.
  const unmeasured = await fetch(here.origin + GATE, {
    method: "POST",
    headers: { cookie: ana.cookie, origin: here.origin, "content-type": "application/x-www-form-urlencoded" },
    body: new Blob([`text=${"a".repeat(4_000_001)}`]).stream(),
    duplex: "half",
  });
  assert.equal(unmeasured.status, 413);
  const statuses = [
    await ana.post(GATE, "{}", { "content-type": "application/json" }),
    await ana.post("/", ""),
    await ana.post("/nothing", ""),
    await ana.get("/link"),
    await ana.get("/gate/none"),
    await ana.get("/run/..%2F..%2Fetc"),
    await ana.get("/gate/%E0%A4%A"),
    await ana.get(`${GATE}/more`),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [415, 405, 404, 405, 404, 404, 404, 404]);
  const put = await fetch(here.origin, { method: "PUT", headers: { cookie: ana.cookie } });
  assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, HEAD, POST"]);
  const head = await fetch(here.origin, { method: "HEAD", headers: { cookie: ana.cookie } });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("a port can be chosen, and one that is taken is an error", async (t) => {
  const here = await served(t, shell(t));
  assert.deepEqual(await here.call(["gates", "--web", "--port", String(here.port)]), {
    code: 2,
    out: "",
    err: `error: port ${here.port} of this machine is taken\n  hint: leave --port out for one that is free\n`,
  });
  assert.deepEqual(await here.stop(), {
    code: 0,
    out: `decide at ${here.link}\n`,
    err: "it opens once, on this machine; Ctrl-C ends it\n",
  });
  const again = await served(t, here, { args: ["--port", String(here.port)] });
  assert.equal(again.port, here.port);
  assert.match(
    (await here.call(["gates", "--port", "8123"])).err,
    /^error: --port says where the page of --web is\n {2}hint: give --web with it\n$/,
  );
  assert.match((await here.call(["gates", "--web", "--json"])).out, /"--web and --json cannot be given together"/);
});
