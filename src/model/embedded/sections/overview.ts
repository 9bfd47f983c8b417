import { counted, dayInWords, listed } from "../counting.js";
import type { Day, Section } from "../day.js";
import { folder } from "../day.js";
import { withLines } from "../lines.js";
import { entriesOf } from "../log-entries.js";
import { inlineCode, person } from "../quoting.js";

/** The day in one paragraph. */
export const overview: Section = (day) => {
  const { totals } = day;
  if (totals.commits === 0) return [withoutCommits(day)];
  const who = totals.authors.length + totals.otherAuthors;
  const people = who <= 3 ? listed(totals.authors.map(({ name }) => person(name))) : counted(who, "person", "people");
  return [
    [
      `On ${dayInWords(day.day)}, the repository ${repository(day)} received ${counted(totals.commits, "commit")} from ${people}.`,
      times(day),
      size(day),
      where(day),
      log(day),
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  ];
};

function withoutCommits(day: Day): string {
  const date = dayInWords(day.day);
  const sentences = [`There are no commits in the repository ${repository(day)} on ${date}.`];
  if (day.log.today === null) sentences.push("There is no daily log for the day either, so there is nothing to tell of it.");
  else sentences.push("A daily log was kept, and this post rests on it alone.", log(day));
  return sentences.join(" ");
}

function repository(day: Day): string {
  return inlineCode(day.repository, 60) || "without a name";
}

function times({ totals: { times: at, commits } }: Day): string {
  if (at === null) return "";
  if (commits > 1 && at.first === at.last) return `All of them were made at ${at.first}.`;
  return commits === 1 ? `It was made at ${at.first}.` : `The first of them was made at ${at.first} and the last at ${at.last}.`;
}

function size({ totals }: Day): string {
  const [they, touch] = totals.commits === 1 ? ["It", "touches"] : ["They", "touch"];
  if (totals.cutOff === totals.commits) return "The files that changed are not known here.";
  if (totals.files === 0) return totals.commits === 1 ? "No file is named in it." : "No files are named in them.";
  return `${they} ${touch} ${counted(totals.files, "file")}${withLines(totals)}.`;
}

function where({ totals }: Day): string {
  const [most] = totals.areas;
  if (most === undefined || totals.files < 2) return "";
  if (totals.areas.length + totals.otherAreas === 1) return `All of the files are in ${folder(most.name)}.`;
  if (totals.added + totals.removed === 0) return "";
  const isHalf = 2 * (most.added + most.removed) > totals.added + totals.removed;
  return isHalf
    ? `More than half of the changed lines are in ${folder(most.name)}.`
    : `The folder with the most changed lines is ${folder(most.name)}.`;
}

function log(day: Day): string {
  if (day.log.today === null) return "No daily log was kept that day.";
  const { entries } = entriesOf(day.log.today);
  return day.leftOut.logCharacters > 0 || entries.length === 0
    ? "A daily log exists for the day."
    : `The daily log for the day has ${counted(entries.length, "entry", "entries")}.`;
}
