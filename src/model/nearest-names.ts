/** The names nearest to a wanted one, nearest first: by edits, where a name that holds the other counts as near. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): readonly string[] {
  const low = wanted.toLowerCase();
  const far = (name: string) => {
    const other = name.toLowerCase();
    return other.includes(low) || low.includes(other) ? 0 : edits(low, other);
  };
  const ranked = names.map((name, index) => ({ name, index, distance: far(name) }));
  return ranked
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Levenshtein's distance, row by row. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above[[...b].length] ?? 0;
}
