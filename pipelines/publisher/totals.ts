import type { Commit, Totals } from "./facts.js";

/** More names than these would fill a post; the rest is counted. */
const MOST_NAMES = 12;

type Part = NonNullable<Totals["times"]>["parts"][number]["part"];
/** The hours at which the parts of a day begin. */
const PARTS: readonly (readonly [Part, number])[] = [
  ["night", 0],
  ["morning", 5],
  ["afternoon", 12],
  ["evening", 18],
];

/** Works out a day's figures. `commits` are oldest first. */
export function totalsOf(commits: readonly Commit[]): Totals {
  const authors = authorsOf(commits);
  const areas = areasOf(commits);
  return {
    commits: commits.length,
    files: new Set(commits.flatMap(({ files }) => files.map(({ path }) => path))).size,
    added: commits.reduce((sum, { added }) => sum + added, 0),
    removed: commits.reduce((sum, { removed }) => sum + removed, 0),
    authors: authors.slice(0, MOST_NAMES),
    otherAuthors: Math.max(0, authors.length - MOST_NAMES),
    areas: areas.slice(0, MOST_NAMES),
    otherAreas: Math.max(0, areas.length - MOST_NAMES),
    times: timesOf(commits),
    largest: largestOf(commits),
    mostTouched: mostTouchedOf(commits),
    singleFile: commits.filter(({ files }) => files.length === 1).length,
    shrinking: commits.filter(({ added, removed }) => removed > added).length,
    cutOff: commits.filter(({ isCutOff }) => isCutOff).length,
  };
}

/** The top folder that a path lies in; "" at the top of the repository. */
function areaOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

function authorsOf(commits: readonly Commit[]): Totals["authors"] {
  const counts = new Map<string, number>();
  for (const { author } of commits) counts.set(author, (counts.get(author) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, commits: count })).sort((a, b) => b.commits - a.commits || byName(a, b));
}

function areasOf(commits: readonly Commit[]): Totals["areas"] {
  const areas = new Map<string, { commits: Set<Commit>; files: Set<string>; added: number; removed: number }>();
  for (const commit of commits) {
    for (const { path, added, removed } of commit.files) {
      const name = areaOf(path);
      const area = areas.get(name) ?? { commits: new Set(), files: new Set(), added: 0, removed: 0 };
      areas.set(name, area);
      area.commits.add(commit);
      area.files.add(path);
      area.added += added;
      area.removed += removed;
    }
  }
  return [...areas]
    .map(([name, { commits: touching, files, added, removed }]) => ({ name, commits: touching.size, files: files.size, added, removed }))
    .sort((a, b) => b.added + b.removed - a.added - a.removed || b.files - a.files || byName(a, b));
}

function timesOf(commits: readonly Commit[]): Totals["times"] {
  const clocks = commits.map(({ time }) => /T(\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:?\d\d)?/.exec(time));
  const [first, last] = [clocks.at(0)?.[1], clocks.at(-1)?.[1]];
  if (first === undefined || last === undefined) return null;
  const counts = new Map<Part, number>();
  for (const clock of clocks) {
    const hour = Number(clock?.[1]?.slice(0, 2));
    const part = PARTS.findLast(([, from]) => hour >= from)?.[0];
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return {
    first,
    last,
    offsets: new Set(clocks.map((clock) => clock?.[2])).size,
    parts: PARTS.flatMap(([part]) => (counts.has(part) ? [{ part, commits: counts.get(part) ?? 0 }] : [])),
  };
}

function largestOf(commits: readonly Commit[]): Totals["largest"] {
  const lines = ({ added, removed }: Commit) => added + removed;
  const largest = commits.toSorted((a, b) => lines(b) - lines(a))[0];
  if (largest === undefined || lines(largest) === 0) return null;
  return { subject: largest.subject, files: largest.files.length, added: largest.added, removed: largest.removed };
}

function mostTouchedOf(commits: readonly Commit[]): Totals["mostTouched"] {
  const counts = new Map<string, number>();
  for (const { files } of commits) {
    for (const path of new Set(files.map((file) => file.path))) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return most === undefined || most[1] < 2 ? null : { path: most[0], commits: most[1] };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
