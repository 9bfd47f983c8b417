import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { files, filesRecording, localFiles } from "../../../adapters/files/index.js";
import { conforms } from "../conformance.js";

function samples(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "files-"));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "a.md"), "a");
  return [
    { call: "list", request: { root, patterns: ["*.md"] } },
    { call: "read", request: { root, path: "a.md" } },
    { call: "read", request: { root, path: "none" } },
  ];
}

conforms({ name: "files, local files", ref: files, open: (t) => ({ implementation: localFiles({ cwd: "/" }), samples: samples(t) }) });

conforms({
  name: "files, recording",
  ref: files,
  open: (t) => ({ implementation: filesRecording({ reads: localFiles({ cwd: "/" }) }), samples: samples(t) }),
});
