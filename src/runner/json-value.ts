import { canonicalJson } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";

/**
 * A copy of a value as the journal keeps it: plain JSON, frozen all through, so that no stage can change what another
 * was given. Fields that are `undefined` are left out, as JSON does; an `undefined` in the place of the whole is `null`.
 *
 * @throws StagewrightError `stage/not-json` that says where the value holds what JSON cannot.
 */
export function jsonValue(value: unknown, what: string): unknown {
  return copy(value === undefined ? null : value, { what, path: "", above: [] });
}

interface Where {
  readonly what: string;
  readonly path: string;
  readonly above: readonly object[];
}

function copy(value: unknown, where: Where): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // JSON text knows no -0.
      return Number.isFinite(value) ? value + 0 : fail(String(value), where);
    case "object":
      break;
    default:
      return fail(`a ${typeof value}`, where);
  }
  if (value === null) return null;
  if (where.above.includes(value)) return fail("a circle back to itself", where);
  const above = [...where.above, value];
  if (Array.isArray(value)) {
    // Array.from also meets the holes.
    return Object.freeze(
      Array.from(value, (item: unknown, index) => copy(item ?? null, { ...where, path: `${where.path}[${index}]`, above })),
    );
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return fail("constructor" in value ? `a ${value.constructor.name}` : "an object of a kind of its own", where);
  const copied: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const inner = copy(item, { ...where, path: where.path === "" ? key : `${where.path}.${key}`, above });
    // As a defined property, so that a key such as "__proto__" stays a plain key.
    Object.defineProperty(copied, key, { value: inner, enumerable: true });
  }
  return Object.freeze(copied);
}

function fail(found: string, { what, path }: Where): never {
  throw new StagewrightError("stage/not-json", `${what} is not plain JSON: ${path === "" ? "it" : `"${path}"`} is ${found}`, {
    hint: "give strings, finite numbers, booleans, null, arrays and plain objects; a date as its ISO text",
  });
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
