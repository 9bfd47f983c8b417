const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** A number as prose has it: a word up to twelve, then digits in groups of three. */
export function number(n: number): string {
  return WORDS[n] ?? String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `one commit`, `14 commits`, `no commits`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** `Both files`, `All three files`: of at least two. */
export function all(n: number, many: string): string {
  return n === 2 ? `Both ${many}` : `All ${number(n)} ${many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** With a capital at its start, for a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2026-03-09` as `9 March 2026`. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split("-");
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}
