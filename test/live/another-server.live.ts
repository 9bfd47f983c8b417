/** The three providers against a server that others wrote, which speaks all of their protocols: @copilotkit/aimock. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { askModels, type CompleteRequest, ModelError } from "../../src/model/index.js";

interface Mock {
  readonly url: string;
  onMessage(pattern: RegExp, response: object): Mock;
  onToolResult(id: string, response: object): Mock;
  on(match: object, response: object): Mock;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

const { LLMock } = (await import(pathToFileURL(`${import.meta.dirname}/node_modules/@copilotkit/aimock/dist/index.js`).href)) as {
  readonly LLMock: new (options: object) => Mock;
};

const PROVIDERS = ["openai", "anthropic", "ollama"] as const;
const { signal } = new AbortController();
const KEYS = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", OLLAMA_API_KEY: "k" };

async function server(t: TestContext, behave: (mock: Mock) => void) {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  behave(mock);
  await mock.start();
  t.after(() => mock.stop());
  const ask = askModels({ env: KEYS });
  return (provider: string, request: Omit<CompleteRequest, "model">) =>
    ask({ model: `${provider}:${mock.url}#m`, ...request }, { key: "", signal });
}

const says = (content: string) => ({ messages: [{ role: "user" as const, content }] });
const tools = [{ name: "read_file", description: "Reads.", parameters: { type: "object", properties: { path: { type: "string" } } } }];

for (const provider of PROVIDERS) {
  test(`${provider}: a text with letters of every width comes whole`, async (t) => {
    const text = "Ploiești lies north of București. ⚓ 漢字 – und ein Gedankenstrich.\n\n- one\n- two\n";
    const ask = await server(t, (mock) => mock.onMessage(/Where/, { content: text }));
    const completion = await ask(provider, says("Where?"));
    assert.deepEqual([completion.text, completion.finish], [text, "stop"]);
    assert.ok(completion.usage.outputTokens > 0);
  });

  // It gives Ollama's answers without their reasoning.
  if (provider !== "ollama")
    test(`${provider}: reasoning is kept apart from the answer`, async (t) => {
      const ask = await server(t, (mock) => mock.onMessage(/Why/, { content: "Because.", reasoning: "Let me think." }));
      const { text, reasoning } = await ask(provider, { ...says("Why?"), reasoning: "on" });
      assert.deepEqual([text, reasoning], ["Because.", "Let me think."]);
    });

  test(`${provider}: a tool is asked for, run, and its result leads to the answer`, async (t) => {
    const call = { name: "read_file", arguments: '{"path":"a.md"}' };
    const ask = await server(t, (mock) => {
      mock.on(
        { predicate: ({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === "tool" },
        { content: "It says hello." },
      );
      mock.onMessage(/Read/, { toolCalls: [call] });
    });
    const first = await ask(provider, { ...says("Read a.md."), tools });
    assert.deepEqual(
      first.calls?.map(({ name, arguments: given }) => [name, given]),
      [["read_file", { path: "a.md" }]],
    );
    const [made] = first.calls ?? [];
    const second = await ask(provider, {
      messages: [
        ...says("Read a.md.").messages,
        { role: "assistant", content: "", calls: made ? [made] : [] },
        { role: "tool", call: made?.id ?? "", content: "hello" },
      ],
      tools,
    });
    assert.equal(second.text, "It says hello.");
  });

  test(`${provider}: too many requests are said to be that`, async (t) => {
    const error = { error: { message: "Rate limit reached", type: "rate_limit_error" }, status: 429 };
    const ask = await server(t, (mock) => mock.onMessage(/Hurry/, error));
    await assert.rejects(
      ask(provider, says("Hurry!")),
      (thrown) => thrown instanceof ModelError && thrown.code === "model/busy" && thrown.status === 429,
    );
  });
}

test("a transcript that began with one provider goes on with each of the others", async (t) => {
  const call = { name: "read_file", arguments: '{"path":"a.md"}' };
  const ask = await server(t, (mock) => {
    mock.on(
      { predicate: ({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === "tool" },
      { content: "It says hello." },
    );
    mock.onMessage(/Read/, { toolCalls: [call], reasoning: "I must read it." });
  });
  for (const begins of PROVIDERS) {
    const first = await ask(begins, { ...says("Read a.md."), tools });
    const pieces = first.signed ?? (first.reasoning === undefined ? undefined : [{ text: first.reasoning }]);
    for (const goesOn of PROVIDERS) {
      const { text } = await ask(goesOn, {
        messages: [
          ...says("Read a.md.").messages,
          { role: "assistant", content: first.text, calls: first.calls ?? [], ...(pieces && { reasoning: pieces }) },
          { role: "tool", call: first.calls?.[0]?.id ?? "", content: "hello" },
        ],
        tools,
      });
      assert.equal(text, "It says hello.", `${begins} to ${goesOn}`);
    }
  }
});
