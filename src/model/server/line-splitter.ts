/** Gives each line that is whole and not blank, without its end. Each character is looked at once, however the text is cut. */
export function lineSplitter(onLine: (line: string) => void): { feed: (text: string) => void; rest: () => string } {
  let parts: string[] = [];
  return {
    feed: (text) => {
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        parts.push(text.slice(from, end));
        const line = parts.join("").trim();
        parts = [];
        from = end + 1;
        if (line !== "") onLine(line);
      }
      if (from < text.length) parts.push(text.slice(from));
    },
    rest: () => parts.join("").trim(),
  };
}
