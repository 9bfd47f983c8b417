import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Mail, replyHeaders } from "../../../adapters/email/index.js";

const who = (...addresses: readonly string[]) => addresses.map((address) => ({ name: "", address }));
const own = ["me@example.org", "alias@example.org"];
const MAIL: Mail = {
  id: "1",
  messageId: "m@b",
  thread: "m@b",
  from: { name: "", address: "a@x.org" },
  replyTo: [],
  to: who("me@example.org", "b@x.org"),
  cc: who("b@x.org", "me@example.org"),
  subject: "Lunch",
  date: null,
  isRead: false,
  isAnswered: false,
  isAutomatic: false,
  listId: null,
  inReplyTo: null,
  references: [],
  text: "",
  textFrom: "text",
  attachments: [],
  isCut: false,
};
const reply = (mail: Partial<Mail>, all = true) => {
  const { to, cc, ...rest } = replyHeaders({ ...MAIL, ...mail }, { own, all });
  return { to: to.map(({ address }) => address), cc: cc.map(({ address }) => address), ...rest };
};

describe("the headers of an answer", () => {
  it("an answer to all leaves out oneself, and names nobody twice", () => {
    assert.deepEqual(reply({}), { to: ["a@x.org"], cc: ["b@x.org"], subject: "Re: Lunch", inReplyTo: "m@b", references: ["m@b"] });
  });

  it("addresses are the same whatever their case, and an alias is oneself, too", () => {
    const { to, cc } = reply({ to: who("ALIAS@example.org", "B@X.org", "A@x.ORG"), cc: who("b@x.org") });
    assert.deepEqual([to, cc], [["a@x.org"], ["B@X.org"]]);
  });

  it("an answer goes where the mail wants it, and to all also to who else got it", () => {
    assert.deepEqual(reply({ replyTo: who("list@x.org") }, false).to, ["list@x.org"]);
    assert.deepEqual(reply({ replyTo: who("list@x.org") }).cc, ["b@x.org"]);
  });

  it("an answer to a mail of one's own goes to whom that went", () => {
    const { to, cc } = reply({ from: { name: "", address: "me@example.org" } });
    assert.deepEqual([to, cc], [["b@x.org"], []]);
  });

  it("a mail that names nobody cannot be answered", () => {
    assert.throws(() => reply({ from: null, to: [], cc: [] }), {
      code: "email/nobody",
      message: 'the mail "Lunch" names nobody whom an answer could go to',
      hint: "send a new mail, and say to whom",
    });
    assert.throws(() => reply({ from: { name: "", address: "not an address" }, to: who("me@example.org"), cc: [] }), {
      code: "email/nobody",
    });
  });

  it("a subject that is an answer's stays as it is, in more than one language", () => {
    for (const subject of ["Re: Lunch", "RE: Lunch", "Aw: Lunch", "SV: Lunch", "Re[2]: Lunch", "回复：午餐"]) {
      assert.equal(reply({ subject }).subject, subject);
    }
    assert.equal(reply({ subject: "Regarding lunch" }).subject, "Re: Regarding lunch");
    assert.equal(reply({ subject: "" }).subject, "Re:");
  });

  it("the thread goes on; of a long one the first mail and the last ones are named", () => {
    const references = Array.from({ length: 40 }, (_, index) => `${index}@b`);
    assert.deepEqual(reply({ references: ["1@b", "2@b"] }).references, ["1@b", "2@b", "m@b"]);
    const cut = reply({ references }).references;
    assert.deepEqual([cut.length, cut[0], cut[1], cut.at(-1)], [20, "0@b", "22@b", "m@b"]);
    assert.deepEqual(reply({ messageId: null, references: ["1@b"] }).references, ["1@b"]);
  });
});
