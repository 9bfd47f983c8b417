import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceTable } from "../../src/cli/evidence-table.js";
import type { Ledger } from "../../src/runner/index.js";
import { fixture, shell } from "./shell.js";

const call = { stage: "notes", version: 1, attempt: 1, at: "2026-03-19T08:00:14.000Z", arguments: "6f", result: "0b" };

test("the ledger of a run is a table of its calls, try by try", () => {
  const ledger: Ledger = [
    { ...call, call: 3, tool: "read_file", succeeded: true, kind: "read", bytes: 270, read: { path: "book.txt", from: 1, to: 10 } },
    { ...call, call: 5, tool: "red\u001b[2J", succeeded: false, bytes: 52, notRun: { is: "unknown", message: "There is no such tool." } },
    {
      ...call,
      attempt: 2,
      call: 4,
      tool: "write_file",
      succeeded: true,
      kind: "write",
      bytes: 7,
      files: [{ path: "notes.md", is: "new" }],
    },
  ];
  assert.equal(
    evidenceTable(ledger),
    `notes, version 1, try 1
  when                      tool       success           bytes  windows read             files written
  2026-03-19T08:00:14.000Z  read_file  yes               270    "book.txt" from 1 to 10  -
  2026-03-19T08:00:14.000Z  red?[2J    no: no such tool  52     -                        -

notes, version 1, try 2
  when                      tool        success  bytes  windows read  files written
  2026-03-19T08:00:14.000Z  write_file  yes      7      -             "notes.md" (new)
`,
  );
});

test("a run without tool calls says so", () => {
  assert.equal(evidenceTable([]), "no tool was called\n");
});

test("show --evidence prints the ledger of a run, the calls that could not be run too, and with --json gives it whole", async (t) => {
  const { call } = shell(t);
  assert.equal((await call(["run", fixture("looked-up")])).code, 0);
  const { code, out } = await call(["show", "last", "--evidence"]);
  assert.equal(code, 0);
  assert.match(out, /^answer, version 1, try 1\n {2}when .*\n.* hight +no: no such tool +\d+ +- +-\n.* height +yes +3 +- +-\n$/);
  const ledger: Ledger = JSON.parse((await call(["show", "last", "--evidence", "--json"])).out);
  assert.deepEqual(
    ledger.map(({ tool, succeeded }) => [tool, succeeded]),
    [
      ["hight", false],
      ["height", true],
    ],
  );
  assert.equal((await call(["show", "last", "--evidence", "--events"])).code, 2);
});
