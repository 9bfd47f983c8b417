import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Issue, type IssueHead, issues } from "../../../adapters/issues/index.js";
import type { AnyImplementation, CallContext, Lookup } from "../../../src/dsl/index.js";
import type { Seed } from "./fake-github.js";

export interface IssuesSubject {
  readonly name: string;
  /** A project whose issues are these, from number 1 on. */
  open(t: TestContext, seeds: readonly Seed[]): Promise<AnyImplementation>;
  /** False where nothing changes outside, so that what is read is what was there before. */
  readonly changes: boolean;
}

type Name = keyof typeof issues.calls;
const EFFECTS = ["label", "comment", "close", "reopen", "create"] as const;
const SEEDS: readonly Seed[] = [
  { title: "Empty notes", body: "They end the digest.", labels: ["bug"] },
  { title: "Skip them", isPull: true },
  { title: "Old", state: "closed" },
  { title: "Search", labels: ["later", "bug"] },
];
const SAMPLES: Readonly<Record<Name, object>> = {
  list: {},
  read: { number: 1 },
  label: { number: 1, add: ["now"], remove: ["bug"] },
  comment: { number: 1, body: "Found it." },
  close: { number: 1, reason: "completed", comment: "Done in 12ab." },
  reopen: { number: 3, comment: "It is back." },
  create: { title: "New", body: "Text", labels: ["bug"] },
};
const { signal } = new AbortController();

/** What every project's issues keep to. A state is not set twice, so that unlike other effects two keys may find one. */
export function issuesConform({ name, open, changes }: IssuesSubject): void {
  const opened = async (t: TestContext) => {
    const implementation = await open(t, SEEDS);
    const { calls } = implementation;
    const context = (key: string, more: Partial<CallContext> = {}) => ({ key, signal, ...more });
    const ask = async (call: Name, request: object = SAMPLES[call], key = "", more: Partial<CallContext> = {}) =>
      calls[call]?.perform(issues.calls[call].takes.parse(request), context(key, more));
    return {
      implementation,
      ask,
      lookup: async (call: Name, key: string, request: object = SAMPLES[call]) =>
        (await calls[call]?.lookup?.(key, issues.calls[call].takes.parse(request), context(key))) as Lookup<unknown>,
      list: async (request: object = {}) => (await ask("list", request)) as { issues: IssueHead[]; next: string | null },
      read: async (number: number) => (await ask("read", { number })) as Issue | null,
    };
  };

  describe(`${name} conforms`, () => {
    it("it implements each call, and its answers are what the schemas say", async (t) => {
      const { implementation, ask } = await opened(t);
      assert.deepEqual([implementation.adapter, Object.keys(implementation.calls).sort()], ["issues", Object.keys(issues.calls).sort()]);
      for (const call of Object.keys(SAMPLES) as Name[]) {
        const answer = await ask(call, SAMPLES[call], "key-1");
        assert.deepEqual(issues.calls[call].gives.parse(answer), answer);
        assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
      }
    });

    it("an effect is made once for each key, and a lookup says no before it and yes with its answer after it", async (t) => {
      for (const call of EFFECTS) {
        const { ask, lookup } = await opened(t);
        assert.deepEqual(await lookup(call, "key-1"), { happened: "no" }, call);
        const answer = await ask(call, SAMPLES[call], "key-1");
        assert.deepEqual(await ask(call, SAMPLES[call], "key-1"), answer, call);
        assert.deepEqual(await lookup(call, "key-1"), { happened: "yes", answer }, call);
        if (call === "label") continue;
        assert.deepEqual(await lookup(call, "key-2"), { happened: "no" }, call);
        assert.notDeepEqual(await ask(call, SAMPLES[call], "key-2"), answer, call);
      }
    });

    it("a call whose signal is aborted is refused, and an effect has not happened", async (t) => {
      const { ask, lookup } = await opened(t);
      for (const call of Object.keys(SAMPLES) as Name[]) {
        await assert.rejects(ask(call, SAMPLES[call], "key-1", { signal: AbortSignal.abort() }), call);
      }
      for (const call of EFFECTS) assert.deepEqual(await lookup(call, "key-1"), { happened: "no" }, call);
    });

    it("issues are listed in the order in which they were opened, a page at a time, by state and by label", async (t) => {
      const { list } = await opened(t);
      const numbers = async (request: object) => (await list(request)).issues.map(({ number }) => number);
      assert.deepEqual(await numbers({}), [1, 4]);
      assert.deepEqual(await numbers({ state: "closed" }), [3]);
      assert.deepEqual(await numbers({ labels: ["bug", "later"] }), [4]);
      const found: number[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page: Awaited<ReturnType<typeof list>> = await list({ state: "all", limit: 1, ...(after && { after }) });
        found.push(...page.issues.map(({ number }) => number));
        after = page.next;
      }
      assert.deepEqual(found, [1, 3, 4]);
    });

    it("an issue is read with its text and its state; one that is not there is null, and cannot be changed", async (t) => {
      const { ask, read } = await opened(t);
      const issue = await read(1);
      assert.deepEqual([issue?.title, issue?.body, issue?.state, issue?.labels], ["Empty notes", "They end the digest.", "open", ["bug"]]);
      assert.deepEqual([(await read(3))?.state, (await read(3))?.reason], ["closed", "completed"]);
      assert.equal(await read(99), null);
      for (const call of ["label", "comment", "close", "reopen"] as const) {
        await assert.rejects(ask(call, { ...SAMPLES[call], number: 99 }, "key-1"), { code: "issues/none" }, call);
      }
    });

    if (!changes) return;

    it("what was done stands in the issue's history, without the mark", async (t) => {
      const { ask, read } = await opened(t);
      await ask("label", SAMPLES.label, "key-1");
      await ask("comment", SAMPLES.comment, "key-2");
      await ask("close", { ...SAMPLES.close, reason: "not_planned" }, "key-3");
      const closed = await read(1);
      assert.deepEqual([closed?.state, closed?.reason, closed?.labels], ["closed", "not_planned", ["now"]]);
      await ask("reopen", { number: 1 }, "key-4");
      const issue = await read(1);
      assert.deepEqual([issue?.state, issue?.reason], ["open", null]);
      assert.deepEqual(
        issue?.history.map((one) => (one.kind === "comment" ? one.body : "label" in one ? `${one.kind} ${one.label}` : one.kind)),
        ["labeled now", "unlabeled bug", "Found it.", "Done in 12ab.", "closed", "reopened"],
      );
    });

    it("a close that was cut off after its comment is finished, and the comment stands once", async (t) => {
      const { ask, read, lookup } = await opened(t);
      await ask("comment", { number: 1, body: "Done in 12ab." }, "key-1");
      assert.deepEqual(await lookup("close", "key-1"), { happened: "no" });
      await ask("close", SAMPLES.close, "key-1");
      const issue = await read(1);
      assert.deepEqual([issue?.state, issue?.history.filter(({ kind }) => kind === "comment").length], ["closed", 1]);
    });

    it("a new issue is there, with its text as it was given", async (t) => {
      const { ask, read } = await opened(t);
      const made = (await ask("create", SAMPLES.create, "key-1")) as { number: number };
      const issue = await read(made.number);
      assert.deepEqual([issue?.title, issue?.body, issue?.labels, issue?.state], ["New", "Text", ["bug"], "open"]);
    });
  });
}
