import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { type CodeFiles, codeClaimed, codeClaimedIn, codeClaims, codeTreeOf } from "../../../src/checks/code-claims/index.js";
import { check, gather, input, pipeline, write } from "../../../src/dsl/index.js";

const CODE = {
  "src/queue.ts": `import { send } from "./send.js";

// Messages may be lost when the process ends.
export class Queue {
  readonly #waiting: string[] = [];

  add(message: string, limit: number): void {
    if (!Number.isInteger(limit)) throw new RangeError("limit");
    this.#waiting.push(message);
  }

  async drainQueue(): Promise<void> {
    for (const message of this.#waiting) await send(message);
  }
}
`,
  "src/send.ts": `export async function send(message: string): Promise<void> {
  const socket = openSocket();
  try {
    writeTo(socket, message);
  } catch (error) {
    console.error(error);
  }
  socket.end();
}

function openSocket() {}
export function writeTo(socket: unknown, message: string) {}
export function neverUsed() {}
`,
  "test/queue.test.ts": `import { Queue } from "../src/queue.js";

test("a message waits", () => new Queue().add("a", 1));
`,
};

function found(text: string, code: CodeFiles = CODE): string[] {
  return codeClaimed({ code })
    .run(text, {})
    .map(({ rule, message }) => `${rule}: ${message}`);
}

test("a file that is not there gets one error at its path, with the nearest", () => {
  assert.deepEqual(codeClaimed({ code: CODE }).run("The queue\nin `src/queues.ts` grows.", {}), [
    {
      rule: "code-claims/file",
      severity: "error",
      message: 'there is no file "src/queues.ts" in the code; the nearest is "src/queue.ts": correct the path or take the claim out',
      at: { line: 2, column: 5, offset: 14 },
    },
  ]);
  assert.deepEqual(found("See lib/wholly-different.go."), [
    'code-claims/file: there is no file "lib/wholly-different.go" in the code, and no name in it is near it: correct the path or take the claim out',
  ]);
  assert.deepEqual(found("It is in `src/handlers/http`."), [
    'code-claims/file: there is no "src/handlers/http" in the code: correct the path or take the claim out',
  ]);
});

test("a file is known by the end of its path, from outside of the tree, and as a diff or an import writes it", () => {
  const text =
    "See `queue.ts`, src/queue.ts, ./src/send.ts, /home/ana/app/src/send.ts, a/src/queue.ts, app/src/queue.ts, `src/queue`, `src/` and `src/send.js`.";
  assert.deepEqual(found(text.replace("`src/send.js`", "`test/`")), []);
  assert.deepEqual(found(text).length, 1);
});

test("a file that is to be made, gone, an example, of a dependency or a product is no claim", () => {
  for (const text of [
    "Create `src/retry.ts` for it.",
    "Move the class into a new file, `src/waiting.ts`.",
    "It could live in src/waiting.ts instead.",
    "A `src/retry.ts` should be added.",
    "`src/old.ts` was deleted.",
    "`src/retry.ts` does not exist yet.",
    "There is no `tsconfig.json`, nor a `LICENSE.md`.",
    "Put it in a file such as `retry.ts`.",
    "The fault is in node_modules/ws/lib/socket.js and `dist/queue.js`.",
    "It runs on Node.js and Next.js, see /etc/app/config.yaml.",
    "Proposed files:\n\n- `src/retry.ts`: retries\n- `src/waiting.ts`: waits",
  ]) {
    assert.deepEqual(found(text), [], text);
  }
});

