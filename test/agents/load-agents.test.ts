import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { agentFaultText, loadAgents } from "../../src/agents/index.js";
import { MemoryRules } from "../../src/memory/index.js";
import { realDisk } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { faultsOf, loaded } from "./agents-room.js";

const FULL = `---
name: writer
description: Writes posts
model: large
tools: [search]
lanes: [cron]
pipelines:
  - publisher
  - dossier
channels: [terminal]
memory: { days: 1 }
---

# The writer

Write.
`;

test("an agent is a folder with an AGENT.md: front matter, and an instruction below it", () => {
  const { agents, faults, refused } = loaded({ writer: FULL, reader: "---\ndescription: Reads\n---\nRead." });
  assert.deepEqual(faults, []);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    agents.map(({ lines: _, ...agent }) => agent),
    [
      {
        name: "reader",
        file: "agents/reader/AGENT.md",
        description: "Reads",
        tools: [],
        lanes: [],
        pipelines: [],
        channels: [],
        instruction: "Read.",
      },
      {
        name: "writer",
        file: "agents/writer/AGENT.md",
        description: "Writes posts",
        model: "large",
        tools: ["search"],
        lanes: ["cron"],
        pipelines: ["publisher", "dossier"],
        channels: ["terminal"],
        memory: { always: ["MEMORY.md"], days: 1, journal: 3, tokens: 2_000 },
        instruction: "# The writer\n\nWrite.",
      },
    ],
  );
  assert.deepEqual(
    ["model", "tools[0]", "pipelines[1]"].map((key) => agents[1]?.lines.get(key)),
    [4, 5, 9],
  );
});

test("a file from Windows is the same agent", () => {
  const { agents, faults } = loaded({ writer: `\uFEFF${FULL.replaceAll("\n", "\r\n")}` });
  assert.deepEqual(faults, []);
  assert.deepEqual(agents, loaded({ writer: FULL }).agents);
});

test("a folder that is not there has no agents, and files beside the folders are none", () => {
  const folder = emptyFolder();
  assert.deepEqual(loadAgents(join(folder, "agents"), { memory: MemoryRules }), { agents: [], faults: [], refused: [] });
  writeFileSync(join(folder, "README.md"), "# Ours\n");
  mkdirSync(join(folder, ".git"));
  assert.deepEqual(loadAgents(folder, { memory: MemoryRules }), { agents: [], faults: [], refused: [] });
});

test("a key that there is none of names the one that was probably meant, or all that there are", () => {
  assert.deepEqual(faultsOf(["description: x", "chanels: [terminal]"]), [
    'agents/writer/AGENT.md:3: there is no key "chanels": did you mean "channels"?',
  ]);
  assert.deepEqual(faultsOf(["description: x", "memory:", "  day: 2"]), [
    'agents/writer/AGENT.md:4: memory.day: there is no key "day" in "memory": did you mean "days"?',
  ]);
  assert.deepEqual(faultsOf(["colour: blue", "description: x"]), [
    'agents/writer/AGENT.md:2: there is no key "colour": there are "name", "description", "model", "tools", "lanes", "pipelines", "channels", "memory"',
  ]);
});

test("a key in the wrong place is told where it belongs", () => {
  assert.deepEqual(
    faultsOf(["description: x", "journal: 3", 'cron: "0 1 * * *"', "proof: none", "memory:", "  days: 1", "  model: large"]),
    [
      'agents/writer/AGENT.md:3: "journal" is in the wrong place: it belongs in "memory"',
      'agents/writer/AGENT.md:4: "cron" is in the wrong place: it belongs in "jobs.<name>" of stagewright.config.ts',
      'agents/writer/AGENT.md:5: "proof" is in the wrong place: it belongs in "hooks.<name>" of stagewright.config.ts',
      'agents/writer/AGENT.md:8: memory.model: "model" is in the wrong place: it belongs at the top level',
    ],
  );
});

