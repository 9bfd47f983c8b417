import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type PoliciesInput, policiesIn } from "../../src/gates/index.js";
import { thrown } from "../dsl/thrown.js";

const mail = (more: object = {}) => ({ to: [{ address: "ana@example.org" }], subject: "Lunch", ...more });
const demanded = (policies: PoliciesInput, request: unknown, call = "email.send") => policiesIn(".", policies)(call, request);

describe("policies", () => {
  test("a policy without conditions is about every such call, and about no other", async () => {
    const policies: PoliciesInput = [{ call: "email.send", tier: 4 }];
    assert.deepEqual(await demanded(policies, mail()), { tier: 4, because: "email.send asks for tier 4: a policy about email.send" });
    assert.equal(await demanded(policies, mail(), "email.draftReply"), undefined);
    assert.equal((await demanded([{ call: "email.*", tier: 3 }], mail(), "email.draftReply"))?.tier, 3);
    assert.equal(await demanded([{ call: "email.*", tier: 3 }], mail(), "emails.send"), undefined);
  });

  test("an amount above the bound counts, one at the bound does not", async () => {
    const policies: PoliciesInput = [{ call: "shop.pay", tier: 5, when: [{ at: "amount", over: 100 }] }];
    assert.equal(await demanded(policies, { amount: 100 }, "shop.pay"), undefined);
    assert.deepEqual(await demanded(policies, { amount: 100.01 }, "shop.pay"), {
      tier: 5,
      because: 'shop.pay asks for tier 5: "amount" is 100.01, above 100',
    });
    assert.equal(await demanded(policies, { total: 900 }, "shop.pay"), undefined, "a path that leads to nothing");
    assert.equal(await demanded(policies, null, "shop.pay"), undefined);
  });

  test("one recipient who is not among the known ones is enough; letter case makes no difference", async () => {
    const policies: PoliciesInput = [
      { call: "email.send", tier: 4, when: [{ at: "to.*.address", outside: ["*@example.org", "bo@x.ch"] }] },
    ];
    assert.equal(await demanded(policies, mail({ to: [{ address: "Ana@Example.org" }, { address: "bo@x.ch" }] })), undefined);
    assert.equal(
      (await demanded(policies, mail({ to: [{ address: "ana@example.org" }, { address: "eve@example.org.evil.net" }] })))?.because,
      'email.send asks for tier 4: "to.*.address" has "eve@example.org.evil.net", which is not among the known ones',
    );
  });

  test("a file of contacts is read anew for each call, and where it is not there a person is asked", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "policies-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const check = policiesIn(folder, [{ call: "email.send", tier: 3, when: [{ at: "to.*.address", outsideFile: "contacts.txt" }] }]);
    assert.equal((await check("email.send", mail()))?.because, "email.send asks for tier 3: contacts.txt cannot be read");
    writeFileSync(join(folder, "contacts.txt"), "# friends\r\n\r\nbo@example.org\r\n");
    assert.equal(
      (await check("email.send", mail()))?.because,
      'email.send asks for tier 3: "to.*.address" has "ana@example.org", which does not stand in contacts.txt',
    );
    writeFileSync(join(folder, "contacts.txt"), "bo@example.org\nana@example.org\n");
    assert.equal(await check("email.send", mail()), undefined);
  });

  test("all conditions of a policy must hold, and of several policies the highest tier counts, with all its reasons", async () => {
    const policies: PoliciesInput = [
      { call: "email.send", tier: 3, because: "it is a mail" },
      { call: "email.send", tier: 4, when: [{ at: "to", moreThan: 2 }], because: "a bulk mail" },
      { call: "email.send", tier: 4, when: [{ at: "from", among: ["board@example.org"] }] },
      {
        call: "email.send",
        tier: 5,
        when: [
          { at: "to", moreThan: 2 },
          { at: "from", among: ["nobody"] },
        ],
      },
    ];
    const three = [1, 2, 3].map((number) => ({ address: `${number}@example.org` }));
    assert.equal((await demanded(policies, mail()))?.because, "email.send asks for tier 3: it is a mail");
    assert.equal(
      (await demanded(policies, mail({ to: three, from: "Board@example.org" })))?.because,
      'email.send asks for tier 4: a bulk mail; "from" has "Board@example.org"',
    );
  });

  test("what a policy cannot mean is refused with its place", () => {
    const refused = (given: unknown) => thrown(() => policiesIn(".", given as PoliciesInput)).message;
    assert.match(refused([{ call: "send", tier: 4 }]), /expected an adapter and a call: "email.send" or "email.\*"\n.*\[0\].call/);
    assert.match(refused([{ call: "email.send", tier: 1 }]), /\[0\].tier/);
    assert.match(refused([{ call: "email.send", tier: 4, when: [{ at: "to" }] }]), /expected at least one of over, moreThan/);
    assert.match(refused([{ call: "email.send", tier: 4, when: [{ at: "to..x", moreThan: 1 }] }]), /expected a path such as "amount"/);
    assert.match(refused([{ call: "email.send", tier: 4, who: "me" }]), /Unrecognized key: "who"/);
  });

  test("a pattern is like a text exactly where an expression of the same meaning is", () => {
    const piece = fc.constantFrom("a", "b", "@", ".", "*", "ab");
    fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.stringMatching(/^[ab@.]{0,8}$/), async (pieces, text) => {
        const pattern = pieces.join("");
        const expected = new RegExp(`^${pattern.replace(/[.@]/g, "\\$&").replace(/\*+/g, ".*")}$`).test(text);
        const found = await demanded([{ call: "a.b", tier: 2, when: [{ at: "x", among: [pattern] }] }], { x: text }, "a.b");
        assert.equal(found !== undefined, expected, `${pattern} and ${text}`);
      }),
    );
  });

  test("a domain is new until something was delivered to it by the same call", async () => {
    const policies: PoliciesInput = [{ call: "email.*", tier: 3, when: [{ at: "to.*.address", newDomain: true }] }];
    assert.deepEqual(await demanded(policies, mail()), {
      tier: 3,
      because: 'email.send asks for tier 3: "to.*.address" has "ana@example.org", and nothing went to example.org before',
    });
    const delivered = async (call: string) => (call === "email.send" ? [mail({ to: [{ address: "Bo@Example.ORG" }] }), "no mail"] : []);
    const check = policiesIn(".", policies, { delivered });
    assert.equal(await check("email.send", mail()), undefined);
    assert.equal((await check("email.draftReply", mail()))?.tier, 3);
    assert.equal((await check("email.send", mail({ to: [{ address: "ana@example.org.evil.net" }] })))?.tier, 3);
    assert.equal(await check("email.send", mail({ to: [] })), undefined);
  });

  test("the domain of a URL is its host", async () => {
    const policies: PoliciesInput = [{ call: "hook.post", tier: 3, when: [{ at: "url", newDomain: true }] }];
    const check = policiesIn(".", policies, { delivered: async () => [{ url: "https://example.org/a" }, { url: "nowhere" }] });
    assert.equal(await check("hook.post", { url: "https://EXAMPLE.org:8443/b" }), undefined);
    assert.equal((await check("hook.post", { url: "https://example.net/a" }))?.tier, 3);
    assert.equal(await check("hook.post", { url: "nowhere" }), undefined);
  });
});