test("a line behind the end of the file is found however it is written", () => {
  const fault = (line: number) =>
    `code-claims/line: "src/queue.ts" has 15 lines, and no line ${line}: correct the line or take the claim out`;
  for (const [text, line] of [
    ["See src/queue.ts:40.", 40],
    ["See `src/queue.ts:10-40`.", 40],
    ["See `src/queue.ts#L40-L44`.", 40],
    ["See `src/queue.ts` (line 40).", 40],
    ["See `src/queue.ts`, lines 3 and 40.", 40],
    ["On line 40 of `queue.ts` it fails.", 40],
    ["In `queue.ts` the loop on line 40 fails.", 40],
    ["### src/queue.ts\n\nLine 40 fails.", 40],
    ["See [the queue](src/queue.ts#L40).", 40],
    ["See src/queue.ts:0.", 0],
    ["```ts src/queue.ts:40\nfor (const message of this.#waiting)\n```", 40],
  ] as const) {
    assert.deepEqual(
      found(text).filter((one) => one.includes("/line:")),
      [fault(line)],
      text,
    );
  }
  assert.deepEqual(found("See src/queue.ts:15, and line 3 of the output. The log has 90 lines."), []);
});

test("code that stands at another line is told where", () => {
  assert.deepEqual(found("`this.#waiting.push(message)` (src/queue.ts:2) grows."), [
    'code-claims/quote: "this.#waiting.push(message)" stands in "src/queue.ts" at line 9, not at 2: correct the line',
  ]);
  assert.deepEqual(found("src/queue.ts:15 calls `add`."), [
    'code-claims/quote: "add" stands in "src/queue.ts" at line 7, not at 15: correct the line',
  ]);
  assert.deepEqual(found("`this.#waiting.push(message)` (src/queue.ts:11) grows."), []);
});

test("code that stands in another file, or nowhere, is told so, with the nearest line", () => {
  assert.deepEqual(found("In `src/queue.ts` the line `writeTo(socket, message);` fails."), [
    'code-claims/quote: "writeTo(socket, message);" is not in "src/queue.ts"; it stands in "src/send.ts" at line 4: correct the place',
  ]);
  assert.deepEqual(found("In `src/queue.ts` the line `this.#waiting.unshift(message)` fails."), [
    'code-claims/quote: "this.#waiting.unshift(message)" is not in "src/queue.ts"; the nearest is line 9, "this.#waiting.push(message);": quote what stands there or take the claim out',
  ]);
  assert.deepEqual(found("src/queue.ts:7 calls `openSocket`."), [
    'code-claims/quote: "openSocket" is not in "src/queue.ts"; it stands in "src/send.ts" at line 2: correct the place',
  ]);
});

test("white space, parts left out, and arguments of a call that is told are let pass", () => {
  assert.deepEqual(found("`for(const message of this.#waiting)await send( message )` is at src/queue.ts:13."), []);
  assert.deepEqual(found("src/queue.ts:8 has `if (!Number.isInteger(limit)) throw …;`."), []);
  assert.deepEqual(found("src/queue.ts:7 defines `add(text)`."), []);
  assert.deepEqual(found("src/queue.ts:7 defines `add({ text, … })`, which takes `(message, limit)`."), []);
});

test("a line inside of a function or class may be given for it", () => {
  assert.deepEqual(found("`Queue` (src/queue.ts:12) keeps messages."), []);
  const code = {
    "a.ts": `export const later = () => {\n${"  wait();\n".repeat(12)}};\n`,
    "b.sh": `later() {\n${"  wait\n".repeat(12)}}\nlater\n`,
    "c.py": `def later():\n${"    wait()\n".repeat(12)}\nx = 1\ny = 2\nz = 3\nu = 4\nv = 5\n`,
  };
  for (const path of Object.keys(code)) assert.deepEqual(found(`\`later\` (${path}:10) waits.`, code), [], path);
  assert.deepEqual(found("`later` (c.py:19) waits.", code), [
    'code-claims/quote: "later" stands in "c.py" at line 1, not at 19: correct the line',
  ]);
});

test("what is to be written is not looked for", () => {
  for (const text of [
    "In `src/queue.ts`, use `structuredClone(message)` instead.",
    "`src/queue.ts:9` should be `this.#waiting.unshift(message)`.",
    "Add `await this.flush();` to `src/queue.ts`.",
    "Run `npm test -- queue` after `src/queue.ts` was changed.",
    "Replace the loop in `src/queue.ts`:\n\n```ts\nawait Promise.all(all);\n```",
    "The loop in `src/queue.ts`:\n\n```ts\n// suggested\nawait Promise.all(all);\n```",
  ]) {
    assert.deepEqual(found(text), [], text);
  }
});

