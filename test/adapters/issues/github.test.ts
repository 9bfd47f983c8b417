import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type GitHubIssuesOptions, gitHubIssues, type Issue, type IssueHead, issues } from "../../../adapters/issues/index.js";
import type { Lookup } from "../../../src/dsl/index.js";
import { ENV, type FakeGitHub, fakeGitHub, type Seed } from "./fake-github.js";

const { signal } = new AbortController();

async function project(t: TestContext, seeds: readonly Seed[] = [{ title: "One" }], options: GitHubIssuesOptions = {}) {
  const github: FakeGitHub = await fakeGitHub(t, seeds);
  const waited: number[] = [];
  const { calls } = gitHubIssues({
    repo: "ana/notes",
    env: ENV,
    baseUrl: github.url,
    now: () => new Date("2026-03-19T18:00:00Z"),
    wait: async (ms) => {
      waited.push(ms);
    },
    ...options,
  });
  const ask = async (call: keyof typeof issues.calls, request: object, key = "k1") =>
    calls[call]?.perform(issues.calls[call].takes.parse(request), { key, signal });
  return {
    github,
    waited,
    ask,
    list: async (request: object = {}) => (await ask("list", request)) as { issues: IssueHead[]; next: string | null },
    read: async (number: number) => (await ask("read", { number })) as Issue | null,
    lookup: async (call: keyof typeof issues.calls, request: object, key = "k1") =>
      (await calls[call]?.lookup?.(key, issues.calls[call].takes.parse(request), { key, signal })) as Lookup<unknown>,
  };
}

