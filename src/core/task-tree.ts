import { type Needed, NO_FINDINGS, StagewrightError, type Task, type TaskResult } from "../dsl/index.js";

interface Node {
  readonly task: Task;
  /** Its place in the tree, from 1. */
  readonly item: number;
  /** 0 for a planned task, one more than its proposer's for one that was added. */
  readonly depth: number;
  /** The task that proposed it. */
  readonly from: Node | undefined;
  readonly neededBy: Node[];
  /** The added tasks that it waits for, beside its needs; it goes on without one that is not done. */
  readonly added: Node[];
  /** How many of its needs have not ended. */
  openNeeds: number;
  isStarted: boolean;
  result: TaskResult | undefined;
}

/** How far a tree may grow beyond its plan. */
export interface Growth {
  readonly max: number;
  readonly depth: number;
  /** What the added tasks may cost in all. Once that is reached, none is added any more, and none of them begins. */
  readonly budgetUsd?: number;
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
  #addedUsd = 0;

  /** @throws StagewrightError `tasks/plan` for a name twice, a need or a kind that there is not, or a circle. */
  constructor(plan: readonly Task[], kinds: Iterable<string>, growth: Growth = { max: 0, depth: 0 }) {
    this.#kinds = new Set(kinds);
    this.#growth = growth;
    for (const task of plan) {
      const fault = this.#faultOf(task);
      if (fault !== undefined) throw new StagewrightError("tasks/plan", fault);
      this.#byName.set(task.name, this.#add(task));
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

  /** Takes a task's end and what it has cost, and gives it with those that are skipped because of it. */
  end(item: number, result: TaskResult, usd = 0): readonly TaskResult[] {
    const node = this.#at(item);
    node.result = result;
    const skipped = node.depth > 0 ? this.#spent(usd) : [];
    return [result, ...skipped.flatMap(({ result }) => result ?? []), ...this.#lead([node, ...skipped])];
  }

  /** Tells those that need the given ones, and those that need these; gives the ends that come of it. */
  #lead(leading: Node[]): readonly TaskResult[] {
    const ended: TaskResult[] = [];
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
    const fault = this.#overspent() ?? this.#faultOf(task) ?? this.#unknownNeed(task) ?? this.#circleOver(task, this.#at(from));
    if (fault !== undefined) return fault;
    this.#grown += 1;
    const node = this.#add(task, this.#at(from));
    this.#byName.set(task.name, node);
    this.#tie(node);
    for (const need of needsOf(task)) {
      const needed = this.#byName.get(need);
      if (needed?.result) this.#needEnded(node, needed);
    }
    for (const waiting of waitingForAdded(this.#at(from))) this.#waitFor(waiting, node);
    return undefined;
  }

  needed(item: number): Readonly<Record<string, Needed>> {
    const given: Record<string, Needed> = {};
    for (const { task, result } of this.#allNeeds(this.#at(item))) {
      given[task.name] = result?.status === "done" ? { status: "done", output: result.output } : { status: "failed", reason: NO_FINDINGS };
    }
    return given;
  }

  /** What has not ended of what a task waits for, by name. */
  waitsFor(item: number): readonly string[] {
    return this.#allNeeds(this.#at(item)).flatMap(({ task, result }) => (result ? [] : [task.name]));
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
      const isAllowed = neededBy.length > 0 && neededBy.every((node) => doesWithout(node, task.name));
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

  #add(task: Task, from?: Node): Node {
    const node: Node = {
      task,
      item: this.#nodes.length + 1,
      depth: from === undefined ? 0 : from.depth + 1,
      from,
      neededBy: [],
      added: [],
      openNeeds: 0,
      isStarted: false,
      result: undefined,
    };
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

  /** Its needs, and the added tasks that it waits for. */
  #allNeeds({ task, added }: Node): readonly Node[] {
    return [...needsOf(task).flatMap((name) => this.#byName.get(name) ?? []), ...added];
  }

  /** Has a task that was ready a moment ago wait for one that was added just now. */
  #waitFor(node: Node, added: Node): void {
    if (node.isStarted || node.result || added.result) return;
    if (node.openNeeds === 0) this.#ready.splice(this.#placeOf(node), 1);
    node.openNeeds += 1;
    node.added.push(added);
    added.neededBy.push(node);
  }

  /** Counts what an added task has cost, and gives those that must not begin any more. */
  #spent(usd: number): readonly Node[] {
    this.#addedUsd += usd;
    const reason = this.#overspent();
    if (usd === 0 || reason === undefined) return [];
    const skipped = this.#nodes.filter(({ depth, isStarted, result }) => depth > 0 && !isStarted && !result);
    for (const node of skipped) {
      node.result = { task: node.task, status: "skipped", reason };
      if (node.openNeeds === 0) this.#ready.splice(this.#placeOf(node), 1);
    }
    return skipped;
  }

  #overspent(): string | undefined {
    const { budgetUsd = Number.POSITIVE_INFINITY } = this.#growth;
    if (this.#addedUsd < budgetUsd) return undefined;
    return `the tasks that were added have cost $${Number(this.#addedUsd.toFixed(6))}, and $${budgetUsd} are allowed`;
  }

  /** The end of a task that can never begin, since one that it needs has not been done. */
  #needEnded(node: Node, { task, result }: Node): TaskResult | undefined {
    if (node.result) return undefined;
    if (
      result?.status === "done" ||
      (result?.status === "failed" && doesWithout(node, task.name)) ||
      node.added.some((one) => one.task === task)
    ) {
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

  #faultOf({ name, kind, allowFailed = [], withAdded = [], ...task }: Task): string | undefined {
    if (!/^[a-z][a-z0-9-]*$/i.test(name)) return `"${name}" cannot name a task: use letters, digits and dashes, a letter first`;
    if (this.#byName.has(name)) return `there are two tasks of name "${name}"`;
    if (!this.#kinds.has(kind))
      return `task "${name}" is of kind "${kind}"; the kinds are ${[...this.#kinds].map((one) => `"${one}"`).join(", ")}`;
    const strays = (names: readonly string[]) => names.find((one) => !(task.needs ?? []).includes(one));
    const allowed = strays(allowFailed);
    if (allowed !== undefined) return `task "${name}" allows "${allowed}" to fail, and does not need it`;
    const waited = strays(withAdded);
    return waited === undefined ? undefined : `task "${name}" waits for what "${waited}" adds, and does not need it`;
  }

  /** Why a task cannot be added: something that waits for it would have to be done first. */
  #circleOver(task: Task, from: Node): string | undefined {
    const waiting = new Set(waitingForAdded(from));
    if (waiting.size === 0) return undefined;
    const open = needsOf(task);
    const seen = new Set<string>();
    for (const name of open) {
      const node = this.#byName.get(name);
      if (seen.has(name) || node === undefined || node.result) continue;
      if (waiting.has(node)) return `it needs "${name}", which waits for what is added here`;
      seen.add(name);
      open.push(...this.#allNeeds(node).map((need) => need.task.name));
    }
    return undefined;
  }

  #unknownNeed(task: Task): string | undefined {
    const unknown = needsOf(task).find((need) => !this.#byName.has(need));
    return unknown === undefined ? undefined : `task "${task.name}" needs "${unknown}", and there is no such task`;
  }
}

function needsOf({ needs = [] }: Task): string[] {
  return [...new Set(needs)];
}

function doesWithout({ task, added }: Node, name: string): boolean {
  return task.allowFailed?.includes(name) === true || added.some((one) => one.task.name === name);
}

/** Those that wait for what a task adds: it, or one from which it came, is among the needs that they name for that. */
function waitingForAdded(from: Node): readonly Node[] {
  const waiting = new Set<Node>();
  for (let node: Node | undefined = from; node; node = node.from) {
    const { name } = node.task;
    for (const next of node.neededBy) if (next.task.withAdded?.includes(name)) waiting.add(next);
  }
  return [...waiting];
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