test("a block of code is held against the file of its head, its first line or the sentence that leads to it", () => {
  const message =
    'code-claims/quote: "this.#waiting.shift();" is not in "src/queue.ts"; the nearest is line 9, "this.#waiting.push(message);": quote what stands there or take the claim out';
  for (const text of [
    "In `src/queue.ts`:\n\n```ts\nthis.#waiting.push(message);\nthis.#waiting.shift();\n```",
    '```ts title="src/queue.ts"\n…\nthis.#waiting.shift();\n```',
    "```ts\n// src/queue.ts:9\nthis.#waiting.shift();\n```",
    "```9:9:src/queue.ts\nthis.#waiting.shift();\n```",
    "In `src/queue.ts`:\n\n```diff\n-    this.#waiting.shift();\n+    this.#waiting.pop();\n```",
  ]) {
    assert.deepEqual(found(text), [message], text);
  }
  assert.deepEqual(found("src/queue.ts:2 waits:\n\n```ts\nthis.#waiting.push(message);\n```"), [
    'code-claims/quote: "this.#waiting.push(message);" stands in "src/queue.ts" at line 9, not at 2: correct the line',
  ]);
  assert.deepEqual(found("```ts\n// src/queues.ts\nconst a = 1;\n```"), [
    'code-claims/file: there is no file "src/queues.ts" in the code; the nearest is "src/queue.ts": correct the path or take the claim out',
  ]);
});

test("what is said to be missing and is there is told with its place", () => {
  for (const [text, message] of [
    [
      "There is no test for `Queue`.",
      '"Queue" is tested, against what is said here: see test/queue.test.ts:3, "test("a message waits", () => new Queue().add("a", 1));"; take the claim out',
    ],
    [
      "`src/queue.ts` has no tests.",
      '"src/queue.ts" has tests, against what is said here: see test/queue.test.ts:1, "import { Queue } from "../src/queue.js";"; take the claim out',
    ],
    [
      "writeTo() is never called.",
      '"writeTo" is used, against what is said here: see src/send.ts:4, "writeTo(socket, message);"; take the claim out',
    ],
    [
      "`openSocket` is not defined.",
      '"openSocket" is defined, against what is said here: see src/send.ts:11, "function openSocket() {}"; take the claim out',
    ],
    [
      "`limit` is not validated in `src/queue.ts`.",
      '"limit" is checked, against what is said here: see src/queue.ts:8, "if (!Number.isInteger(limit)) throw new RangeError("limit");"; take the claim out',
    ],
    [
      "There is no error handling for `writeTo`.",
      'the call of "writeTo" is handled, against what is said here: see src/send.ts:4, "writeTo(socket, message);"; take the claim out',
    ],
    [
      "There is no error handling in `src/send.ts`.",
      '"src/send.ts" handles an error, against what is said here: see src/send.ts:5, "} catch (error) {"; take the claim out',
    ],
    [
      "The `socket` is never closed in `src/send.ts`.",
      '"socket" is closed, against what is said here: see src/send.ts:8, "socket.end();"; take the claim out',
    ],
    [
      "`send` is not awaited in src/queue.ts.",
      'the call of "send" is awaited, against what is said here: see src/queue.ts:13, "for (const message of this.#waiting) await send(message);"; take the claim out',
    ],
    ["`src/send.ts` is missing.", '"src/send.ts" is there, against what is said here: see src/send.ts; take the claim out'],
    [
      "`src/queue.ts` never calls `send`.",
      '"send" is called, against what is said here: see src/queue.ts:13, "for (const message of this.#waiting) await send(message);"; take the claim out',
    ],
    [
      "`src/send.ts` has no function `writeTo`.",
      '"writeTo" is defined, against what is said here: see src/send.ts:12, "export function writeTo(socket: unknown, message: string) {}"; take the claim out',
    ],
    [
      "`writeTo` is never exported.",
      '"writeTo" is exported, against what is said here: see src/send.ts:12, "export function writeTo(socket: unknown, message: string) {}"; take the claim out',
    ],
    [
      "`src/send.ts` lacks any error handling.",
      '"src/send.ts" handles an error, against what is said here: see src/send.ts:5, "} catch (error) {"; take the claim out',
    ],
    [
      "writeTo appears to be unused.",
      '"writeTo" is used, against what is said here: see src/send.ts:4, "writeTo(socket, message);"; take the claim out',
    ],
    ["`openSocket` is not exported.", ""],
    ["`Queue` is not imported anywhere.", ""],
  ] as const) {
    assert.deepEqual(found(text), message === "" ? [] : [`code-claims/missing: ${message}`], text);
  }
});

