import { all, capital, counted, listed, number } from "../counting.js";
import { clockOf, type Day, type Section } from "../day.js";
import { person } from "../quoting.js";

const MOST_PEOPLE = 4;

/** Who made the commits, and at what hours. */
export const people: Section = (day) => {
  if (day.totals.commits === 0)
    return ["The facts name no author for this day. They give no hours of work either, as both come from commits."];
  return [[...authors(day), ...hours(day), ...ends(day)].join(" ")];
};

function authors({ totals }: Day): string[] {
  const [first] = totals.authors;
  const everybody = totals.authors.length + totals.otherAuthors;
  if (first === undefined) return ["The facts name no author."];
  if (everybody === 1)
    return [
      totals.commits === 1 ? `The commit is by ${person(first.name)}.` : `${all(totals.commits, "commits")} are by ${person(first.name)}.`,
    ];
  const shown = totals.authors.slice(0, MOST_PEOPLE);
  const parts = shown.map(
    ({ name, commits }, index) =>
      `${person(name)}${index === 0 ? " made" : ""} ${index === 0 ? counted(commits, "commit") : number(commits)}`,
  );
  const left = everybody - shown.length;
  const rest = totals.commits - shown.reduce((sum, { commits }) => sum + commits, 0);
  return [
    `${capital(listed(parts))}.`,
    ...(left === 0 ? [] : [`${capital(counted(left, "more person", "more people"))} made the remaining ${number(rest)}.`]),
  ];
}

function hours({ totals: { times, commits } }: Day): string[] {
  if (times === null) return ["The hours are not in the facts."];
  const [only, ...others] = times.parts;
  if (only === undefined) return [];
  const clock =
    times.offsets > 1 ? [`Their clocks do not all agree: the commits carry ${number(times.offsets)} different offsets from UTC.`] : [];
  if (commits === 1) return [`Its time is ${times.first}, in the ${only.part} by the author's clock.`];
  const between = times.offsets > 1 || times.first === times.last ? "" : `, between ${times.first} and ${times.last}`;
  if (others.length === 0) return [`By the authors' own clocks all of the work was committed in the ${only.part}${between}.`, ...clock];
  const parts = times.parts.map(
    ({ part, commits: count }, index) => `${index === 0 ? counted(count, "commit") : number(count)} in the ${part}`,
  );
  return [`By the authors' own clocks there ${only.commits === 1 ? "is" : "are"} ${listed(parts)}.`, ...clock];
}

function ends({ commits, totals, leftOut }: Day): string[] {
  const [first, last] = [commits.at(0), commits.at(-1)];
  if (first === undefined || last === undefined || first === last || leftOut.commits > 0)
    return totals.commits === 1 ? ["There is no other commit to compare it with."] : [];
  if (totals.authors.length === 1) return [];
  const [from, to] = [clockOf(first), clockOf(last)];
  if (from === undefined || to === undefined) return [];
  if (first.author === last.author) return [`${person(first.author)} made both the first commit, at ${from}, and the last, at ${to}.`];
  return [`The first commit, at ${from}, is by ${person(first.author)}, and the last, at ${to}, by ${person(last.author)}.`];
}
