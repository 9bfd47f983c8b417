import { type Unit, unitOfPath } from "./measures.js";
import type { Pair } from "./pair-table.js";
import type { WalkedFacts } from "./walk-facts.js";

/** A pair with the unit that both have, where they have one. */
export interface Beside extends Pair {
  readonly unit: Unit | undefined;
}

/** More numbers than these in one object, or items in one list, are not set against each other pair by pair. */
const MOST_BESIDE = 24;
const MOST_ITEMS = 12;
const MOST_FIELDS = 8;
/** Of more alike than these one is not known by its names. */
const MOST_ALIKE = 4;
const LONGEST_NAME = 60;
const OF_TWO_TIMES =
  /^(?:before|after|old|new|from|to|until|previous|current|then|now|was|is|baseline|start|end|first|last|vorher|nachher|alt|neu|înainte|inainte|după|dupa)(?!\p{Ll})|(?:Before|After|Then|Now|_before|_after|_old|_new)$/u;

interface Numbered {
  readonly name: string;
  readonly value: number;
  readonly shape: string;
  readonly isCount: boolean;
}

/** The numbers of one object and the lengths of its lists, pair by pair; and how many things there are where some are listed and the rest is counted. */
export function besideEachOther(
  { shape, key, value }: WalkedFacts["objects"][number],
  alike: number,
): {
  readonly pairs: readonly Beside[];
  readonly wholes: readonly number[];
} {
  const numbers = Object.entries(value).flatMap(([name, inner]): Numbered[] => {
    if (typeof inner === "number") return [{ name, value: inner, shape: joined(shape, name), isCount: false }];
    return Array.isArray(inner) ? [{ name, value: inner.length, shape: "", isCount: true }] : [];
  });
  const wholes: number[] = [];
  const pairs = pairsOf(numbers, (a, b) => {
    if (a.isCount !== b.isCount) wholes.push(a.value + b.value);
    return pairOf(a, b, { within: key, alike });
  });
  return { pairs, wholes };
}

/** One number of each of two objects in an object: `before.ms` and `after.ms`. */
export function betweenParts({ shape, value }: WalkedFacts["objects"][number]): readonly Beside[] {
  const parts = Object.entries(value).filter((entry): entry is [string, object] => isObject(entry[1]));
  if (parts.length < 2) return [];
  return pairsOf(parts.slice(0, MOST_ITEMS), ([nameA, a], [nameB, b]) =>
    numberFields([a]).flatMap((field) => {
      const [one, other] = [numberIn(a, field), numberIn(b, field)];
      if (one === undefined || other === undefined) return [];
      const within = joined(shape, nameA);
      return pairOf(
        { name: nameA, value: one, shape: joined(within, field), isCount: false },
        { name: nameB, value: other, shape: joined(within, field), isCount: false },
        { within: field, field, alike: parts.length },
      );
    }),
  );
}

/** One field of two items of a short list; each has the name that its own text gives it. */
export function betweenItems({ shape, key, value: items }: WalkedFacts["lists"][number]): readonly Beside[] {
  if (items.length < 2 || items.length > MOST_ITEMS) return [];
  return numberFields(items).flatMap((field) => {
    const numbers = items.flatMap((item): Numbered[] => {
      const value = numberIn(item, field);
      const within = field === "" ? `${shape}[]` : joined(`${shape}[]`, field);
      return value === undefined ? [] : [{ name: nameOf(item), value, shape: within, isCount: false }];
    });
    return pairsOf(numbers, (a, b) => pairOf(a, b, { within: field || key, field: field || key, alike: items.length }));
  });
}

/** The sums of two fields over one list. */
export function betweenSums(sums: readonly (readonly [string, number])[], shape: string): readonly Beside[] {
  const numbers = sums.map(([name, value]): Numbered => ({ name, value, shape: joined(shape, name), isCount: false }));
  return pairsOf(numbers, (a, b) => pairOf(a, b, {}));
}

function pairsOf<Item>(items: readonly Item[], pair: (a: Item, b: Item) => readonly Beside[]): readonly Beside[] {
  const few = items.slice(0, MOST_BESIDE);
  return few.flatMap((a, index) => few.slice(index + 1).flatMap((b) => pair(a, b)));
}

function pairOf(
  a: Numbered,
  b: Numbered,
  { within = "", field = "", alike = 1 }: { readonly within?: string; readonly field?: string; readonly alike?: number },
): readonly Beside[] {
  const units = [unitOfPath(a.shape), unitOfPath(b.shape)];
  return [
    {
      a: a.value,
      b: b.value,
      names: [a.name, b.name],
      within,
      field,
      isOneOfMany: alike > MOST_ALIKE,
      areCounts: a.isCount && b.isCount,
      isChange: OF_TWO_TIMES.test(a.name) && OF_TWO_TIMES.test(b.name),
      unit: units[0] === units[1] ? units[0] : undefined,
    },
  ];
}

function nameOf(item: unknown): string {
  if (!isObject(item)) return "";
  const name = Object.values(item).find((value) => typeof value === "string" && value.length <= LONGEST_NAME);
  return typeof name === "string" ? name : "";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function numberFields(items: readonly unknown[]): readonly string[] {
  const [first] = items;
  if (typeof first === "number") return [""];
  if (typeof first !== "object" || first === null) return [];
  return Object.entries(first)
    .filter(([, value]) => typeof value === "number")
    .map(([key]) => key)
    .slice(0, MOST_FIELDS);
}

export function numberIn(item: unknown, field: string): number | undefined {
  if (field === "") return typeof item === "number" ? item : undefined;
  if (typeof item !== "object" || item === null) return undefined;
  const value: unknown = Reflect.get(item, field);
  return typeof value === "number" ? value : undefined;
}

function joined(shape: string, name: string): string {
  return shape === "" ? name : `${shape}.${name}`;
}
