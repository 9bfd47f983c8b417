import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { adapter, effect, implement, StagewrightError } from "../../src/dsl/index.js";
import {
  environmentRule,
  fromTape,
  mailAddresses,
  parseTape,
  type ScrubRule,
  secretRules,
  tapeRecorder,
} from "../../src/recording/index.js";
import { scrubbed } from "../../src/recording/scrubbed.js";

const KEY = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB\n-----END EC PRIVATE KEY-----";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiIvYWRtaW4vIn0.c2lnbmF0dXJlLW9m";

/** A text with a secret in it, and what a tape has of it. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["Authorization: Bearer wolf17x", "Authorization: [scrubbed: authorization]"],
  ['{"authorization":"Basic YW5hOndvbGY="}', '{"authorization":"[scrubbed: authorization]"}'],
  ["I saw Bearer wolf17wolf17wolf17, and no more", "I saw Bearer [scrubbed: authorization], and no more"],
  ["Set-Cookie: session=wolf17; HttpOnly", "Set-Cookie: [scrubbed: cookie]"],
  [`my key ${KEY} is lost`, "my key [scrubbed: private key] is lost"],
  [`token ${JWT}.`, "token [scrubbed: token]."],
  ["pasted ghp_0123456789abcdefghijABCDEFGHIJ", "pasted [scrubbed: token]"],
  ["sk-proj-wolf17wolf17wolf17", "[scrubbed: token]"],
  ["AKIAIOSFODNN7EXAMPLE", "[scrubbed: token]"],
  ["bot 123456789:AAwolf17wolf17wolf17wolf17wolf17wol", "bot [scrubbed: token]"],
  ["https://ana:wolf17@example.org/x", "https://ana:[scrubbed: password]@example.org/x"],
  [
    "https://example.org/?page=2&api_key=wolf17&token=wolf17#x",
    "https://example.org/?page=2&api_key=[scrubbed: secret]&token=[scrubbed: secret]#x",
  ],
  ["DB_PASSWORD=wolf17 GH_TOKEN: 'wolf17'", "DB_PASSWORD=[scrubbed: secret] GH_TOKEN: '[scrubbed: secret]'"],
];

const NO_SECRETS = [
  "Basic understanding of tokens, and a bearer of good news",
  "The token expired; ask ana@example.org.",
  "https://example.org/a?key=value&page=2",
  "commit 12ab34cd56ef12ab34cd56ef12ab34cd56ef12ab",
  "sk-ate, sk-learn-and-its-estimators, eyJ, AKIA",
];

const notes = adapter("notes", {
  save: effect({ takes: z.object({ text: z.string(), password: z.string().optional() }), gives: z.object({ said: z.string() }) }),
});
const context = { key: "k1", signal: new AbortController().signal };

function taped(said: string, rules?: readonly ScrubRule[]) {
  const recorder = tapeRecorder(rules === undefined ? {} : { rules });
  const real = recorder.record(
    implement(notes, "real", { save: { perform: async () => ({ said }), lookup: async () => ({ happened: "no" }) } }),
  );
  const { save } = real.calls;
  return { recorder, save: async (request: object, key = "k1") => save?.perform(request, { ...context, key }) };
}

describe("a tape holds no secrets", () => {
  for (const [text, left] of TEXTS) {
    it(`${JSON.stringify(text)} is put on it as ${JSON.stringify(left)}`, () => {
      assert.equal(scrubbed(text), left);
      assert.equal(scrubbed(left), left);
    });
  }

  it("what is no secret stays as it is", () => {
    for (const text of NO_SECRETS) assert.equal(scrubbed(text), text);
  });

  it("a field that is called after one holds none, in requests and answers, whatever it looks like", () => {
    const value = { user: "ana", password: "wolf", headers: [{ "X-Api-Key": "wolf" }], tokens: 3, token: "", nextPageToken: "p2" };
    assert.deepEqual(scrubbed(value), {
      ...{ user: "ana", password: "[scrubbed: password]", headers: [{ "X-Api-Key": "[scrubbed: X-Api-Key]" }] },
      ...{ tokens: 3, token: "", nextPageToken: "p2" },
    });
  });

  it("neither in a request nor in an answer nor in an error, while who made the call gets all of it", async () => {
    const { recorder, save } = taped("saved with Bearer wolf17wolf17wolf17");
    const request = { text: "DB_PASSWORD=wolf17", password: "wolf17" };
    assert.deepEqual(await save(request), { said: "saved with Bearer wolf17wolf17wolf17" });
    const failing = recorder.record(
      implement(notes, "real", {
        save: {
          perform: async () => {
            throw new StagewrightError("notes/no", "no: Authorization: Basic wolf17", { hint: "set NOTES_TOKEN=wolf17" });
          },
          lookup: async () => ({ happened: "yes", answer: { said: "https://ana:wolf17@example.org/" } }),
        },
      }),
    );
    await assert.rejects(async () => failing.calls.save?.perform({ text: "x" }, context), { message: "no: Authorization: Basic wolf17" });
    await failing.calls.save?.lookup?.("k1", { text: "y" }, context);
    assert.doesNotMatch(recorder.text(), /wolf17/);
    assert.equal(recorder.text().match(/scrubbed/g)?.length, 6);
  });

  it("and is played as if it held them", async () => {
    const { recorder, save } = taped("saved");
    const request = { text: "GH_TOKEN=wolf17", password: "wolf17" };
    await save(request);
    const played = fromTape(parseTape(recorder.text()), notes);
    assert.deepEqual(await played.calls.save?.perform(request, context), { said: "saved" });
    await assert.rejects(async () => played.calls.save?.perform({ ...request, text: "GH_TOKEN=wolf17 x" }, { ...context, key: "k2" }), {
      code: "tape/no-call",
      message:
        'the tape holds no call "notes.save" with this request; the nearest, line 2, differs in "text": ' +
        'asked "GH_TOKEN=[scrubbed: secret] x", held "GH_TOKEN=[scrubbed: secret]"',
    });
  });

  it("those of the environment are known by their names, in each form in which they are sent", async () => {
    const env = { SHOP_TOKEN: "wolf/17+sheep", HOME: "/home/ana", PIN_KEY: "1234", GONE: undefined };
    const { recorder, save } = taped("1234 /home/ana", [environmentRule(env)]);
    const secret = env.SHOP_TOKEN;
    await save({ text: [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64"), JSON.stringify(secret)].join(" ") });
    assert.deepEqual(parseTape(recorder.text()).entries[0]?.request, {
      text: '[scrubbed: SHOP_TOKEN] [scrubbed: SHOP_TOKEN] [scrubbed: SHOP_TOKEN] "[scrubbed: SHOP_TOKEN]"',
    });
    assert.deepEqual(parseTape(recorder.text()).entries[0]?.answer, { said: "1234 /home/ana" });
  });

  it("with the rule for them mail addresses are others, the same one the same, and it is played by that rule", async () => {
    const rules = [...secretRules, mailAddresses];
    const { recorder, save } = taped("Ana <Ana.Pop@acme.ro> to ben@example.org, ana.pop@ACME.ro", rules);
    await save({ text: "to ana.pop@acme.ro" });
    const [, address] = /to (\w{12}@scrubbed\.invalid)/.exec(recorder.text()) ?? [];
    assert.ok(address);
    assert.deepEqual(parseTape(recorder.text()).entries[0]?.answer, { said: `Ana <${address}> to ben@example.org, ${address}` });
    const played = fromTape(parseTape(recorder.text()), notes, { rules });
    assert.ok(await played.calls.save?.perform({ text: "to ana.pop@acme.ro" }, context));
  });

  it("whatever a text is made of, what was scrubbed once stays as it is, and no planted secret is left", () => {
    const around = fc.array(
      fc.constantFrom(..." =:?&\"'@/[]{}\n-.;", "Authorization", "Bearer ", "token", "https://a:", "password", "PASSWORD"),
      { maxLength: 12 },
    );
    const secrets = fc.constantFrom("ghp_wolf17wolf17wolf17wolf17", "AKIAWOLF1717WOLF1717", "glpat-wolf17wolf17wolf17", JWT, KEY);
    fc.assert(
      fc.property(around, secrets, around, (before, secret, after) => {
        const once = scrubbed(`${before.join("")} ${secret} ${after.join("")}`, [...secretRules, mailAddresses]);
        assert.equal(scrubbed(once, [...secretRules, mailAddresses]), once);
        assert.ok(!String(once).includes(secret), String(once));
      }),
      { numRuns: 500 },
    );
  });
});
