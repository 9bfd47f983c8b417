import { type Check, editDistance, type Finding, type Severity } from "../../dsl/index.js";
import { parseText, type Text } from "../text/parse-text.js";
import { anchorsOf } from "./anchors.js";
import type { StructureRule } from "./rule.js";

export interface LinksOptions {
  /** The paths of all files that links can lead to, from the root of the tree, with `/`; without them paths are not looked at. */
  readonly paths?: readonly string[];
  /** The text's own path in that tree, from which its relative links lead; a file in the root by default. */
  readonly path?: string;
  /** `error` by default. */
  readonly severity?: Severity;
}

const rule = "structure/links";

/** To look for the nearest name takes long where there are many: past these a finding names none. */
const NAMES_AT_MOST = 500;
const HINTS_AT_MOST = 20;
const HINT_LENGTH_AT_MOST = 80;

/**
 * Each link, image and link definition leads somewhere: `#anchor` to a heading of the text (or an `id` in its HTML), and, where the known
 * `paths` are given, a relative target to one of them or to a folder above one. Addresses with a scheme are not looked at.
 *
 * @example
 * links({ paths: ["README.md", "docs/start.md"], path: "docs/start.md" })
 */
export function links({ paths, path = "", severity = "error" }: LinksOptions = {}): Check<Text> {
  const known = paths && withFolders(paths);
  return {
    rule,
    options: { paths, path, severity },
    run(text) {
      const parsed = parseText(text);
      if (parsed.links.length === 0) return [];
      const anchors = anchorsOf(parsed);
      const findings: Finding[] = [];
      for (const { target, from } of parsed.links) {
        const fault = faultOf(plainTarget(target), anchors);
        if (fault === undefined) continue;
        const nearest = fault.names && findings.length < HINTS_AT_MOST ? nearestOf(fault.name, fault.names) : undefined;
        const hint = nearest === undefined ? "" : `, the nearest is "${fault.mark}${nearest}"`;
        findings.push({ rule, severity, message: `${fault.message}${hint}: correct it or take it out`, at: parsed.placeAt(from) });
      }
      return findings;
    },
  };

  function faultOf(target: string, anchors: ReadonlySet<string>): Fault | undefined {
    if (target === "") return { message: "a link has no target, expected one" };
    if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("//") || target.startsWith("www.")) return undefined;
    if (target.startsWith("#")) {
      const anchor = decoded(target.slice(1)).toLowerCase();
      if (anchor === "" || anchor === "top" || anchors.has(anchor)) return undefined;
      return { message: `the link "${target}" leads to no heading of the text`, name: anchor, names: anchors, mark: "#" };
    }
    const [file = ""] = target.split(/[?#]/, 1);
    if (known === undefined || file === "" || file.includes("@")) return undefined;
    const resolved = resolvedFrom(path, decoded(file));
    if (resolved === undefined) return { message: `the link "${target}" leads out of the tree` };
    return known.has(resolved)
      ? undefined
      : { message: `the link "${target}" leads to "${resolved}", which is no known file`, name: resolved, names: known, mark: "" };
  }
}

type Fault =
  | { readonly message: string; readonly names?: never; readonly name?: never; readonly mark?: never }
  | { readonly message: string; readonly name: string; readonly names: ReadonlySet<string>; readonly mark: string };

/** A backslash before a mark is none of the target's own. */
function plainTarget(target: string): string {
  return target.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).normalize("NFC");
  } catch {
    return part.normalize("NFC");
  }
}

function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const known = new Set([""]);
  for (const path of paths) {
    for (let part = path.normalize("NFC"); part !== "" && !known.has(part); part = part.slice(0, Math.max(0, part.lastIndexOf("/")))) {
      known.add(part);
    }
  }
  return known;
}

/** The path that `target` names, seen from the file `path`; undefined where it leaves the root. */
function resolvedFrom(path: string, target: string): string | undefined {
  const parts = target.startsWith("/") ? [] : path.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

function nearestOf(name: string, names: ReadonlySet<string>): string | undefined {
  if (names.size > NAMES_AT_MOST || name.length > HINT_LENGTH_AT_MOST) return undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const other of names) {
    if (other === "" || other.length > HINT_LENGTH_AT_MOST) continue;
    const distance = editDistance(name, other);
    if (distance <= Math.max(2, name.length / 3) && (!best || distance < best.distance)) best = { name: other, distance };
  }
  return best?.name;
}

export const linksRule: StructureRule<LinksOptions> = {
  page: {
    id: rule,
    why: "A link that leads nowhere costs the reader the way, and the text its credit.",
    fix: "Correct the target, or take the link out.",
    counts:
      "Links, images and link definitions outside of quotations. Anchors are made of headings as GitHub makes them; `#` and `#top` are the " +
      "top. Paths are looked at where the known ones are given; a folder is known by the files in it.",
    examples: {
      bad: [
        "# Install\n\nSee [how](#instal).",
        "See [the guide](docs/gide.md).",
        "![Plan](../plan.png)",
        "[empty]()",
        "[a]\n\n[a]: #nowhere\n",
      ],
      good: [
        "# How to `run` it\n\nSee [above](#how-to-run-it), [the top](#), [the guide](docs/guide.md#start) and [all](./docs/).",
        "See [it](https://example.org/#x), [mail](mailto:a@example.org) and `[code](#nowhere)`.",
        '<a id="here"></a>\n\nSee [here](#here).',
      ],
    },
  },
  exampleOptions: { paths: ["README.md", "docs/guide.md"], path: "README.md" },
  check: links,
};
