import { StagewrightError } from "../../dsl/index.js";

/** A rule asked for by name. */
export interface RuleName {
  /** As textlint calls it in its messages. */
  readonly id: string;
  /** The packages that it may mean, in the order in which they are looked for. */
  readonly packages: readonly [string, ...string[]];
  /** The name of the rule inside the package, where that is a preset. */
  readonly member: string | undefined;
}

const PREFIX = "textlint-rule-";
const NAME = /^(@[a-z\d][\w.~-]*\/)?([a-z\d][\w.~-]*)(?:\/([\w.~@/-]+))?$/i;

/**
 * Reads a name as textlint's configuration does: `no-todo`, `@house/no-todo` and `preset-house/no-todo`, each with or without
 * the `textlint-rule-` that packages of rules begin with.
 */
export function readRuleName(name: string): RuleName {
  const [, scope = "", base = "", member] = NAME.exec(name) ?? [];
  if (base === "") {
    throw new StagewrightError("check/textlint", `"${name}" is no name of a textlint rule`, {
      hint: 'write it as "no-todo", "@scope/no-todo" or "preset-name/no-todo"; give a rule of your own as { id: "no-todo", rule: noTodo }',
    });
  }
  const bare = without(PREFIX, base);
  // The name as it was written is looked for too: not every package of rules has the prefix.
  if (member === undefined)
    return { id: scope + bare, packages: [`${scope}${PREFIX}${bare}`, ...(base === bare ? [scope + base] : [])], member };
  const preset = without("preset-", bare);
  const first = `${PREFIX}preset-${preset}`;
  const id = `${scope}${preset}/${without(PREFIX, member)}`;
  return { id, packages: [scope + first, ...(base === first ? [] : [scope + base])], member };
}

function without(prefix: string, name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
