import type { RouteQuestion } from "./choice.js";
import type { When } from "./routes.js";

const FIELDS = ["pipeline", "stage", "trigger", "channel", "session"] as const;

/** Why a rule does not fit, in words; `undefined` where it does. */
export function misfit(when: When, question: RouteQuestion): string | undefined {
  for (const field of FIELDS) {
    const wanted = when[field];
    if (wanted === undefined) continue;
    const found = question[field];
    if (found === undefined) return `no ${field} is known`;
    if (!namesOf(wanted).some((pattern) => fits(pattern, found))) return `${field} is "${found}", not ${inWords(wanted)}`;
  }
  return undefined;
}

/** What a rule asks for: `pipeline publisher, stage draft or edit`. */
export function ruleText(when: When): string {
  const asked = FIELDS.flatMap((field) => {
    const wanted = when[field];
    return wanted === undefined ? [] : [`${field} ${namesOf(wanted).join(" or ")}`];
  });
  return asked.join(", ") || "everything";
}

function namesOf(wanted: string | readonly string[]): readonly string[] {
  return typeof wanted === "string" ? [wanted] : wanted;
}

function inWords(wanted: string | readonly string[]): string {
  return namesOf(wanted)
    .map((name) => `"${name}"`)
    .join(" or ");
}

/** Whether a name is like a pattern, in which `*` stands for any letters. Takes time in proportion to both lengths, however many stars there are. */
export function fits(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= name.length - last.length;
}
