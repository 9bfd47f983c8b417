import { createRequire } from "node:module";
import { StagewrightError } from "../../dsl/index.js";
import type { PackFault } from "./pack-fault.js";

/** What a file of a pack holds, and the offset of a fault in it. */
export type PackText = ({ readonly data: unknown } | { readonly faults: readonly PackFault[] }) & {
  offsetOf(fault: PackFault): number;
};

/** The reader of YAML is not linear in brackets left open; no pack that a person writes is as long. */
const LENGTH_AT_MOST = 100_000;

const require = createRequire(import.meta.url);

// An optional package, and loaded only where a pack is read.
function yamlFor(name: string): typeof import("yaml") {
  try {
    // The one cast: `require` knows nothing of the module's types.
    return require("yaml") as typeof import("yaml");
  } catch (cause) {
    throw new StagewrightError("check/package", `"${name}" is read with the package "yaml", which is not installed`, {
      hint: "run `npm install yaml`",
      cause,
    });
  }
}

/** Reads YAML, or JSON, which is YAML as well. */
export function packText(source: string, name: string): PackText {
  if (source.length > LENGTH_AT_MOST) {
    const message = `the file has ${source.length} characters, expected at most ${LENGTH_AT_MOST}: make two packs of it`;
    return { faults: [{ path: [], message }], offsetOf: () => 0 };
  }
  const { isMap, isNode, isScalar, parseDocument } = yamlFor(name);
  try {
    const document = parseDocument(source);
    /** The offset of the key or the value at a path; where there is none, of what it would stand in. */
    const offsetOf = ({ path, isKey }: PackFault): number => {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const inside: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
        const pair = isMap(inside) ? inside.items.find(({ key }) => isScalar(key) && key.value === path[depth - 1]) : undefined;
        if (isKey && depth === path.length && isNode(pair?.key)) return pair.key.range?.[0] ?? 0;
        const node: unknown = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return node.range[0];
      }
      return document.contents?.range?.[0] ?? 0;
    };
    const [error] = document.errors;
    if (!error) return { data: document.toJS(), offsetOf };
    const why = error.message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "");
    return { faults: [{ path: [], message: `it is no sound YAML: ${why}` }], offsetOf: () => error.pos[0] };
  } catch (cause) {
    // Aliases that would grow without end, or nesting deeper than the reader can go.
    const why = cause instanceof Error ? cause.message : String(cause);
    return { faults: [{ path: [], message: `it cannot be read: ${why}` }], offsetOf: () => 0 };
  }
}