test("a value of another kind than expected is told with how the key is written", () => {
  assert.deepEqual(
    faultsOf(["description: [x]", "tools: search", "lanes:", "pipelines: [publisher, 7]", 'channels: [""]', "memory: 3", "model: {}"]),
    [
      'agents/writer/AGENT.md:2: "description" is a list, expected a text: write it as in `description: Writes a post about a day of work`',
      'agents/writer/AGENT.md:3: "tools" is a text, expected a list: write it as in `tools: [search]`',
      'agents/writer/AGENT.md:4: "lanes" is empty: write it as in `lanes: [background]`',
      'agents/writer/AGENT.md:5: "pipelines[1]" is 7, expected a text: write it as in `pipelines: [publisher]`',
      'agents/writer/AGENT.md:6: "channels[0]" is empty: write it as in `channels: [terminal]`',
      'agents/writer/AGENT.md:7: "memory" is 3, expected keys with values: write it as in `memory: { days: 2, journal: 3, tokens: 2000 }`',
      'agents/writer/AGENT.md:8: "model" is an object, expected a text: write it as in `model: large`',
    ],
  );
  assert.deepEqual(faultsOf(["description: x", "memory: { days: 1.5, journal: 9, tokens: 0, always: [../x] }"]), [
    'agents/writer/AGENT.md:3: "memory.always[0]" is wrong, expected the name of a file in the memory folder, as in "MEMORY.md": write it as in `memory: { days: 2, journal: 3, tokens: 2000 }`',
    'agents/writer/AGENT.md:3: "memory.days" is 1.5, expected a whole number: write it as in `memory: { days: 2, journal: 3, tokens: 2000 }`',
    'agents/writer/AGENT.md:3: "memory.journal" is 9, expected at most 5: write it as in `memory: { days: 2, journal: 3, tokens: 2000 }`',
    'agents/writer/AGENT.md:3: "memory.tokens" is 0, expected more than 0: write it as in `memory: { days: 2, journal: 3, tokens: 2000 }`',
  ]);
});

test("a key that has to be there is told with how it is written", () => {
  const missing = 'agents/writer/AGENT.md:1: "description" is missing: write it as in `description: Writes a post about a day of work`';
  assert.deepEqual(faultsOf(["model: large"]), [missing]);
  assert.deepEqual(faultsOf([]), [missing]);
  assert.deepEqual(faultsOf(["- description"]), [
    "agents/writer/AGENT.md:1: the front matter is a list, expected keys with values: write a key, a colon and a value on each line",
  ]);
});

test("a key that is there twice is told at the second", () => {
  assert.deepEqual(faultsOf(["description: x", "tools: [a]", "tools: [b]", "memory:", "  days: 1", '  "days": 2', "lane: x"]), [
    'agents/writer/AGENT.md:4: "tools" is there twice: keep one of the two',
    'agents/writer/AGENT.md:7: "days" is there twice: keep one of the two',
    'agents/writer/AGENT.md:8: there is no key "lane": did you mean "lanes"?',
  ]);
});

test("a file without front matter, or with one that does not end, is told how to begin or end it", () => {
  const begin = 'begin the file with a block between two lines of "---" that has a "description"';
  const faultsIn = (text: string | Uint8Array) => loaded({ writer: text }).faults.map(agentFaultText);
  assert.deepEqual(faultsIn("# The writer\n"), [`agents/writer/AGENT.md:1: the file has no front matter: ${begin}`]);
  assert.deepEqual(faultsIn(""), [`agents/writer/AGENT.md:1: the file has no front matter: ${begin}`]);
  assert.deepEqual(faultsIn("---\ndescription: x\n"), [
    'agents/writer/AGENT.md:1: the front matter has no end: end it with a line of "---"',
  ]);
  assert.deepEqual(faultsIn("---"), ['agents/writer/AGENT.md:1: the front matter has no end: end it with a line of "---"']);
  assert.deepEqual(faultsIn(`---\n${"[".repeat(8_001)}\n---\nx`), [
    "agents/writer/AGENT.md:1: the front matter has 8002 characters, and at most 8000 are read: shorten it",
  ]);
});

