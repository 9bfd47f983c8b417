import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { format, inspect } from "node:util";
import fc from "fast-check";
import { Credential } from "../../src/credentials/index.js";

const token = new Credential("GITHUB_TOKEN", 'wol-f/17+"x"');

/** Four bytes and more: of less too little is left in Base64 to be known. */
const secret = fc
  .string({
    unit: fc.oneof(fc.constantFrom("$", "&", "\\", '"', "/", "+", " ", "\n", "ș", "]"), fc.string({ minLength: 1, maxLength: 1 })),
  })
  .filter((text) => Buffer.byteLength(text) >= 4);

describe("a credential", () => {
  it("is given away by `reveal`, and shows its name wherever it is printed or made a text of", () => {
    assert.equal(token.reveal(), 'wol-f/17+"x"');
    assert.deepEqual(
      [
        `${token}`,
        String(token),
        `Bearer ${token}`,
        JSON.stringify({ token }),
        inspect({ token }),
        format("%s %o %j", token, token, token),
      ],
      [
        "[credential GITHUB_TOKEN]",
        "[credential GITHUB_TOKEN]",
        "Bearer [credential GITHUB_TOKEN]",
        '{"token":"[credential GITHUB_TOKEN]"}',
        "{ token: [credential GITHUB_TOKEN] }",
        '[credential GITHUB_TOKEN] [credential GITHUB_TOKEN] "[credential GITHUB_TOKEN]"',
      ],
    );
    for (const seen of [Object.entries(token), structuredClone(token), inspect(token, { customInspect: false, showHidden: true })]) {
      assert.doesNotMatch(inspect(seen), /wol-f/);
    }
  });

  it("is hidden in a text as it is, in JSON, in an address, and in Base64 alone or behind a user's name", () => {
    const text = [
      'plain wol-f/17+"x"',
      JSON.stringify({ said: 'wol-f/17+"x"' }),
      `?token=${encodeURIComponent('wol-f/17+"x"')}`,
      `${new URLSearchParams({ token: 'wol-f/17+"x"' })}`,
    ];
    assert.deepEqual(
      text.map((line) => token.hideIn(line)),
      [
        "plain [credential GITHUB_TOKEN]",
        '{"said":"[credential GITHUB_TOKEN]"}',
        "?token=[credential GITHUB_TOKEN]",
        "token=[credential GITHUB_TOKEN]",
      ],
    );
    assert.match(token.hideIn(Buffer.from('\0ana\0wol-f/17+"x"').toString("base64")), /^AGFuYQ\w?\[credential GITHUB_TOKEN\][\w=]*$/);
  });

  it("whatever it is and whatever stands around it, it is found", () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const one = new Credential("X", hidden);
        const whole = `${before}${hidden}${after}`;
        const base64 = Buffer.from(whole);
        for (const text of [
          whole,
          JSON.stringify(whole),
          encodeURIComponent(whole),
          base64.toString("base64"),
          base64.toString("base64url"),
        ]) {
          assert.match(one.hideIn(text), /\[credential X\]/, text);
        }
        for (const left of one.hideIn(whole).split("[credential X]")) assert.ok(!left.includes(hidden), left);
      }),
    );
  });

  it("is hidden without the spaces at its ends as well, and an empty one hides nothing", () => {
    assert.equal(new Credential("X", "abc \n").hideIn("Bearer abc"), "Bearer [credential X]");
    assert.equal(new Credential("X", "").hideIn("Bearer abc"), "Bearer abc");
    assert.equal(new Credential("X", " ").hideIn("a b"), "a[credential X]b");
  });
});
