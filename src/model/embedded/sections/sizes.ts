import { counted, number } from "../counting.js";
import { type Day, type Section, subjectOf } from "../day.js";
import { linesChanged, withLines } from "../lines.js";

/** The day in lines. */
export const sizes: Section = (day) => {
  const { totals } = day;
  if (totals.commits === 0) return ["With no commits there are no lines to count. The facts give no other measure of the work."];
  if (totals.cutOff === totals.commits)
    return ["How many lines changed is not known here. The clone of the repository is a shallow one and ends at this day."];
  const changed = linesChanged(totals);
  if (changed === "") return [["No changed lines are counted for this day.", ...shape(day)].join(" ")];
  const lines = `The day comes to ${changed}.`;
  return [[lines, ...net(day), ...largest(day), ...shape(day)].join(" ")];
};

function net({ totals: { added, removed } }: Day): string[] {
  if (added === 0 || removed === 0) return [];
  if (added === removed) return ["As many lines were added as removed."];
  const more = number(Math.abs(added - removed));
  const lines = Math.abs(added - removed) === 1 ? "line was" : "lines were";
  return [`So ${more} more ${lines} ${added > removed ? "added than removed" : "removed than added"}.`];
}

function largest({ totals }: Day): string[] {
  if (totals.commits === 1) return ["All of it is in one commit."];
  if (!totals.largest) return [];
  return [
    `The largest commit is ${subjectOf(totals.largest, 80)}, which touches ${counted(totals.largest.files, "file")}${withLines(totals.largest)}.`,
  ];
}

function shape({ totals }: Day): string[] {
  if (totals.cutOff > 0) return [`These figures leave out ${counted(totals.cutOff, "commit")} of which the changes are not known.`];
  if (totals.commits === 1) return [totals.singleFile === 1 ? "It changes a single file." : `It changes ${counted(totals.files, "file")}.`];
  const single =
    totals.singleFile === 0
      ? "None of the commits changes one file alone."
      : `Of the ${number(totals.commits)} commits, ${number(totals.singleFile)} ${totals.singleFile === 1 ? "changes" : "change"} a single file.`;
  const shrinking =
    totals.shrinking === 0
      ? "There is no commit that removes more lines than it adds."
      : `There ${totals.shrinking === 1 ? "is one that removes more lines than it adds" : `are ${number(totals.shrinking)} that remove more lines than they add`}.`;
  return [single, shrinking];
}
