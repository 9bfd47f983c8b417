import { type Beside, besideEachOther, betweenItems, betweenParts, betweenSums, numberFields, numberIn } from "./beside.js";
import { countsOf } from "./entry-counts.js";
import type { WalkedFacts } from "./walk-facts.js";

/** By what rule a figure follows from the facts, whatever the text says around it. */
export type Derivation = "count" | "sum" | "sum by value" | "count by value" | "average";

export interface Figure {
  readonly value: number;
  readonly rule: Derivation;
  /** What it was worked out from, as a person reads it: `count of commits`. */
  readonly from: string;
}

/** What the first items of a list leave of its sum. */
export interface Remainder {
  readonly value: number;
  readonly from: string;
}

export interface Derived {
  readonly figures: readonly Figure[];
  readonly pairs: readonly Beside[];
  readonly remainders: readonly Remainder[];
  /** How many there are of something: a text may tell some of them and count the rest. */
  readonly wholes: readonly number[];
  /** How many keys the objects have. */
  readonly entries: readonly number[];
}

const MOST_TOLD = 12;
const MOST_FIELDS = 8;

type Fields = Readonly<Record<string, unknown>>;

/**
 * All that follows from facts by counting and simple arithmetic, in time linear in their size. Figures:
 *
 * - count: the items of a list, the keys of an object that is a list by name, the different values or top folders in a field, lines and entries
 *   of a text;
 * - sum and average of one field over a list, also over lists that stand at the same place in several objects;
 * - sum by value, count by value: the same for the items that share a text (all changes of one file), or its first word.
 *
 * Pairs, whose sum, difference and proportion count where a text speaks of them: two numbers, or lengths of lists, in one object; one field of
 * two items of a short list, or of two objects in one object; the sums of two fields. Remainders: a sum without the first items of its list.
 */
export function derive({ numbers, lists, objects, texts }: WalkedFacts): Derived {
  const figures: Figure[] = [];
  const pairs: Beside[] = [];
  const remainders: Remainder[] = [];
  const wholes: number[] = [];
  const entries: number[] = [];
  const add = (value: number, rule: Derivation, from: string) => {
    if (Number.isFinite(value)) figures.push({ value, rule, from });
  };

  for (const { path, value } of texts) {
    if (!/[\r\n]/.test(value)) continue;
    for (const { count, what } of countsOf(value)) {
      add(count, "count", `count of ${what} in ${path}`);
      wholes.push(count);
    }
  }
  for (const list of lists) {
    const { path, value } = list;
    add(value.length, "count", `count of ${path || "the list"}`);
    wholes.push(value.length);
    differentIn(value, path);
    pairs.push(...betweenItems(list));
  }
  const alike = new Map<string, number>();
  for (const { shape } of objects) alike.set(shape, (alike.get(shape) ?? 0) + 1);
  for (const object of objects) {
    const { path, shape, value } = object;
    entries.push(Object.keys(value).length);
    if (isListByName(value)) add(Object.keys(value).length, "count", `count of keys of ${path || "the facts"}`);
    const beside = besideEachOther(object, alike.get(shape) ?? 1);
    pairs.push(...beside.pairs, ...betweenParts(object));
    wholes.push(...beside.wholes);
    for (const [key, inner] of Object.entries(value)) if (Array.isArray(inner)) leftBy(inner, value, path === "" ? key : `${path}.${key}`);
  }
  if (lists.length > 0) overShapes();
  return { figures, pairs, remainders, wholes, entries };

  function differentIn(items: readonly unknown[], path: string): void {
    const group: Group = { items: 0, sums: new Map(), texts: new Map() };
    for (const item of items) takeIn(group, typeof item === "object" && item !== null ? Object.entries(item) : [["", item]]);
    for (const [field, { values, folders }] of group.texts) {
      add(values.size, "count", `count of different ${named(path, field)}`);
      add(folders.size, "count", `count of top folders in ${named(path, field)}`);
    }
  }

  function leftBy(items: readonly unknown[], object: Fields, path: string): void {
    for (const field of numberFields(items)) {
      const values = items.map((item) => numberIn(item, field) ?? 0);
      const totals = [values.reduce((sum, value) => sum + value, 0)];
      const beside = object[field];
      if (typeof beside === "number") totals.push(beside);
      let told = 0;
      for (const value of values.slice(0, MOST_TOLD)) {
        told += value;
        for (const total of totals) remainders.push({ value: total - told, from: `what the first of ${path} leave of ${field}` });
      }
    }
  }

  function overShapes(): void {
    const groups = new Map<string, Group>();
    const groupOf = (shape: string): Group => {
      const known = groups.get(shape);
      if (known) return known;
      const group: Group = { items: 0, sums: new Map(), texts: new Map() };
      groups.set(shape, group);
      return group;
    };
    for (const { shape, value } of objects) if (shape.endsWith("[]")) groupOf(shape).items += takeIn(groupOf(shape), Object.entries(value));
    for (const { shape, value } of numbers) if (shape.endsWith("[]")) groupOf(shape).items += takeIn(groupOf(shape), [["", value]]);
    for (const { shape, value } of texts) if (shape.endsWith("[]")) groupOf(shape).items += takeIn(groupOf(shape), [["", value]]);
    for (const [shape, { items, sums, texts: fields }] of groups) {
      add(items, "count", `count of ${shape}`);
      wholes.push(items);
      for (const [field, sum] of sums) {
        add(sum, "sum", `sum of ${named(shape, field)}`);
        wholes.push(sum);
        add(sum / items, "average", `average of ${named(shape, field)}`);
      }
      pairs.push(...betweenSums([...sums].slice(0, MOST_FIELDS), shape));
      for (const [field, { values, folders, words }] of fields) {
        const name = named(shape, field);
        add(values.size, "count", `count of different ${name}`);
        wholes.push(values.size);
        if (folders.size > 0) add(folders.size, "count", `count of top folders in ${name}`);
        for (const count of words.values()) add(count, "count by value", `count of ${name} that begin alike`);
        for (const [value, { count, sums: own }] of values) {
          add(count, "count by value", `count of ${name} "${value.slice(0, 60)}"`);
          for (const [inner, sum] of own) add(sum, "sum by value", `sum of ${named(shape, inner)} for "${value.slice(0, 60)}"`);
        }
      }
    }
  }
}

