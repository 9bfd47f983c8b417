import type { z } from "zod";
import { canonicalJson, type EventOf, type Growth, type Kept, TaskTree } from "../../core/index.js";
import {
  type AnyPipeline,
  isStagewrightError,
  StagewrightError,
  type Success,
  type Task,
  type TaskAt,
  type TaskResult,
} from "../../dsl/index.js";
import { sha256 } from "../../store/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { issuesOf } from "../bound-adapters.js";
import { childAt } from "../children.js";
import { done, type Executed, failed, failedWith } from "../executed.js";
import { jsonValue } from "../json-value.js";
import type { Child, ChildPool } from "../world.js";

interface TreeSettings {
  readonly kinds: Readonly<Record<string, AnyPipeline>>;
  readonly concurrency: number;
  readonly succeeds: Success;
  readonly note?: { readonly schema: z.ZodType; readonly first: unknown; readonly maxChars: number };
  readonly grow?: Growth;
}

/**
 * A tree of tasks, each a child run. Every start and every end is in this run's journal, in the order in which they came: what a
 * task is given depends on what had ended before it began, and on nothing else.
 */
export async function tasks(context: AttemptContext): Promise<Executed> {
  const { stage, world } = context;
  const given = await outputsOf(context, stage.needs);
  const { concurrency, grow } = stage.settings as unknown as TreeSettings;
  const pool = world.childPool(context.at, { concurrency, countsCost: grow?.budgetUsd !== undefined });
  try {
    const growing = new GrowingTree(context, given);
    await growing.takeUp(pool);
    for (;;) {
      growing.begin(pool);
      await world.journal.commit();
      if (growing.running === 0) break;
      const came = await pool.next();
      if (came === "interrupted") return { is: "interrupted" };
      const { item, news } = came;
      if (news.status === "waiting") growing.wait(item, news.on);
      else await growing.end(item, news);
    }
    return growing.outcome();
  } catch (error) {
    if (isStagewrightError(error) && error.code.startsWith("tasks/")) return failedWith("children", error);
    throw error;
  } finally {
    await pool.rest();
  }
}

type Ended = Pick<EventOf<"child-ended">, "status" | "output" | "reason" | "usd">;

/** The tree of one stage, with the note that its tasks' ends have made so far. */
class GrowingTree {
  readonly #context: AttemptContext;
  readonly #given: object;
  readonly #settings: TreeSettings;
  readonly #tree: TaskTree;
  readonly #refused: { task: Task; reason: string }[] = [];
  readonly #waiting = new Set<number>();
  readonly #running = new Set<number>();
  #note: unknown;

