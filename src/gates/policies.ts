import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { domainOf } from "./domain-of.js";

const Path = z
  .string()
  .regex(
    /^[A-Za-z_][\w-]*(\.([A-Za-z_][\w-]*|\d+|\*))*$/,
    'expected a path such as "amount" or "to.*.address": `*` stands for every entry of a list',
  );

/** What must hold of what an effect is asked for, so that a policy counts. A path that leads to nothing holds never. */
const Condition = z
  .strictObject({
    /** The field that it is about. */
    at: Path,
    /** A number above this. */
    over: z.number().optional(),
    /** More than so many entries of a list. */
    moreThan: z.int().nonnegative().optional(),
    /** A text that is none of these; `*` stands for anything: "*@example.org". */
    outside: z.array(z.string().min(1)).optional(),
    /** A text that stands on no line of this file, which is read anew each time. */
    outsideFile: z.string().min(1).optional(),
    /** A text that is one of these. */
    among: z.array(z.string().min(1)).optional(),
    /** An address, or a URL, with a domain that nothing was delivered to before by this call. */
    newDomain: z.literal(true).optional(),
  })
  .refine(({ at: _, ...tests }) => Object.values(tests).some((test) => test !== undefined), {
    error: "expected at least one of over, moreThan, outside, outsideFile, among, newDomain",
  });
type Condition = z.output<typeof Condition>;

