import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { blogRecording } from "../../../adapters/blog/index.js";

const signal = new AbortController().signal;
const THAW = { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." };
const sha256 = createHash("sha256").update("It thawed.").digest("hex");

describe("the recording of a blog", () => {
  it("names each post as a folder would, says that it is none, and reads back what it was given", async () => {
    const outside = blogRecording();
    const publish = async (request: object, key: string) => outside.calls.publish?.perform(request, { key, signal });
    const read = async (request: object) => outside.calls.read?.perform(request, { key: "", signal });
    assert.deepEqual(await publish(THAW, "k1"), { path: "2026-03-19-thaw.md", address: "recording:2026-03-19-thaw.md", sha256 });
    assert.deepEqual(await publish(THAW, "k2"), { path: "2026-03-19-thaw-2.md", address: "recording:2026-03-19-thaw-2.md", sha256 });
    assert.deepEqual(await publish({ ...THAW, folder: "out" }, "k3"), {
      path: "2026-03-19-thaw.md",
      address: "recording:2026-03-19-thaw.md",
      sha256,
    });
    assert.deepEqual(await read({ path: "2026-03-19-thaw.md" }), { markdown: "It thawed.", title: "Thaw", day: "2026-03-19", sha256 });
    assert.equal(await read({ path: "2026-03-19-thaw-3.md" }), null);
    assert.equal(await read({ path: "2026-03-19-thaw-2.md", folder: "out" }), null);
    assert.deepEqual(
      outside.noted.map(({ call, key }) => [call, key]),
      [
        ["publish", "k1"],
        ["publish", "k2"],
        ["publish", "k3"],
        ["read", ""],
        ["read", ""],
        ["read", ""],
      ],
    );
  });

  it("two calls of one key at the same time get one answer", async () => {
    const { publish } = blogRecording().calls;
    const [one, other] = await Promise.all([publish?.perform(THAW, { key: "k1", signal }), publish?.perform(THAW, { key: "k1", signal })]);
    assert.deepEqual(one, other);
  });

  it("answers of one's own take the place of its own", async () => {
    const outside = blogRecording({ answers: { read: () => null } });
    await outside.calls.publish?.perform(THAW, { key: "k1", signal });
    assert.equal(await outside.calls.read?.perform({ path: "2026-03-19-thaw.md" }, { key: "", signal }), null);
  });
});
