/** Names in a path, as in `/github/:repo`, give one part of it each. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split("/");
  const parts = path.split("/");
  if (wanted.length !== parts.length) return undefined;
  const names: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = decoded(parts[index] ?? "");
    if (found === undefined) return undefined;
    if (!part.startsWith(":")) {
      if (part !== found) return undefined;
    } else if (found === "" || found.includes("/")) return undefined;
    else names[part.slice(1)] = found;
  }
  return names;
}

/** Of two patterns that a path matches the one with more stated parts counts. */
export function statedParts(pattern: string): number {
  return pattern.split("/").filter((part) => !part.startsWith(":")).length;
}

/** What a pattern looks like whatever its names are: two hooks of one shape and statedness would be one. */
export function shapeOf(pattern: string): string {
  return pattern.replaceAll(/:[^/]+/g, ":");
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
