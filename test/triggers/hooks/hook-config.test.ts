import assert from "node:assert/strict";
import { test } from "node:test";
import { matchPath } from "../../../src/triggers/hooks/path-pattern.js";
import { Hooks } from "../../../src/triggers/index.js";

function fault(hook: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  const { error } = Hooks.safeParse({ ...more, github: { path: "/github", proof: "none", pipeline: "p", ...hook } });
  const [issue] = error?.issues ?? [];
  return issue === undefined ? "nothing" : `${issue.path.join(".")}: ${issue.message}`;
}

test("a hook that starts nothing is refused", () => {
  assert.equal(fault({ pipeline: undefined }), "github: starts nothing: name a pipeline or an agent");
  const when = [{ at: "body.action", is: "opened" }];
  assert.equal(fault({ pipeline: undefined, routes: [{ when, agent: "chief" }] }), "nothing");
  assert.equal(
    fault({ pipeline: undefined, routes: [{ when, deliver: { channel: "c" } }] }),
    "github: starts nothing: name a pipeline or an agent, here or in each route",
  );
});

test("a path, a place in a template and a condition are looked at before anything is sent", () => {
  assert.equal(fault({ path: "github" }), 'github.path: expected a path, as in "/hooks/github/:repo"');
  assert.equal(
    fault({ message: "{{title}}" }),
    'github.message: "{{title}}" leads nowhere: expected a path such as "{{body.issue.title}}" or "{{path.repo}}"',
  );
  assert.equal(fault({ when: [{ at: "body.action" }] }), "github.when.0: expected at least one of is, isNot, has and exists");
});

test("a config names the variable that holds a secret, and never holds one", () => {
  assert.equal(
    fault({ proof: { secret: "hunter2!" } }),
    'github.proof.secret: expected the name of an environment variable that holds the secret, as in "GITHUB_HOOK_SECRET"',
  );
  assert.equal(fault({ proof: {} }), "github.proof: expected one of secret, signature and signedTime, found none");
  assert.equal(
    fault({ proof: { secret: "A", signature: "B" } }),
    "github.proof: expected one of secret, signature and signedTime, found 2",
  );
  assert.equal(fault({ proof: { secret: "A", windowSeconds: 5 } }), "github.proof: timeHeader and windowSeconds are about signedTime only");
  assert.equal(fault({ proof: undefined }), "github.proof: Invalid input");
  assert.equal(fault({ delivery: {} }), "github.delivery: expected a header, or a field by `at`");
});

test("two hooks that listen to the same paths are refused", () => {
  const other = { path: "/github/:a", proof: "none", pipeline: "p" };
  assert.equal(fault({ path: "/github/:b" }, { other }), 'github.path: "/github/:b" is what hook "other" listens to already');
});

test("a path matches part by part, and its names are what stood there", () => {
  assert.deepEqual(matchPath("/hooks/github/:repo", "/hooks/github/north%20star"), { repo: "north star" });
  assert.deepEqual(matchPath("/hooks/:kind/:repo", "/hooks/github/north"), { kind: "github", repo: "north" });
  for (const path of [
    "/hooks/github",
    "/hooks/github/",
    "/hooks/github/a/b",
    "/hooks/gitlab/a",
    "/hooks/github/a%2Fb",
    "/hooks/github/%",
  ]) {
    assert.equal(matchPath("/hooks/github/:repo", path), undefined, path);
  }
});