describe("issues on GitHub", () => {
  it("the history holds the evidence: commits, merged pull requests, labels, words", async (t) => {
    const at = { created_at: "2026-03-19T09:40:00Z", actor: { login: "ben" } };
    const pull = (merged_at: string | null) => ({ issue: { number: 7, title: "Fix", pull_request: { merged_at } } });
    const { read } = await project(t, [
      {
        title: "One",
        timeline: [
          { event: "labeled", label: { name: "parked" }, ...at },
          { event: "commented", id: 5, body: "Deferred.", user: { login: "ana" }, created_at: at.created_at },
          { event: "referenced", commit_id: "12ab", ...at },
          { event: "cross-referenced", source: { type: "issue", ...pull("2026-03-19T09:00:00Z") }, ...at },
          { event: "cross-referenced", source: { type: "issue", ...pull(null) }, ...at },
          { event: "closed", commit_id: "34cd", state_reason: "completed", ...at },
          { event: "subscribed", ...at },
        ],
      },
    ]);
    const by = { at: at.created_at, by: "ben" };
    assert.deepEqual((await read(1))?.history, [
      { kind: "labeled", ...by, label: "parked" },
      { kind: "comment", ...by, by: "ana", id: "5", body: "Deferred." },
      { kind: "commit", ...by, commit: "12ab" },
      { kind: "mention", ...by, number: 7, title: "Fix", isPullRequest: true, isMerged: true },
      { kind: "mention", ...by, number: 7, title: "Fix", isPullRequest: true, isMerged: false },
      { kind: "closed", ...by, reason: "completed", commit: "34cd" },
      { kind: "other", ...by, name: "subscribed" },
    ]);
  });

  it("all pages of a history are read", async (t) => {
    const timeline = Array.from({ length: 250 }, (_, index) => ({ event: "commented", id: index, body: String(index) }));
    const { read, github } = await project(t, [{ title: "One", timeline }]);
    assert.equal((await read(1))?.history.length, 250);
    assert.equal(github.requests.filter((path) => path.endsWith("/timeline")).length, 3);
  });

  it("what has not changed is asked for by its tag, and is answered from what is kept", async (t) => {
    const { list, github } = await project(t);
    const first = await list();
    const tags: (string | undefined)[] = [];
    github.intercept = (request) => {
      tags.push(request.headers["if-none-match"]);
      return false;
    };
    assert.deepEqual(await list(), first);
    assert.match(tags[0] ?? "", /^W\/"/);
  });

  it("a limit is waited for, as long as GitHub says, and then asked again", async (t) => {
    const { list, github, waited } = await project(t);
    const limits: [number, Record<string, string>][] = [
      [429, { "retry-after": "7" }],
      [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.parse("2026-03-19T18:00:20Z") / 1000) }],
      [429, {}],
    ];
    github.intercept = (_request, response) => {
      const [status, headers] = limits.shift() ?? [];
      if (status === undefined) return false;
      response.writeHead(status, headers).end("{}");
      return true;
    };
    assert.equal((await list()).issues.length, 1);
    assert.deepEqual(waited, [7_000, 21_000, 60_000]);
  });

  it("a limit that lasts too long is said, with its end", async (t) => {
    const { list, github, waited } = await project(t);
    github.intercept = (_request, response) => {
      response
        .writeHead(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.parse("2026-03-19T18:59:59Z") / 1000) })
        .end("{}");
      return true;
    };
    await assert.rejects(list(), {
      code: "issues/limit",
      message: "GitHub takes no more requests until 2026-03-19T19:00:00.000Z",
      hint: "go on with the run then",
    });
    assert.deepEqual(waited, []);
  });

  it("a token that is not accepted, or that a complaint repeats, is not shown", async (t) => {
    const wrong = await project(t, [], { env: { GITHUB_TOKEN: "wrong-secret" } });
    await assert.rejects(wrong.list(), { code: "issues/token", message: "GitHub does not accept the token" });
    const { list, github } = await project(t);
    github.intercept = (request, response) => {
      response.writeHead(422, {}).end(JSON.stringify({ message: `I saw ${request.headers.authorization}` }));
      return true;
    };
    await assert.rejects(list(), ({ code, message, hint, cause }) => {
      assert.equal(code, "issues/refused");
      assert.match(message, /with 422: I saw Bearer \[credential GITHUB_TOKEN\]$/);
      assert.doesNotMatch(`${message} ${hint} ${cause}`, /secret-token/);
      return true;
    });
  });

  it("an answer that is not what GitHub documents is named by its field", async (t) => {
    const { read, github } = await project(t);
    github.intercept = (_request, response) => {
      response.writeHead(200, {}).end(JSON.stringify({ number: 1, title: "One", state: "half-open" }));
      return true;
    };
    await assert.rejects(read(1), ({ code, message }) => {
      assert.equal(code, "issues/answer");
      assert.match(message, /^GitHub's answer to \/repos\/ana\/notes\/issues\/1 is not what was expected at "state": /);
      return true;
    });
  });

  it("the next page is asked for at the same server alone, so that the token goes nowhere else", async (t) => {
    const { read, github } = await project(t);
    github.intercept = (request, response) => {
      if (!request.url?.includes("timeline")) return false;
      response.writeHead(200, { link: '<http://elsewhere.example/x>; rel="next"' }).end("[]");
      return true;
    };
    await assert.rejects(read(1), {
      code: "issues/answer",
      message: `GitHub at ${github.url} names a next page elsewhere: http://elsewhere.example`,
    });
  });

  it("a server that is not there is named, and a name that is no repository is refused", async (t) => {
    const { list } = await project(t, [], { baseUrl: "http://127.0.0.1:1" });
    await assert.rejects(list(), ({ code, message }) => {
      assert.equal(code, "issues/unreachable");
      assert.match(message, /^GitHub at http:\/\/127\.0\.0\.1:1 cannot be reached: /);
      return true;
    });
    const { ask } = await project(t);
    await assert.rejects(ask("list", { repo: "../x" }), {
      code: "issues/repo",
      message: '"../x" is no repository of GitHub',
      hint: "name one as owner/name",
    });
    await assert.rejects(ask("list", { repo: "ben/gone" }), { code: "issues/none" });
  });

  it("an issue that was opened is looked for among the newest; in a large project nobody can tell that it is not there", async (t) => {
    const seeds = Array.from({ length: 1_050 }, (_, index) => ({ title: String(index) }));
    const { ask, lookup } = await project(t, seeds);
    const request = { title: "New", body: "Text" };
    assert.deepEqual(await lookup("create", request), { happened: "unknown" });
    const answer = await ask("create", request);
    assert.deepEqual(await lookup("create", request), { happened: "yes", answer });
  });

  it("a pull request is no issue", async (t) => {
    const { read, list } = await project(t, [{ title: "One", isPull: true }]);
    assert.equal(await read(1), null);
    assert.deepEqual(await list(), { issues: [], next: null });
  });
});
