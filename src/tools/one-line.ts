/** A text on one line, and no longer than that many letters. */
export function oneLine(text: string, most: number): string {
  const letters = [
    ...text
      .slice(0, 4 * most)
      .replaceAll(/\s+/g, " ")
      .trim(),
  ];
  return letters.length <= most
    ? letters.join("")
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** Ends in a full stop where nothing else ends it. */
export function sentence(text: string): string {
  return /[.!?…]["”»)\]]?$/.test(text) ? text : `${text}.`;
}
