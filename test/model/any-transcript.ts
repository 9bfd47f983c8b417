import fc from "fast-check";
import type { Message } from "../../src/model/index.js";

/** Ids as providers make them, few enough that they meet again, and some that another provider would refuse. */
const id = fc.constantFrom("call00001", "call00002", "functions.Bash:0", "call_a1|fc_b2", "toolu_01", "ă", `x${"y".repeat(80)}`);
const text = fc.oneof(fc.constantFrom("", " \n", "Hello.", "Bună ⚓ \n"), fc.string({ unit: "grapheme", maxLength: 12 }));
const toolName = fc.constantFrom("read", "functions.read", "list files", "ß".repeat(70));

const reasoning = fc.record(
  {
    text,
    by: fc.constantFrom("openai" as const, "anthropic" as const, "ollama" as const),
    signature: fc.constantFrom("c2lnbmVk", "Zm9yZWlnbg"),
    sealed: fc.constant("c2VhbGVk"),
  },
  { requiredKeys: ["text"], noNullPrototype: true },
);
const plain = { noNullPrototype: true } as const;

const call = fc.record(
  {
    id,
    name: toolName,
    arguments: fc.dictionary(fc.constantFrom("path", "lines", ""), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), plain),
    unreadable: fc.constant('{"path":'),
  },
  { requiredKeys: ["id", "name", "arguments"], noNullPrototype: true },
);

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), content: text }, plain),
  fc.record({ role: fc.constant("user" as const), content: text }, plain),
  fc.record(
    {
      role: fc.constant("assistant" as const),
      content: text,
      reasoning: fc.array(reasoning, { maxLength: 2 }),
      calls: fc.array(call, { maxLength: 3 }),
    },
    { requiredKeys: ["role", "content"], noNullPrototype: true },
  ),
  fc.record(
    { role: fc.constant("tool" as const), call: id, content: text, isError: fc.boolean() },
    { requiredKeys: ["role", "call", "content"], noNullPrototype: true },
  ),
);

/** Any transcript at all: results before their calls, calls without results, ids that come again, two of a role in a row. */
export const anyTranscript = fc.array(message, { minLength: 1, maxLength: 12 });