  constructor(context: AttemptContext, given: object) {
    this.#context = context;
    this.#given = given;
    this.#settings = context.stage.settings as unknown as TreeSettings;
    const plan = functionOf<(given: object) => readonly Task[]>(context, "plan")?.(given) ?? [];
    this.#tree = new TaskTree(plan, Object.keys(this.#settings.kinds), this.#settings.grow);
    this.#note = this.#settings.note?.first ?? null;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Goes over what has happened already, in its order, and goes on with the tasks that were under way. */
  async takeUp(pool: ChildPool): Promise<void> {
    const { children } = this.#context.stageState;
    const past = [...children].flatMap(([item, child]) => [
      { seq: child.seq, item, ended: undefined },
      ...(child.ended ? [{ seq: child.ended.seq, item, ended: child.ended }] : []),
    ]);
    for (const { item, ended } of past.sort((one, other) => one.seq - other.seq)) {
      const child = children.get(item);
      if (ended) await this.#settle(item, ended);
      else if (child?.ended) this.#tree.start(item);
      else this.#start(pool, item, this.#childOf(item));
    }
    for (const [item, { waiting }] of children) if (waiting !== undefined) this.#setWaiting(item);
  }

  /** Begins what may begin, as far as there is room. */
  begin(pool: ChildPool): void {
    const { stageState, note, at } = this.#context;
    for (const item of this.#tree.ready()) {
      if (this.running >= this.#settings.concurrency) return;
      const { name } = this.#tree.task(item);
      if (stageState.held.has(name)) continue;
      const child = this.#childOf(item);
      const { stage, version, attempt } = at;
      note({
        type: "child-started",
        stage,
        version,
        attempt,
        item,
        task: name,
        child: child.run,
        digest: child.digest,
        basis: child.basis,
      });
      this.#start(pool, item, child);
    }
  }

  wait(item: number, on: string): void {
    const { stage, version, attempt } = this.#context.at;
    this.#context.note({ type: "child-waiting", stage, version, attempt, item, child: this.#runOf(item), on });
    this.#setWaiting(item);
  }

  async end(item: number, news: Ended): Promise<void> {
    const { stage, version, attempt } = this.#context.at;
    this.#context.note({ type: "child-ended", stage, version, attempt, item, child: this.#runOf(item), ...news });
    await this.#settle(item, news);
  }

  outcome(): Executed {
    const { stage, version, attempt } = this.#context.at;
    if (this.#waiting.size > 0 || this.#tree.ready().length > 0) {
      const children = [...this.#waiting].sort((one, other) => one - other).map((item) => this.#runOf(item));
      this.#context.note({ type: "children-waiting", stage, version, attempt, children });
      return { is: "waiting" };
    }
    const results = this.#tree.results();
    const count = results.filter(({ status }) => status === "done").length;
    const failures = this.#tree.failures();
    const { succeeds } = this.#settings;
    const isEnough = succeeds === "all" ? failures.length === 0 : count >= (succeeds === "any" ? 1 : succeeds.atLeast);
    if (isEnough) {
      const output = { tasks: results, note: this.#note, refused: this.#refused };
      return done(jsonValue(output, `the results of stage "${stage}"`));
    }
    const message = `${count} of ${results.length} tasks are done${failures.length === 0 ? "" : `; failed: ${failures.map(({ task }) => `"${task.name}"`).join(", ")}`}`;
    const findings = failures.map(({ task, reason }) => ({
      rule: "tasks/failed",
      severity: "error" as const,
      message: `task "${task.name}": ${reason}`,
    }));
    return failed("children", message, findings);
  }

  #start(pool: ChildPool, item: number, child: Child): void {
    this.#tree.start(item);
    this.#running.add(item);
    const pipeline = this.#settings.kinds[this.#tree.task(item).kind];
    if (pipeline) pool.start(pipeline, child);
  }

  #setWaiting(item: number): void {
    this.#running.delete(item);
    this.#waiting.add(item);
  }

  #runOf(item: number): string {
    return this.#context.stageState.children.get(item)?.run ?? "";
  }

  /** The child run of a task, with what it is given as the tree stands now. */
  #childOf(item: number) {
    const tree = this.#tree;
    const task = tree.task(item);
    const at: TaskAt<string, unknown> = {
      task,
      needed: tree.needed(item),
      note: this.#note,
      // A large tree is only listed for those who look at it.
      get tasks() {
        return tree.statuses();
      },
    };
    const make = functionOf<(given: object, at: TaskAt<string, unknown>) => unknown>(this.#context, "input");
    const basis = sha256(canonicalJson(jsonValue([task, at.needed], `task "${task.name}"`)));
    const child = { ...childAt(this.#context, item, make?.(this.#given, at), { name: task.name, basis }), basis };
    const parsed = this.#settings.kinds[task.kind]?.input.output?.safeParse(child.input);
    if (parsed?.success !== false) return child;
    throw new StagewrightError("tasks/input", `task "${task.name}" does not take what it is given: ${issuesOf(parsed.error).join("; ")}`, {
      hint: `make what the stage's \`input\` gives and the input schema of its kind "${task.kind}" agree`,
    });
  }

  async #settle(item: number, { status, output, reason = "", usd }: Ended): Promise<void> {
    this.#running.delete(item);
    this.#waiting.delete(item);
    const task = this.#tree.task(item);
    const run = this.#runOf(item);
    const result: TaskResult = status === "done" ? { task, status, run, output: await this.#load(output) } : { task, status, run, reason };
    for (const one of this.#tree.end(item, result, usd)) this.#noteOf(one);
    if (result.status !== "done") return;
    const propose = functionOf<(result: TaskResult) => readonly Task[]>(this.#context, "propose");
    for (const proposed of propose?.(result) ?? []) {
      const refusal = this.#tree.propose(item, proposed);
      if (refusal !== undefined) this.#refused.push({ task: proposed, reason: refusal });
    }
  }

  #noteOf(result: TaskResult): void {
    const { note } = this.#settings;
    const next = functionOf<(note: unknown, result: TaskResult) => unknown>(this.#context, "next");
    if (!note || !next) return;
    const parsed = note.schema.safeParse(next(this.#note, result));
    if (!parsed.success) {
      throw new StagewrightError("tasks/note", `the note after task "${result.task.name}" is none: ${issuesOf(parsed.error).join("; ")}`);
    }
    const { length } = canonicalJson(jsonValue(parsed.data, "the note"));
    if (length > note.maxChars) {
      throw new StagewrightError(
        "tasks/note",
        `the note after task "${result.task.name}" has ${length} characters, and ${note.maxChars} are allowed`,
        {
          hint: "let `note.next` leave out what is old: every task is given the whole note",
        },
      );
    }
    this.#note = parsed.data;
  }

  async #load(output: Kept | undefined): Promise<unknown> {
    return output ? this.#context.world.keeper.load(output) : null;
  }
}
