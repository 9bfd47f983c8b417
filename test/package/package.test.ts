import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { repository } from "../adapters/git/repository.js";
import { bytesOf, installedWith, manifestOf } from "./installed.js";
import { type Packed, pack, ROOT } from "./packed.js";

const MOST_BYTES = 43_000_000;
const MOST_PACKAGES = 60;

/** `import "x"`, `import … from "x"`, `export … from "x"`, `import("x")`: the name in one of the groups. */
const IMPORT = /^import "([^"]+)"|^(?:import|export)\b[^;"]*? from "([^"]+)"|\bimport\("([^"]+)"\)/gm;

describe("the package", { concurrency: 3 }, () => {
  let packed: Packed;
  let installed: string;
  const text = (path: string) => readFileSync(join(installed, path), "utf8");
  before(async () => {
    packed = await pack();
    installed = join(packed.folder, "node_modules/stagewright");
  });
  after(() => packed.remove());

  test("a pipeline in TypeScript runs by npx", async () => {
    writeFileSync(
      join(packed.folder, "my.ts"),
      `import { gather, input, pipeline } from "stagewright";
import { files } from "stagewright/adapters";
import { z } from "zod";

const request = input(z.object({ name: z.string().describe("who is greeted") }));
const greeting = gather("greeting", {
  needs: { request },
  uses: { files },
  output: z.string(),
  run: async ({ request }, { files }) => \`Hello, \${request.name}, from \${await files.list({ root: ".", patterns: ["my.*"] })}.\`,
});
export default pipeline("my", { input: request, stages: [greeting] });
`,
    );
    const { stdout, stderr, exitCode } = await packed.run("npx", ["--no-install", "stagewright", "run", "my.ts", "--name", "Ana"]);
    assert.equal(exitCode, 0, stderr);
    assert.match(
      stdout,
      /^done: my\n\nHello, Ana, from my\.ts\.\n\n {2}greeting {2}done {2}[\d.]+ m?s\n\nrun my-\d{8}-[a-z0-9]{6}, [\d.]+ m?s\n$/,
    );
  });

  test("the publisher runs by its name, with its instructions and lessons", async (t) => {
    const repo = repository(t, [
      { authored: "2026-03-19T09:40:00+00:00", message: "Skip notes that are empty", files: { "notes.md": "One.\n" } },
    ]);
    const { stdout, stderr, exitCode } = await packed.run(join(packed.folder, "node_modules/.bin/stagewright"), ["run", "publisher"], repo);
    assert.equal(exitCode, 0, stderr);
    const [, post = ""] = /^done: publisher\n\npost {4}(.*)\nreview {2}passed, nothing found\n/.exec(stdout) ?? [];
    assert.match(readFileSync(resolve(repo, post), "utf8"), /^---\ntitle: .*19 March 2026/);
    const runs = join(repo, ".stagewright/runs");
    const prompt = readFileSync(join(runs, readdirSync(runs)[0] ?? "", "stages/03-draft/v1/prompt.md"), "utf8");
    for (const source of ["AGENT.md", "style.md"]) assert.ok(prompt.includes(text(`dist/pipelines/publisher/${source}`).trim()), source);
    assert.match(text("lessons/publisher.jsonl"), /"severity"/);
  });

  test("its declarations compile strictly, with those of its dependencies, and so does what `new` writes", async () => {
    const folder = join(packed.folder, "typed");
    mkdirSync(folder);
    const written = await packed.run(process.execPath, [join(installed, "dist/src/cli/main.js"), "new", "minutes"], folder);
    assert.equal(written.exitCode, 0, written.stderr);
    writeFileSync(
      join(folder, "typed.ts"),
      `import { gather, input, type OutputOf, parseTape, pipeline, type RunOutcome, startRun, memoryStore } from "stagewright";
import { git, gitProgram } from "stagewright/adapters";
import { z } from "zod";
const request = input(z.object({ day: z.string() }));
const commits = gather("commits", { needs: { request }, uses: { git }, output: z.array(z.string()), run: async ({ request }, { git }) => (await git.log({ repo: ".", day: request.day })).map(({ subject }) => subject) });
export const subjects: OutputOf<typeof commits> = ["one"];
export const one = pipeline("one", { input: request, stages: [commits] });
export const outcome: Promise<RunOutcome> = startRun(one, { store: memoryStore(), adapters: [gitProgram({ cwd: "." })], input: { day: "2026-03-19" } });
export const calls: number = parseTape("").entries.length;
const late = gather("late", { needs: { commits }, output: z.string(), run: () => "" });
// @ts-expect-error "commits" is not listed: proof that not all of this is of type any
export const wrong = pipeline("wrong", { input: request, stages: [late] });
// @ts-expect-error nor is what comes out
export const number: number = subjects;
`,
    );
    const compilerOptions = { target: "ES2023", module: "NodeNext", types: ["node"], strict: true, skipLibCheck: false, noEmit: true };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["typed.ts", "pipelines/*.ts", "test/*.ts"] }));
    const { stdout } = await packed.run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder]);
    assert.equal(stdout, "");
  });

  test("only what is public can be imported", async () => {
    const tried = [
      "stagewright",
      "stagewright/adapters",
      "stagewright/package.json",
      "stagewright/src/index.js",
      "stagewright/dist/src/core/index.js",
      "stagewright/adapters/git",
    ];
    const script = `for (const name of ${JSON.stringify(tried)}) {
      const options = name.endsWith(".json") ? { with: { type: "json" } } : undefined;
      await import(name, options).then(() => console.log(name, "is there"), ({ code }) => console.log(name, code));
    }`;
    const { stdout } = await packed.run(process.execPath, ["--no-warnings", "--input-type=module", "--eval", script]);
    assert.deepEqual(stdout.trim().split("\n"), [
      "stagewright is there",
      "stagewright/adapters is there",
      "stagewright/package.json is there",
      "stagewright/src/index.js ERR_PACKAGE_PATH_NOT_EXPORTED",
      "stagewright/dist/src/core/index.js ERR_PACKAGE_PATH_NOT_EXPORTED",
      "stagewright/adapters/git ERR_PACKAGE_PATH_NOT_EXPORTED",
    ]);
  });

  test("it holds what is built, what is read at run time, and nothing else", () => {
    const isBuilt = (path: string) => /^dist\/(?:src|adapters|pipelines)\/.*\.(?:js|js\.map|d\.ts)$/.test(path);
    assert.deepEqual(packed.files.filter((path) => !isBuilt(path)).sort(), [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "agents/builder/AGENT.md",
      "agents/chief/AGENT.md",
      "agents/overnight/AGENT.md",
      "agents/publisher/AGENT.md",
      "agents/researcher/AGENT.md",
      "agents/workboard/AGENT.md",
      "dist/pipelines/day/rules.md",
      "dist/pipelines/dossier/AGENT.md",
      "dist/pipelines/email-triage/AGENT.md",
      "dist/pipelines/email-triage/classes.md",
      "dist/pipelines/evening-meditation/AGENT.md",
      "dist/pipelines/evening-meditation/promises.md",
      "dist/pipelines/front-desk/AGENT.md",
      "dist/pipelines/incident/AGENT.md",
      "dist/pipelines/morning-briefing/AGENT.md",
      "dist/pipelines/nudge/AGENT.md",
      "dist/pipelines/publisher/AGENT.md",
      "dist/pipelines/publisher/style.md",
      "dist/pipelines/self-improvement/AGENT.md",
      "dist/pipelines/self-review/AGENT.md",
      "dist/pipelines/weekly-reflection/AGENT.md",
      "dist/pipelines/workboard/AGENT.md",
      "dist/src/checks/tropes/rules.read.json",
      ...["chat", "claims", "german", "nouns", "openers", "romanian", "verbs"].map((name) => `dist/src/checks/tropes/rules/${name}.json`),
      "lessons/publisher.jsonl",
      "package.json",
      "packaging/Containerfile",
      "packaging/stagewright.service",
    ]);
    assert.deepEqual(
      packed.files.filter((path) => /\btests?\b(?!-file)|fixture|\.tsbuildinfo/.test(path) && !path.startsWith("dist/src/cli/template/")),
      [],
    );
  });

  test("its source maps lead nowhere that is not in it", () => {
    const astray = packed.files.flatMap((path) => {
      const [, map] = path.endsWith(".js") ? (/^\/\/# sourceMappingURL=(.*)$/m.exec(text(path)) ?? []) : [];
      if (map !== undefined && !packed.files.includes(posix.join(dirname(path), map))) return [`${path} names ${map}`];
      if (!path.endsWith(".map")) return [];
      const { sources, sourcesContent = [] }: { sources: readonly string[]; sourcesContent?: readonly (string | null)[] } = JSON.parse(
        text(path),
      );
      return sources.filter((_, index) => typeof sourcesContent[index] !== "string").map((source) => `${path} names ${source}`);
    });
    assert.deepEqual(astray, []);
  });

  test("it imports its own files, Node's modules and its dependencies", () => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(installed);
    const allowed = new Set(["stagewright", ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const imports = packed.files
      .filter((path) => /\.(?:js|d\.ts)$/.test(path) && !path.startsWith("dist/src/cli/template/"))
      .flatMap((path) => [...text(path).matchAll(IMPORT)].map((match) => ({ path, name: match.slice(1).join("") })))
      .filter(({ name }) => !name.startsWith(".") && !isBuiltin(name))
      .map(({ path, name }) => ({ path, name: /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name }));
    const foreign = imports.filter(({ name }) => !allowed.has(name)).map(({ path, name }) => `${path} imports ${name}`);
    assert.ok(
      imports.some(({ name }) => name === "@lezer/markdown"),
      "the imports were not seen",
    );
    assert.deepEqual(foreign, []);
  });

  test("publint finds nothing", async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg, { color: false })),
      [],
    );
  });

  test("arethetypeswrong finds nothing", async () => {
    const attw = join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { stdout, exitCode } = await packed.run(process.execPath, [
      attw,
      packed.tarball,
      "--profile",
      "esm-only",
      "--no-color",
      "--no-emoji",
    ]);
    assert.equal(exitCode, 0, stdout);
    for (const entry of ["stagewright", "stagewright/adapters"]) assert.ok(stdout.includes(`"${entry}"`), stdout);
  });

  test("its install stays small", (t) => {
    const dependencies = installedWith(ROOT);
    const bytes = bytesOf([installed, ...dependencies]);
    const packages = 1 + dependencies.length;
    t.diagnostic(`${packages} packages, ${(bytes / 1_000_000).toFixed(1)} MB on the disk`);
    assert.ok(bytes < MOST_BYTES, `the install takes ${bytes} bytes; fewer than ${MOST_BYTES} are allowed`);
    assert.ok(packages < MOST_PACKAGES, `the install has ${packages} packages; fewer than ${MOST_PACKAGES} are allowed`);
    for (const name of ["zod", "esbuild", "@lezer/common"])
      assert.ok(dependencies.includes(join(ROOT, "node_modules", name)), `${name} is not counted`);
  });
});
