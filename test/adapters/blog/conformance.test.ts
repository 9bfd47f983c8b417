import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blog, blogRecording, localFolder } from "../../../adapters/blog/index.js";
import { conforms } from "../conformance.js";

const samples = [
  { call: "publish", request: { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." } },
  { call: "read", request: { path: "2026-03-19-thaw.md" } },
];

conforms({
  name: "blog, local folder",
  ref: blog,
  open(t) {
    const cwd = mkdtempSync(join(tmpdir(), "blog-"));
    t.after(() => rmSync(cwd, { recursive: true }));
    return { implementation: localFolder({ cwd }), samples };
  },
});

conforms({ name: "blog, recording", ref: blog, open: () => ({ implementation: blogRecording(), samples }) });
