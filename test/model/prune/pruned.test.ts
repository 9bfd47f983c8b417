import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Message } from "../../../src/model/index.js";
import { lengthMs, PRUNED, pruned, Sessions, type TimedMessage } from "../../../src/model/prune/index.js";

const START = Date.parse("2026-03-19T18:00:00Z");
const options = Sessions.parse({});
const at = (minutes: number) => new Date(START + minutes * 60_000);

/** Turns that each call one tool, a minute apart. */
function session(results: readonly string[]): readonly TimedMessage[] {
  return results.flatMap((content, index) => {
    const id = `c${index}`;
    const messages: Message[] = [
      { role: "user", content: `Do ${index}.` },
      { role: "assistant", content: "", calls: [{ id, name: "read", arguments: {} }] },
      { role: "tool", call: id, content },
    ];
    return messages.map((message) => ({ at: at(index), message }));
  });
}

describe("pruning a session", () => {
  test("after thirty minutes the results before the last three turns become a line each, and that is said", () => {
    const messages = session(Array.from({ length: 5 }, () => "long ".repeat(360)));
    const result = pruned(messages, { now: at(34), options });
    assert.deepEqual(
      result.messages.flatMap(({ message }) => (message.role === "tool" ? [message.content === PRUNED] : [])),
      [true, true, false, false, false],
    );
    assert.deepEqual(result.dropped, [{ kind: "tool results", count: 2, tokens: 978 }]);
    assert.equal(result.said, "pruned 2 tool results (about 978 tokens) after 30m without a turn; the last 3 assistant turns stay");
  });

  test("before that nothing is pruned, and a short result never is", () => {
    const long = session(Array.from({ length: 5 }, () => "long ".repeat(360)));
    assert.deepEqual(pruned(long, { now: at(33.9), options }), { messages: long, dropped: [], said: "" });
    const short = session(["a", "b", "c", "d"]);
    assert.deepEqual(pruned(short, { now: at(99), options }), { messages: short, dropped: [], said: "" });
  });

  test("every call keeps its one result in its place, nothing of the last turns changes, and twice is as once", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 8 }), fc.nat(4), fc.nat(60), (results, keepAssistantTurns, rest) => {
        const messages = session(results);
        const how = { now: at(results.length + rest), options: Sessions.parse({ keepAssistantTurns }) };
        const once = pruned(messages, how);
        const withoutResults = (all: readonly TimedMessage[]) =>
          all.map(({ at: time, message }) => ({ time, message: message.role === "tool" ? { ...message, content: "" } : message }));
        assert.deepEqual(withoutResults(once.messages), withoutResults(messages));
        if (keepAssistantTurns > 0)
          assert.deepEqual(once.messages.slice(-3 * keepAssistantTurns + 1), messages.slice(-3 * keepAssistantTurns + 1));
        assert.deepEqual(pruned(once.messages, how).messages, once.messages);
        assert.equal(once.said === "", once.dropped.length === 0);
      }),
    );
  });

  test("a length of time is a number and a unit", () => {
    assert.deepEqual(["90s", "30m", "2h", "1d"].map(lengthMs), [90_000, 1_800_000, 7_200_000, 86_400_000]);
    assert.equal(Sessions.safeParse({ pruneAfter: "soon" }).error?.issues[0]?.message, 'is no length of time like "30m"');
    assert.equal(Sessions.safeParse({ keep: 3 }).success, false);
  });
});