test("each item of a list is looked for", () => {
  const shown = (text: string) => found(text).map((one) => one.split(",")[0]);
  assert.deepEqual(shown("There are no tests for `writeTo`, `Queue` or `openSocket`."), ['code-claims/missing: "Queue" is tested']);
  assert.deepEqual(shown("`neverUsed`, `openSocket` and `writeTo` are never called."), [
    'code-claims/missing: "openSocket" is used',
    'code-claims/missing: "writeTo" is used',
  ]);
  assert.deepEqual(shown("There is no test for `writeTo`, and `Queue` is slow."), []);
});

test("what is missing, and what a search cannot tell, is let pass", () => {
  for (const text of [
    "There is no test for `writeTo`.",
    "`neverUsed` is never called.",
    "`retry` is not defined.",
    "`message` is not validated in `src/queue.ts`.",
    "`drainQueue` is not tested with an empty queue.",
    "Is there no test for `Queue`?",
    "If `Queue` is not tested, say so.",
    "`writeTo` is never called before `openSocket`.",
    "There is no `await` before the call.",
    "`src/queue.ts` has no `send` call in the constructor.",
    "`openSocket` is not defined in the config.",
    "The queue is not tested, and nothing checks the message.",
    "There is no error handling for `send`.",
    "`Queue` is not tested as a whole.",
    "No test covers `Queue` and its errors with a slow socket.",
  ]) {
    assert.deepEqual(found(text), [], text);
  }
});

test("a claim whose only evidence is a comment is refused, unless it is about the comment", () => {
  assert.deepEqual(found("Messages are lost (src/queue.ts:3)."), [
    'code-claims/comment-only: the only evidence is a comment: line 3 of "src/queue.ts" is a comment, "// Messages may be lost when the process ends."; cite the code that shows it, or take the claim out',
  ]);
  assert.deepEqual(found('It loses messages: src/queue.ts says "Messages may be lost when the process ends".'), [
    'code-claims/comment-only: the only evidence is a comment: "Messages may be lost when the process ends" stands in a comment of "src/queue.ts" (line 3); cite the code that shows it, or take the claim out',
  ]);
  for (const text of [
    "The comment at src/queue.ts:3 is out of date.",
    "Messages are lost (src/queue.ts:3): they are in memory alone (src/queue.ts:5).",
    "Messages are lost (src/queue.ts:3). They are in memory alone, see src/queue.ts:5.",
    "The class `Queue` (src/queue.ts:3) keeps messages in memory.",
    "Messages are lost (src/queue.ts:3-5).",
  ]) {
    assert.deepEqual(found(text), [], text);
  }
});

test("a name that a file is said to hold and that is nowhere is found", () => {
  assert.deepEqual(found("The method `flushAll` in `src/queue.ts` is slow."), [
    'code-claims/identifier: "flushAll" is nowhere in the code, and is said to be in "src/queue.ts": correct the name or take the claim out',
  ]);
  assert.deepEqual(found("`Queue.flush` (src/queue.ts:7) is slow; this is a `nit` (src/queue.ts:7)."), [
    'code-claims/identifier: "flush" is nowhere in the code, and is said to be in "src/queue.ts": correct the name or take the claim out',
  ]);
  assert.deepEqual(found("Add a method `flushAll` in `src/queue.ts`. `src/queue.ts` should export `flushAll`."), []);
});

