import { randomUUID } from "node:crypto";
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { type AnyImplementation, type CallContext, implement, type Lookup, StagewrightError } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { locked } from "../locked.js";
import { noneThere, writeWhole } from "../whole-file.js";
import { readFields } from "./fields.js";
import { formatIssueFile, type IssueFile, issueOf, type MarkedHappening, markOfIssue, type Placed, parseIssueFile } from "./issue-file.js";
import { type Changed, type Happening, type IssueHead, issues } from "./issues.js";
import { markOf, withMark } from "./mark.js";
import { noIssue } from "./no-issue.js";

export interface MarkdownFolderOptions {
  readonly cwd: string;
  /** The issues of requests that name no other folder. */
  readonly folder?: string;
  /** Who is said to have written what is written. */
  readonly author?: string;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

interface Found extends Placed {
  readonly file: IssueFile;
}

/**
 * A folder of Markdown files as a project's issues: `12.md` or `12-any-words.md` is issue 12, with its state and labels
 * in the front matter and its comments below the text. People may write and edit them as they like. A relative folder
 * counts from `cwd`.
 *
 * Throws `issues/none`, `issues/twice`, `issues/locked`.
 */
export function markdownFolder(options: MarkdownFolderOptions): AnyImplementation {
  const { cwd, folder = "issues", author = "stagewright", now = () => new Date(), newId = randomUUID } = options;
  const pathOf = (request: { readonly repo?: string | undefined }) => resolve(cwd, request.repo ?? folder);
  const oneByOne = inTurn();

  async function find(request: { readonly repo?: string | undefined; readonly number: number }): Promise<Found | undefined> {
    const path = (await issuePaths(pathOf(request))).get(request.number);
    return path === undefined ? undefined : { number: request.number, path, file: parseIssueFile(await readFile(path, "utf8")) };
  }

  /** Reads, changes and writes one issue while nobody else does; one that is as it should be is left alone. */
  async function change(
    request: { readonly repo?: string | undefined; readonly number: number },
    context: CallContext,
    edit: (found: Found, more: { readonly at: string; readonly by: string; readonly mark: string }) => IssueFile | undefined,
  ): Promise<Found> {
    context.signal.throwIfAborted();
    const first = await find(request);
    if (first === undefined) throw noIssue(request.number, pathOf(request));
    return locked(
      `${first.path}.lock`,
      async () => {
        const found = await find(request);
        if (found === undefined) throw noIssue(request.number, pathOf(request));
        const mark = markOf(context.key === "" ? newId() : context.key);
        const at = now().toISOString();
        const edited = edit(found, { at, by: author, mark });
        if (edited === undefined) return found;
        const file = { ...edited, fields: edited.fields.with("updated", at) };
        context.signal.throwIfAborted();
        await writeFileAtomic(found.path, formatIssueFile(file));
        return { ...found, file };
      },
      { code: "issues/locked", signal: context.signal },
    );
  }

  /** What both `perform` and `lookup` of an effect need: how it changes an issue, and how it shows that it did. */
  function effect<R extends { readonly repo?: string | undefined; readonly number: number }, A>(spec: {
    edit: (file: IssueFile, request: R, more: { readonly at: string; readonly by: string; readonly mark: string }) => IssueFile;
    isDone: (file: IssueFile, request: R, mark: string | undefined) => boolean;
    answer: (found: Found, request: R, mark: string | undefined) => A;
  }) {
    return {
      perform: (request: R, context: CallContext): Promise<A> =>
        oneByOne(async () => {
          let mark: string | undefined;
          const found = await change(request, context, ({ file }, more) => {
            mark = more.mark;
            return spec.isDone(file, request, more.mark) ? undefined : spec.edit(file, request, more);
          });
          return spec.answer(found, request, mark);
        }),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key: string, request: R, { signal }: CallContext): Promise<Lookup<A>> =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const found = await find(request);
          const mark = key === "" ? undefined : markOf(key);
          if (found === undefined || !spec.isDone(found.file, request, mark)) return { happened: "no" };
          return { happened: "yes", answer: spec.answer(found, request, mark) };
        }),
    };
  }

  return implement(issues, "folder of Markdown files", {
    list: {
      async perform(request, { signal }) {
        const found: IssueHead[] = [];
        const since = request.since === undefined ? undefined : Date.parse(request.since);
        for (const [number, path] of await issuePaths(pathOf(request), request.repo !== undefined)) {
          signal.throwIfAborted();
          if (request.after !== undefined && number <= Number(request.after)) continue;
          const { body: _, history: __, ...head } = issueOf(parseIssueFile(await readFile(path, "utf8")), { number, path });
          if (request.state !== "all" && head.state !== request.state) continue;
          if (!request.labels.every((label) => head.labels.includes(label))) continue;
          if (since !== undefined && head.updatedAt !== null && Date.parse(head.updatedAt) < since) continue;
          if (found.length === request.limit) return { issues: found, next: String(found.at(-1)?.number) };
          found.push(head);
        }
        signal.throwIfAborted();
        return { issues: found, next: null };
      },
    },
    read: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const found = await find(request);
        return found === undefined ? null : issueOf(found.file, found);
      },
    },
    label: effect({
      isDone: ({ fields }, { add, remove }: { repo?: string | undefined; number: number; add: string[]; remove: string[] }) => {
        const labels = fields.list("labels");
        return add.every((label) => labels.includes(label)) && !remove.some((label) => labels.includes(label));
      },
      edit(file, { add, remove }, { at, by, mark }) {
        const before = file.fields.list("labels");
        const labels = [...new Set([...before, ...add])].filter((label) => !remove.includes(label));
        const happened = (kind: "labeled" | "unlabeled", label: string) => ({ happening: { kind, at, by, label }, mark });
        return {
          ...file,
          fields: file.fields.with("labels", labels),
          happenings: [
            ...file.happenings,
            ...labels.filter((label) => !before.includes(label)).map((label) => happened("labeled", label)),
            ...before.filter((label) => !labels.includes(label)).map((label) => happened("unlabeled", label)),
          ],
        };
      },
      answer: (found) => changed(found, undefined),
    }),
    comment: effect({
      isDone: (file, _request: { repo?: string | undefined; number: number; body: string }, mark) => commentOf(file, mark) !== undefined,
      edit: (file, { body }, more) => withComment(file, body, more),
      answer: (found, _request, mark) => ({ ...changed(found, mark), comment: commentOf(found.file, mark)?.id ?? "", address: found.path }),
    }),
    close: effect({
      isDone: (
        file,
        {
          reason,
          comment,
        }: { repo?: string | undefined; number: number; reason: "completed" | "not_planned"; comment?: string | undefined },
        mark,
      ) =>
        file.fields.text("state") === "closed" &&
        file.fields.text("reason") === reason &&
        (comment === undefined || commentOf(file, mark) !== undefined),
      edit(file, { reason, comment }, more) {
        const commented = comment === undefined ? file : withComment(file, comment, more);
        const { at, by, mark } = more;
        return {
          ...commented,
          fields: file.fields.with("state", "closed").with("reason", reason).with("closed", at),
          happenings: [...commented.happenings, { happening: { kind: "closed", at, by, reason, commit: null }, mark }],
        };
      },
      answer: (found, _request, mark) => changed(found, mark),
    }),
    reopen: effect({
      isDone: (file, { comment }: { repo?: string | undefined; number: number; comment?: string | undefined }, mark) =>
        issueOf(file, { number: 1, path: "" }).state === "open" && (comment === undefined || commentOf(file, mark) !== undefined),
      edit(file, { comment }, more) {
        const commented = comment === undefined ? file : withComment(file, comment, more);
        const { at, by, mark } = more;
        return {
          ...commented,
          fields: file.fields.with("state", "open").with("reason", undefined).with("closed", undefined),
          happenings: [...commented.happenings, { happening: { kind: "reopened", at, by }, mark }],
        };
      },
      answer: (found, _request, mark) => changed(found, mark),
    }),
    create: {
      perform: (request, { key, signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const path = pathOf(request);
          const mark = markOf(key === "" ? newId() : key);
          const before = await findByMark(path, mark);
          if (before !== undefined) return created(before);
          const at = now().toISOString();
          const fields = readFields([])
            .with("title", request.title)
            .with("state", "open")
            .with("labels", request.labels)
            .with("author", author)
            .with("created", at)
            .with("updated", at);
          const file = { fields, body: withMark(request.body, mark), happenings: [] };
          const newest = Math.max(0, ...(await issuePaths(path)).keys());
          signal.throwIfAborted();
          for (let number = newest + 1; ; number++) {
            const place = join(path, `${number}.md`);
            if (await writeWhole({ path: place, content: formatIssueFile(file) })) return created({ number, path: place, file });
          }
        }),
      lookup: (key, request, { signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const found = key === "" ? undefined : await findByMark(pathOf(request), markOf(key));
          return found === undefined ? { happened: "no" } : { happened: "yes", answer: created(found) };
        }),
    },
  });
}

