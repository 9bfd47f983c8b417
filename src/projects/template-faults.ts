import type { Known, Template } from "./template.js";

/** What is wrong with a template whose fields are right one by one; each fault begins with its place. */
export function crossFaults(template: Template, known: Known): readonly string[] {
  return [...kindFaults(template, known), ...taskFaults(template), ...circleFaults(template)];
}

function kindFaults({ kinds, grow, report }: Template, known: Known): readonly string[] {
  const names = Object.keys(kinds);
  const perKind = Object.entries(kinds).flatMap(([name, kind]) => {
    const at = `kinds.${name}`;
    return [
      ...unknown(`${at}.gathers`, "gatherer", kind.gathers, known.gatherers),
      ...unknown(`${at}.tools`, "tool", kind.tools, known.tools),
      ...unknown(`${at}.proposes`, "kind", kind.proposes, names),
      ...(kind.proposes.length > 0 && grow === undefined ? [`${at}.proposes: the template has no "grow", so nothing can be added`] : []),
      ...(kind.artifacts.length > 0 && kind.tools.length === 0 ? [`${at}.artifacts: a task without tools makes no files`] : []),
      ...wordFaults(`${at}.done.words`, kind.done.words),
      ...titleFaults(`${at}.done.sections`, [SUMMARY, ...kind.done.sections]),
    ];
  });
  return [...perKind, ...wordFaults("report.words", report.words), ...titleFaults("report.sections", [SUMMARY, ...report.sections])];
}

const SUMMARY = "Summary";

function wordFaults(at: string, { min, max }: { readonly min: number; readonly max: number }): readonly string[] {
  return min <= max ? [] : [`${at}: min is ${min} and max is ${max}, expected min to be no more than max`];
}

function titleFaults(at: string, titles: readonly string[]): readonly string[] {
  const keys = titles.map((title) => title.toLowerCase());
  return titles.flatMap((title, index) => {
    if (keys.indexOf(title.toLowerCase()) === index) return [];
    return [title === SUMMARY ? `${at}: "${SUMMARY}" stands before them by itself: leave it out` : `${at}: "${title}" stands there twice`];
  });
}

function taskFaults({ kinds, tasks }: Template): readonly string[] {
  const names = tasks.map(({ name }) => name);
  return tasks.flatMap((task, index) => {
    const at = `tasks[${index}]`;
    const strays = (names: readonly string[]) => names.filter((name) => !task.needs.includes(name));
    return [
      ...(names.indexOf(task.name) === index ? [] : [`${at}.name: there are two tasks "${task.name}"`]),
      ...unknown(`${at}.kind`, "kind", [task.kind], Object.keys(kinds)),
      ...unknown(`${at}.needs`, "task", task.needs, names),
      ...strays(task.allowFailed).map((name) => `${at}.allowFailed: "${name}" is none of its needs`),
      ...strays(task.withAdded).map((name) => `${at}.withAdded: "${name}" is none of its needs`),
    ];
  });
}

function unknown(at: string, what: string, named: readonly string[], known: readonly string[]): readonly string[] {
  return named
    .filter((name) => !known.includes(name))
    .map((name) => `${at}: there is no ${what} "${name}"; there ${known.length === 1 ? "is" : "are"} ${quoted(known)}`);
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => `"${name}"`).join(", ");
}

/** Takes away what needs nothing, again and again; what is left stands in a circle, or behind one. */
function circleFaults({ tasks }: Template): readonly string[] {
  const open = new Map(tasks.map(({ name, needs }) => [name, needs]));
  if (open.size < tasks.length) return [];
  for (let isLess = true; isLess; ) {
    isLess = false;
    for (const [name, needs] of open) {
      if (needs.some((need) => open.has(need))) continue;
      open.delete(name);
      isLess = true;
    }
  }
  const first = tasks.findIndex(({ name }) => open.has(name));
  return first < 0 ? [] : [`tasks[${first}].needs: it needs itself by way of ${quoted([...open.keys()])}`];
}
