import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { type Completion, model } from "../../src/model/index.js";
import { folderWorkspace, type TemplateSource } from "../../src/projects/index.js";
import { options } from "../runner/rig.js";

/** What a scripted model is asked, as far as a script needs it. */
export interface Asked {
  /** The task's name, or "report". */
  readonly who: string;
  readonly kind: string;
  readonly prompt: string;
  /** How often this one has been asked, from 1. */
  readonly time: number;
}

type Says = string | Partial<Completion> | Error;

/** A model that answers by a script, and remembers what it was asked. */
export function scriptedModel(says: (asked: Asked) => Says | Promise<Says>): {
  readonly implementation: AnyImplementation;
  readonly asked: Asked[];
} {
  const asked: Asked[] = [];
  const implementation = implement(model, "scripted", {
    complete: {
      perform: async ({ model: name, messages }) => {
        const prompt = messages.map(({ content }) => content).join("\n---\n");
        const facts = /```+json\n([\s\S]*?)\n```/.exec(prompt)?.[1] ?? "{}";
        const { task } = JSON.parse(facts);
        const who: string = task?.name ?? "report";
        const one: Asked = { who, kind: task?.kind ?? "report", prompt, time: asked.filter((other) => other.who === who).length + 1 };
        asked.push(one);
        const answer = await says(one);
        if (answer instanceof Error) throw answer;
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop" as const, usage, model: name, text: "", ...(typeof answer === "string" ? { text: answer } : answer) };
      },
    },
  });
  return { implementation, asked };
}

/** A text with these sections, that says the same in each. */
export function page(titles: readonly string[], said = "all is as it was given", more = ""): string {
  return [`# Notes`, ...titles.flatMap((title) => [`## ${title}`, `In short, ${said}.`]), more].join("\n\n");
}

/** A folder of its own with these files. */
export function folderWith(t: Pick<TestContext, "after">, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What a project's run in a test stands on. */
export function standsOn(folder: string, implementation: AnyImplementation) {
  return { ...options({ adapters: [implementation, folderWorkspace({ cwd: folder })] }), folder };
}

/** A template with one kind of task, which asks a model once. */
export function plain(tasks: TemplateSource["tasks"], more: Partial<TemplateSource> = {}): TemplateSource {
  return {
    kind: "plain",
    title: "a test",
    kinds: {
      note: {
        phase: "work",
        role: "a clerk",
        does: "Write a note.",
        done: { sections: ["Notes"], words: { max: 400 }, cites: false },
        retries: 0,
      },
    },
    tasks,
    report: { role: "a clerk", sections: ["Result"] },
    ...more,
  };
}

/** What the scripted model of `plain` says to everything. */
export function agreeable({ kind }: Asked): string {
  return page(kind === "report" ? ["Summary", "Result"] : ["Summary", "Notes"]);
}