test("a path that several files end with means any of them", () => {
  const code = { "a/index.ts": "export const a = 1;\n", "b/index.ts": "\n\nexport const b = 2;\n" };
  assert.deepEqual(found("`export const b = 2;` stands at index.ts:3.", code), []);
  assert.deepEqual(found("See index.ts:9.", code).length, 1);
});

test("without code there is no check, and the severity can be chosen", () => {
  assert.deepEqual(codeClaims.checks(), []);
  const [check] = codeClaims.checks({ code: codeTreeOf(CODE), severity: "warning" });
  assert.deepEqual(check?.run("See src/queue.ts:99.", {})[0]?.severity, "warning");
});

test("files without text are there, and nothing of them is looked at", () => {
  const tree = { paths: ["logo.svg", "src/big.json"], read: () => undefined };
  assert.deepEqual(
    codeClaimed({ code: tree }).run("`logo.svg` and src/big.json:7000 hold `const a = 1;`. There is no test for `x_y`.", {}),
    [],
  );
});

test("the code may be the output of a stage, as it is or under the key files", () => {
  const request = input(z.object({}));
  const code = gather("code", { needs: { request }, output: z.record(z.string(), z.string()), run: async () => CODE });
  const review = write("review", { needs: { code }, output: z.string(), prompt: () => "Review the code." });
  const checked = check("checked", { of: review, checks: [codeClaimedIn(code)] });
  assert.deepEqual(
    pipeline("reviews", { input: request, stages: [code, review, checked] }).stages[2]?.reads.map(({ name }) => name),
    ["review", "code"],
  );
  assert.equal(codeClaimedIn(code).run("See src/queue.ts:99.", { code: CODE }).length, 1);
  assert.equal(codeClaimedIn(code).run("See src/queue.ts:99.", { code: { files: CODE } }).length, 1);
  assert.equal(codeClaimedIn(code).run("See src/queue.ts:9.", { code: 7 }).length, 1);
});

const pieces = fc.constantFrom(
  "`src/queue.ts",
  "`",
  ":12",
  "#L4-L5",
  " line 3 ",
  "lines 4 and 90 of ",
  "src/send.ts",
  "`this.#waiting.push(message)`",
  "There is no test for ",
  "`Queue`",
  " is never called",
  " is missing",
  " in ",
  "(",
  ") ",
  ". ",
  "\n\n",
  "\r\n",
  "```ts\n",
  "```\n",
  "> ",
  "- ",
  "| ",
  '"Messages may be lost"',
  "e\u0301",
  "İ",
  "\uD800",
  "&amp;",
  "[a](src/x.ts#L9)",
);
const anyText = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 40 }).map((parts) => parts.join(""));

test("any text and any code are checked without throwing, and a finding points at the text that it speaks of", () => {
  const anyCode = fc.dictionary(
    fc.constantFrom("src/queue.ts", "a.py", "b.sh", "c.go", "d.rs", "e"),
    fc.string({ unit: "binary", maxLength: 80 }),
  );
  fc.assert(
    fc.property(anyText, fc.oneof(fc.constant(CODE), anyCode), (text, code) => {
      for (const { at, message, rule } of codeClaimed({ code }).run(text, {})) {
        const from = at?.offset ?? -1;
        assert.ok(from >= 0 && from < text.length, message);
        const [, path = ""] = /^there is no (?:file )?"(.*?)" in the code/.exec(message) ?? [];
        if (rule === "code-claims/file") assert.ok(path !== "" && text.slice(from).normalize("NFC").startsWith(path.slice(0, 1)), message);
      }
    }),
    { numRuns: 300 },
  );
});

test("a text says the same with other line ends", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const plain = text.replaceAll("\r", "");
      assert.deepEqual(found(plain.replaceAll("\n", "\r\n")), found(plain));
    }),
    { numRuns: 100 },
  );
});