test("what is no sound YAML is told by its line, and nothing is said to be missing", () => {
  const hint = "write a key, a colon and a value on each line, as in `pipelines: [publisher]`";
  assert.deepEqual(faultsOf(["description: x", "tools: [a", "lanes: [b]"]).length > 0, true);
  assert.deepEqual(faultsOf(["model: large", 'tools: "a']), [
    `agents/writer/AGENT.md:4: the front matter is no sound YAML (Missing closing "quote): ${hint}`,
  ]);
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefgh".split("").map((key, nth) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[nth]}`).join(", ")}]`),
  ];
  assert.match(faultsOf(bomb)[0] ?? "", /^agents\/writer\/AGENT\.md:2: the front matter is no sound YAML \(Excessive alias count/);
});

test("the folder names the agent", () => {
  assert.deepEqual(faultsOf(["description: x", "name: writter"]), [
    'agents/writer/AGENT.md:3: name: the name is "writter", and the folder is "writer": write `name: writer`, or leave it out',
  ]);
  assert.deepEqual(loaded({ "My Writer": FULL }).faults.map(agentFaultText), [
    'agents/My Writer/AGENT.md:1: "My Writer" is no name of an agent: rename its folder: small letters, digits and dashes',
  ]);
});

test("an agent without an instruction, without a file, or with one that is no text is told", () => {
  assert.deepEqual(faultsOf(["description: x"], " "), [
    "agents/writer/AGENT.md:1: there is no instruction: say below the front matter what the agent does, and what it does not",
  ]);
  const folder = emptyFolder();
  mkdirSync(join(folder, "writer"));
  assert.deepEqual(loadAgents(folder, { memory: MemoryRules, shownAs: "agents" }).faults.map(agentFaultText), [
    "agents/writer/AGENT.md: there is no such file: write it, or take its folder away",
  ]);
  assert.match(
    loaded({ writer: Buffer.from([0x2d, 0xff]) })
      .faults.map(agentFaultText)
      .join(),
    /^agents\/writer\/AGENT\.md: it cannot be read \(.*\): make it a readable file of text in UTF-8$/,
  );
});

test("an agent with a fault is refused as a whole, and the others are there", () => {
  const { agents, refused, faults } = loaded({ writer: FULL, reader: "Read." });
  assert.deepEqual(
    agents.map(({ name }) => name),
    ["writer"],
  );
  assert.deepEqual(refused, ["reader"]);
  assert.deepEqual(faults[0], {
    file: "agents/reader/AGENT.md",
    line: 1,
    what: "the file has no front matter",
    hint: 'begin the file with a block between two lines of "---" that has a "description"',
  });
});

test("a folder that cannot be read is an error, and not an empty one", () => {
  const refuses = () => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  };
  const disk = { readFileSync: realDisk.readFileSync, readdirSync: refuses as typeof realDisk.readdirSync };
  assert.throws(() => loadAgents("agents", { memory: MemoryRules, disk }), { code: "EACCES" });
});

test("whatever stands in a file, it is an agent, or refused with faults at lines that it has", () => {
  const line = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      "---",
      "description: x",
      "tools: [a]",
      "tools:",
      "  - a",
      "memory:",
      "  days: 2",
      "- x",
      "? y",
      "a: &a [*a]",
      "name: writer",
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = ["---", ...lines].join("\n");
      const { agents, faults, refused } = loaded({ writer: text });
      assert.equal(agents.length + refused.length, 1);
      assert.equal(faults.length > 0, refused.length > 0);
      for (const fault of faults) {
        assert.ok((fault.line ?? 0) >= 1 && (fault.line ?? 0) <= text.split("\n").length, agentFaultText(fault));
        assert.ok(fault.what !== "" && fault.hint !== "");
      }
    }),
    { numRuns: 200 },
  );
});
