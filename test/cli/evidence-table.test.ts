import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { evidenceTable, ledgerOfTree, type RunEntry } from "../../src/cli/evidence-table.js";
import { each, input, pipeline, work } from "../../src/dsl/index.js";
import { startRun } from "../../src/runner/index.js";
import { tool } from "../../src/tools/index.js";
import { fakeModel, options } from "../runner/rig.js";
import { calls } from "../runner/workshop.js";
import { fixture, shell } from "./shell.js";

const call = { run: "r", stage: "notes", version: 1, attempt: 1, at: "2026-03-19T08:00:14.000Z", arguments: "6f", result: "0b" };

test("the ledger of a run is a table of its calls, try by try", () => {
  const ledger: readonly RunEntry[] = [
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
    evidenceTable("r", ledger),
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
  assert.equal(evidenceTable("r", []), "no tool was called\n");
});

test("show --evidence prints the ledger of a run, the calls that could not be run too, and with --json gives it whole", async (t) => {
  const { call } = shell(t);
  assert.equal((await call(["run", fixture("looked-up")])).code, 0);
  const { code, out } = await call(["show", "last", "--evidence"]);
  assert.equal(code, 0);
  assert.match(out, /^answer, version 1, try 1\n {2}when .*\n.* hight +no: no such tool +\d+ +- +-\n.* height +yes +3 +- +-\n$/);
  const ledger: readonly RunEntry[] = JSON.parse((await call(["show", "last", "--evidence", "--json"])).out);
  assert.deepEqual(
    ledger.map(({ tool, succeeded }) => [tool, succeeded]),
    [
      ["hight", false],
      ["height", true],
    ],
  );
  assert.equal((await call(["show", "last", "--evidence", "--events"])).code, 2);
});

test("the ledger of a run goes on with those of its child runs, each under its name; one that has not begun has none", async () => {
  const hill = input(z.object({ name: z.string() }));
  const look = tool({ name: "look", description: "Looks.", takes: z.object({}), run: () => "312" });
  const height = work("height", { needs: { hill }, tools: [look], prompt: ({ hill }) => hill.name, output: z.string() });
  const climb = pipeline("climb", { input: hill, stages: [height] });
  const request = input(z.object({}));
  const own = work("own", { tools: [look], prompt: () => "How many hills?", output: z.string() });
  const hills = each("hills", { pipeline: climb, over: () => [{ name: "Moldo" }, { name: "Omu" }], concurrency: 1 });
  const fake = fakeModel(calls("look"), "Two.", calls("look"), "It is 312.", calls("look"), "It is 312 too.");
  const on = options({ adapters: [fake.implementation] });
  const outcome = await startRun(pipeline("walk", { input: request, stages: [own, hills] }), { ...on, run: "r", input: {} });
  assert.equal(outcome.status, "done");
  const [one, two] = [...(outcome.state.stages.get("hills")?.children.values() ?? [])].map(({ run }) => run);
  const ledger = await ledgerOfTree("r", on.store);
  assert.deepEqual(
    ledger.map(({ run, stage, tool: name }) => [run, stage, name]),
    [
      ["r", "own", "look"],
      [one, "height", "look"],
      [two, "height", "look"],
    ],
  );
  const table = (stage: string, entry: RunEntry | undefined) =>
    `${stage}, version 1, try 1\n  when                      tool  success  bytes  windows read  files written\n  ${entry?.at}  look  yes      3      -             -\n`;
  assert.equal(
    evidenceTable("r", ledger),
    `run r\n\n${table("own", ledger[0])}\nrun ${one}\n\n${table("height", ledger[1])}\nrun ${two}\n\n${table("height", ledger[2])}`,
  );
  const gone = { ...on.store, read: (run: string) => on.store.read(run === two ? "never-begun" : run) };
  assert.deepEqual(await ledgerOfTree("r", gone), ledger.slice(0, 2));
});