const Policy = z.strictObject({
  /** The call of an adapter: "email.send", or "email.*" for each of its effects. */
  call: z.string().regex(/^[A-Za-z][\w-]*\.(\*|[A-Za-z]\w*)$/, 'expected an adapter and a call: "email.send" or "email.*"'),
  /** The least that a person must have to do with it. */
  tier: z.union([z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** All of these must hold. Without any the policy counts always. */
  when: z.array(Condition).default([]),
  /** Why, in a few words, for whoever is asked. */
  because: z.string().trim().min(1).max(200).optional(),
});

/** The config's `policies`: which effects a person must have a word in, whatever a pipeline says. */
export const Policies = z.array(Policy);
export type Policies = z.output<typeof Policies>;
export type PoliciesInput = z.input<typeof Policies>;

/** What the policies demand of an effect. */
export interface Demand {
  readonly tier: number;
  /** In one line, of the data: what it is about. */
  readonly because: string;
}

/** Where the conditions look beside the request. */
interface Around {
  /** The lines of a file that a policy names; undefined where it cannot be read, and then the condition holds. */
  readonly readLines: (path: string) => Promise<readonly string[] | undefined>;
  /** What a call was asked for before that really happened. */
  readonly delivered: (call: string) => Promise<readonly unknown[]>;
}

/** Tells what the policies demand of a call, before it is made; nothing where no policy is about it. */
export type PolicyCheck = (call: string, request: unknown) => Promise<Demand | undefined>;

/** The highest tier that any of the policies asks for, with the reasons of all that ask for it. */
function policyCheck(policies: Policies, around: Around): PolicyCheck {
  return async (call, request) => {
    let tier = 0;
    const reasons: string[] = [];
    for (const policy of policies) {
      if (policy.tier < tier || !isAbout(policy.call, call)) continue;
      const why = await whyCounts(policy, { call, request }, around);
      if (why === undefined) continue;
      if (policy.tier > tier) reasons.length = 0;
      tier = policy.tier;
      reasons.push(policy.because ?? why);
    }
    return tier === 0 ? undefined : { tier, because: `${call} asks for tier ${tier}: ${[...new Set(reasons)].join("; ")}` };
  };
}

/**
 * Holds what effects are asked for to policies, with the files that they name found from a folder. `delivered` tells what was
 * delivered before, for `newDomain`; without it every domain is new.
 *
 * @throws StagewrightError `policies/invalid`, with every fault and its place.
 *
 * @example
 * startRun(pipe, { …, policies: policiesIn(".", [{ call: "email.send", tier: 4, when: [{ at: "to.*.address", outsideFile: "contacts.txt" }] }]) })
 */
export function policiesIn(
  folder: string,
  given: PoliciesInput,
  { delivered = nothing }: Partial<Pick<Around, "delivered">> = {},
): PolicyCheck {
  const parsed = Policies.safeParse(given);
  if (!parsed.success) throw new StagewrightError("policies/invalid", z.prettifyError(parsed.error));
  const readLines = async (path: string) => {
    try {
      return (await readFile(resolve(folder, path), "utf8")).split(/\r?\n/);
    } catch {
      return undefined;
    }
  };
  return policyCheck(parsed.data, { readLines, delivered });
}

async function nothing(): Promise<readonly unknown[]> {
  return [];
}

function isAbout(pattern: string, call: string): boolean {
  return pattern.endsWith(".*") ? call.startsWith(pattern.slice(0, -1)) : pattern === call;
}

interface Requested {
  readonly call: string;
  readonly request: unknown;
}

async function whyCounts({ when, call }: Policies[number], requested: Requested, around: Around): Promise<string | undefined> {
  const reasons: string[] = [];
  for (const condition of when) {
    const reason = await whyHolds(condition, requested, around);
    if (reason === undefined) return undefined;
    reasons.push(reason);
  }
  return reasons.length === 0 ? `a policy about ${call}` : reasons.join(", ");
}

async function whyHolds(
  { at, over, moreThan, outside, outsideFile, among, newDomain }: Condition,
  { call, request }: Requested,
  { readLines, delivered }: Around,
): Promise<string | undefined> {
  const values = valuesAt(request, at.split("."));
  const said: string[] = [];
  const holds = (found: string | undefined) => {
    if (found !== undefined) said.push(found);
    return found !== undefined;
  };
  const texts = values.filter((value) => typeof value === "string");
  const stranger = (known: readonly string[]) => texts.find((text) => !known.some((pattern) => isLike(text, pattern)));
  if (over !== undefined) {
    const above = values.find((value) => typeof value === "number" && value > over);
    if (!holds(above === undefined ? undefined : `"${at}" is ${String(above)}, above ${over}`)) return undefined;
  }
  if (moreThan !== undefined) {
    const long = values.find((value) => Array.isArray(value) && value.length > moreThan);
    if (!holds(Array.isArray(long) ? `"${at}" has ${long.length} entries, more than ${moreThan}` : undefined)) return undefined;
  }
  if (outside !== undefined) {
    const one = stranger(outside);
    if (!holds(one && `"${at}" has ${JSON.stringify(one)}, which is not among the known ones`)) return undefined;
  }
  if (outsideFile !== undefined) {
    const lines = await readLines(outsideFile);
    const one = stranger((lines ?? []).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")));
    const why =
      lines === undefined ? `${outsideFile} cannot be read` : `"${at}" has ${JSON.stringify(one)}, which does not stand in ${outsideFile}`;
    if (!holds(lines !== undefined && one === undefined ? undefined : why)) return undefined;
  }
  if (among !== undefined) {
    const one = texts.find((text) => among.some((pattern) => isLike(text, pattern)));
    if (!holds(one && `"${at}" has ${JSON.stringify(one)}`)) return undefined;
  }
  if (newDomain !== undefined) {
    const before = (await delivered(call)).flatMap((one) => valuesAt(one, at.split(".")));
    const known = new Set(before.flatMap((value) => (typeof value === "string" ? [domainOf(value)] : [])));
    const one = texts.find((text) => !known.has(domainOf(text)));
    if (!holds(one && `"${at}" has ${JSON.stringify(one)}, and nothing went to ${domainOf(one)} before`)) return undefined;
  }
  return said.join(", ");
}

function valuesAt(value: unknown, [first, ...rest]: readonly string[]): readonly unknown[] {
  if (first === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (first === "*") return Object.values(value).flatMap((one) => valuesAt(one, rest));
  const inner = Object.entries(value).find(([key]) => key === first);
  return inner === undefined ? [] : valuesAt(inner[1], rest);
}

/** Letter case makes no difference: an address is the same however it is written. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split("*");
  const [head = "", ...others] = parts;
  let rest = text.trim().toLowerCase();
  if (!rest.startsWith(head)) return false;
  if (others.length === 0) return rest === head;
  rest = rest.slice(head.length);
  const tail = others.pop() ?? "";
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return rest.endsWith(tail);
}
