import assert from "node:assert/strict";
import { test } from "node:test";
import { project, TEMPLATES, type TemplateSource, templateOf } from "../../src/projects/index.js";
import { thrown } from "../dsl/thrown.js";
import { plain } from "./rig.js";

/** Why a template is refused, each fault on a line of its own. */
function faultsOf(template: unknown): readonly string[] {
  // What a user writes in plain JavaScript has no type.
  return thrown(() => project(template as TemplateSource)).message.split("\n");
}

test("every template that is shipped makes a pipeline, of which it can be read again", () => {
  assert.deepEqual(Object.keys(TEMPLATES), [
    "incident",
    "dossier",
    "investigation",
    "migration",
    "data-campaign",
    "deploy",
    "self-review",
    "book-report",
  ]);
  for (const [kind, { title, kinds }] of Object.entries(TEMPLATES)) {
    const pipe = project(kind as keyof typeof TEMPLATES);
    assert.deepEqual([pipe.name, pipe.description, templateOf(pipe)?.kind], [`project-${kind}`, title, kind]);
    const phases = new Set(Object.values(kinds).map(({ phase }) => phase));
    assert.deepEqual([...phases].sort(), ["gather", "verify", "work"], `${kind} gathers, works and verifies`);
    for (const task of TEMPLATES[kind as keyof typeof TEMPLATES].tasks) assert.ok(Object.hasOwn(kinds, task.kind));
  }
});

test("a field that is not right, or not known, is an error with its place", () => {
  const kinds = { note: { ...plain([]).kinds.note, rol: "a clerk", done: { sections: [] } } };
  assert.deepEqual(faultsOf({ ...plain([{ name: "A", kind: "note", title: " " }]), kinds, speed: 3 }), [
    'the template "plain" is not right:',
    "kinds.note.done.sections: expected at least one section",
    'kinds.note: there is no "rol" here',
    "tasks[0].name: small letters, digits and dashes, a letter first",
    "tasks[0].title: expected a text, found none",
    'the whole: there is no "speed" here',
  ]);
  assert.deepEqual(faultsOf(["tasks"]), [
    "the template without a kind is not right:",
    "the whole: invalid input: expected object, received array",
  ]);
});

test("what does not fit together is an error with its place, all of it at once", () => {
  const note = {
    phase: "work",
    role: "a clerk",
    does: "Write.",
    gathers: ["mail"],
    tools: ["send_mail"],
    proposes: ["note", "letter"],
    done: { sections: ["Notes", "notes", "Summary"], words: { min: 9, max: 3 } },
  };
  const filing = { phase: "work", role: "a clerk", does: "File.", artifacts: ["a.md"], done: { sections: ["Filed"] } };
  const tasks = [
    { name: "a", kind: "note", title: "A", needs: ["c"], allowFailed: ["b"], withAdded: ["d"] },
    { name: "a", kind: "essay", title: "A again", needs: ["a"] },
    { name: "b", kind: "filing", title: "B" },
  ];
  const report = { role: "a clerk", sections: ["Result"], words: { min: 5, max: 4 } };
  assert.deepEqual(faultsOf({ kind: "odd", title: "odd", kinds: { note, filing }, tasks, report }), [
    'the template "odd" is not right:',
    'kinds.note.gathers: there is no gatherer "mail"; there is "sources"',
    'kinds.note.tools: there is no tool "send_mail"; there are "list_files", "read_file", "search_files", "write_file"',
    'kinds.note.proposes: there is no kind "letter"; there are "note", "filing"',
    'kinds.note.proposes: the template has no "grow", so nothing can be added',
    "kinds.note.done.words: min is 9 and max is 3, expected min to be no more than max",
    'kinds.note.done.sections: "notes" stands there twice',
    'kinds.note.done.sections: "Summary" stands before them by itself: leave it out',
    "kinds.filing.artifacts: a task without tools makes no files",
    "report.words: min is 5 and max is 4, expected min to be no more than max",
    'tasks[0].needs: there is no task "c"; there are "a", "a", "b"',
    'tasks[0].allowFailed: "b" is none of its needs',
    'tasks[0].withAdded: "d" is none of its needs',
    'tasks[1].name: there are two tasks "a"',
    'tasks[1].kind: there is no kind "essay"; there are "note", "filing"',
  ]);
});

test("tasks that need each other in a circle are an error that names them", () => {
  const tasks = [
    { name: "a", kind: "note", title: "A" },
    { name: "b", kind: "note", title: "B", needs: ["a", "c"] },
    { name: "c", kind: "note", title: "C", needs: ["b"] },
  ];
  assert.deepEqual(faultsOf(plain(tasks)), ['the template "plain" is not right:', 'tasks[1].needs: it needs itself by way of "b", "c"']);
});

test("a kind of project that there is not is an error with those that there are", () => {
  const error = thrown(() => project("novel" as "dossier"));
  assert.deepEqual(
    [error.code, error.message, error.hint],
    [
      "project/unknown",
      'there is no project "novel"',
      'there are "incident", "dossier", "investigation", "migration", "data-campaign", "deploy", "self-review", "book-report"; docs/templates.md says how to write one',
    ],
  );
});
