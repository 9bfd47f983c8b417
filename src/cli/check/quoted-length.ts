const MOST = 400;

/** How long the thing is that a message quotes and that stands at `offset`: a quotation, cut by "…" or whole, else a word, else one mark. */
export function lengthAt(text: string, offset: number, message: string): number {
  const near = text.slice(offset, offset + MOST);
  for (const [, quoted = ""] of message.matchAll(/"([^"]{1,400})"/g)) {
    const length = lengthOfQuoted(near, quoted);
    if (length > 0) return length;
  }
  const word = /^[^\s"'()[\]{}<>,;]+/u.exec(near)?.[0] ?? "";
  return Math.max(1, word.replace(/(?<=.)[.:!?]+$/u, "").length);
}

function lengthOfQuoted(near: string, quoted: string): number {
  const [start = "", ...rest] = quoted.split("…");
  const end = rest.join("…");
  let at = 0;
  // Quoted on one line, whatever spaces and line breaks stand between the words.
  for (const mark of start.trimEnd()) {
    if (mark === " ") {
      const spaces = /^\s+/.exec(near.slice(at, at + 40))?.[0].length ?? 0;
      if (spaces === 0) return 0;
      at += spaces;
    } else if (near.startsWith(mark, at)) at += mark.length;
    else return 0;
  }
  if (at === 0) return 0;
  if (rest.length === 0) return at;
  const ending = end === "" ? -1 : near.indexOf(end, at);
  return ending === -1 ? at + (/^[^\s"'<>`]*/.exec(near.slice(at))?.[0].length ?? 0) : ending + end.length;
}
