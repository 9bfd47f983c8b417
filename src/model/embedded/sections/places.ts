import { all, capital, counted, number } from "../counting.js";
import { type Day, folder, type Section } from "../day.js";
import { linesChanged, withLines } from "../lines.js";
import { inlineCode } from "../quoting.js";

const MOST_FOLDERS = 5;

/** The folders and files that the work touched. */
export const places: Section = (day) => {
  const { areas } = day.totals;
  if (areas.length === 0)
    return day.totals.cutOff > 0
      ? ["The clone of the repository is a shallow one. Which files and folders were worked on is not known from it."]
      : ["No file is named in the facts of this day. Which parts of the repository were worked on cannot be said from them."];
  const sentences = areas.length + day.totals.otherAreas === 1 ? oneFolder(day) : folders(day);
  return [joined([...sentences, unknown(day)]), joined(files(day))].filter((paragraph) => paragraph !== "");
};

function unknown({ totals: { cutOff } }: Day): string {
  return cutOff === 0 ? "" : `What ${counted(cutOff, "further commit")} touched is not known, as the clone of the repository ends there.`;
}

function oneFolder({ totals, totals: { cutOff } }: Day): string[] {
  const [area] = totals.areas;
  const where = folder(area?.name ?? "");
  return [
    totals.files === 1 ? `The only file that changed is in ${where}.` : `${all(totals.files, "files")} that changed are in ${where}.`,
    cutOff === 0 ? "No other folder was touched." : "",
  ];
}

function folders({ totals }: Day): string[] {
  const shown = totals.areas.slice(0, MOST_FOLDERS);
  const left = totals.areas.length + totals.otherAreas - shown.length;
  const all = `The ${counted(totals.files, "file")} that changed lie in ${counted(shown.length + left, "folder")}, subfolders not counted.`;
  const each = shown.map((area, index) => {
    const where = folder(area.name);
    const much = counted(area.files, "file");
    if (index === 0 && linesChanged(area) === "") return `No folder has more of them than ${where}, with ${number(area.files)}.`;
    if (index === 0) return `The most changed lines are in ${where}: ${much}${withLines(area)}.`;
    if (index === 1) return `${capital(where)} comes second, with ${much}${linesChanged(area) === "" ? "" : `: ${linesChanged(area)}`}.`;
    return index % 2 === 0
      ? `In ${where} ${much} changed${withLines(area)}.`
      : `The changes in ${where} come to ${much}${withLines(area)}.`;
  });
  const rest = left === 0 ? [] : [left === 1 ? "One more folder holds the rest." : `${capital(number(left))} more folders hold the rest.`];
  return [all, ...each, ...rest];
}

function files({ commits, totals, leftOut }: Day): string[] {
  const sentences: string[] = [];
  if (totals.mostTouched) {
    sentences.push(
      `No file appears in more commits than ${path(totals.mostTouched.path)}, which ${number(totals.mostTouched.commits)} of them changed.`,
    );
  }
  const isWhole = leftOut.commits === 0 && leftOut.files === 0;
  const [largest] = isWhole && totals.files > 1 ? byLines(commits.flatMap((commit) => commit.files)) : [];
  if (largest) sentences.push(`By lines, the most was done in ${path(largest.path)}${withLines(largest)}.`);
  return sentences;
}

/** Files with their lines of the whole day, most first; none where no line changed. */
function byLines(changes: Day["commits"][number]["files"]): { path: string; added: number; removed: number }[] {
  const sums = new Map<string, { path: string; added: number; removed: number }>();
  for (const { path: name, added, removed } of changes) {
    const sum = sums.get(name) ?? { path: name, added: 0, removed: 0 };
    sums.set(name, { path: name, added: sum.added + added, removed: sum.removed + removed });
  }
  return [...sums.values()].filter(({ added, removed }) => added + removed > 0).sort((a, b) => b.added + b.removed - a.added - a.removed);
}

function path(name: string): string {
  return inlineCode(name, 80) || "a file without a name";
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