function changed(found: Found, mark: string | undefined): Changed {
  const { number, state, labels } = issueOf(found.file, found);
  return { number, state, labels, comment: commentOf(found.file, mark)?.id ?? null };
}

function created(found: Found): Omit<Changed, "comment"> & { readonly address: string } {
  const { number, state, labels } = issueOf(found.file, found);
  return { number, state, labels, address: found.path };
}

type CommentHappening = Extract<Happening, { kind: "comment" }>;

function commentOf({ happenings }: IssueFile, mark: string | undefined): CommentHappening | undefined {
  if (mark === undefined) return undefined;
  return happenings.flatMap((one) => (one.mark === mark && one.happening.kind === "comment" ? [one.happening] : []))[0];
}

function withComment(
  file: IssueFile,
  body: string,
  { at, by, mark }: { readonly at: string; readonly by: string; readonly mark: string },
): IssueFile {
  // A try that left its comment and was cut off before the rest does not leave it twice.
  if (commentOf(file, mark) !== undefined) return file;
  const id = String(file.happenings.filter(({ happening }) => happening.kind === "comment").length + 1);
  const comment: MarkedHappening = { happening: { kind: "comment", at, by, id, body }, mark };
  return { ...file, happenings: [...file.happenings, comment] };
}

/** The files of a folder by their issues' numbers, in their order. A link is not followed. */
async function issuePaths(path: string, mustExist = false): Promise<ReadonlyMap<number, string>> {
  if (mustExist && (await stat(path).catch(noneThere)) === undefined) throw noFolder(path);
  const found: [number, string][] = [];
  for (const name of ((await readdir(path).catch(noneThere)) ?? []).sort()) {
    const number = Number(/^0*([1-9]\d*)(-.*)?\.md$/.exec(name)?.[1] ?? 0);
    if (number === 0 || !(await lstat(join(path, name)).catch(noneThere))?.isFile()) continue;
    const other = found.find(([one]) => one === number)?.[1];
    if (other !== undefined) throw twice(number, [other, join(path, name)]);
    found.push([number, join(path, name)]);
  }
  return new Map(found.sort(([one], [other]) => one - other));
}

async function findByMark(path: string, mark: string): Promise<Found | undefined> {
  for (const [number, place] of [...(await issuePaths(path))].reverse()) {
    const file = parseIssueFile(await readFile(place, "utf8"));
    if (markOfIssue(file) === mark) return { number, path: place, file };
  }
  return undefined;
}

function noFolder(path: string): StagewrightError {
  return new StagewrightError("issues/none", `there is no folder "${path}"`, { hint: "name a folder with a Markdown file for each issue" });
}

function twice(number: number, paths: readonly string[]): StagewrightError {
  return new StagewrightError("issues/twice", `issue ${number} has two files: ${paths.map((path) => `"${path}"`).join(" and ")}`, {
    hint: "give one of them another number",
  });
}
