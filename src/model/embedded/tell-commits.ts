import { counted, listed, number } from "./counting.js";
import { type Commit, clockOf, type Day, filesOf, folder, subjectOf } from "./day.js";
import { changingLines, linesChanged, withLines } from "./lines.js";
import { inlineCode, person } from "./quoting.js";

/** Sentences about commits, oldest first. Few commits get two sentences each, many get one. */
export function tellCommits(commits: readonly Commit[], day: Day): readonly string[] {
  const isAlone = day.totals.authors.length + day.totals.otherAuthors === 1;
  const isDetailed = commits.length <= 3;
  // The date decides where the turns of phrase begin, so that two days do not read alike and one day always reads the same.
  const turn = Number(day.day.replaceAll("-", "")) % TURNS.length;
  return commits.map((commit, index) => {
    const isFirst = index === 0;
    const isLast = index === commits.length - 1;
    const isWhole = day.leftOut.commits === 0;
    if (commits.length === 1 && day.totals.commits === 1) return `The one commit of the day is ${subjectOf(commit)}. ${detail(commit)}`;
    const told = isFirst
      ? `${isWhole ? "The day's first commit" : "One of the commits"}${comma(commit)} is ${subjectOf(commit)}.`
      : isLast && isWhole
        ? `The last one of the day${comma(commit)} is ${subjectOf(commit)}.`
        : (TURNS[(turn + index) % TURNS.length] ?? plainly)(commit, isAlone);
    return isDetailed && (isFirst || isLast) ? `${told} ${detail(commit)}` : told;
  });
}

type Turn = (commit: Commit, isAlone: boolean) => string;

const plainly: Turn = (commit) => `Then came ${subjectOf(commit)}.`;

const TURNS: readonly Turn[] = [
  (commit) => {
    const clock = clockOf(commit);
    return `${clock === undefined ? "After that" : `At ${clock}`} came ${subjectOf(commit)}${touching(commit)}.`;
  },
  (commit, isAlone) => {
    const lines = changingLines(commit);
    const by = isAlone ? "" : `, by ${person(commit.author)}`;
    return `Later came ${subjectOf(commit)}${by}${lines === "" ? "" : `, ${lines}`}.`;
  },
  (commit, isAlone) => {
    const what = places(commit);
    return what === "" ? plainly(commit, isAlone) : `Then ${subjectOf(commit)} changed ${what}.`;
  },
  (commit, isAlone) => {
    const lead = isAlone ? "After that there is" : `From ${person(commit.author)} there is`;
    return `${lead} ${subjectOf(commit)}${withLines(commit)}.`;
  },
  (commit) => {
    const clock = clockOf(commit);
    const lines = linesChanged(commit);
    return `The commit ${subjectOf(commit)}${clock === undefined ? "" : ` of ${clock}`} ${lines === "" ? "comes after it" : `has ${lines}`}.`;
  },
];

function detail(commit: Commit): string {
  const what = places(commit);
  if (commit.isCutOff) return "Which files it touches is not known here, as the clone of the repository ends at this commit.";
  return what === "" ? "It names no files." : `It touches ${what}${withLines(commit)}.`;
}

function comma(commit: Commit): string {
  const clock = clockOf(commit);
  return clock === undefined ? "" : `, at ${clock},`;
}

function touching(commit: Commit): string {
  const what = places(commit);
  return what === "" ? "" : `, which touches ${what}`;
}

/** `three files in \`src\``, or the path of a single file; empty for none. */
function places(commit: Commit): string {
  const [first] = commit.files;
  const all = filesOf(commit);
  if (all === 0) return "";
  if (all === 1 && first !== undefined) return inlineCode(first.path, 80) || "a file without a name";
  const files = counted(all, "file");
  if (commit.filesLeftOut > 0) return files;
  const folders = [...new Set(commit.files.map(({ path }) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")))];
  return `${files} ${folders.length > 2 ? `across ${number(folders.length)} folders` : `in ${listed(folders.map(folder))}`}`;
}
