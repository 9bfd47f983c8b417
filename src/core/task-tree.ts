import { type Needed, NO_FINDINGS, StagewrightError, type Task, type TaskResult } from "../dsl/index.js";

interface Node {
  readonly task: Task;
  /** Its place in the tree, from 1. */
  readonly item: number;
  /** 0 for a planned task, one more than its proposer's for one that was proposed. */
  readonly depth: number;
  readonly neededBy: Node[];
  /** How many of its needs have not ended. */
  openNeeds: number;
  isStarted: boolean;
  result: TaskResult | undefined;
}

/** How far a tree may grow beyond its plan. */
export interface Growth {
  readonly max: number;
  readonly depth: number;
}

/**
 * Which tasks there are, which may begin, and what their ends lead to.
 *
 * T1. A task is ready when all that it needs is done, or has failed where it allows that.
 * T2. A task that can never begin is skipped at once, and so are those that need it.
 * T3. Whatever ends in whatever order, each task is started once or skipped once.
 */
export class TaskTree {
  readonly #nodes: Node[] = [];
  readonly #byName = new Map<string, Node>();
  readonly #kinds: ReadonlySet<string>;
  readonly #growth: Growth;
  /** Those that wait for nothing, in the tree's order. */
  readonly #ready: Node[] = [];
  #grown = 0;

