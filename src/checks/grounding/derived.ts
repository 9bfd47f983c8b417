import { countsOf } from "./entry-counts.js";
import type { WalkedFacts } from "./walk-facts.js";

/** By what rule a figure follows from the facts. */
export type Derivation = "count" | "sum" | "sum of two" | "sum by value" | "count by value" | "average" | "difference" | "remainder";

export interface Figure {
  readonly value: number;
  readonly rule: Derivation;
  /** What it was worked out from, as a person reads it: `count of commits`. */
  readonly from: string;
}

export interface Ratio {
  readonly value: number;
  /** The keys of the two, and of the object or list that they stand in. */
  readonly names: readonly string[];
  /** Whether the two are one thing at two times: `before` and `after`, `old` and `new`. */
  readonly isChange: boolean;
}

export interface Derived {
  readonly figures: readonly Figure[];
  /** One number in proportion to another one beside it. */
  readonly ratios: readonly Ratio[];
  /** Wholes of which a text may tell some and count the rest. */
  readonly wholes: readonly number[];
}

/** More numbers than these in one object, or items in one list, are not set against each other pair by pair. */
const MOST_BESIDE = 24;
const MOST_TOLD = 12;
const MOST_FIELDS = 8;
const OF_TWO_TIMES = /^(?:before|after|old|new|from|to|previous|current|then|now|was|is|baseline|start|end|first|last)(?![a-z])/i;

type Fields = Readonly<Record<string, unknown>>;

/**
 * All figures that follow from facts by counting and simple arithmetic, in time linear in their size:
 *
 * - count: the items of a list, the keys of an object, the different values or top folders in a field, lines and entries of a text;
 * - sum and average of one field over a list, also over lists that stand at the same place in several objects;
 * - sum by value, count by value: the same for the items that share a text (all changes of one file), or its first word;
 * - sum and difference of two numbers, or lengths of lists, in one object; difference of one field between two items of a short list;
 * - remainder: a sum without the first items of its list.
 */
export function derive({ numbers, lists, objects, texts }: WalkedFacts): Derived {
  const figures: Figure[] = [];
  const ratios: Ratio[] = [];
  const wholes: number[] = numbers.map(({ value }) => value);
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
  for (const { path, value } of lists) {
    add(value.length, "count", `count of ${path || "the list"}`);
    wholes.push(value.length);
    differentIn(value, path);
    if (value.length > 1 && value.length <= MOST_TOLD) betweenItems(value, path);
  }
  for (const { path, value } of objects) {
    add(Object.keys(value).length, "count", `count of keys of ${path || "the facts"}`);
    wholes.push(Object.keys(value).length);
    besideEachOther(value, path);
    for (const [key, inner] of Object.entries(value))
      if (Array.isArray(inner)) remainders(inner, value, path === "" ? key : `${path}.${key}`);
  }
  if (lists.length > 0) overShapes();
  return { figures, ratios, wholes };

  function pair(a: number, b: number, names: readonly string[]): void {
    add(Math.abs(a - b), "difference", `difference of ${names.join(" and ")}`);
    const isChange = names.every((name) => OF_TWO_TIMES.test(name));
    for (const [part, whole] of a === b
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]) {
      if (part === undefined || whole === undefined || whole === 0) continue;
      ratios.push({ value: Math.abs(part / whole), names, isChange }, { value: Math.abs((part - whole) / whole), names, isChange });
    }
  }

  function besideEachOther(object: Fields, path: string): void {
    const beside = Object.entries(object).flatMap(([key, value]): [string, number, boolean][] =>
      typeof value === "number" ? [[key, value, false]] : Array.isArray(value) ? [[`count of ${key}`, value.length, true]] : [],
    );
    const where = path === "" ? "" : ` in ${path}`;
    for (const [index, [nameA, a, isCountA]] of beside.slice(0, MOST_BESIDE).entries()) {
      for (const [nameB, b, isCountB] of beside.slice(index + 1, MOST_BESIDE)) {
        pair(a, b, [nameA, `${nameB}${where}`]);
        add(a + b, "sum of two", `sum of ${nameA} and ${nameB}${where}`);
        if (isCountA !== isCountB) wholes.push(a + b);
      }
    }
  }

  function differentIn(items: readonly unknown[], path: string): void {
    const group: Group = { items: 0, sums: new Map(), texts: new Map() };
    for (const item of items) takeIn(group, typeof item === "object" && item !== null ? Object.entries(item) : [["", item]]);
    for (const [field, { values, folders }] of group.texts) {
      add(values.size, "count", `count of different ${named(path, field)}`);
      add(folders.size, "count", `count of top folders in ${named(path, field)}`);
    }
  }

  function betweenItems(items: readonly unknown[], path: string): void {
    for (const field of numberFields(items)) {
      const values = items.map((item) => numberIn(item, field));
      for (const [index, a] of values.entries()) {
        for (const b of values.slice(index + 1))
          if (a !== undefined && b !== undefined) pair(a, b, ["one", `another of ${named(path, field)}`]);
      }
    }
  }

  function remainders(items: readonly unknown[], object: Fields, path: string): void {
    for (const field of numberFields(items)) {
      const values = items.map((item) => numberIn(item, field) ?? 0);
      const totals = [values.reduce((sum, value) => sum + value, 0)];
      const beside = object[field];
      if (typeof beside === "number") totals.push(beside);
      let told = 0;
      for (const value of values.slice(0, MOST_TOLD)) {
        told += value;
        for (const total of totals) add(total - told, "remainder", `what the first of ${path} leave of ${field}`);
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
      const summed = [...sums].slice(0, MOST_FIELDS);
      for (const [index, [fieldA, a]] of summed.entries()) {
        for (const [fieldB, b] of summed.slice(index + 1)) {
          pair(a, b, [`the sums of ${named(shape, fieldA)}`, fieldB]);
          add(a + b, "sum of two", `sum of all ${named(shape, fieldA)} and ${fieldB}`);
        }
      }
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

function numberFields(items: readonly unknown[]): readonly string[] {
  const [first] = items;
  if (typeof first === "number") return [""];
  if (typeof first !== "object" || first === null) return [];
  return Object.entries(first)
    .filter(([, value]) => typeof value === "number")
    .map(([key]) => key)
    .slice(0, MOST_FIELDS);
}

function numberIn(item: unknown, field: string): number | undefined {
  if (field === "") return typeof item === "number" ? item : undefined;
  if (typeof item !== "object" || item === null) return undefined;
  const value: unknown = Reflect.get(item, field);
  return typeof value === "number" ? value : undefined;
}

function named(shape: string, field: string): string {
  return field === "" ? shape : `${shape}.${field}`;
}