interface Group {
  items: number;
  readonly sums: Map<string, number>;
  readonly texts: Map<string, Values>;
}

interface Values {
  readonly values: Map<string, { count: number; readonly sums: Map<string, number> }>;
  readonly folders: Set<string>;
  readonly words: Map<string, number>;
}

/** Takes one item into its group; how many items that is, so that the caller can count. */
function takeIn(group: Group, entries: readonly (readonly [string, unknown])[]): 1 {
  const held = entries.filter((entry): entry is readonly [string, number] => typeof entry[1] === "number").slice(0, MOST_FIELDS);
  const texts = entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string").slice(0, MOST_FIELDS);
  for (const [field, value] of held) raise(group.sums, field, value);
  for (const [field, text] of texts) {
    const known = group.texts.get(field) ?? { values: new Map(), folders: new Set<string>(), words: new Map<string, number>() };
    group.texts.set(field, known);
    const value = known.values.get(text) ?? { count: 0, sums: new Map<string, number>() };
    known.values.set(text, value);
    value.count += 1;
    for (const [inner, number] of held) raise(value.sums, inner, number);
    const folder = /^[^/]{0,200}(?=\/)/.exec(text)?.[0];
    known.folders.add(folder ?? "");
    const word = /^\p{L}{1,60}/u.exec(text.trimStart())?.[0];
    if (word !== undefined) raise(known.words, word, 1);
  }
  return 1;
}

function raise(sums: Map<string, number>, key: string, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}

/**
 * Whether the keys of an object are things that a text may count, and not the properties of one thing: `{ "Linux": 96, "macOS": 124 }`
 * but not `{ planted: 37, bare: 9, onBoth: 6 }`.
 */
function isListByName(object: Fields): boolean {
  const [first, ...others] = Object.values(object);
  if (others.length === 0) return false;
  if (Object.keys(object).every((key) => !/^\p{Ll}[\p{L}\p{N}_]*$/u.test(key))) return true;
  if (typeof first !== "object" || first === null || Array.isArray(first)) return false;
  const shape = Object.keys(first).sort().join("\n");
  return others.every((other) => typeof other === "object" && other !== null && Object.keys(other).sort().join("\n") === shape);
}

function named(shape: string, field: string): string {
  return field === "" ? shape : `${shape}.${field}`;
}