  /** @throws StagewrightError `tasks/plan` for a name twice, a need or a kind that there is not, or a circle. */
  constructor(plan: readonly Task[], kinds: Iterable<string>, growth: Growth = { max: 0, depth: 0 }) {
    this.#kinds = new Set(kinds);
    this.#growth = growth;
    for (const task of plan) {
      const fault = this.#faultOf(task);
      if (fault !== undefined) throw new StagewrightError("tasks/plan", fault);
      this.#byName.set(task.name, this.#add(task, 0));
    }
    for (const node of this.#nodes) this.#tie(node);
    const circle = circleIn(this.#nodes, this.#byName);
    if (circle) throw new StagewrightError("tasks/plan", `the tasks need each other in a circle: ${circle.join(" needs ")}`);
  }

  task(item: number): Task {
    return this.#at(item).task;
  }

  itemOf(name: string): number | undefined {
    return this.#byName.get(name)?.item;
  }

  /** The tasks that may begin and have not, in the tree's order. */
  ready(): readonly number[] {
    return this.#ready.map(({ item }) => item);
  }

  start(item: number): void {
    const node = this.#at(item);
    node.isStarted = true;
    const place = this.#placeOf(node);
    if (this.#ready[place] === node) this.#ready.splice(place, 1);
  }

  /** Takes a task's end, and gives it with those that are skipped because of it. */
  end(item: number, result: TaskResult): readonly TaskResult[] {
    const node = this.#at(item);
    node.result = result;
    const ended: TaskResult[] = [result];
    const leading = [node];
    for (let from = leading.shift(); from; from = leading.shift()) {
      for (const next of from.neededBy) {
        const skipped = this.#needEnded(next, from);
        if (skipped === undefined) continue;
        ended.push(skipped);
        leading.push(next);
      }
    }
    return ended;
  }

  /** Takes what a task proposes, or says why not. */
  propose(from: number, task: Task): string | undefined {
    const depth = this.#at(from).depth + 1;
    const { max, depth: deepest } = this.#growth;
    if (depth > deepest) return `it would be ${depth} steps from the plan, and ${deepest} are allowed`;
    if (this.#grown >= max) return `${max} tasks were added already, which is the bound`;
    const fault = this.#faultOf(task) ?? this.#unknownNeed(task);
    if (fault !== undefined) return fault;
    this.#grown += 1;
    const node = this.#add(task, depth);
    this.#byName.set(task.name, node);
    this.#tie(node);
    for (const need of needsOf(task)) {
      const needed = this.#byName.get(need);
      if (needed?.result) this.#needEnded(node, needed);
    }
    return undefined;
  }

  needed(item: number): Readonly<Record<string, Needed>> {
    const given: Record<string, Needed> = {};
    for (const name of needsOf(this.#at(item).task)) {
      const result = this.#byName.get(name)?.result;
      given[name] = result?.status === "done" ? { status: "done", output: result.output } : { status: "failed", reason: NO_FINDINGS };
    }
    return given;
  }

  statuses(): readonly { readonly task: Task; readonly status: "open" | "running" | TaskResult["status"] }[] {
    return this.#nodes.map(({ task, isStarted, result }) => ({ task, status: result?.status ?? (isStarted ? "running" : "open") }));
  }

  /** How the tasks have ended that have, in the tree's order. */
  results(): readonly TaskResult[] {
    return this.#nodes.flatMap(({ result }) => result ?? []);
  }

  /** The failed tasks that count: those that not all who need them do without. */
  failures(): readonly Extract<TaskResult, { status: "failed" }>[] {
    return this.#nodes.flatMap(({ task, result, neededBy }) => {
      if (result?.status !== "failed") return [];
      const isAllowed = neededBy.length > 0 && neededBy.every((node) => node.task.allowFailed?.includes(task.name));
      return isAllowed ? [] : [result];
    });
  }

  #at(item: number): Node {
    const node = this.#nodes[item - 1];
    if (node) return node;
    throw new StagewrightError("tasks/item", `there is no task ${item}: the tree has ${this.#nodes.length}`);
  }

  /** Where a node stands, or would stand, among those that are ready. */
  #placeOf({ item }: Node): number {
    let low = 0;
    for (let high = this.#ready.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#ready[middle]?.item ?? Number.POSITIVE_INFINITY) < item) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #add(task: Task, depth: number): Node {
    const node: Node = { task, item: this.#nodes.length + 1, depth, neededBy: [], openNeeds: 0, isStarted: false, result: undefined };
    this.#nodes.push(node);
    return node;
  }

  #tie(node: Node): void {
    for (const name of needsOf(node.task)) {
      const needed = this.#byName.get(name);
      if (needed === undefined) throw new StagewrightError("tasks/plan", this.#unknownNeed(node.task) ?? `task "${name}" is missing`);
      needed.neededBy.push(node);
      node.openNeeds += 1;
    }
    if (node.openNeeds === 0) this.#ready.splice(this.#placeOf(node), 0, node);
  }

  /** The end of a task that can never begin, since one that it needs has not been done. */
  #needEnded(node: Node, { task, result }: Node): TaskResult | undefined {
    if (node.result) return undefined;
    if (result?.status === "done" || (result?.status === "failed" && node.task.allowFailed?.includes(task.name))) {
      node.openNeeds -= 1;
      if (node.openNeeds === 0) this.#ready.splice(this.#placeOf(node), 0, node);
      return undefined;
    }
    node.result = {
      task: node.task,
      status: "skipped",
      reason: `it needs "${task.name}", which ${result?.status === "failed" ? "failed" : "was skipped"}`,
    };
    return node.result;
  }

  #faultOf({ name, kind, allowFailed = [], ...task }: Task): string | undefined {
    if (!/^[a-z][a-z0-9-]*$/i.test(name)) return `"${name}" cannot name a task: use letters, digits and dashes, a letter first`;
    if (this.#byName.has(name)) return `there are two tasks of name "${name}"`;
    if (!this.#kinds.has(kind))
      return `task "${name}" is of kind "${kind}"; the kinds are ${[...this.#kinds].map((one) => `"${one}"`).join(", ")}`;
    const stray = allowFailed.find((one) => !(task.needs ?? []).includes(one));
    return stray === undefined ? undefined : `task "${name}" allows "${stray}" to fail, and does not need it`;
  }

  #unknownNeed(task: Task): string | undefined {
    const unknown = needsOf(task).find((need) => !this.#byName.has(need));
    return unknown === undefined ? undefined : `task "${task.name}" needs "${unknown}", and there is no such task`;
  }
}

function needsOf({ needs = [] }: Task): readonly string[] {
  return [...new Set(needs)];
}

/** The names along a circle, the first one again at the end. */
function circleIn(nodes: readonly Node[], byName: ReadonlyMap<string, Node>): readonly string[] | undefined {
  const open = new Map(nodes.map((node) => [node, node.openNeeds]));
  const free = nodes.filter(({ openNeeds }) => openNeeds === 0);
  for (let node = free.pop(); node; node = free.pop()) {
    open.delete(node);
    for (const next of node.neededBy) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  const [first] = open.keys();
  if (first === undefined) return undefined;
  const path: string[] = [];
  for (let node: Node | undefined = first; node && !path.includes(node.task.name); ) {
    path.push(node.task.name);
    node = needsOf(node.task)
      .map((name) => byName.get(name))
      .find((needed) => needed !== undefined && open.has(needed));
    if (node && path.includes(node.task.name)) return [...path.slice(path.indexOf(node.task.name)), node.task.name];
  }
  return path;
}
